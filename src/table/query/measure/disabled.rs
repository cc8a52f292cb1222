//! A build that measures no tables: it reads that a query wants measures, and refuses the query.

use crate::base::json::Node;

/// How to measure a table, unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure;

/// Reads nothing.
pub(super) fn read(_: &Node<'_>) -> Result<Measure, String> {
    Ok(Measure)
}
