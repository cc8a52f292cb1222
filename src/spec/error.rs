//! Defines the errors of a specification.

use thiserror::Error;

use crate::base::Quoted;
use crate::key::KeyError;

/// Why a specification is invalid. A message gives the place, the value found and the expected value.
///
/// Positions in lists count from 1: `dimension[2] "sex"` is the second dimension. Messages never quote secrets, salts
/// or the values of environment variables.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is not valid TOML.
    #[error("line {line}, column {column}: {reason}; expected valid TOML")]
    Syntax {
        /// Line number, from 1.
        line: usize,
        /// Column number in characters, from 1.
        column: usize,
        /// The message of the TOML reader.
        reason: String,
    },
    /// A table has a field that is not allowed there.
    #[error("{at}: unknown field {field}; expected one of {accepted}", field = Quoted(.field))]
    UnknownField {
        /// The place of the table.
        at: String,
        /// The field's name.
        field: String,
        /// The names of the allowed fields.
        accepted: String,
    },
    /// A required field is missing.
    #[error("{at}: {field} is missing; expected {expected}")]
    Missing {
        /// The place of the table.
        at: String,
        /// The field's name.
        field: &'static str,
        /// The expected content.
        expected: String,
    },
    /// A field's value has the wrong type or is out of range.
    #[error("{at}: {field} is {found}; expected {expected}")]
    Value {
        /// The place of the table.
        at: String,
        /// The field's name.
        field: String,
        /// The content found.
        found: String,
        /// The expected content.
        expected: String,
    },
    /// The parameters of a method have the wrong form.
    #[error("method {name}: {reason}", name = Quoted(.name))]
    Method {
        /// The name of the method.
        name: String,
        /// The parameter, its value and the expected value.
        reason: String,
    },
    /// A table has two fields that exclude each other.
    #[error("{at}: both {first} and {second} are given; expected only one of them")]
    Both {
        /// The place of the table.
        at: String,
        /// One field.
        first: &'static str,
        /// The other field.
        second: &'static str,
    },
    /// A name or a code occurs twice.
    #[error("{at}: {what} {value} is given twice; expected each {what} once", value = Quoted(.value))]
    Repeated {
        /// The place of the table.
        at: String,
        /// The kind of the repeated item: dimension, column, level, group, code, axis.
        what: &'static str,
        /// The repeated name or code.
        value: String,
    },
    /// A code is in no group of a level.
    #[error("{at}: code {code} of the dimension is in no group; expected each code in exactly one group", code = Quoted(.code))]
    Ungrouped {
        /// The place of the level.
        at: String,
        /// The code that is in no group.
        code: String,
    },
    /// This combination of data, audience, release class, methods and limits is not allowed.
    #[error("cube: {0}")]
    Refused(String),
    /// The modulus or the way to combine keys is invalid.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A file in the specification cannot be read.
    #[error("{at}: {file}: {reason}", file = Quoted(.file))]
    File {
        /// The place of the table.
        at: String,
        /// The file name in the specification.
        file: String,
        /// The problem with the file, and the expected content.
        reason: String,
    },
    /// An environment variable in the specification is missing or invalid.
    #[error("{at}: environment variable {variable} {problem}; expected {expected}")]
    Environment {
        /// The place of the table.
        at: String,
        /// The name of the variable.
        variable: String,
        /// The problem, without the variable's value.
        problem: &'static str,
        /// The expected content.
        expected: &'static str,
    },
}

impl SpecError {
    /// The error of a limit that does not fit the cube. Takes the field, its value and the expected value.
    pub(crate) fn of_rule((field, found, expected): (String, String, String)) -> Self {
        Self::Value { at: "rules".to_owned(), field, found, expected }
    }

    /// The error of a value in `[publish]` that does not fit the cube.
    pub(crate) fn of_publish(field: &str, found: &str, expected: &str) -> Self {
        let (at, field, found, expected) = ("publish".into(), field.to_owned(), found.to_owned(), expected.to_owned());
        Self::Value { at, field, found, expected }
    }
}
