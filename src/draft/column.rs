//! Decides what a column holds.

use super::codebook::Variable;
use super::fields::{Kind, MissingValue};
use super::names;
use super::survey::{ColumnSurvey, Survey};
use super::value::{Dates, is_missing, whole};
use crate::dimension::TOTAL;
use crate::key::{DEFAULT_MODULUS, MAX_MODULUS};

/// A numeric column with more different values is cut into intervals.
pub(super) const MOST_NUMBERS: usize = 120;
/// A column with more different texts is text, unless its codes repeat often or another column groups them.
const MOST_CODES: usize = 200;
/// Days that may be codes. More of them identify people.
const MOST_DAYS: usize = 31;
/// Columns with fewer rows tell too little to recognise an identifier.
const FEW_ROWS: u64 = 20;

/// What a column holds, and why the specification treats it so.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    pub kind: Kind,
    pub reason: String,
    /// Values that look like missing answers, or that the codebook declares missing.
    pub missing: Vec<MissingValue>,
    /// Whether the column can be a dimension.
    pub is_dimension: bool,
    /// The modulus, if the column passes as record keys.
    pub modulus: Option<u64>,
}

/// Judges a column by itself. `is_grouped` states whether another column groups its codes.
pub(super) fn judge(survey: &Survey, column: &ColumnSurvey, variable: Option<&Variable>, is_grouped: bool) -> Judged {
    let missing = missing(column, variable);
    let no = |kind, reason: &str| Judged {
        kind,
        reason: reason.to_owned(),
        missing: missing.clone(),
        is_dimension: false,
        modulus: None,
    };
    let yes = |kind, reason: &str| Judged { is_dimension: true, ..no(kind, reason) };
    let is_grouped = is_grouped && repeats(column);
    let (stats, distinct, rows) = (&column.stats, column.distinct(), survey.rows);
    let labels = variable.map_or(0, |variable| variable.codes.iter().filter(|code| !code.missing).count());
    let has_labels = labels >= 2 && labels * 2 >= distinct && !column.capped;
    if let Some(reason) = &column.unreadable {
        return no(Kind::Unreadable, reason);
    }
    if distinct == 0 {
        return no(Kind::Empty, "The column is empty in all rows.");
    }
    if distinct == 1 && stats.rows == rows {
        return no(Kind::Constant, "All rows have the same value.");
    }
    if let Some(modulus) = column.keys.as_ref().and_then(|keys| keys.sound()) {
        let reason = "The column passes all checks of record keys.";
        return Judged { modulus: Some(modulus), ..no(Kind::Key, reason) };
    }
    if names::is_key(&column.name) && stats.are_numbers() && !stats.has_fraction {
        return named_key(column, &no);
    }
    if column.values.iter().any(|(value, _)| **value == *TOTAL) {
        return no(Kind::Text, "A value is _T, the code of totals. Rename this value in the data.");
    }
    if has_labels {
        return yes(Kind::Code, "The codebook has labels for the codes.");
    }
    if names::is_weight(&column.name) && stats.are_numbers() && distinct > 2 {
        return no(Kind::Weight, "The name says that this is a weight. Counts are counts of records, without weights.");
    }
    if let Some(reason) = identifier(column, distinct, rows) {
        return no(Kind::Identifier, reason);
    }
    if let Some(form) = stats.dates() {
        return match form {
            Dates::Months if distinct <= MOST_NUMBERS => yes(Kind::Date, "Months."),
            Dates::Days if distinct <= MOST_DAYS => yes(Kind::Date, "A few different days."),
            Dates::Months => no(Kind::Date, "Too many months for a table. Add a column with the year to the data."),
            Dates::Days => {
                no(Kind::Date, "Days are too fine for a table. Add a column with the year or the month to the data.")
            }
        };
    }
    if stats.are_numbers() && stats.is_ambiguous() {
        let reason =
            "Commas before three digits: 12,345 can be twelve or twelve thousand. Write the numbers without them.";
        return no(Kind::Text, reason);
    }
    if stats.are_numbers() {
        return numbers(column, is_grouped, &yes);
    }
    let repeats = stats.rows / (distinct as u64).max(1);
    let is_short = stats.mean_length() <= 30;
    if column.capped {
        return no(Kind::Text, "The column has more different texts than a list of codes can have.");
    }
    if is_grouped || distinct <= MOST_CODES && is_short || (repeats >= 10 && is_short) {
        return yes(Kind::Code, "Codes. DECIDE: what does each code mean? Write labels, or give a codebook.");
    }
    no(Kind::Text, "Free text: nearly every row has a text of its own, or the texts are long.")
}

/// Whether codes repeat as codes of areas or groups do. Numbers of households and of persons stand in a few rows each.
pub(super) fn repeats(column: &ColumnSurvey) -> bool {
    let rows_of_a_code = column.stats.rows / (column.distinct() as u64).max(1);
    rows_of_a_code >= if names::is_area(&column.name) { 2 } else { 10 }
}

/// A column whose name says that it has record keys. It is never a dimension: a specification would list the keys.
fn named_key(column: &ColumnSurvey, no: &dyn Fn(Kind, &str) -> Judged) -> Judged {
    let most = column.stats.range.map_or(0.0, |(_, most)| most);
    let modulus = [DEFAULT_MODULUS, MAX_MODULUS].into_iter().find(|modulus| most < *modulus as f64);
    match modulus.filter(|_| column.stats.rows < FEW_ROWS && column.stats.range.is_some_and(|(least, _)| least >= 0.0))
    {
        Some(modulus) => {
            let reason = "The name says that these are record keys. There are too few rows to check them.";
            Judged { modulus: Some(modulus), ..no(Kind::Key, reason) }
        }
        None => no(Kind::Identifier, "The name says that these are keys, but they fail the checks of record keys."),
    }
}

fn numbers(column: &ColumnSurvey, is_grouped: bool, yes: &dyn Fn(Kind, &str) -> Judged) -> Judged {
    let (stats, distinct) = (&column.stats, column.distinct());
    let is_code = !column.capped
        && !stats.has_fraction
        && ((is_grouped && has_code_width(column)) || (names::is_area(&column.name) && repeats(column)));
    if is_code && distinct > MOST_NUMBERS {
        return yes(Kind::Code, "Numbers of one length that another column groups, or areas: codes.");
    }
    if column.capped || distinct > MOST_NUMBERS || (stats.has_fraction && distinct > 20) {
        return yes(Kind::Number, "Many different numbers. Each record falls into one of the proposed intervals.");
    }
    if is_age(column) {
        return yes(Kind::Number, "Single years of age, with a level of bands.");
    }
    let kind = if distinct > 20 { Kind::Number } else { Kind::Code };
    yes(
        kind,
        if kind == Kind::Number {
            "Few enough different numbers for codes."
        } else {
            "Codes. DECIDE: what does each code mean? Write labels, or give a codebook."
        },
    )
}

/// Whether all numbers have the same number of digits, as codes have.
pub(super) fn has_code_width(column: &ColumnSurvey) -> bool {
    !column.stats.has_fraction && column.stats.width.flatten().is_some_and(|width| width >= 3)
}

/// Whether a column has single years of age.
pub(super) fn is_age(column: &ColumnSurvey) -> bool {
    let in_range = column.stats.range.is_some_and(|(least, most)| least >= 0.0 && most <= 130.0);
    names::is_age(&column.name) && in_range && !column.stats.has_fraction && column.distinct() > 20
}

fn identifier(column: &ColumnSurvey, distinct: usize, rows: u64) -> Option<&'static str> {
    let stats = &column.stats;
    if stats.rows < FEW_ROWS || stats.has_fraction {
        return None;
    }
    let is_unique = !column.capped && distinct as u64 == stats.rows;
    let is_frequent = column.capped || distinct as u64 * 5 > rows;
    let is_text = !stats.are_numbers();
    let is_serial = column.steps * 10 >= stats.rows * 9 && is_frequent;
    if names::is_identifier(&column.name)
        && (is_unique || is_frequent || (distinct > 200 && distinct as u64 * 20 > rows))
    {
        return Some("The name and the many different values say that this is an identifier.");
    }
    if is_unique && is_text && stats.dates().is_none() && stats.spaced * 2 < stats.rows {
        return Some("Each row has a value of its own, as identifiers do.");
    }
    if is_serial && !is_text && distinct > MOST_CODES {
        return Some("The numbers count up from row to row, as identifiers of persons or households do.");
    }
    let dense = stats.range.is_some_and(|(least, most)| most - least < 2.0 * rows as f64);
    (is_unique && !is_text && dense && distinct > MOST_NUMBERS)
        .then_some("Each row has a number of its own, as identifiers do.")
}

/// Values that look like missing answers. A codebook decides about its own codes.
fn missing(column: &ColumnSurvey, variable: Option<&Variable>) -> Vec<MissingValue> {
    let has_negative = column.stats.range.is_some_and(|(least, _)| least < 0.0);
    let declared = |value: &str| variable.and_then(|variable| variable.codes.iter().find(|code| code.code == value));
    let mut missing: Vec<MissingValue> = column
        .missing
        .iter()
        .filter(|(value, _)| match declared(value) {
            Some(code) => code.missing,
            None => !(has_negative && whole(value).is_some()),
        })
        .map(|(value, rows)| MissingValue { value: value.clone(), rows: *rows })
        .collect();
    let by_book = column
        .values
        .iter()
        .filter(|(value, _)| !is_missing(value) && declared(value).is_some_and(|code| code.missing));
    missing.extend(by_book.map(|(value, rows)| MissingValue { value: value.to_string(), rows: *rows }));
    missing.sort_by(|a, b| a.value.cmp(&b.value));
    missing
}
