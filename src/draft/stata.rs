//! A codebook from a Stata file: labels of variables, value labels and missing codes.

use std::collections::HashMap;
use std::io::Cursor;

use dta::stata::dta::dta_error::DtaError;
use dta::stata::dta::dta_reader::DtaReader;
use dta::stata::dta::value_label::ValueLabelSet;

use super::codebook::{CodeLabel, Codebook, Variable};

/// The value label of `.`, the system missing value. The 26 numbers after it stand for `.a` to `.z` (`help dta`, section
/// 5.1 of Stata's documentation of the format).
const SYSTEM_MISSING: i32 = 0x7fff_ffe5;

impl Codebook {
    /// Reads a codebook from the bytes of a Stata file, of any version. The records in the file are skipped.
    ///
    /// The missing values `.a` to `.z` keep their names, because Stata's `export delimited` writes them so.
    ///
    /// # Errors
    /// Describes a file that ends early or that breaks Stata's format.
    pub fn from_stata(bytes: &[u8]) -> Result<Self, String> {
        read(bytes).map_err(|error| {
            let place = error.section();
            format!("a Stata file that cannot be read in its {place}; expected a file that is not damaged")
        })
    }
}

fn read(bytes: &[u8]) -> Result<Codebook, DtaError> {
    let after_schema = DtaReader::new().from_reader(Cursor::new(bytes)).read_header()?.read_schema()?;
    let variables = after_schema.schema().variables().to_vec();
    let mut reader = after_schema.seek_value_labels()?;
    let mut sets: HashMap<String, Vec<CodeLabel>> = HashMap::new();
    while let Some(set) = reader.read_value_label_set()? {
        sets.insert(set.name().to_owned(), codes(&set));
    }
    let variables = variables.iter().map(|variable| Variable {
        name: variable.name().to_owned(),
        label: Some(variable.label().trim().to_owned()).filter(|label| !label.is_empty()),
        codes: sets.get(variable.value_label_name()).cloned().unwrap_or_default(),
    });
    Ok(Codebook { variables: variables.collect() })
}

/// The codes of a set, in ascending order, with missing values last.
fn codes(set: &ValueLabelSet) -> Vec<CodeLabel> {
    let mut entries: Vec<(i32, &str)> = set.entries().iter().map(|entry| (entry.value(), entry.label())).collect();
    entries.sort_by_key(|(value, _)| *value);
    entries.dedup_by_key(|(value, _)| *value);
    let code = |(value, label): (i32, &str)| {
        let missing = missing_name(value);
        let is_missing = missing.is_some();
        CodeLabel {
            code: missing.unwrap_or_else(|| value.to_string()),
            label: label.trim().to_owned(),
            missing: is_missing,
        }
    };
    entries.into_iter().map(code).collect()
}

fn missing_name(value: i32) -> Option<String> {
    let letter = u8::try_from(value.checked_sub(SYSTEM_MISSING)?).ok()?;
    match letter {
        0 => Some(".".to_owned()),
        1..=26 => Some(format!(".{}", char::from(b'a' + letter - 1))),
        _ => None,
    }
}
