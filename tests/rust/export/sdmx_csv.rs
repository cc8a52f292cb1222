//! Reads SDMX-CSV according to RFC 4180 and the SDMX-CSV field guide.

use super::queries::{Asked, asked, once};

/// Returns whether a text is an SDMX identifier (NCNameIDType).
fn is_identifier(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_alphabetic())
        && id.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
}

fn check(asked: &Asked) {
    let text = asked.text("sdmx-csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(head[..3], ["STRUCTURE", "STRUCTURE_ID", "ACTION"]);
    assert!(head.iter().all(|id| is_identifier(id)), "{head:?}");
    let at = once(head.iter().cloned().zip(0..));
    let dimensions = &head[3..3 + asked.names.len()];
    let is_time = asked.names.contains(&"year".to_owned()) && asked.query.contains(&"--no-totals");
    for (id, name) in dimensions.iter().zip(&asked.names) {
        // A column with a total cannot be a time period.
        let expected = if is_time && name == "year" { "TIME_PERIOD".to_owned() } else { name.replace(':', "__") };
        assert_eq!(*id, expected);
    }
    assert_eq!(head[3 + asked.names.len()], "OBS_VALUE");
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for record in &records {
        assert_eq!([&record[0], &record[1], &record[2]], ["datastructure", "CELLVEIL:ODD_WORDS(1.0.0)", "I"]);
    }
    let (set, observations) = records.split_first().unwrap();
    assert!(set.iter().skip(3).take(asked.names.len() + 4).all(str::is_empty), "no dimension, no observation");
    assert_eq!(&set[at["LICENCE"]], asked.licence());
    assert_eq!(&set[at["SOURCE"]], asked.source());
    assert_eq!(&set[at["RECEIPT"]], asked.receipt);
    assert!(set[at["METHOD"]].starts_with(asked.method()));
    assert!(set[at["SHORTHAND"]].contains(&format!("[c] {}", asked.confidential())));
    assert_eq!(&set[at["UNIT_MEASURE"]], asked.word("person", "personne"));
    assert_eq!(set[at["POPULATION"]].is_empty(), !asked.query.contains(&"--filter"));
    assert_eq!(observations.len(), asked.cells.len());
    for (record, (codes, value, status)) in observations.iter().zip(&asked.cells) {
        assert!(record.iter().skip(3).zip(codes).all(|(code, expected)| code == expected), "{record:?}");
        assert_eq!(record[at["OBS_VALUE"]].parse().ok(), *value);
        let (observation, confidentiality) = match status.as_str() {
            "" => ("A", "F"),
            "suppressed" => ("Q", "C"),
            _ => ("Q", "N"),
        };
        assert_eq!([&record[at["OBS_STATUS"]], &record[at["CONF_STATUS"]]], [observation, confidentiality]);
        assert!(record.iter().skip(at["UNIT_MEASURE"]).all(str::is_empty), "said once, for the whole set");
    }
}

#[test]
fn every_observation_matches_the_table() {
    asked().iter().for_each(check);
    assert!(asked().iter().any(|asked| asked.text("sdmx-csv").contains(",TIME_PERIOD,")));
}
