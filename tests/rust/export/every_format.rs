//! Every format: a repeated export gives the same bytes, its receipt verifies, and the file contains no secret.

use super::queries::{asked, folder, run};

const FORMATS: &[&str] = &["csv", "json-stat", "csvw", "sdmx-csv", "px", "xlsx", "parquet"];

#[test]
fn same_table_has_the_same_bytes() {
    for asked in asked() {
        for format in FORMATS {
            assert_eq!(asked.file(format), asked.file(format), "{format} {:?}", asked.query);
        }
    }
}

#[test]
fn extracted_receipt_verifies_the_csv() {
    for (number, asked) in asked().iter().enumerate() {
        let document: serde_json::Value = serde_json::from_slice(&asked.file("json-stat")).unwrap();
        let [csv, receipt] = ["csv", "json"].map(|ending| folder().join(format!("taken-{number}.{ending}")));
        std::fs::write(&csv, &asked.csv).unwrap();
        std::fs::write(&receipt, document["extension"]["cellveil"]["receipt"].as_str().unwrap()).unwrap();
        let [csv, receipt] = [&csv, &receipt].map(|path| path.to_str().unwrap());
        let verified = run(&["verify", "cube", "--table", csv, "--receipt", receipt]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    }
}

/// The keys, and the counts of `odd.csv` that no exported table contains.
#[test]
fn files_contain_no_true_count_and_no_key() {
    let mut records = csv::Reader::from_reader(include_str!("odd.csv").as_bytes());
    let keys: Vec<String> =
        records.records().map(|record| record.unwrap()[5].to_owned()).filter(|key| key.len() > 6).collect();
    assert!(keys.len() > 40);
    let mut revealed = Vec::new();
    for asked in asked().iter().filter(|asked| !asked.query.contains(&"--method")) {
        let truth = run(&[&["table", "cube"], &asked.query[..], &["--reveal"]].concat());
        let truth = String::from_utf8(truth.stdout).unwrap();
        let mut reader = csv::Reader::from_reader(truth.as_bytes());
        let at = asked.names.len() + 2;
        revealed.extend(reader.records().map(|record| record.unwrap()[at + 1].to_owned()).filter(|key| key.len() > 6));
        for format in ["json-stat", "csvw", "sdmx-csv", "px"] {
            let file = asked.text(format);
            for key in keys.iter().chain(&revealed) {
                assert!(!file.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == key), "{key} in {format}");
            }
        }
        // All values are multiples of 5, so any other number would be a true count.
        for line in asked.text("px").split("DATA=").nth(1).unwrap().split_whitespace() {
            assert!(
                line.parse::<i64>().is_ok_and(|value| value % 5 == 0) || ["\".\"", "\"..\"", ";"].contains(&line),
                "{line}"
            );
        }
    }
    assert!(!revealed.is_empty());
}
