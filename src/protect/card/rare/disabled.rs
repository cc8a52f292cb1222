//! A build without the feature `full` refuses these methods, so their cards have only the name.

use super::Card;

pub(in crate::protect) const SMALL_CELL: Card = Card { kind: "small-cell", ..Card::EMPTY };

pub(in crate::protect) const TRANSITION_MATRIX: Card = Card { kind: "transition-matrix", ..Card::EMPTY };
