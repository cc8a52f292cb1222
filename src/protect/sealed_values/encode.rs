//! Encodes a protected cell as a number.

use super::exchange;
use crate::protect::{Rest, Status};

/// The number of a protected cell; 0 if the cell has the state of the rest. `None` for a negative value, which no
/// method produces.
pub(crate) fn number(value: i64, status: Status, rest: Rest) -> Option<u64> {
    let number = match status {
        Status::Shown => u64::try_from(value).ok().map(|value| if value == 0 { 0 } else { value + 2 })?,
        Status::Suppressed => 1,
        Status::Blocked => 2,
    };
    Some(exchange(number, rest))
}
