//! `cellveil keys` draws record keys and salts, keeps earlier keys, and copies everything else.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};

use cellveil::key::{KeyDraw, Modulus, SeededKeys};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::input::parquet_file::{Column, write};
use crate::support::random::mmix;
use crate::support::workspace::{WRONG, Workspace};

/// Probability with which a test of sound keys fails.
const LEVEL: f64 = 1e-9;

/// Returns persons with identifiers and a text that needs quotation marks.
fn people(ids: impl Iterator<Item = u32>, separator: char) -> String {
    let mut text = format!("person{separator}area{separator}remark\n");
    for id in ids {
        text += &format!("P{id}{separator}A{}{separator}\"one{separator} \"\"two\"\"\"\n", id % 3);
    }
    text
}

/// The last value of each row, by the first value.
fn keys_of(text: &str, separator: char) -> HashMap<String, u64> {
    let rows = text.lines().skip(1);
    let key = |row: &str| {
        let (id, key) = (row.split(separator).next()?, row.rsplit(separator).next()?);
        Some((id.to_owned(), key.parse().ok()?))
    };
    rows.map(|row| key(row).expect("a row with a key")).collect()
}

#[test]
fn each_record_gets_a_key_and_keeps_its_bytes() {
    for separator in [',', ';', '\t'] {
        let space = Workspace::new();
        let text = people(0..500, separator);
        space.write("raw.csv", &text);
        let said = space.done(&["keys", "raw.csv", "--out", "keyed.csv"]);
        assert_eq!(said, "keyed.csv: 500 records with new keys in column \"record_key\"\n");
        let keyed = space.text("keyed.csv");
        let rows = text.lines().zip(keyed.lines());
        assert!(rows.skip(1).all(|(before, after)| after.starts_with(&format!("{before}{separator}"))));
        let keys = keys_of(&keyed, separator);
        assert_eq!(keys.values().collect::<HashSet<_>>().len(), 500, "500 of 2^32 keys differ");
        assert!(keys.values().all(|key| !said.contains(&key.to_string())), "no key is printed");
        // A second draw gives other keys.
        space.done(&["keys", "raw.csv", "--out", "again.csv"]);
        assert_ne!(space.text("again.csv"), keyed);
    }
}

/// `tile` and `init` read the same rows as `keys`.
#[test]
fn quotation_marks_within_a_field_are_text() {
    let space = Workspace::new();
    space.write("raw.csv", "id,size\nA,5\" pipe\nB,6\" pipe\nC,\"7\"\" pipe\"\n");
    let said = space.done(&["keys", "raw.csv", "--out", "keyed.csv"]);
    assert!(said.contains(": 3 records"), "{said}");
    assert_eq!(keys_of(&space.text("keyed.csv"), ',').len(), 3);
    space.write(
        "cube.toml",
        "[cube]\nid = \"a\"\nunit = \"pipe\"\ndata = \"synthetic\"\naudience = \"public\"\n[key]\n\
         column = \"record_key\"\n[[dimension]]\nname = \"size\"\n[method.default]\nkind = \"none\"\n",
    );
    space.done(&["tile", "cube.toml", "--records", "keyed.csv", "--out", "cube"]);
    let table = space.done(&["table", "cube", "--rows", "size"]);
    assert!(table.contains("\"5\"\" pipe\",1,") && table.contains("\"7\"\" pipe\",1,"), "{table}");
    space.write("returns.csv", "a,b\r1,2\r3,4\r");
    space.fails(WRONG, &["keys", "returns.csv", "--out", "new.csv"], &["returns.csv", "carriage return alone"]);
}

#[test]
fn compressed_files_stay_compressed() {
    let space = Workspace::new();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(people(0..50, ',').as_bytes()).unwrap();
    space.write("raw.csv.gz", encoder.finish().unwrap());
    space.done(&["keys", "raw.csv.gz", "--out", "keyed.csv.gz"]);
    let mut text = String::new();
    GzDecoder::new(&space.read("keyed.csv.gz")[..]).read_to_string(&mut text).unwrap();
    assert_eq!(keys_of(&text, ',').len(), 50);
}

#[test]
fn records_of_an_earlier_delivery_keep_their_keys() {
    let space = Workspace::new();
    space.write("first.csv", people(0..200, ','));
    space.done(&["keys", "first.csv", "--out", "old.csv"]);
    // Twenty records have left, fifty are new, and the order differs.
    space.write("second.csv", people((20..250).rev(), ','));
    let said = space.done(&["keys", "second.csv", "--out", "new.csv", "--keep", "old.csv", "--id", "person"]);
    assert!(said.contains("180 kept, 50 new; 20 earlier records are no longer there"), "{said}");
    let (old, new) = (keys_of(&space.text("old.csv"), ','), keys_of(&space.text("new.csv"), ','));
    assert_eq!(new.len(), 230);
    assert_eq!(new.iter().filter(|(id, key)| old.get(*id) == Some(key)).count(), 180);
}

/// A field may hold separators and line breaks. The rows are those of `tile`, and their bytes stay.
#[test]
fn line_breaks_and_separators_within_a_field_are_text() {
    let space = Workspace::new();
    let rows = ["id,note\r\n", "A,\"one, two\r\nthree\"\r\n", "B,\"\n\"\"\n\"\r\n", "C,plain"];
    space.write("raw.csv", rows.concat());
    let said = space.done(&["keys", "raw.csv", "--out", "keyed.csv"]);
    assert!(said.contains(": 3 records"), "{said}");
    let keyed = space.text("keyed.csv");
    let mut rest = keyed.as_str();
    for row in rows {
        let row = row.trim_end_matches("\r\n");
        rest = rest.strip_prefix(row).and_then(|rest| rest.strip_prefix(',')).unwrap_or_else(|| panic!("{row:?}"));
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "record_key".contains(c)).trim_start();
    }
    assert_eq!(rest, "");
    space.done(&["keys", "keyed.csv", "--out", "other.csv", "--column", "second_key"]);
    let again = space.done(&["keys", "raw.csv", "--out", "new.csv", "--keep", "keyed.csv", "--id", "id"]);
    assert!(again.contains("3 kept, 0 new"), "{again}");
}

/// Persons in Parquet: an identifier, an area that may be absent, and perhaps keys.
fn parquet_people(ids: &[i64], keys: Option<&[i64]>) -> Vec<u8> {
    let some = |values: &[i64]| Column::Int64(values.iter().map(|value| Some(*value)).collect());
    let area = ids.iter().map(|id| (id % 5 > 0).then(|| format!("A{}", id % 5).into_bytes()));
    let mut columns = vec![some(ids), Column::Text(area.collect())];
    columns.extend(keys.map(some));
    let keys = if keys.is_some() { " required int64 record_key;" } else { "" };
    let schema = format!("required int64 id; optional binary area (UTF8);{keys}");
    write(&schema, &[columns], parquet::basic::Compression::SNAPPY, true)
}

#[test]
fn parquet_keeps_earlier_keys_and_refuses_an_existing_column() {
    let space = Workspace::new();
    space.write("first.parquet", parquet_people(&(0..300).collect::<Vec<_>>(), None));
    space.write("second.parquet", parquet_people(&(100..350).rev().collect::<Vec<_>>(), None));
    space.done(&["keys", "first.parquet", "--out", "old.parquet"]);
    let keep = ["keys", "second.parquet", "--out", "new.parquet", "--keep", "old.parquet", "--id", "id"];
    let said = space.done(&keep);
    assert!(said.contains("200 kept, 50 new; 100 earlier records are no longer there"), "{said}");
    // The second file's keys are the first file's: a third delivery of all 350 keeps keys of both.
    space.write("third.parquet", parquet_people(&(100..300).collect::<Vec<_>>(), None));
    for (old, out) in [("old.parquet", "a.parquet"), ("new.parquet", "b.parquet")] {
        space.done(&["keys", "third.parquet", "--out", out, "--keep", old, "--id", "id"]);
    }
    assert_eq!(space.read("a.parquet"), space.read("b.parquet"), "the same keys from both files");
    let has = parquet_people(&[1, 2], Some(&[5, 6]));
    space.write("has.parquet", &has);
    let refused: [(&[&str], &[&str]); 4] = [
        (&["keys", "has.parquet", "--out", "x.parquet"], &["has.parquet", "has a column \"record_key\" already"]),
        (&["keys", "cut.parquet", "--out", "x.parquet"], &["cut.parquet", "Parquet"]),
        (
            &["keys", "twice.parquet", "--out", "x.parquet", "--keep", "has.parquet", "--id", "id"],
            &["twice.parquet, row 3", "\"id\"", "an earlier row"],
        ),
        (
            &["keys", "empty.csv", "--out", "x.csv", "--keep", "has.parquet", "--id", "id"],
            &["empty.csv, row 2", "\"id\"", "an empty identifier"],
        ),
    ];
    space.write("cut.parquet", &has[..has.len() / 2]);
    space.write("twice.parquet", parquet_people(&[1, 2, 1], None));
    space.write("empty.csv", "id,area\n1,A\n,B\n");
    for (arguments, parts) in refused {
        space.fails(WRONG, arguments, parts);
    }
}

#[test]
fn rows_without_an_end_and_files_without_records_are_refused() {
    let space = Workspace::new();
    space.write("header.csv", "person,area\n");
    space.fails(WRONG, &["keys", "header.csv", "--out", "new.csv"], &["header.csv", "has no records"]);
    // The file has no data on the disk, so it needs no space.
    space.write("endless.csv", "a\n");
    let file = std::fs::File::options().write(true).open(space.path("endless.csv")).unwrap();
    file.set_len(300_000_000).unwrap();
    space.fails(WRONG, &["keys", "endless.csv", "--out", "new.csv"], &["endless.csv", "a row longer than 256 MB"]);
}

#[cfg(unix)]
#[test]
fn keyed_records_are_as_private_as_the_records() {
    use std::os::unix::fs::PermissionsExt;
    let space = Workspace::new();
    space.write("raw.csv", people(0..9, ','));
    let mode = |name: &str| std::fs::metadata(space.path(name)).unwrap().permissions().mode() & 0o777;
    for private in [0o600, 0o640] {
        std::fs::set_permissions(space.path("raw.csv"), std::fs::Permissions::from_mode(private)).unwrap();
        space.done(&["keys", "raw.csv", "--out", &format!("keyed-{private}.csv")]);
        assert_eq!(mode(&format!("keyed-{private}.csv")), private);
    }
}

#[test]
fn seeded_keys_repeat_and_are_marked() {
    let space = Workspace::new();
    space.write("raw.csv", people(0..100, ','));
    for (out, seed) in [("a.csv", "7"), ("b.csv", "7"), ("c.csv", "8")] {
        space.done(&["keys", "raw.csv", "--out", out, "--seed", seed]);
    }
    assert_eq!(space.text("a.csv"), space.text("b.csv"));
    assert_ne!(space.text("a.csv"), space.text("c.csv"));
    assert!(space.text("a.csv").starts_with("person,area,remark,record_key_seeded\n"));
    let spec = |data: &str| {
        format!(
            "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"{data}\"\naudience = \"internal\"\n[key]\n\
             column = \"record_key_seeded\"\n[[dimension]]\nname = \"area\"\n"
        )
    };
    let tile = ["tile", "cube.toml", "--records", "a.csv", "--out", "cube"];
    space.write("cube.toml", spec("confidential"));
    space.fails(WRONG, &tile, &["key", "record_key_seeded", "cellveil keys without --seed"]);
    space.write("cube.toml", spec("synthetic"));
    space.done(&tile);
}

#[test]
fn a_salt_has_32_random_bytes() {
    let space = Workspace::new();
    let salts: HashSet<String> = (0..3).map(|_| space.done(&["keys", "--salt"])).collect();
    assert_eq!(salts.len(), 3);
    assert!(
        salts.iter().all(|salt| salt.trim_end().len() == 64 && salt.trim_end().bytes().all(|b| b.is_ascii_hexdigit()))
    );
}

#[test]
fn wrong_input_is_refused_and_nothing_is_written() {
    let space = Workspace::new();
    space.write("raw.csv", people(0..9, ','));
    space.write("keyed.csv", "person,record_key\nP1,5\nP2,6\n");
    space.write("twice.csv", "person,record_key\nP1,5\nP1,6\n");
    space.write("empty.csv", "person,record_key\n,5\n");
    space.write("large.csv", "person,record_key\nP1,99999999999\n");
    space.write("ragged.csv", "a,b\n1,2\n3\n");
    space.write("nothing.csv", "");
    let keep = |old: &'static str| ["keys", "raw.csv", "--out", "new.csv", "--keep", old, "--id", "person"];
    let cases: [(&[&str], &[&str]); 13] = [
        (&["keys", "keyed.csv", "--out", "new.csv"], &["keyed.csv", "has a column \"record_key\" already"]),
        (&["keys", "raw.csv", "--out", "keyed.csv"], &["--out keyed.csv", "exists already", "--force"]),
        (&["keys", "raw.csv", "--out", "raw.csv", "--force"], &["--out raw.csv", "an input of this command"]),
        (&["keys", "none.csv", "--out", "new.csv"], &["none.csv"]),
        (&["keys", "nothing.csv", "--out", "new.csv"], &["nothing.csv", "is empty"]),
        (&["keys", "ragged.csv", "--out", "new.csv"], &["ragged.csv", "row 2"]),
        (&["keys", "raw.csv", "--out", "new.csv", "--modulus", "1"], &["--modulus 1", "2 to 2^53"]),
        (&["keys", "raw.csv", "--out", "new.csv", "--column", "k_seeded"], &["k_seeded", "repeatable"]),
        (&keep("twice.csv"), &["twice.csv, row 2", "column \"person\"", "an earlier row"]),
        (&keep("empty.csv"), &["empty.csv, row 1", "column \"person\"", "an empty identifier"]),
        (
            &keep("large.csv"),
            &["large.csv, row 1", "column \"record_key\"", "expected a whole number below 4294967296"],
        ),
        (&keep("raw.csv"), &["raw.csv", "record_key"]),
        (&["keys", "raw.csv", "--out", "new.csv", "--keep", "keyed.csv"], &["--id"]),
    ];
    for (arguments, parts) in cases {
        space.fails(WRONG, arguments, parts);
    }
}

/// Pearson's test: the probability of a larger distance from equal classes.
fn evenness(counts: &[u64]) -> f64 {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let distance: f64 = counts.iter().map(|count| (*count as f64 - mean).powi(2) / mean).sum();
    ChiSquared::new(counts.len() as f64 - 1.0).unwrap().sf(distance)
}

/// Whether keys below 2^32 are even in 256 intervals, even in 256 remainders, and independent of the key before.
fn are_sound(keys: &[u64]) -> bool {
    let count = |classes: usize, class: &dyn Fn(usize) -> u64, from: usize| {
        let mut counts = vec![0; classes];
        (from..keys.len()).for_each(|at| counts[class(at) as usize] += 1);
        evenness(&counts)
    };
    let intervals = count(256, &|at| keys[at] >> 24, 0);
    let remainders = count(256, &|at| keys[at] & 255, 0);
    let pairs = count(256, &|at| (keys[at - 1] >> 28) * 16 + (keys[at] >> 28), 1);
    [intervals, remainders, pairs].iter().all(|p| *p > LEVEL / 3.0)
}

#[test]
fn keys_are_even_and_independent() {
    const N: u64 = 200_000;
    let modulus = Modulus::try_from(1 << 32).unwrap();
    let mut next = mmix(3, 40);
    let mut draw = KeyDraw::new(modulus, |bytes: &mut [u8]| {
        bytes.iter_mut().for_each(|byte| *byte = next() as u8);
        Ok::<(), ()>(())
    });
    let drawn: Vec<u64> = (0..N).map(|_| draw.key().unwrap()).collect();
    assert!(are_sound(&drawn));
    let seeded = SeededKeys::new(7, modulus);
    assert!(are_sound(&(1..=N).map(|row| seeded.key(row, "")).collect::<Vec<_>>()));
    // The program, with the generator of the operating system. A false alarm has a probability of 10^-9.
    let space = Workspace::new();
    space.write("raw.csv", format!("a\n{}", "1\n".repeat(N as usize)));
    space.done(&["keys", "raw.csv", "--out", "keyed.csv"]);
    let text = space.text("keyed.csv");
    let keys: Vec<u64> = text.lines().skip(1).map(|row| row.split(',').next_back().unwrap().parse().unwrap()).collect();
    assert!(are_sound(&keys));
    // Faulty generators: half of the range, a fixed step, and each key twice.
    assert!(!are_sound(&drawn.iter().map(|key| key >> 1).collect::<Vec<_>>()));
    assert!(!are_sound(&(0..N).map(|at| at * 2_654_435_769 % (1 << 32)).collect::<Vec<_>>()));
    let doubled: Vec<u64> = drawn.iter().flat_map(|key| [*key, *key]).take(N as usize).collect();
    assert!(!are_sound(&doubled));
}
