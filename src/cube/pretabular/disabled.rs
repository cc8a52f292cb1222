//! Leaves out the field `pretabular`, which only measures and estimates use.

use serde::Serialize;

use crate::base::json::Node;
use crate::cube::{ManifestError, Release};
use crate::dimension::Dimension;

/// The field `pretabular` of a manifest. This build does not read it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PretabularPart {}

impl PretabularPart {
    pub(super) fn read(_: &Node<'_>) -> Result<Option<Self>, String> {
        Ok(None)
    }

    pub(super) fn check(_: Option<&Self>, _: Release, _: &[Dimension]) -> Result<(), ManifestError> {
        Ok(())
    }
}
