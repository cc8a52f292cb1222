//! Replaces measures in a build without the feature `full`. Such a build refuses a query that requests measures.

use crate::base::json::Node;

/// The choices for computing measures. This build does not read them.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure;

/// Accepts any choices without reading them.
pub(super) fn read(_: &Node<'_>) -> Result<Measure, String> {
    Ok(Measure)
}
