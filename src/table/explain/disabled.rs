//! A build that explains no values.

use thiserror::Error;

/// Why a value is not explained: this build explains none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExplainError {}

impl ExplainError {
    /// A stable identifier for programs.
    pub fn code(self) -> &'static str {
        match self {}
    }

    /// Whether the query is understood and refused, rather than wrong.
    pub fn is_refusal(self) -> bool {
        match self {}
    }
}
