//! Export to SDMX-CSV 2.0, the data message for SDMX 3.0 (field guide of the SDMX Technical Working Group). One line
//! contains the attributes of the data set. Each further line is one observation.

use super::csv::field;
use super::{Published, for_each_cell};
use crate::dimension::Role;
use crate::protect::Status;

/// The agency of all structures in the message. A registry contains this name only after registration.
const AGENCY: &str = "CELLVEIL";
/// Version of the data structure, which consists of the names of a cube's dimensions.
const VERSION: &str = "1.0.0";
/// Columns whose meaning SDMX or this file defines. A dimension cannot use these names.
const COMPONENTS: &[&str] = &["OBS_VALUE", "OBS_STATUS", "CONF_STATUS", "DECIMALS"];
/// Attributes of the whole data set.
const ATTRIBUTES: &[&str] = &[
    "UNIT_MEASURE",
    "TITLE",
    "POPULATION",
    "METHOD",
    "SHORTHAND",
    "SOURCE",
    "LICENCE",
    "REF_PERIOD",
    "CONTACT",
    "NOTES",
    "BLOCKS",
    "RECEIPT",
];
const TIME: &str = "TIME_PERIOD";

/// A table as an SDMX-CSV data message. Lines end with `\n`.
pub(super) fn to_sdmx_csv(table: &Published) -> String {
    let mut csv = String::from("STRUCTURE,STRUCTURE_ID,ACTION,");
    for id in dimension_ids(table) {
        csv += &id;
        csv.push(',');
    }
    csv += &COMPONENTS.join(",");
    for attribute in ATTRIBUTES {
        csv.push(',');
        csv += attribute;
    }
    csv.push('\n');
    let start = format!("datastructure,{AGENCY}:{}({VERSION}),I", structure_id(&table.cube.id));
    // Attributes of the data set belong to no dimension, so their line has no codes and no observation.
    csv += &start;
    csv += &",".repeat(table.headings.len() + COMPONENTS.len());
    for attribute in attributes(table) {
        csv.push(',');
        field(&attribute, &mut csv);
    }
    csv.push('\n');
    let [suppressed, blocked] = table.shorthand();
    let tail = ",".repeat(ATTRIBUTES.len());
    for_each_cell(&table.sizes(), |cell, places| {
        csv += &start;
        for (heading, &place) in table.headings.iter().zip(places) {
            csv.push(',');
            field(&heading.codes[place].code, &mut csv);
        }
        let (observation, confidentiality) = match table.status()[cell] {
            // SDMX codes: normal value, free for publication.
            Status::Shown => ("A", "F"),
            Status::Suppressed => (suppressed.observation.as_str(), suppressed.confidentiality.as_str()),
            Status::Blocked => (blocked.observation.as_str(), blocked.confidentiality.as_str()),
        };
        let value = table.text(cell).unwrap_or_default();
        csv += &format!(",{value},{observation},{confidentiality},{}{tail}\n", table.decimals);
    });
    csv
}

/// The values of the columns [`ATTRIBUTES`].
fn attributes(table: &Published) -> [String; 12] {
    let cube = &table.cube;
    let maybe = |words: &Option<String>| words.clone().unwrap_or_default();
    [
        cube.unit.clone(),
        table.title(),
        table.population().unwrap_or_default(),
        table.method.text.clone(),
        table.legend_line(),
        maybe(&cube.source),
        maybe(&cube.licence),
        maybe(&cube.period),
        maybe(&cube.contact),
        cube.notes.join("\n"),
        table.blocks().join("\n"),
        maybe(&table.receipt),
    ]
}

/// The identifier of a cube's data structure: letters, digits and `_`, starting with a letter (SDMX's NCNameIDType).
fn structure_id(id: &str) -> String {
    let id: String = id
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect();
    if id.starts_with(|first: char| first.is_ascii_alphabetic()) { id } else { format!("C_{id}") }
}

/// The identifiers of the dimensions: their names, with `__` before a level. A dimension with the role of time becomes
/// TIME_PERIOD if all its codes are periods. The total `_T` is not a period, so a dimension with a total keeps its
/// name.
fn dimension_ids(table: &Published) -> Vec<String> {
    let times = table.headings.iter().filter(|heading| heading.role == Some(Role::Time)).count();
    let mut ids: Vec<String> = Vec::new();
    for heading in &table.headings {
        let is_time =
            times == 1 && heading.role == Some(Role::Time) && heading.codes.iter().all(|code| is_period(&code.code));
        let mut id = String::new();
        for letter in heading.name.chars() {
            match letter {
                ':' => id.push_str("__"),
                '-' | '_' => id.push(letter),
                letter if letter.is_ascii_alphanumeric() => id.push(letter),
                letter => id += &format!("_{:X}", u32::from(letter)),
            }
        }
        if !id.starts_with(|first: char| first.is_ascii_alphabetic()) {
            id.insert_str(0, "D_");
        }
        if is_time {
            id = TIME.to_owned();
        }
        let taken = |id: &String, ids: &[String]| {
            let fixed = ["STRUCTURE", "STRUCTURE_ID", "ACTION"].iter().chain(COMPONENTS).chain(ATTRIBUTES);
            ids.contains(id) || fixed.chain((!is_time).then_some(&TIME)).any(|name| id.eq_ignore_ascii_case(name))
        };
        while taken(&id, &ids) {
            id.push('_');
        }
        ids.push(id);
    }
    ids
}

/// Whether a code is a standard time period of SDMX 3.0 (section 6, 4.2): a Gregorian period, or a reporting period
/// such as `2021-Q1`.
fn is_period(code: &str) -> bool {
    let digits = |text: &str, range: std::ops::RangeInclusive<u32>| {
        text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|number| range.contains(&number))
    };
    let (year, rest) = code.split_once('-').map_or((code, None), |(year, rest)| (year, Some(rest)));
    if year.len() != 4 || !digits(year, 0..=9999) {
        return false;
    }
    let Some(rest) = rest else { return true };
    match rest.split_at_checked(1) {
        Some(("A" | "S" | "T" | "Q" | "M" | "W" | "D", number)) => {
            let (length, most) = match &rest[..1] {
                "A" => (1, 1),
                "S" => (1, 2),
                "T" => (1, 3),
                "Q" => (1, 4),
                "M" => (2, 12),
                "W" => (2, 53),
                _ => (3, 366),
            };
            number.len() == length && digits(number, 1..=most)
        }
        _ => match rest.split_once('-') {
            None => rest.len() == 2 && digits(rest, 1..=12),
            Some((month, day)) => month.len() == 2 && day.len() == 2 && digits(month, 1..=12) && digits(day, 1..=31),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_what_sdmx_takes_for_one() {
        for code in [
            "2021",
            "2021-03",
            "2021-03-31",
            "2021-A1",
            "2021-S2",
            "2021-T3",
            "2021-Q4",
            "2021-M12",
            "2021-W53",
            "2021-D366",
        ] {
            assert!(is_period(code), "{code}");
        }
        for code in [
            "",
            "_T",
            "21",
            "20211",
            "2021-",
            "2021-13",
            "2021-3",
            "2021-Q5",
            "2021-Q",
            "2021-W00",
            "+021",
            "2021-03-32",
            "2021–03",
        ] {
            assert!(!is_period(code), "{code}");
        }
    }

    #[test]
    fn a_structure_has_an_identifier_that_begins_with_a_letter() {
        assert_eq!(structure_id("census2011-teaching"), "CENSUS2011_TEACHING");
        assert_eq!(structure_id("2011-census"), "C_2011_CENSUS");
    }
}
