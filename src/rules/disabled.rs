//! The build without limits. It opens cubes with limits, but answers no query on them.

use serde::Serialize;
use thiserror::Error;

use crate::base::json::Node;
use crate::dimension::{Dimension, Text};

/// The rules in a manifest, unread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulesPart;

impl RulesPart {
    /// Accepts any field.
    pub(crate) fn read(_: &Node<'_>) -> Result<Option<Self>, String> {
        Ok(Some(Self))
    }
}

/// The rules of a cube, unknown.
#[derive(Debug, Clone)]
pub struct Rules;

impl Rules {
    /// Accepts any rules.
    pub(crate) fn resolve(
        _: &RulesPart,
        _: &[Dimension],
        _: &Text,
    ) -> Result<Self, (&'static str, &'static str, &'static str)> {
        Ok(Self)
    }
}

/// A table that a rule refuses: this build checks no rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {}
