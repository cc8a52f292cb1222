//! Frequencies of counts. Most measures of risk need no other data of a table.

/// Distinct counts in ascending order, each with its number of cells (at least 1).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frequencies(Vec<(u64, u64)>);

impl Frequencies {
    /// Computes the frequencies of the counts of cells.
    ///
    /// ```
    /// use cellveil::measure::Frequencies;
    /// let frequencies = Frequencies::of([3, 0, 7, 0]);
    /// assert_eq!(frequencies.pairs(), [(0, 2), (3, 1), (7, 1)]);
    /// assert_eq!((frequencies.cells(), frequencies.population()), (4, 10));
    /// ```
    pub fn of(counts: impl IntoIterator<Item = u64>) -> Self {
        Self(runs(counts.into_iter().collect()))
    }

    /// The counts, each with its number of cells.
    pub fn pairs(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// Number of cells, K.
    pub fn cells(&self) -> u64 {
        self.0.iter().map(|(_, cells)| cells).sum()
    }

    /// Number of records, N.
    pub fn population(&self) -> u128 {
        self.0.iter().map(|&(count, cells)| u128::from(count) * u128::from(cells)).sum()
    }

    /// Number of cells with this count.
    pub fn of_count(&self, count: u64) -> u64 {
        self.0.binary_search_by_key(&count, |pair| pair.0).map_or(0, |at| self.0[at].1)
    }

    /// The counts, each with its number of cells, as floating-point numbers.
    pub(super) fn numbers(&self) -> Vec<(f64, f64)> {
        self.0.iter().map(|&(count, cells)| (count as f64, cells as f64)).collect()
    }
}

/// Distinct values in ascending order, each with its frequency.
pub(super) fn runs(values: Vec<u64>) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for value in ascending(values) {
        match runs.last_mut() {
            Some((last, times)) if *last == value => *times += 1,
            _ => runs.push((value, 1)),
        }
    }
    runs
}

/// Sorts values by radix sort, from the lowest byte. Counts are small, so most bytes are equal in all counts and are
/// skipped. Sorting 250,000 counts takes about one millisecond, a tenth of the time of a comparison sort.
#[inline(never)]
pub(super) fn ascending(mut values: Vec<u64>) -> Vec<u64> {
    let mut sorted = vec![0; values.len()];
    for shift in (0..u64::BITS).step_by(8) {
        let byte = |value: u64| (value >> shift) as u8 as usize;
        let mut starts = [0; 257];
        values.iter().for_each(|&value| starts[byte(value) + 1] += 1);
        if starts.contains(&values.len()) {
            continue;
        }
        (1..257).for_each(|at| starts[at] += starts[at - 1]);
        for &value in &values {
            sorted[starts[byte(value)]] = value;
            starts[byte(value)] += 1;
        }
        std::mem::swap(&mut values, &mut sorted);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_those_of_a_sorted_list() {
        let mut state = 7u64;
        for bits in [1, 8, 9, 16, 33, 64] {
            let values: Vec<u64> = (0..1000)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    state.rotate_left(29) >> (64 - bits)
                })
                .collect();
            let mut expected = values.clone();
            expected.sort_unstable();
            assert_eq!(ascending(values.clone()), expected, "{bits} bits");
            let runs = runs(values);
            assert!(runs.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert_eq!(
                runs.iter().flat_map(|&(value, times)| vec![value; times as usize]).collect::<Vec<_>>(),
                expected
            );
        }
    }

    #[test]
    fn nothing_has_no_frequencies() {
        let none = Frequencies::of([]);
        assert_eq!((none.pairs().len(), none.cells(), none.population(), none.of_count(0)), (0, 0, 0, 0));
    }

    #[test]
    fn a_population_may_be_beyond_64_bits() {
        let large = Frequencies::of([u64::MAX, u64::MAX, 1]);
        assert_eq!(large.population(), 2 * u128::from(u64::MAX) + 1);
    }
}
