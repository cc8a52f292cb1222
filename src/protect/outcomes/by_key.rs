//! Computes the noise of a count as a function of the cell key, for the audit.

use crate::protect::compiled::{CompiledMethod, Draw, Entries, Intervals};

impl CompiledMethod {
    /// The noise of a count in each interval of cell keys, with the interval's exclusive end. The intervals repeat
    /// after the last end. `None` if the cell key does not select the entry directly, or the row has one entry.
    pub(crate) fn by_key(&self, count: u64) -> Option<Vec<(u64, i64)>> {
        let row = if matches!(self.draw, Draw::Key) { self.row(count.max(1)) } else { return None };
        match &self.entries {
            Entries::Direct { keys: 1, .. } => None,
            Entries::Direct { keys, noise } => {
                let keys = *keys as usize;
                let mut steps: Vec<(u64, i64)> = Vec::new();
                for (key, &noise) in (1..).zip(&noise[row * keys..(row + 1) * keys]) {
                    match steps.last_mut() {
                        Some(last) if last.1 == i64::from(noise) => last.0 = key,
                        _ => steps.push((key, noise.into())),
                    }
                }
                Some(steps)
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                let row = starts[row] as usize..starts[row + 1] as usize;
                Some(row.map(|at| (bounds[at], noise[at].into())).collect())
            }
        }
    }
}
