//! Errors of a specification.

use thiserror::Error;

use crate::base::Quoted;
use crate::key::KeyError;

/// Why a specification is not valid: where, what was found, and what was expected.
///
/// Lists are counted from 1: `dimension[2] "sex"` is the second dimension. Values of secrets, of salts and of environment
/// variables are never quoted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is not TOML.
    #[error("line {line}, column {column}: {reason}; expected valid TOML")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The TOML reader's message.
        reason: String,
    },
    /// A field that does not exist here.
    #[error("{at}: unknown field {field}; expected one of {accepted}", field = Quoted(.field))]
    UnknownField {
        /// The table.
        at: String,
        /// The field's name.
        field: String,
        /// The names that are known there.
        accepted: String,
    },
    /// A required field is absent.
    #[error("{at}: {field} is missing; expected {expected}")]
    Missing {
        /// The table.
        at: String,
        /// The field's name.
        field: &'static str,
        /// The expected content.
        expected: String,
    },
    /// A field's value has the wrong type or is out of range.
    #[error("{at}: {field} is {found}; expected {expected}")]
    Value {
        /// The table.
        at: String,
        /// The field's name.
        field: String,
        /// The content found.
        found: String,
        /// The expected content.
        expected: String,
    },
    /// The parameters of a method do not have the right form.
    #[error("method {name}: {reason}", name = Quoted(.name))]
    Method {
        /// The method.
        name: String,
        /// The parameter, its value and the expected value.
        reason: String,
    },
    /// Two fields of a table that exclude each other.
    #[error("{at}: both {first} and {second} are given; expected only one of them")]
    Both {
        /// The table.
        at: String,
        /// One field.
        first: &'static str,
        /// The other field.
        second: &'static str,
    },
    /// A duplicate name or code.
    #[error("{at}: {what} {value} is there twice; expected each {what} once", value = Quoted(.value))]
    Repeated {
        /// The table.
        at: String,
        /// Kind of thing: dimension, level, code, group.
        what: &'static str,
        /// Its name or code.
        value: String,
    },
    /// A code that no group of a level contains.
    #[error("{at}: code {code} of the dimension is in no group; expected each code in exactly one group", code = Quoted(.code))]
    Ungrouped {
        /// The level.
        at: String,
        /// The code.
        code: String,
    },
    /// A forbidden combination of data, audience and release class.
    #[error("cube: {0}")]
    Refused(String),
    /// A release class that this version cannot make.
    #[error("cube: release = {0:?} is not supported by this version; expected \"keyed\" or \"sealed\"")]
    Unsupported(&'static str),
    /// A modulus or way to combine keys.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A file that the specification names could not be read.
    #[error("{at}: {file}: {reason}", file = Quoted(.file))]
    File {
        /// The table.
        at: String,
        /// The file as named in the specification.
        file: String,
        /// What is wrong with it and what was expected.
        reason: String,
    },
    /// An environment variable that the specification names is missing or not valid.
    #[error("{at}: environment variable {variable} {problem}; expected {expected}")]
    Environment {
        /// The table.
        at: String,
        /// Its name.
        variable: String,
        /// What is wrong, without its value.
        problem: &'static str,
        /// The expected content.
        expected: &'static str,
    },
}

impl SpecError {
    /// The error of a limit that does not fit the cube: its field, its value and the expected value.
    pub(crate) fn of_rule((field, found, expected): (String, String, String)) -> Self {
        Self::Value { at: "rules".to_owned(), field, found, expected }
    }

    /// The error of a field of `[publish]` whose value does not fit the cube.
    pub(crate) fn of_publish(field: &str, found: &str, expected: &str) -> Self {
        let (at, field, found, expected) = ("publish".into(), field.to_owned(), found.to_owned(), expected.to_owned());
        Self::Value { at, field, found, expected }
    }
}
