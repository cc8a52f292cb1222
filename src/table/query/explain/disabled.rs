//! Replaces explanations in a build without the feature `full`. Such a build refuses a query that requests an
//! explanation.

use crate::base::json::Node;

/// The value to explain. This build does not read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Explain;

/// Accepts any request without reading it.
pub(super) fn read(_: &Node<'_>) -> Result<Explain, String> {
    Ok(Explain)
}
