//! Compact arrays and lists of numbers, indexed by block or class.

use std::ops::{Index, IndexMut};

use super::NONE;

/// One number for each block or class. The index functions are not inlined, to keep the code small.
pub(super) struct Numbers(pub(super) Vec<u32>);

impl Index<u32> for Numbers {
    type Output = u32;
    #[inline(never)]
    fn index(&self, at: u32) -> &u32 {
        &self.0[at as usize]
    }
}

impl IndexMut<u32> for Numbers {
    #[inline(never)]
    fn index_mut(&mut self, at: u32) -> &mut u32 {
        &mut self.0[at as usize]
    }
}

impl Numbers {
    #[inline(never)]
    pub(super) fn new(number: u32, len: usize) -> Self {
        Self(vec![number; len])
    }
}

/// Many lists in one array, one after another.
pub(super) struct Lists {
    /// Start of each list, and the end of the last one.
    pub(super) starts: Numbers,
    items: Numbers,
}

impl Lists {
    /// For each number in `of`, lists its positions within rows of length `row`. [`NONE`] gets no list.
    pub(super) fn new(of: &[u32], row: usize, lists: usize) -> Self {
        // While the lists are filled, `starts[list + 1]` is the next free position of `list`. In the end it is the
        // start of the next list.
        let mut starts = Numbers::new(0, lists + 2);
        let mut len = 0;
        for &list in of {
            if list != NONE {
                starts[list + 2] += 1;
                len += 1;
            }
        }
        for list in 2..lists as u32 + 2 {
            starts[list] += starts[list - 1];
        }
        let mut items = Numbers::new(0, len);
        for row in of.chunks(row) {
            for (position, &list) in (0..).zip(row) {
                if list != NONE {
                    items[starts[list + 1]] = position;
                    starts[list + 1] += 1;
                }
            }
        }
        Self { starts, items }
    }

    #[inline(never)]
    pub(super) fn get(&self, list: u32) -> &[u32] {
        &self.items.0[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}
