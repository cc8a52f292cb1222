//! The cells of one or several tables, and the sums that hold between them.

use super::TableMethodError;

/// True cells and the sums between them. A cell that is the total of a sum has other cells as parts. All other cells
/// are inner cells.
#[derive(Debug, Clone)]
pub struct System {
    counts: Vec<u64>,
    keys: Vec<u64>,
    /// Number of places on each axis, the total included, if the cells are those of a single table.
    sizes: Option<Vec<usize>>,
    /// The total of each sum.
    wholes: Vec<u32>,
    /// Start of each sum's parts in `parts`, then the end of the last sum's parts.
    starts: Vec<u32>,
    parts: Vec<u32>,
    is_inner: Vec<bool>,
}

impl System {
    /// The cells of a table, row-major over its axes. The last place of each axis is its total.
    ///
    /// # Panics
    /// Panics if the numbers of counts and keys are not the product of the sizes.
    ///
    /// ```
    /// use cellveil::table_method::System;
    /// // Two columns and their total.
    /// let system = System::table(&[3], vec![1, 2, 3], vec![40, 50, 90]);
    /// assert_eq!(system.sums().collect::<Vec<_>>(), [(2, &[0, 1][..])]);
    /// assert!(system.is_inner(1) && !system.is_inner(2));
    /// ```
    pub fn table(sizes: &[usize], counts: Vec<u64>, keys: Vec<u64>) -> Self {
        let cells: usize = sizes.iter().product();
        assert_eq!((counts.len(), keys.len()), (cells, cells), "a count and a key for each cell");
        let mut sums = Vec::new();
        let mut stride = cells;
        for &size in sizes {
            let outer = cells / stride;
            stride /= size;
            if size < 2 {
                continue; // an axis without inner places
            }
            for block in 0..outer {
                for inner in 0..stride {
                    let place = |at: usize| ((block * size + at) * stride + inner) as u32;
                    sums.push((place(size - 1), (0..size - 1).map(place).collect()));
                }
            }
        }
        Self { sizes: Some(sizes.to_vec()), ..Self::new(counts, keys, sums) }
    }

    /// Cells of several tables. Each sum is the position of its total and the positions of its parts. A cell that
    /// several tables share appears once.
    ///
    /// # Panics
    /// Panics if a position is not below the number of counts, or if the numbers of counts and keys differ.
    pub fn new(counts: Vec<u64>, keys: Vec<u64>, sums: Vec<(u32, Vec<u32>)>) -> Self {
        assert_eq!(counts.len(), keys.len(), "a key for each count");
        let mut is_inner = vec![true; counts.len()];
        let (mut wholes, mut starts, mut parts) = (Vec::new(), vec![0], Vec::new());
        for (whole, of) in sums {
            assert!(of.iter().all(|&part| (part as usize) < counts.len()), "a part is a cell");
            is_inner[whole as usize] = false;
            wholes.push(whole);
            parts.extend(of);
            starts.push(parts.len() as u32);
        }
        Self { counts, keys, sizes: None, wholes, starts, parts, is_inner }
    }

    /// Checks that every total is the sum of its parts.
    ///
    /// # Errors
    /// [`TableMethodError::TotalsDisagree`] if a total is not the sum of its parts.
    pub fn check(&self) -> Result<(), TableMethodError> {
        let count = |&cell: &u32| u128::from(self.counts[cell as usize]);
        let agrees = |(whole, parts): (u32, &[u32])| count(&whole) == parts.iter().map(count).sum::<u128>();
        if self.sums().all(agrees) { Ok(()) } else { Err(TableMethodError::TotalsDisagree) }
    }

    /// The true count of each cell.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The cell key of each cell.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether the system has no cells.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Number of places on each axis, the total included, if the cells are those of a single table.
    pub fn sizes(&self) -> Option<&[usize]> {
        self.sizes.as_deref()
    }

    /// The position of the total and the positions of the parts of each sum.
    pub fn sums(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let parts = |range: &[u32]| &self.parts[range[0] as usize..range[1] as usize];
        self.wholes.iter().copied().zip(self.starts.windows(2).map(parts))
    }

    /// Whether a cell is not the total of any sum.
    pub fn is_inner(&self, cell: usize) -> bool {
        self.is_inner[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_a_sum_for_each_line() {
        // 2 × 2 inner cells with totals of rows, of columns and of all.
        let counts = vec![1, 2, 3, 4, 5, 9, 5, 7, 12];
        let system = System::table(&[3, 3], counts.clone(), vec![0; 9]);
        let sums: Vec<_> = system.sums().map(|(whole, parts)| (whole, parts.to_vec())).collect();
        let expected = [(6, [0, 3]), (7, [1, 4]), (8, [2, 5]), (2, [0, 1]), (5, [3, 4]), (8, [6, 7])];
        assert_eq!(sums, expected.map(|(whole, parts)| (whole, parts.to_vec())));
        assert_eq!(system.check(), Ok(()));
        let inner: Vec<usize> = (0..9).filter(|&cell| system.is_inner(cell)).collect();
        assert_eq!(inner, [0, 1, 3, 4]);
        let wrong = System::table(&[3, 3], [&counts[..8], &[13]].concat(), vec![0; 9]);
        assert_eq!(wrong.check(), Err(TableMethodError::TotalsDisagree));
    }
}
