//! Reads `missing`: the values of the data that mean a missing answer, and the code that they become.

use toml::Value;

use super::codes::{Code, check_code};
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::Quoted;
use crate::dimension::Text;

/// The values of a column that mean a missing answer. They become one code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The values in the data, at least one. The empty text is an empty field or a null.
    pub values: Vec<String>,
    /// The code that they become.
    pub code: String,
    /// The label to show. Defaults to the label of the declared code, or to the code.
    pub label: Text,
}

/// Reads `missing`, and adds its code to the declared codes, last, unless they contain the code.
pub(super) fn missing(fields: &Fields<'_>, codes: Option<&mut Vec<Code>>) -> Result<Option<Missing>, SpecError> {
    let expected = "a table like { values = [\"\", \"NA\"], code = \"X\", label = \"Not stated\" }";
    let table = match fields.get("missing") {
        None => return Ok(None),
        Some(Value::Table(table)) => table,
        Some(other) => return Err(fields.invalid("missing", kind(other), expected)),
    };
    let fields = Fields::open(format!("{}: missing", fields.at()), table, &["values", "code", "label"], fields.log());
    let code = fields.required("code", "the code of a missing answer, like \"X\"")?;
    check_code(&fields, "code", code)?;
    let values = values(&fields)?;
    let label = fields.text("label")?;
    let Some(codes) = codes else {
        let label = label.unwrap_or_else(|| Text::from(code));
        return Ok(Some(Missing { values, code: code.to_owned(), label }));
    };
    if let Some((at, value)) =
        (1..).zip(&values).find(|(_, value)| **value != code && codes.iter().any(|known| known.code == **value))
    {
        let found = format!("{}, which is also a code", Quoted(value));
        let expected = format!("a value that is no code, or code = {}", Quoted(value));
        return Err(fields.invalid(&format!("values[{at}]"), found, expected));
    }
    let label = match codes.iter_mut().find(|known| known.code == code) {
        Some(known) => {
            if let Some(label) = label {
                known.label = label;
            }
            known.label.clone()
        }
        None => {
            let label = label.unwrap_or_else(|| Text::from(code));
            codes.push(Code { code: code.to_owned(), label: label.clone() });
            label
        }
    };
    Ok(Some(Missing { values, code: code.to_owned(), label }))
}

fn values(fields: &Fields<'_>) -> Result<Vec<String>, SpecError> {
    let expected = "values of the data that mean a missing answer, like [\"\", \"NA\", \"-9\"]";
    let mut values: Vec<String> = Vec::new();
    for (index, item) in fields.list("values", "texts")?.iter().enumerate() {
        let value = match item {
            Value::String(text) => text.clone(),
            Value::Integer(whole) => whole.to_string(),
            other => return Err(fields.invalid(&format!("values[{}]", index + 1), kind(other), "a text")),
        };
        if values.contains(&value) {
            return Err(fields.repeated("value", &value));
        }
        values.push(value);
    }
    match values.is_empty() {
        true if fields.get("values").is_none() => Err(fields.missing("values", expected)),
        true => Err(fields.invalid("values", "empty", expected)),
        false => Ok(values),
    }
}
