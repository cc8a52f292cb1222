//! Describes methods in words, for readers of a table.

use super::deviations;
use super::method::{Additivity, MethodKind, MethodSpec, Totals};

/// The sentence for all consistent methods.
const CONSISTENT: &str =
    " The change depends on the records counted, so the same records give the same figure in every table.";

/// The sentence for methods that look at the table.
pub(super) const BY_TABLE: &str = " The same records may give different figures in different tables.";

impl MethodSpec {
    /// The method in words, for readers of a table.
    pub fn text(&self) -> String {
        let (mut text, consistent) = match &self.kind {
            MethodKind::None => return "The counts are shown as they are, without protection.".into(),
            MethodKind::CellKey { .. } => ("Each count is changed by a small random amount.".into(), CONSISTENT),
            MethodKind::RandomRounding { base, below, .. } => {
                let below = below.map_or(String::new(), |below| format!(" below {below}"));
                (format!("Each count{below} is rounded up or down, at random, to a multiple of {base}."), CONSISTENT)
            }
            MethodKind::ThresholdRounding { threshold, base } => {
                let rounded = format!("rounded to the nearest multiple of {base}.");
                let text = match threshold {
                    0 => format!("Each count is {rounded}"),
                    1 => format!("Counts of 0 are suppressed, the others {rounded}"),
                    _ => format!("Counts below {threshold}, 0 included, are suppressed, the others {rounded}"),
                };
                (text, "")
            }
            MethodKind::SmallCell { x, deviations, total_variance } => {
                let consistent = if total_variance.is_some() { BY_TABLE } else { CONSISTENT };
                (deviations::text(*x, deviations), consistent)
            }
            MethodKind::TransitionMatrix { fixed: false, .. } => {
                ("Each count may change to another value, with fixed probabilities.".into(), CONSISTENT)
            }
            MethodKind::Table(kind) => {
                return kind.text() + &self.by_table_text();
            }
            MethodKind::TransitionMatrix { .. } => {
                let text = "Fixed probabilities set the number of counts in each table that change to other values.";
                (text.into(), BY_TABLE)
            }
        };
        let is_fitted = self.additivity != Additivity::None;
        text += if is_fitted { "" } else { consistent };
        if let MethodKind::CellKey { threshold: threshold @ 1.., .. } = &self.kind {
            text += &format!(" Figures below {threshold} after this change are suppressed, 0 included.");
        }
        if self.category_keys {
            text += " Some empty cells are shown with a small figure.";
        }
        if let Some(least) = self.protect_below.or(self.protect_below_average) {
            let of = if self.protect_below.is_none() { " per cell" } else { "" };
            text += &format!(
                " Only in answers by building blocks, areas with {least} records or more{of} are shown unprotected."
            );
        }
        text += match self.totals {
            Totals::Own if is_fitted => return text + &self.by_table_text(),
            Totals::Own => " Totals are treated like any other count, so the figures may not add up to them.",
            Totals::Sum => " Totals are the sums of the figures shown, and may differ between tables.",
        };
        text
    }
}
