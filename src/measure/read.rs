//! Reads weights and multipliers from JSON.

use super::{Multiplier, Weights};
use crate::base::json::{Node, Value};

/// A JSON number, with or without a fraction; `None` for any other value.
fn number(node: &Node<'_>) -> Option<f64> {
    match *node.value() {
        Value::Whole(number) => Some(number as f64),
        Value::Other(number) => Some(number),
        _ => None,
    }
}

/// Reads a list of four weights, in the order of the fields of [`Weights`].
pub(crate) fn weights(node: &Node<'_>) -> Result<Weights, String> {
    let weights = match node.list()?.iter().map(number).collect::<Vec<_>>()[..] {
        [Some(zeros), Some(small), Some(large), Some(size)] => Weights { zeros, small, large, size }.checked(),
        _ => None,
    };
    weights.ok_or_else(|| {
        node.wrong("four numbers from 0 to 1 that add up to 1: of empty cells, small counts, larger ones, size")
    })
}

/// Reads a multiplier: one number for all counts, or a list of two numbers for small and larger counts.
pub(crate) fn multiplier(node: &Node<'_>) -> Result<Multiplier, String> {
    let multiplier = match (number(node), node.list()) {
        (Some(both), _) => Some(Multiplier { small: both, large: both }),
        (None, Ok(two)) => match two.iter().map(number).collect::<Vec<_>>()[..] {
            [Some(small), Some(large)] => Some(Multiplier { small, large }),
            _ => None,
        },
        _ => None,
    };
    let expected = "a number from 0 to 1, or two: of small counts and of larger ones";
    multiplier.and_then(Multiplier::checked).ok_or_else(|| node.wrong(expected))
}
