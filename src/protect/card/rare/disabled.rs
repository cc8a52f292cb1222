//! A build without the feature `full` reads the parameters of these methods, and does not describe the methods.

use super::Card;
use super::parameter::*;

pub(in crate::protect) const SMALL_CELL: Card = Card {
    kind: "small-cell",
    parameters: &[X, DEVIATIONS, TOTAL_VARIANCE, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    ..Card::EMPTY
};

pub(in crate::protect) const TRANSITION_MATRIX: Card = Card {
    kind: "transition-matrix",
    parameters: &[CAP, MATRIX, CONTROL, ZEROS, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    ..Card::EMPTY
};
