//! Replaces the limits in a build without limits. This build opens cubes with limits, but answers no query on such
//! cubes.

use serde::Serialize;
use thiserror::Error;

use crate::base::json::Node;
use crate::dimension::{Dimension, Text};

/// A placeholder for the limits in a manifest. This build does not read them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulesPart;

impl RulesPart {
    /// Accepts any field.
    pub(crate) fn read(_: &Node<'_>) -> Result<Option<Self>, String> {
        Ok(Some(Self))
    }
}

/// A placeholder for the limits of a cube.
#[derive(Debug, Clone)]
pub struct Rules;

impl Rules {
    /// Accepts any limits.
    pub(crate) fn resolve(
        _: &RulesPart,
        _: &[Dimension],
        _: &Text,
    ) -> Result<Self, (&'static str, &'static str, &'static str)> {
        Ok(Self)
    }
}

/// The refusal of a table. This build checks no limits, so no value of this type exists.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {}
