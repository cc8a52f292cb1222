//! A build that explains no values: it reads that a query wants an explanation, and refuses the query.

use thiserror::Error;

use crate::base::json::Node;

/// A value to explain, unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain;

/// Reads nothing.
pub(super) fn read(_: &Node<'_>) -> Result<Explain, String> {
    Ok(Explain)
}

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
