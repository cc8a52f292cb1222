//! Additivity after noise: how noisy values are made to add up.

use super::method::{Additivity, MethodKind, MethodSpec, Totals};
use super::properties::Properties;
use super::words::BY_TABLE;

/// Checks that values of a kind of method can be fitted to their totals.
pub(super) fn check(kind: &MethodKind, totals: Totals) -> Result<(), String> {
    let problem = match kind {
        _ if totals == Totals::Sum => "totals are sums of the shown values, which add up",
        MethodKind::CellKey { threshold: 1.., .. } | MethodKind::ThresholdRounding { threshold: 1.., .. } => {
            "the method suppresses values, which a fit would disclose"
        }
        MethodKind::Table(kind) if kind.word() != "semi-controlled-rounding" => "the method decides its own totals",
        _ => return Ok(()),
    };
    Err(format!("additivity needs noisy values of all cells and totals, but {problem}; expected additivity = \"none\""))
}

impl MethodSpec {
    /// Whether one table can disclose a cell of another table, so that all published views are protected together.
    pub fn protects_together(&self) -> bool {
        matches!(&self.kind, MethodKind::Table(kind) if kind.protects_together())
    }

    /// How the values are made to add up, and how another table may differ.
    pub(super) fn by_table_text(&self) -> String {
        let fit = match self.additivity {
            Additivity::None => "",
            Additivity::Ipf => " Then all figures are fitted to the totals, as fractions, so that they add up.",
            Additivity::Integer => " Then all figures are fitted to the totals, as whole numbers, so that they add up.",
        };
        let differs = match &self.kind {
            MethodKind::Table(kind) if kind.protects_together() => {
                " A figure may be shown in one table and suppressed in another."
            }
            _ => BY_TABLE,
        };
        format!("{fit}{differs}")
    }

    /// The properties after a fit to the totals, if the method has one.
    pub(super) fn fitted(&self, properties: Properties) -> Properties {
        match self.additivity {
            Additivity::None => properties,
            additivity => Properties {
                consistent: false,
                consistent_totals: false,
                additive: true,
                unbiased: None,
                integer: additivity == Additivity::Integer,
                largest_change: None,
                ..properties
            },
        }
    }
}
