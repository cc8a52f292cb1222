//! A method in words, for readers of a table.

use super::method::{MethodKind, MethodSpec, Totals};

/// What the consistent methods have in common.
const CONSISTENT: &str = ", so the same records give the same figure in every table.";

impl MethodSpec {
    /// The method in words, for readers of a table.
    pub fn text(&self) -> String {
        let mut text = match &self.kind {
            MethodKind::None => return "The counts are shown as they are, without protection.".into(),
            MethodKind::CellKey { threshold, .. } => {
                let mut text = ["Each count is changed by a small random amount that depends on the records it counts", CONSISTENT].concat();
                if *threshold > 0 {
                    text += &format!(" Figures that are below {threshold} after this change are suppressed.");
                }
                text
            }
            MethodKind::RandomRounding { base, below, .. } => {
                let which = below.map_or("Each count".into(), |below| format!("Each count below {below}"));
                format!("{which} is rounded up or down to a multiple of {base} at random; the draw depends on the records it counts{CONSISTENT}")
            }
            MethodKind::ThresholdRounding { threshold, base } => {
                format!("Counts below {threshold} are suppressed, the others rounded to the nearest multiple of {base}.")
            }
            MethodKind::SmallCell { x } => {
                let x = thousandths(*x);
                format!("A small random amount is added for the records of each count; counts up to {x} are always changed. It depends on the records{CONSISTENT}")
            }
            MethodKind::TransitionMatrix { fixed: true, .. } => {
                "Counts are moved to other values by a table of probabilities, as many of them in a table as the probabilities expect. The same count may differ between tables.".into()
            }
            MethodKind::TransitionMatrix { .. } => {
                ["Each count may be moved to another value by a table of probabilities; the draw depends on the records it counts", CONSISTENT].concat()
            }
        };
        if self.category_keys {
            text += " Empty cells may be shown with a small figure.";
        }
        text += match self.totals {
            Totals::Own => " Totals are changed on their own, so the parts of a table may not add up to them.",
            Totals::Sum => " Totals are the sums of the figures shown.",
        };
        text
    }
}

/// A number of thousandths as a decimal.
pub(super) fn thousandths(number: u32) -> String {
    let text = format!("{}.{:03}", number / 1000, number % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
