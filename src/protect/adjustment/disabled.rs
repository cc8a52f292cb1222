//! A build without table methods makes no such report.

use serde::Serialize;

/// A report that this build never makes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum Adjustment {}

impl Adjustment {
    /// Number of decimals of the values.
    pub fn decimals(self) -> u32 {
        match self {}
    }
}
