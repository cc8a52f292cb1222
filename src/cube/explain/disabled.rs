//! The build without explanations. It reads only whether the cube explains values.

use serde::Serialize;

use super::ManifestError;
use crate::base::json::{Node, Value};

/// Whether values are explained.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainPart(bool);

impl ExplainPart {
    /// Whether values are explained.
    pub fn explains(&self) -> bool {
        self.0
    }

    /// Accepts any explanations.
    pub(super) fn check(&self, _sealed: bool) -> Result<(), ManifestError> {
        Ok(())
    }
}

/// Reads the field of a manifest.
pub(super) fn read(node: &Node<'_>) -> Result<Option<ExplainPart>, String> {
    Ok(Some(ExplainPart(!matches!(node.value(), Value::Bool(false)))))
}
