//! Decodes the numbers that represent protected values in the tiles of a sealed cube (`src/tile/FORMAT.md`, measure 2).
//!
//! The value 0 has number 0, suppressed 1, blocked 2, and a value v above 0 has number v + 2. The *rest* of a view is
//! its most frequent state among the first three. Cells in this state are not written. The number 0 and the rest's
//! number are exchanged, so a written number is never 0.

#[cfg(feature = "make")]
mod encode;

#[cfg(feature = "make")]
pub(crate) use encode::number;

use super::Status;
use crate::protect::Rest;

/// The number of a view's rest, before the exchange.
fn of_rest(rest: Rest) -> u64 {
    match rest {
        Rest::Zero => 0,
        Rest::Suppressed => 1,
        Rest::Blocked => 2,
    }
}

/// Decodes a number as a value and a status.
pub(crate) fn protected(number: u64, rest: Rest) -> (i64, Status) {
    match exchange(number, rest) {
        0 => (0, Status::Shown),
        1 => (0, Status::Suppressed),
        2 => (0, Status::Blocked),
        number => (number as i64 - 2, Status::Shown), // at most 2^53, which the tile's reader has checked
    }
}

/// Exchanges 0 and the rest's number. A second exchange restores the number.
fn exchange(number: u64, rest: Rest) -> u64 {
    let rest = of_rest(rest);
    match number {
        0 => rest,
        number if number == rest => 0,
        number => number,
    }
}

#[cfg(all(test, feature = "make"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways_and_the_rest_is_0() {
        let cells = [(0, Status::Suppressed), (0, Status::Blocked)].into_iter();
        let cells: Vec<_> = cells.chain((0..50).map(|value| (value, Status::Shown))).collect();
        for &rest in Rest::ALL {
            let mut numbers: Vec<u64> =
                cells.iter().map(|&(value, status)| number(value, status, rest).unwrap()).collect();
            for (&cell, &number) in cells.iter().zip(&numbers) {
                assert_eq!(protected(number, rest), cell, "{rest:?}");
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (0..52).collect::<Vec<_>>(), "{rest:?}");
        }
        assert_eq!(number(0, Status::Shown, Rest::Zero), Some(0));
        assert_eq!(number(5, Status::Suppressed, Rest::Suppressed), Some(0), "what is suppressed has no value");
        assert_eq!(number(0, Status::Blocked, Rest::Blocked), Some(0));
        assert_eq!(number(-1, Status::Shown, Rest::Zero), None);
    }
}
