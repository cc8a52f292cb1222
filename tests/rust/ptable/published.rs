//! P-tables that other packages publish. The tests read each file of `tests/data/ptable`, compare it with figures
//! computed by hand, store it, and read it again.

use std::fs;

use cellveil::ptable::{Entry, IntervalTable, ONE, Ptable};

use crate::support::program::repository;

fn read(file: &str) -> Vec<u8> {
    fs::read(repository("tests/data/ptable").join(file)).expect("the file is in the repository")
}

fn interval(file: &str) -> IntervalTable {
    let table = Ptable::parse(&read(file), file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Ptable::decode(&table.encode()).as_ref(), Ok(&table), "{file}");
    match table {
        Ptable::Interval(table) => table,
        Ptable::Dense(_) => panic!("{file} is an interval table"),
    }
}

#[test]
fn r_ptables_are_read_in_full() {
    for (file, last_row, entries, largest_change) in [
        ("cellkey_d5.csv", 8, 66, 5),
        ("cellkey_d8.csv", 11, 141, 8),
        ("cellkey_ex.csv", 4, 17, 2),
        ("s01_ptable.csv", 2, 10, 2),
        ("s02_ptable.csv", 4, 17, 2),
        ("s03_ptable.csv", 3, 19, 3),
        ("s05_modified_t02_seed5467.csv", 8, 83, 5),
        ("s05_ptable.csv", 8, 66, 5),
        ("s07_ptable.csv", 5, 46, 5),
        ("s11_ptable.csv", 13, 206, 10),
        ("s13_ptable.csv", 6, 44, 4),
        ("s14_ptable.csv", 6, 44, 4),
        ("s15_ptable.csv", 8, 66, 5),
        ("s19_ptable.csv", 1, 4, 1),
        ("s21_ptable.csv", 18, 421, 15),
        ("s23_ptable.csv", 2, 10, 2),
        ("s28_ptable.csv", 5, 46, 5),
    ] {
        let table = interval(file);
        let found = (table.last_row(), table.rows().map(<[Entry]>::len).sum(), table.largest_change());
        assert_eq!(found, (last_row, entries, largest_change), "{file}");
        for (row, entries) in (0..).zip(table.rows()) {
            assert!(entries.is_sorted_by(|a, b| a.upper < b.upper), "{file}, row {row}");
            assert_eq!(entries.last().map(|entry| entry.upper), Some(ONE), "{file}, row {row}");
            // R ptable guarantees unbiased noise above row 0. Rounding may change each bound by up to 2^-32 for each
            // step of noise.
            let mut lower = 0;
            let mut mean = 0;
            for entry in entries {
                mean += (entry.upper - lower) as i64 * i64::from(entry.noise);
                lower = entry.upper;
            }
            assert!(mean.abs() < 10_000, "{file}, row {row}: mean noise {mean} / 2^32");
        }
    }
}

#[test]
fn bounds_are_exact() {
    // The expected bounds are floor(p_int_ub · 2^32 + 1/2) of the file's decimals, in exact fractions.
    type Row = &'static [(u64, i32)];
    let cases: [(&str, u32, Row); 3] = [
        (
            "s01_ptable.csv",
            2,
            &[(274_135_479, -2), (1_325_077_254, -1), (2_969_890_042, 0), (4_020_831_817, 1), (ONE, 2)],
        ),
        ("cellkey_ex.csv", 1, &[(2_183_275_028, -1), (4_223_384_493, 1), (ONE, 2)]),
        (
            "s05_modified_t02_seed5467.csv",
            1,
            &[
                (858_993_459, -1),
                (1_436_535_736, -1),
                (2_023_744_481, 2),
                (2_882_737_940, -1),
                (3_195_395_710, 3),
                (3_275_215_101, 5),
                (3_435_973_837, 4),
                (ONE, -1),
            ],
        ),
    ];
    for (file, row, expected) in cases {
        let expected: Vec<Entry> = expected.iter().map(|&(upper, noise)| Entry { upper, noise }).collect();
        assert_eq!(interval(file).row(row), expected, "{file}");
    }
}

#[test]
fn tau_argus_export_is_the_same_table() {
    for file in ["s05_ptable.csv", "s05_modified_t02_seed5467.csv", "s21_ptable.csv"] {
        let text = String::from_utf8(read(file)).expect("CSV is text");
        // `pt_export` writes these columns, padded like R's `format()`.
        let mut exported = String::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.split(',').collect();
            let [i, j, p, v, _, upper, _] = fields[..] else { panic!("seven columns") };
            exported += &format!("{i:>2};{j:>2};{p:<10};{v:>3};{upper:<10}\n");
        }
        let exported = Ptable::parse(exported.as_bytes(), "export.txt").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(exported, Ptable::Interval(interval(file)), "{file}");
    }
}

#[cfg(feature = "cli")]
mod ons {
    use std::io::Read;

    use cellveil::ptable::{DenseTable, Ptable};
    use flate2::read::GzDecoder;

    /// Returns the p-table and the size of its stored form.
    fn dense(file: &str) -> (DenseTable, usize) {
        let mut text = Vec::new();
        GzDecoder::new(&super::read(file)[..]).read_to_end(&mut text).expect("a whole gzip file");
        let table = Ptable::parse(&text, file).unwrap_or_else(|error| panic!("{error}"));
        let stored = table.encode();
        assert_eq!(Ptable::decode(&stored).as_ref(), Ok(&table), "{file}");
        match table {
            Ptable::Dense(table) => (table, stored.len()),
            Ptable::Interval(_) => panic!("{file} is a dense table"),
        }
    }

    #[test]
    fn both_tables_are_read_in_full() {
        // The range of the noise, the sum of all noises, and four single noises, computed from the files without this
        // crate.
        for (file, range, sum, [a, b, c, d]) in [
            ("ptable_10_5.csv.gz", (-9, 2), -11_520, [-1, -1, 0, 0]),
            ("ptable_random_seed99.csv.gz", (-5, 5), 333, [5, 1, 0, 1]),
        ] {
            let (table, _) = dense(file);
            assert_eq!((table.keys(), table.last_row(), table.has_row_zero()), (256, 750, false));
            let noises = || table.rows().flatten().map(|&noise| i32::from(noise));
            assert_eq!((noises().min(), noises().max()), (Some(range.0), Some(range.1)), "{file}");
            assert_eq!(noises().sum::<i32>(), sum, "{file}");
            let found = [(1, 0), (1, 255), (10, 17), (750, 255)].map(|(row, key)| table.noise(row, key));
            assert_eq!(found, [Some(a), Some(b), Some(c), Some(d)], "{file}");
        }
    }

    #[test]
    fn stored_tables_are_small() {
        // 11 noises need 4 bits each. The file contains 750 × 256 noises and the header.
        assert_eq!(dense("ptable_random_seed99.csv.gz").1, 750 * 256 / 2 + 24);
        // The file contains 12 different rows, and 4 bits for each of the 750 rows that refer to them.
        assert_eq!(dense("ptable_10_5.csv.gz").1, 12 * 256 / 2 + 750 / 2 + 24);
    }
}

/// Runs `cellveil ptable check` and `convert` on files of the repository.
mod commands {
    use cellveil::ptable::Ptable;

    use crate::support::program::{self, REPOSITORY, repository};
    use crate::support::workspace::Workspace;

    fn run(arguments: &[&str]) -> (String, String) {
        program::succeed(REPOSITORY, arguments)
    }

    const DEMO: &str = "demo/census2011-teaching/ptable.csv";
    const ONS: &str = "tests/data/ptable/ptable_random_seed99.csv.gz";

    #[test]
    fn check_prints_text_and_json() {
        let (text, message) = run(&["ptable", "check", DEMO]);
        assert_eq!(message, "");
        for line in [
            "demo/census2011-teaching/ptable.csv: interval, rows 0 to 8, 9 of them distinct, noise from -5 to 5",
            "ok    values never shown: 1 to 2",
            "  row    noise      mean  variance   stays  entropy  gaps   blocked  mean, 256 keys",
            "    5  -5 to 5  -2.3e-10         3  0.2213    2.691     -  -4 to -3        -0.02734",
            "  value   counts  number  likeliest  probability      90 %  gaps",
            "      3   1 to 8       8          2       0.2743    1 to 5     -",
            "and so on: with larger values the counts behind them move along",
        ] {
            assert!(text.lines().any(|found| found == line), "{line:?} in\n{text}");
        }
        let json = |arguments: &[&str]| -> serde_json::Value {
            let all = [&["ptable", "check", "--format", "json"], arguments].concat();
            serde_json::from_str(&run(&all).0).expect("JSON")
        };
        let found = json(&[DEMO, "--keys", "1024", "--level", "0.5"]);
        assert_eq!((&found["lookup_keys"], &found["blocked"]), (&1024.into(), &serde_json::json!([[1, 2]])));
        assert_eq!(found["values"][1]["shortest"]["low"], 2);
        let found = json(&[ONS]);
        assert_eq!((&found["keys"], found["rows"].as_array().map(Vec::len)), (&256.into(), Some(750)));
        let (text, _) = run(&["ptable", "check", ONS]);
        assert!(text.contains("\n  .. and 710 more lines, which --format json has\n"), "{text}");
    }

    #[test]
    fn convert_keeps_the_table_within_a_shape() {
        let space = Workspace::new();
        let path = |name: &str| space.path(name).display().to_string();
        let (cantabular, message) = run(&["ptable", "convert", ONS, "--format", "cantabular"]);
        assert_eq!(message, "");
        std::fs::write(path("c.csv"), cantabular).expect("a file");
        run(&["ptable", "convert", &path("c.csv"), "--format", "ons", "--output", &path("ons.csv")]);
        let (ons, _) = run(&["ptable", "convert", ONS, "--format", "ons"]);
        assert_eq!(std::fs::read_to_string(path("ons.csv")).expect("a file"), ons);
        let (argus, message) = run(&["ptable", "convert", DEMO, "--format", "tau-argus"]);
        let demo = std::fs::read(repository(DEMO)).expect("a file");
        assert_eq!(Ptable::parse(argus.as_bytes(), "argus"), Ptable::parse(&demo, DEMO));
        assert_eq!(message, "");

        let halves = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,0,0.5,-1,0,0.5,all\n1,2,0.5,1,0.5,1,all\n";
        std::fs::write(path("halves.csv"), halves).expect("a file");
        let (text, message) = run(&["ptable", "convert", &path("halves.csv"), "--format", "cantabular"]);
        assert!(text.starts_with("cell_value,cell_key,perturbation\n1,0-127,-1\n1,128-255,1\n2,0-127,-1\n"), "{text}");
        assert!(text.ends_with("750,128-255,1\n"));
        assert!(
            message.starts_with("cellveil: intervals are looked up by cell key / M, keys by cell key mod 256: "),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}
