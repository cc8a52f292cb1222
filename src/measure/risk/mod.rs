//! Measures the disclosure risk of a whole table (before and after protection), of small cells, of zeros, and of lines
//! with few filled cells.

mod after;
mod before;
mod differences;
mod entropy;
mod lines;
mod small;
mod two_way;

pub use after::{after, after_swapping};
pub(super) use before::SMALL_COUNT;
pub use before::{before, population_size, with_terms};
pub use differences::SmallCountRisk;
pub use entropy::entropy_term;
pub use lines::{Lines, lines};
pub use small::{dr1, dr2, small_cells};

use super::{Cells, Choices, Context, Frequencies, RiskMeasures, Transitions};

/// Computes all measures of risk.
pub(super) fn measures(
    cells: &Cells<'_>,
    context: &Context<'_>,
    choices: &Choices,
    frequencies: &Frequencies,
    mut transitions: Option<&mut Transitions<'_>>,
) -> RiskMeasures {
    let independent = transitions.as_deref_mut().filter(|_| context.totals.is_some());
    let small_counts =
        independent.map(|transitions| differences::small_count_risk(&context.protected(frequencies), transitions));
    let before = before(frequencies, &choices.weights);
    let noisy = &context.unfitted.map_or(*cells, |values| Cells { values, decimals: 0, ..*cells });
    let mut protected = context
        .swapping(cells)
        .zip(transitions)
        .map(|(swapping, transitions)| after::Protected::of(noisy, transitions, choices, swapping.as_ref()));
    if context.are_sums {
        protected.as_mut().into_iter().for_each(after::Protected::leave_large_values);
    }
    let after = protected.as_ref().and_then(|protected| after::after_of(noisy, protected, &choices.weights));
    let [rows, columns] = two_way::Lines::of(cells);
    let lines = lines(cells);
    let counted = !cells.counts.is_empty();
    RiskMeasures {
        before,
        after,
        needs_protection: choices
            .protect_above
            .and_then(|(limit, weights)| Some(self::before(frequencies, &weights)?.r > limit)),
        rows_before: rows.risk(cells, None, &choices.weights),
        rows_after: after.and_then(|_| rows.risk(noisy, protected.as_ref(), &choices.weights)),
        columns_before: columns.risk(cells, None, &choices.weights),
        columns_after: after.and_then(|_| columns.risk(noisy, protected.as_ref(), &choices.weights)),
        not_raised: before.zip(after).map(|(before, after)| after.r <= before.r),
        dr1: dr1(cells, context.unflagged),
        dr2: dr2(cells),
        small_counts,
        small_cells: small_cells(frequencies),
        attribute_lines: counted.then_some(lines.attribute),
        full_cells: counted.then_some(lines.full),
        attribute_share: lines.attribute_share(),
    }
}
