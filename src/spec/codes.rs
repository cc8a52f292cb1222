//! Reads the codes of a dimension: a table in declared order, or a CSV file with the columns `code` and `label`.

use std::collections::HashSet;

use toml::Value;

use super::Resolve;
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::Quoted;
use crate::dimension::{TOTAL, Text};

/// A code of a dimension and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The code in the data.
    pub code: String,
    /// The label to show.
    pub label: Text,
}

/// Reads the declared codes in order. Returns `None` if the specification declares no codes, so that they come from the
/// data.
pub(super) fn codes(fields: &Fields<'_>, resolve: Resolve<'_>) -> Result<Option<Vec<Code>>, SpecError> {
    let codes = match fields.get("codes") {
        None => return Ok(None),
        Some(Value::Table(table)) => {
            let code = |(code, label): (&String, &Value)| {
                let label = fields.as_text(&format!("codes.{code}"), label)?;
                Ok(Code { code: code.clone(), label })
            };
            table.iter().map(code).collect::<Result<Vec<_>, SpecError>>()?
        }
        Some(Value::String(file)) => {
            let bytes = resolve(file);
            let codes = bytes.and_then(|bytes| from_csv(&bytes));
            codes.map_err(|reason| SpecError::File {
                at: format!("{}: codes", fields.at()),
                file: file.clone(),
                reason,
            })?
        }
        Some(other) => {
            let expected = "a table from code to label, or the name of a CSV file with the columns code and label";
            return Err(fields.invalid("codes", kind(other), expected));
        }
    };
    if codes.is_empty() {
        return Err(fields.invalid("codes", "empty", "at least one code (leave codes out to find them in the data)"));
    }
    let mut seen = HashSet::with_capacity(codes.len());
    for Code { code, .. } in &codes {
        check_code(fields, "codes", code)?;
        if !seen.insert(code.as_str()) {
            return Err(fields.repeated("code", code));
        }
    }
    Ok(Some(codes))
}

/// Refuses an empty code and the reserved code `_T`.
pub(super) fn check_code(fields: &Fields<'_>, field: &str, code: &str) -> Result<(), SpecError> {
    if code.is_empty() {
        return Err(fields.invalid(field, "a code that is empty", "a code with something in it"));
    }
    if code == TOTAL {
        return Err(fields.invalid(field, "the code \"_T\"", "another code, because _T is reserved for totals"));
    }
    Ok(())
}

/// Reads a code list from CSV. An error names the row and the expected content.
fn from_csv(bytes: &[u8]) -> Result<Vec<Code>, String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().map_err(|error| csv_reason(&error))?.clone();
    let column = |name: &str| {
        let found = header.iter().position(|field| field == name);
        let columns = header.iter().collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| {
            format!("has no column {name} but {columns}; expected the columns code and label", name = Quoted(name))
        })
    };
    let (code, label) = (column("code")?, column("label")?);
    let mut codes: Vec<Code> = Vec::new();
    let mut seen = HashSet::new();
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| csv_reason(&error))?;
        let code = record.get(code).unwrap_or_default();
        if code.is_empty() {
            return Err(format!("row {}, column \"code\": an empty code; expected a code", index + 1));
        }
        if !seen.insert(code.to_owned()) {
            return Err(format!(
                "row {}, column \"code\": code {code} is given twice; expected it once",
                index + 1,
                code = Quoted(code)
            ));
        }
        // Some code lists omit labels. The code is then its own label.
        let label = record.get(label).filter(|label| !label.is_empty()).unwrap_or(code);
        codes.push(Code { code: code.to_owned(), label: Text::from(label) });
    }
    Ok(codes)
}

/// Describes an error of the CSV reader.
pub(super) fn csv_reason(error: &csv::Error) -> String {
    // The header has position 0, so data rows have positions from 1.
    let row = error.position().map_or(0, csv::Position::record);
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => format!("row {row}: bytes that are not UTF-8; expected UTF-8"),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("row {row}: {len} fields; expected {expected_len} as in the header")
        }
        _ => format!("row {row}: cannot be read; expected CSV"),
    }
}
