//! Sorts positions by the items at these positions. The whole crate uses this one sort, so it is compiled once.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Sorts positions. `compare` compares the items at two positions. Equal items may come in any order.
pub(crate) fn sort_positions(positions: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    // This heap needs a tenth of the code that the sorts of the standard library need.
    let heap: BinaryHeap<Compared<'_>> = positions.iter().map(|&at| Compared(at, compare)).collect();
    positions.iter_mut().zip(heap.into_sorted_vec()).for_each(|(to, Compared(at, _))| *to = at);
}

struct Compared<'a>(u32, &'a dyn Fn(u32, u32) -> Ordering);

impl Ord for Compared<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.1)(self.0, other.0)
    }
}

impl PartialOrd for Compared<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Compared<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Compared<'_> {}
