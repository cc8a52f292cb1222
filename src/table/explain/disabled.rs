//! Replaces explanations in a build without the feature `full`.

use thiserror::Error;

/// The error of an explanation. This build explains nothing, so no value of this type exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExplainError {}

impl ExplainError {
    /// A stable identifier of the error for programs.
    pub fn code(self) -> &'static str {
        match self {}
    }

    /// Whether the error is the refusal of a valid query.
    pub fn is_refusal(self) -> bool {
        match self {}
    }
}
