//! The build without explanations.

use thiserror::Error;

/// The error of every explanation in this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExplainError {}

impl ExplainError {
    /// A stable identifier for programs.
    pub fn code(self) -> &'static str {
        match self {}
    }

    /// Whether the cube refuses a valid query.
    pub fn is_refusal(self) -> bool {
        match self {}
    }
}
