//! A build without table methods has the cards of cell methods only.

use super::{Card, kinds, rare};

/// The cards of all kinds.
pub(super) const ALL: &[&Card] = &[
    &kinds::NONE,
    &kinds::CELL_KEY,
    &kinds::RANDOM_ROUNDING,
    &kinds::THRESHOLD_ROUNDING,
    &rare::SMALL_CELL,
    &rare::TRANSITION_MATRIX,
];

/// The card of a table method, which this build cannot describe.
pub(in crate::protect) const TABLE_METHOD: Card = Card::EMPTY;
