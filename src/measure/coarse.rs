//! What a public cube may say of a table's risk and utility.

use super::{Measures, Risk, RiskMeasures, TableMeasures, Terms, UtilityMeasures};

impl Measures {
    /// All that [`coarse`](Self::coarse) can leave, as 0: a shape to compare with.
    pub(crate) fn coarsest(cells: u64) -> Self {
        let terms = Terms { zeros: 0.0, entropy: 0.0, entropy_small: 0.0, entropy_large: 0.0, size: 0.0 };
        let risk = Some(Risk { r: 0.0, r_unsplit: 0.0, r_l2: 0.0, terms });
        let untold = Self::untold(cells);
        Self { risk: RiskMeasures { before: risk, after: risk, ..untold.risk }, ..untold }
    }

    /// Shares and the terms of R to two decimals, and nothing that counts records, cells or lines, or depends on how the table is
    /// laid out. It comes from the truth all the same: whether it is published is for the publisher to decide.
    #[must_use]
    pub fn coarse(&self) -> Self {
        let round = |number: f64| (number * 100.0).round() / 100.0;
        let each = |number: Option<f64>| number.map(round);
        let risk = |risk: Option<Risk>| {
            risk.map(|Risk { r, r_unsplit, r_l2, terms }| Risk {
                r: round(r),
                r_unsplit: round(r_unsplit),
                r_l2: round(r_l2),
                terms: Terms {
                    zeros: round(terms.zeros),
                    entropy: round(terms.entropy),
                    entropy_small: round(terms.entropy_small),
                    entropy_large: round(terms.entropy_large),
                    size: round(terms.size),
                },
            })
        };
        Self {
            table: TableMeasures { cells: self.table.cells, ..TableMeasures::default() },
            risk: RiskMeasures {
                before: risk(self.risk.before),
                after: risk(self.risk.after),
                not_raised: self.risk.not_raised,
                dr1: each(self.risk.dr1),
                dr2: each(self.risk.dr2),
                small_cells: each(self.risk.small_cells),
                attribute_share: each(self.risk.attribute_share),
                ..RiskMeasures::default()
            },
            utility: UtilityMeasures {
                hellinger_utility: each(self.utility.hellinger_utility),
                hellinger_proportions: each(self.utility.hellinger_proportions),
                changed_share: each(self.utility.changed_share),
                information_gain: each(self.utility.information_gain),
                ..UtilityMeasures::default()
            },
        }
    }
}
