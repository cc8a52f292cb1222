//! Describes the errors of a specification for programs: an identifier, the dimension, and what to do.

use super::SpecError;
use crate::base::Problem;

impl SpecError {
    /// A stable identifier of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "not-toml",
            Self::UnknownField { .. } => "unknown-field",
            Self::Missing { .. } => "missing-field",
            Self::Value { .. } => "wrong-value",
            Self::Method { .. } => "wrong-method",
            Self::Both { .. } => "two-fields",
            Self::Repeated { .. } => "repeated",
            Self::Ungrouped { .. } => "ungrouped-code",
            Self::Refused(_) => "refused-release",
            Self::Key(_) => "wrong-key",
            Self::File { .. } => "wrong-file",
            Self::Environment { .. } => "environment",
        }
    }

    /// The place of the error in the specification.
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::UnknownField { at, .. }
            | Self::Missing { at, .. }
            | Self::Value { at, .. }
            | Self::Both { at, .. }
            | Self::Repeated { at, .. }
            | Self::Ungrouped { at, .. }
            | Self::File { at, .. }
            | Self::Environment { at, .. } => Some(at),
            Self::Refused(_) => Some("cube"),
            Self::Key(_) => Some("key"),
            Self::Syntax { .. } | Self::Method { .. } => None,
        }
    }

    /// What to do.
    fn remedy(&self) -> String {
        match self {
            Self::Syntax { line, .. } => format!("Correct line {line}."),
            Self::UnknownField { field, .. } => format!("Rename or remove {field}."),
            Self::Missing { field, .. } => format!("Add {field}."),
            // `expected` may end with a question, as in: did you mean "sex"?
            Self::Value { field, expected, .. } if expected.ends_with('?') => format!("Change {field} to {expected}"),
            Self::Value { field, expected, .. } => format!("Change {field} to {expected}."),
            Self::Method { .. } => "Correct the parameter of the method.".to_owned(),
            Self::Both { first, second, .. } => format!("Remove {first} or {second}."),
            Self::Repeated { what, value, .. } => format!("Remove or rename one {what} {value}."),
            Self::Ungrouped { code, .. } => format!("Add {code} to the list of one group."),
            Self::Refused(_) => "Change the release, the audience, the data or the methods.".to_owned(),
            Self::Key(_) => "Change the modulus or combine.".to_owned(),
            Self::File { file, .. } => format!("Correct {file}."),
            Self::Environment { variable, .. } => format!("Set the environment variable {variable}."),
        }
    }

    /// The error for programs. `file` is the specification.
    pub fn problem(&self, file: &str) -> Problem {
        let place = self.place().map(str::to_owned);
        let line = match self {
            Self::Syntax { line, .. } => Some(*line as u64),
            _ => None,
        };
        Problem {
            file: Some(file.to_owned()),
            dimension: place.as_deref().and_then(dimension_of),
            place,
            line,
            remedy: Some(self.remedy()),
            ..Problem::error(self.code(), format!("{file}: {self}"))
        }
    }
}

/// The name in a place like `dimension[3] "age": level[1]`. Names with escapes are no valid names.
fn dimension_of(place: &str) -> Option<String> {
    let (head, rest) = place.split_once('"')?;
    let name = rest.split_once('"')?.0;
    head.starts_with("dimension").then(|| name.to_owned())
}
