//! The build without explanations. It refuses a query that requests one.

use crate::base::json::Node;

/// A value to explain, unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain;

/// Reads nothing.
pub(super) fn read(_: &Node<'_>) -> Result<Explain, String> {
    Ok(Explain)
}
