//! Reads the count and key of every cell, for the builder, the audit and traces.

use super::{Columns, Measures, count_of, key_of};

impl Columns {
    /// The count and key of each cell. Cells that were added to fill up runs have count 0 and key 0.
    pub fn counts_and_keys(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.len()).map(|cell| match &self.measures {
            Measures::Pairs(pairs) => (count_of(pairs[cell]), key_of(pairs[cell])),
            Measures::Apart(counts, keys) => (counts.get(cell), keys.get(cell)),
        })
    }

    /// The codes of every cell, one for each axis.
    pub fn codes(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let runs = self.run_starts.windows(2).enumerate();
        runs.flat_map(move |(run, cells)| (cells[0]..cells[1]).map(move |cell| self.codes_of(run, cell as usize)))
    }

    fn codes_of(&self, run: usize, cell: usize) -> Vec<u32> {
        let leading = &self.run_codes[run * self.led..(run + 1) * self.led];
        let others = self.coordinates[self.led..].iter().map(|column| column.get(cell) as u32);
        leading.iter().copied().chain(others).collect()
    }
}
