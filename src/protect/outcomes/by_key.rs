//! Gives the noise of a count as a function of the cell key, for the audit.

use crate::protect::compiled::{CompiledMethod, Draw, Entries, Intervals};

impl CompiledMethod {
    /// The noises of a count over the cell keys, each with the first key after its interval. Keys repeat after the last bound.
    /// `None` if the key does not select the entry, or nothing is drawn.
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
