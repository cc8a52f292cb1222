//! Replaces explanations in a build without the feature `full`. Such a build reads only whether the cube explains
//! values.

use serde::Serialize;

use super::ManifestError;
use crate::base::json::{Node, Value};

/// Whether the cube explains values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainPart(bool);

impl ExplainPart {
    /// Whether the cube explains values.
    pub fn explains(&self) -> bool {
        self.0
    }

    /// Accepts any explanations without checking them.
    pub(super) fn check(&self, _sealed: bool) -> Result<(), ManifestError> {
        Ok(())
    }
}

/// Reads the field `explain` of a manifest.
pub(super) fn read(node: &Node<'_>) -> Result<Option<ExplainPart>, String> {
    Ok(Some(ExplainPart(!matches!(node.value(), Value::Bool(false)))))
}
