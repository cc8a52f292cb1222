//! Records: one row for each person, with the answers of the household repeated.

use super::household::{Household, Person};

/// The columns of a file of records. The name of the key's column says that keys follow from a seed.
pub const COLUMNS: [&str; 19] = [
    "household",
    "person",
    "district",
    "area",
    "tenure",
    "dwelling",
    "household_type",
    "household_size",
    "relation",
    "age",
    "sex",
    "marital_status",
    "activity",
    "occupation",
    "education",
    "birth_country",
    "language",
    "health",
    "record_key_seeded",
];

/// A value of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// A whole number.
    Number(u32),
    /// A code. It never needs quotes in CSV.
    Code(&'a str),
}

/// The values of a person, in the order of [`COLUMNS`]. `at` is the position of the person in the household.
///
/// # Panics
/// Panics if the household has no person at this position.
pub fn values(household: &Household, at: usize) -> [Value<'_>; COLUMNS.len()] {
    let Household { number, area, household_type, tenure, dwelling, persons } = household;
    let person: &Person = &persons[at];
    [
        Value::Number(*number),
        Value::Number(at as u32 + 1),
        Value::Code(&area.district),
        Value::Code(&area.code),
        Value::Code(tenure.code()),
        Value::Code(dwelling.code()),
        Value::Code(household_type.code()),
        Value::Number(persons.len() as u32),
        Value::Code(person.relation.code()),
        Value::Number(person.age),
        Value::Code(person.sex.code()),
        Value::Code(person.marital_status.code()),
        Value::Code(person.activity.code()),
        Value::Code(person.occupation.code()),
        Value::Code(person.education.code()),
        Value::Code(person.birth_country.code()),
        Value::Code(person.language.code()),
        Value::Code(person.health.code()),
        Value::Number(person.record_key),
    ]
}

/// The header line of a CSV file.
pub fn csv_header() -> String {
    COLUMNS.join(",") + "\n"
}

/// Appends the persons of a household to a CSV file, one line for each person.
pub fn push_csv(household: &Household, csv: &mut Vec<u8>) {
    for at in 0..household.persons.len() {
        for (column, value) in values(household, at).into_iter().enumerate() {
            if column > 0 {
                csv.push(b',');
            }
            match value {
                Value::Number(number) => push_number(number, csv),
                Value::Code(code) => csv.extend_from_slice(code.as_bytes()),
            }
        }
        csv.push(b'\n');
    }
}

/// Appends decimal digits. The standard formatter takes several times longer, and adds to the wasm.
fn push_number(number: u32, csv: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let (mut at, mut left) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    csv.extend_from_slice(&digits[at..]);
}
