//! A build that explains no values: it reads that a query wants an explanation, and refuses the query.

use crate::base::json::Node;

/// A value to explain, unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain;

/// Reads nothing.
pub(super) fn read(_: &Node<'_>) -> Result<Explain, String> {
    Ok(Explain)
}
