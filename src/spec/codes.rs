//! Reads the codes of a dimension: a table in declared order, or a CSV file with the columns `code` and `label`.

use std::collections::HashSet;

use csv::StringRecord;
use toml::Value;

use super::Resolve;
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::{FOREIGN_HEAD, Quoted, did_you_mean, foreign, separator};
use crate::dimension::{TOTAL, Text};

/// A code of a dimension and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The code in the data.
    pub code: String,
    /// The label to show.
    pub label: Text,
}

/// Declared codes in order, and the file that lists them, if there is one.
pub(super) struct Declared {
    pub codes: Vec<Code>,
    pub file: Option<CodeFile>,
}

/// The rows of a code file. Levels can take their groups from its columns.
pub(super) struct CodeFile {
    pub name: String,
    pub columns: Vec<String>,
    /// One row for each code, in the order of the codes.
    pub rows: Vec<StringRecord>,
}

/// Reads the declared codes. Returns `None` if the specification declares no codes, so that they come from the data.
pub(super) fn codes(fields: &Fields<'_>, resolve: Resolve<'_>) -> Result<Option<Declared>, SpecError> {
    let (codes, file) = match fields.get("codes") {
        None => return Ok(None),
        Some(Value::Table(table)) => {
            let code = |(code, label): (&String, &Value)| {
                let label = fields.as_text(&format!("codes.{code}"), label)?;
                Ok(Code { code: code.clone(), label })
            };
            (table.iter().map(code).collect::<Result<Vec<_>, SpecError>>()?, None)
        }
        Some(Value::String(file)) => {
            let wrong = |reason| SpecError::File { at: format!("{}: codes", fields.at()), file: file.clone(), reason };
            let (codes, read) = from_csv(file, &resolve(file).map_err(wrong)?, &mut |reason| {
                fields.log().add(wrong(reason));
            })
            .map_err(wrong)?;
            (codes, Some(read))
        }
        Some(other) => {
            let expected = "a table from code to label, or the name of a CSV file with the columns code and label";
            return Err(fields.invalid("codes", kind(other), expected));
        }
    };
    if codes.is_empty() {
        return Err(fields.invalid("codes", "empty", "at least one code (leave codes out to find them in the data)"));
    }
    for Code { code, .. } in &codes {
        check_code(fields, "codes", code)?;
    }
    Ok(Some(Declared { codes, file }))
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

/// Reads a code list from CSV, separated by commas, semicolons or tabs. An error names the row and the expected content.
/// Rows with a problem are left out, and passed to `wrong`.
fn from_csv(name: &str, bytes: &[u8], wrong: &mut dyn FnMut(String)) -> Result<(Vec<Code>, CodeFile), String> {
    if let Some((found, expected)) = foreign(&bytes[..bytes.len().min(FOREIGN_HEAD)]) {
        return Err(format!("{found}; expected {expected}"));
    }
    let mut reader = csv::ReaderBuilder::new().delimiter(separator(bytes)).from_reader(bytes);
    let columns: Vec<String> =
        reader.headers().map_err(|error| csv_reason(&error))?.iter().map(str::to_owned).collect();
    let column = |name: &str| {
        let found = columns.iter().position(|field| field == name);
        let near = did_you_mean(name, columns.iter().map(String::as_str));
        let columns = columns.join(", ");
        found.ok_or_else(|| {
            format!(
                "has no column {name} but {columns}; expected the columns code and label{near}",
                name = Quoted(name)
            )
        })
    };
    let (code, label) = (column("code")?, column("label")?);
    let mut codes: Vec<Code> = Vec::new();
    let mut rows = Vec::new();
    let mut seen = HashSet::new();
    for (index, record) in reader.records().enumerate() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                wrong(csv_reason(&error));
                match error.kind() {
                    csv::ErrorKind::UnequalLengths { .. } | csv::ErrorKind::Utf8 { .. } => continue,
                    _ => break,
                }
            }
        };
        let code = record.get(code).unwrap_or_default();
        if code.is_empty() {
            wrong(format!("row {}, column \"code\": an empty code; expected a code", index + 1));
            continue;
        }
        if !seen.insert(code.to_owned()) {
            wrong(format!(
                "row {}, column \"code\": code {code} is given twice; expected it once",
                index + 1,
                code = Quoted(code)
            ));
            continue;
        }
        // Some code lists omit labels. The code is then its own label.
        let label = record.get(label).filter(|label| !label.is_empty()).unwrap_or(code);
        codes.push(Code { code: code.to_owned(), label: Text::from(label) });
        rows.push(record);
    }
    Ok((codes, CodeFile { name: name.to_owned(), columns, rows }))
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
