//! Shlomo, Antal and Elliot (2015): protection of a hypercube compared with protection of the tables made from it.

mod count;
mod method;
mod reading;
mod risk;
mod swap;
mod table;

use super::Study;
use crate::study::figure::whole;
use crate::table::Error;
use table::Comparison;

/// Computes the study.
pub(super) fn study() -> Result<Study, Error> {
    let comparison = Comparison::new();
    let points = risk::Points::of(&comparison);
    let persons: u64 = comparison.hypercube.counts.iter().sum();
    Ok(Study {
        name: "shlomo-2015",
        paper: "N. Shlomo, L. Antal and M. Elliot (2015): Measuring Disclosure Risk and Data Utility for Flexible \
                Table Generators. Journal of Official Statistics 31(2)",
        data: format!(
            "The data are the synthetic hypercube of demo/hypercube. It has the paper's variables and categories, {} \
             invented persons, and cell keys below 2^32 from a fixed seed. The paper distributes persons by iterative \
             proportional fitting, and this hypercube by another rule. So the numbers of cells must be equal. Counts, \
             risk and utility can only have the paper's order.",
            whole(persons)
        ),
        parts: vec![
            count::hypercube(&comparison),
            count::output(&comparison),
            count::small_cells(&comparison),
            risk::table(&comparison, &points),
            risk::map(&points),
        ],
    })
}
