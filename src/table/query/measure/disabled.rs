//! The build without measures. It refuses a query that requests measures.

use crate::base::json::Node;

/// How to measure a table, unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure;

/// Reads nothing.
pub(super) fn read(_: &Node<'_>) -> Result<Measure, String> {
    Ok(Measure)
}
