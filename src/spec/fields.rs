//! Reads a table of the specification field by field. Errors name the place of the field.
//!
//! This module does not use derived deserialisers. Their errors contain neither the path of a field nor the name of
//! its dimension.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::de::value::{Error as ValueError, StrDeserializer};
use toml::{Table, Value};

use super::error::SpecError;
use crate::base::{Problems, Quoted, did_you_mean, nearest};
use crate::dimension::{TOTAL, Text};

/// The problems of a specification. Readers add problems and go on, so that a publisher sees all of them at once.
#[derive(Default)]
pub(super) struct Log {
    problems: RefCell<Problems<SpecError>>,
    /// The places and names of fields that are probably misspelt. They are not reported as missing too.
    misspelt: RefCell<Vec<(String, String)>>,
}

impl Log {
    pub fn add(&self, problem: impl Into<SpecError>) {
        let problem = problem.into();
        if let SpecError::Missing { at, field, .. } = &problem {
            let field = field.trim_matches(['[', ']']);
            if self.misspelt.borrow().iter().any(|(place, meant)| place == at && meant == field) {
                return;
            }
        }
        self.problems.borrow_mut().push(problem);
    }

    /// Adds the problem of a failed step. The value is then missing.
    pub fn keep<T>(&self, step: Result<T, SpecError>) -> Option<T> {
        step.map_err(|problem| self.add(problem)).ok()
    }

    /// The number of problems so far. Two equal numbers mean that the steps in between are sound.
    pub fn len(&self) -> usize {
        self.problems.borrow().len()
    }

    pub fn into_problems(self) -> Problems<SpecError> {
        self.problems.into_inner()
    }
}

/// A table, its place in the specification, and the log of problems.
pub(super) struct Fields<'a> {
    at: String,
    table: &'a Table,
    log: &'a Log,
}

impl<'a> Fields<'a> {
    /// Opens a table. Unknown fields are added to the log.
    pub fn open(at: impl Into<String>, table: &'a Table, accepted: &[&str], log: &'a Log) -> Self {
        let at = at.into();
        for field in table.keys().filter(|field| !accepted.contains(&field.as_str())) {
            if let Some(meant) = nearest(field, accepted) {
                log.misspelt.borrow_mut().push((at.clone(), accepted[meant].to_owned()));
            }
            let accepted = accepted.join(", ") + &did_you_mean(field, accepted.iter().copied());
            log.add(SpecError::UnknownField { at: at.clone(), field: field.clone(), accepted });
        }
        Self { at, table, log }
    }

    /// Adds the problem of a failed step to the log. The value is then missing.
    pub fn keep<T>(&self, step: Result<T, SpecError>) -> Option<T> {
        self.log.keep(step)
    }

    /// Reads an optional value. A problem is added to the log, and the value is then missing.
    pub fn optional<T>(&self, step: Result<Option<T>, SpecError>) -> Option<T> {
        self.log.keep(step).flatten()
    }

    /// The log of the specification.
    pub fn log(&self) -> &'a Log {
        self.log
    }

    /// The place of this table, for errors.
    pub fn at(&self) -> &str {
        &self.at
    }

    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.table.get(field)
    }

    pub fn missing(&self, field: &'static str, expected: impl Into<String>) -> SpecError {
        SpecError::Missing { at: self.at.clone(), field, expected: expected.into() }
    }

    pub fn invalid(&self, field: &str, found: impl Into<String>, expected: impl Into<String>) -> SpecError {
        SpecError::Value {
            at: self.at.clone(),
            field: field.to_owned(),
            found: found.into(),
            expected: expected.into(),
        }
    }

    pub fn repeated(&self, what: &'static str, value: &str) -> SpecError {
        SpecError::Repeated { at: self.at.clone(), what, value: value.to_owned() }
    }

    /// Reads a string. An empty string is an error, a missing field is `None`.
    pub fn string(&self, field: &str) -> Result<Option<&'a str>, SpecError> {
        match self.get(field) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => {
                Err(self.invalid(field, "an empty string", "a string with something in it"))
            }
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.invalid(field, kind(other), "a string")),
        }
    }

    /// Reads a string. If the field is missing, the error contains `expected`.
    pub fn required(&self, field: &'static str, expected: &str) -> Result<&'a str, SpecError> {
        self.string(field)?.ok_or_else(|| self.missing(field, expected))
    }

    /// Reads a text: a string, or a table from language to string.
    pub fn text(&self, field: &str) -> Result<Option<Text>, SpecError> {
        self.get(field).map(|value| self.as_text(field, value)).transpose()
    }

    /// Reads a text from a value. `field` is the name of the value in errors.
    pub fn as_text(&self, field: &str, value: &Value) -> Result<Text, SpecError> {
        let expected = "a string, or a table from language to string";
        let table = match value {
            Value::String(plain) if plain.is_empty() => return Err(self.invalid(field, "an empty string", expected)),
            Value::String(plain) => return Ok(Text::from(plain.as_str())),
            Value::Table(table) => table,
            other => return Err(self.invalid(field, kind(other), expected)),
        };
        let mut entries = Vec::with_capacity(table.len());
        for (tag, text) in table {
            let found = match text {
                Value::String(text) if text.is_empty() => Err("an empty string"),
                Value::String(text) => Ok(text),
                other => Err(kind(other)),
            };
            let text = found.map_err(|found| self.invalid(&format!("{field}.{tag}"), found, "a string, not empty"))?;
            entries.push((tag.clone(), text.clone()));
        }
        Text::from_languages(entries).map_err(|error| self.invalid(field, error.to_string(), expected))
    }

    /// Reads a whole number within a range.
    pub fn integer(&self, field: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, SpecError> {
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        match self.get(field) {
            None => Ok(None),
            Some(Value::Integer(value)) => match u64::try_from(*value) {
                Ok(value) if range.contains(&value) => Ok(Some(value)),
                _ => Err(self.invalid(field, value.to_string(), expected())),
            },
            Some(other) => Err(self.invalid(field, kind(other), expected())),
        }
    }

    /// Reads a field that has one of the values `names`.
    pub fn choice<T: DeserializeOwned>(&self, field: &str, names: &[&str]) -> Result<Option<T>, SpecError> {
        let Some(word) = self.string(field)? else { return Ok(None) };
        let known = T::deserialize(StrDeserializer::<ValueError>::new(word));
        known.map(Some).map_err(|_| {
            self.invalid(
                field,
                Quoted(word).to_string(),
                format!("one of {}{}", names.join(", "), did_you_mean(word, names.iter().copied())),
            )
        })
    }

    /// Reads a list. A missing list is empty.
    pub fn list(&self, field: &str, of: &str) -> Result<&'a [Value], SpecError> {
        match self.get(field) {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(other) => Err(self.invalid(field, kind(other), format!("a list of {of}"))),
        }
    }

    /// Reads a list of tables with their positions. A missing list is empty. Problems are added to the log, and the items
    /// with a problem are left out.
    pub fn tables(&self, field: &str, of: &str) -> Vec<(usize, &'a Table)> {
        let items = self.keep(self.list(field, of)).unwrap_or_default().iter().enumerate();
        let table = |(index, item)| Some((index, self.keep(self.as_table(&format!("{field}[{}]", index + 1), item))?));
        items.filter_map(table).collect()
    }

    /// Reads a list of non-empty strings from a value.
    pub fn strings(&self, field: &str, value: &'a Value, of: &str) -> Result<Vec<&'a str>, SpecError> {
        let expected = || format!("a list of {of}");
        let Value::Array(items) = value else { return Err(self.invalid(field, kind(value), expected())) };
        let string = |(index, item): (usize, &'a Value)| match item {
            Value::String(text) if !text.is_empty() => Ok(text.as_str()),
            Value::String(_) => Err(self.invalid(&format!("{field}[{}]", index + 1), "an empty string", expected())),
            other => Err(self.invalid(&format!("{field}[{}]", index + 1), kind(other), expected())),
        };
        items.iter().enumerate().map(string).collect()
    }

    /// Reads a table. A missing table is `None`.
    pub fn table(&self, field: &str) -> Result<Option<&'a Table>, SpecError> {
        self.get(field).map(|value| self.as_table(field, value)).transpose()
    }

    fn as_table(&self, field: &str, value: &'a Value) -> Result<&'a Table, SpecError> {
        value.as_table().ok_or_else(|| self.invalid(field, kind(value), "a table"))
    }
}

/// The type of a value in words. Errors use it in place of the value, which may be a secret.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a string",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date or time",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

/// Whether a text is a valid name of a dimension, level or method. A name with other characters could break options
/// such as `--rows a:b,c` and `--filter a=1,2`.
pub(super) fn is_name(name: &str) -> bool {
    name != TOTAL && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// The names that [`is_name`] accepts, in words.
pub(super) const NAME: &str = "letters a to z, digits, _ and - (and not the reserved _T)";
