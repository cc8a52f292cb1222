//! Computes the figures of each row.

use super::super::{Lookup, Noise, Ptable, ROW_CYCLE};
use super::counts::Counts;
use super::values::Published;
use super::{RowCheck, WithKeys};

/// Returns the figures of all rows up to the end of the first period. Adjacent rows with equal distributions form one
/// entry.
pub(super) fn rows(table: &Ptable, counts: &Counts, published: &Published, keys: Option<u32>) -> Vec<RowCheck> {
    let repeats = counts.repeats;
    let last = match repeats.period {
        1 => table.last_row(),
        // The minimum is at most the last row, so it fits 32 bits.
        period => (repeats.from + period - 1).min(table.last_row().into()) as u32,
    };
    let mut found: Vec<RowCheck> = Vec::new();
    let mut absent = Absent::default();
    for row in table.first_row()..=last {
        let same = row > 1 && counts.which(row.into()) == counts.which(u64::from(row) - 1);
        match found.last_mut() {
            Some(group) if same => group.last = row,
            _ => {
                absent.give(found.last_mut());
                found.push(figures(table, row, counts.of(row.into()), keys));
                absent = Absent::of(counts.of(row.into()), published);
            }
        }
        absent.look(row.into(), published);
        if let Some(count) = large_count(table, row, counts.steady()) {
            absent.look(count, published);
        }
    }
    absent.give(found.last_mut());
    found
}

/// The noises that never occur in a group of rows, although smaller and larger noises occur.
#[derive(Default)]
struct Absent {
    /// Each of these noises, and whether other counts are published as the resulting value.
    noises: Vec<(i32, bool)>,
    /// The runs of these noises, if the published values were not computed.
    runs: Vec<(i32, i32)>,
}

impl Absent {
    fn of(noise: &Noise, published: &Published) -> Self {
        let pairs = noise.weights().windows(2).map(|pair| (pair[0].0 + 1, pair[1].0 - 1));
        let runs = pairs.filter(|(first, last)| first <= last);
        if published.known {
            Self {
                noises: runs.flat_map(|(first, last)| first..=last).map(|noise| (noise, false)).collect(),
                runs: vec![],
            }
        } else {
            Self { noises: vec![], runs: runs.collect() }
        }
    }

    /// Marks the noises that take this count to a value that is published for other counts.
    fn look(&mut self, count: u64, published: &Published) {
        for (noise, is_published) in &mut self.noises {
            *is_published |= published.is(count.saturating_add_signed((*noise).into()));
        }
    }

    fn give(&mut self, group: Option<&mut RowCheck>) {
        let Some(group) = group else { return };
        group.gaps = std::mem::take(&mut self.runs);
        for (noise, is_published) in self.noises.drain(..) {
            let runs = if is_published { &mut group.gaps } else { &mut group.blocked };
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == noise => *last = noise,
                _ => runs.push((noise, noise)),
            }
        }
    }
}

fn figures(table: &Ptable, row: u32, noise: &Noise, keys: Option<u32>) -> RowCheck {
    let total = noise.total() as f64;
    let share = |weight: u64| weight as f64 / total;
    let ends = [noise.weights().first(), noise.weights().last()].map(|end| end.map_or(0, |end| end.0));
    let with_keys = keys.map(|keys| {
        let noise = table.noise(row, Lookup::Keys(keys));
        WithKeys { mean: noise.mean(), variance: noise.variance() }
    });
    RowCheck {
        first: row,
        last: row,
        mean: noise.mean(),
        variance: noise.variance(),
        stays: share(noise.weight(0)),
        // Start at 0, so that a noise of probability 1 gives entropy 0 instead of −0.
        entropy: noise.weights().iter().fold(0.0, |sum, &(_, weight)| sum - share(weight) * libm::log2(share(weight))),
        smallest: ends[0],
        largest: ends[1],
        gaps: Vec::new(),
        blocked: Vec::new(),
        with_keys,
    }
}

/// Returns a count that uses the row and is published only as values above `steady`; `None` if no such count uses the
/// row.
fn large_count(table: &Ptable, row: u32, steady: u64) -> Option<u64> {
    // This distance is larger than any noise.
    let far = steady + 1_000_000;
    match table {
        Ptable::Interval(table) => (row == table.last_row()).then_some(far),
        Ptable::Dense(table) => {
            let turn = u64::from(ROW_CYCLE);
            let at = u64::from(row.checked_sub(table.last_row() - (ROW_CYCLE - 1))?);
            // A large count n uses the row at position (n − 1) mod 250 of the last 250 rows.
            Some(far - far % turn + turn + at + 1)
        }
    }
}
