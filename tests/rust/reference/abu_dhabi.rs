//! The method of AlDarmaki and Hodge (2011), from identifiers to rounded counts, compared with a plain count of the
//! records.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use md5::{Digest, Md5};

use crate::support::random::mmix;
use crate::support::workspace::Workspace;

const SPEC: &str = r#"
[cube]
id = "districts"
title = "Residents by district and sex"
unit = "person"
data = "synthetic"
audience = "teaching"

[key]
derive = { from = "id", digits = 5 }
modulus = 9007199254740992

[[dimension]]
name = "district"

[[dimension]]
name = "sex"

[method.default]
kind = "random-rounding"
base = 5
hash = "md5"
"#;

/// Steps 1 to 4 of the paper: the last five digits of each identifier, their sum, the MD5 of the sum, and rounding up
/// with probability (x mod 5) / 5. The paper does not define the used part of the MD5. We use the first 32 bits as a
/// number between 0 and 1.
fn rounded(count: u64, seeds: u64) -> u64 {
    let digest = Md5::digest(seeds.to_string());
    let number = u64::from(u32::from_be_bytes(digest[..4].try_into().unwrap()));
    let rest = count % 5;
    if number * 5 < rest << 32 { count - rest + 5 } else { count - rest }
}

#[test]
fn identifiers_give_consistently_rounded_counts() {
    let space = Workspace::new();
    let mut records = "id,district,sex\n".to_owned();
    let mut cells: BTreeMap<(String, String), (u64, u64)> = BTreeMap::new();
    let mut next = mmix(2011, 20);
    for _ in 0..5000 {
        let draw = next();
        let (id, district, sex) = (784_000_000_000 + draw % 10_000_000_000, (draw / 7) % 97, (draw / 3) % 2);
        writeln!(records, "{id},D{district:02},{sex}").unwrap();
        for key in [(format!("D{district:02}"), sex.to_string()), (format!("D{district:02}"), "_T".into())] {
            let cell = cells.entry(key).or_default();
            *cell = (cell.0 + 1, cell.1 + id % 100_000);
        }
    }
    space.write("cube.toml", SPEC);
    space.write("records.csv", records);
    space.done(&["tile", "cube.toml", "--records", "records.csv", "--out", "cube"]);
    let table = space.done(&["table", "cube", "--rows", "district", "--columns", "sex", "--reveal"]);
    let mut compared = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let Some(&(count, seeds)) = cells.get(&(fields[0].to_owned(), fields[1].to_owned())) else { continue };
        assert_eq!((fields[4], fields[5]), (&*count.to_string(), &*seeds.to_string()), "{line}");
        assert_eq!(fields[2], rounded(count, seeds).to_string(), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 3 * 97, "every district with both sexes and their total");

    // A filter to one district gives the same cell as the table of all districts.
    let alone = space.done(&["table", "cube", "--rows", "sex", "--filter", "district=D42"]);
    let (count, seeds) = cells[&("D42".to_owned(), "_T".to_owned())];
    assert!(alone.contains(&format!("_T,{},", rounded(count, seeds))), "{alone}");

    // These keys are not uniform, so no p-table accepts them.
    let spec =
        SPEC.replace("kind = \"random-rounding\"\nbase = 5\nhash = \"md5\"", "kind = \"cell-key\"\nptable = \"p.csv\"");
    space.write("ptable.toml", spec);
    let arguments = ["tile", "ptable.toml", "--records", "records.csv", "--out", "other"];
    let (status, _, message) = space.run(&arguments);
    assert!(message.contains("digits of an identifier") && message.contains("drawn evenly"), "{message}");
    assert_eq!(status, 2);
}
