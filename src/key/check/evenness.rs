//! Tests whether keys are even over the range and over the remainders of small divisors.
//!
//! The range is cut into up to 1024 equal intervals, then into half as many, and so on down to 2. Remainders are counted
//! modulo each divisor of 1024 (the last bits), of 1000 (the last decimal digits) and of 1001 · 3. Each class has a
//! binomial number of keys. The test of a class uses Chernoff's bound, shared over all classes and both sides. Pearson's
//! χ² (1900) adds the many small deviations of a partition. χ² is used only if each class expects at least 64 keys. A
//! sum of deviations has only approximately a χ² distribution. The closed bound is about ten times as large as the
//! exact tail, which leaves room for this approximation.

use super::{LEVEL, SHARES, tails};

/// Maximum number of intervals.
const INTERVALS: u64 = 1024;
/// Remainders modulo all divisors of these numbers are tested.
const MODULI: [u64; 3] = [1024, 1000, 3003];
/// Minimum expectation of each class for Pearson's χ².
const LEAST_EXPECTED: f64 = 64.0;

/// The numbers of keys in intervals and remainders.
#[derive(Debug, Clone)]
pub(super) struct Evenness {
    /// Number of possible keys.
    values: u64,
    keys: u64,
    intervals: Vec<u64>,
    /// Numbers of keys for each remainder of each modulus. Empty for a modulus above the number of possible keys.
    remainders: [Vec<u64>; 3],
    first: Option<u64>,
    /// The greatest common divisor of all differences from the first key; 0 if all keys are equal.
    step: u64,
}

/// One partition of the keys: the number and the share of keys of each class.
struct Partition {
    found: Vec<u64>,
    shares: Vec<f64>,
}

impl Evenness {
    /// Prepares the tests of keys below `values`, which is at most 2^53.
    pub fn new(values: u64) -> Self {
        // The largest power of 2 that is not above the number of possible keys.
        let intervals = INTERVALS.min(1 << values.ilog2());
        Self {
            values,
            keys: 0,
            intervals: vec![0; intervals as usize],
            remainders: MODULI.map(|modulus| vec![0; if modulus < values { modulus as usize } else { 0 }]),
            first: None,
            step: 0,
        }
    }

    /// Returns tests for the same number of possible keys, without any key.
    pub fn emptied(&self) -> Self {
        Self::new(self.values)
    }

    /// Adds a key below `values`.
    pub fn add(&mut self, key: u64) {
        self.keys += 1;
        // A key is below 2^53 and there are at most 2^10 intervals, so the product is below 2^63.
        let interval = key * self.intervals.len() as u64 / self.values;
        self.intervals[interval as usize] += 1;
        for (modulus, found) in MODULI.into_iter().zip(&mut self.remainders) {
            if !found.is_empty() {
                found[(key % modulus) as usize] += 1;
            }
        }
        let first = *self.first.get_or_insert(key);
        if self.step != 1 {
            self.step = common_divisor(self.step, key.abs_diff(first));
        }
    }

    /// Adds the keys of another tally below the same number.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn merge(&mut self, other: &Self) {
        let add =
            |own: &mut Vec<u64>, other: &Vec<u64>| own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        self.keys += other.keys;
        add(&mut self.intervals, &other.intervals);
        self.remainders.iter_mut().zip(&other.remainders).for_each(|(own, other)| add(own, other));
        let Some(first) = other.first else { return };
        // The step divides the difference of any two keys, so it depends on the set of keys only.
        let between = first.abs_diff(*self.first.get_or_insert(first));
        self.step = common_divisor(common_divisor(self.step, other.step), between);
    }

    /// Whether some interval has too many or too few keys.
    pub fn has_uneven_intervals(&self) -> bool {
        let finest = self.intervals.len() as u64;
        // Interval i has the keys from ceil(i · values / finest) to before ceil((i + 1) · values / finest).
        let start = |at: u64| (u128::from(at) * u128::from(self.values)).div_ceil(u128::from(finest)) as f64;
        let mut partitions = Vec::new();
        let mut width = 1;
        while width < finest {
            let found = self.intervals.chunks(width as usize).map(|part| part.iter().sum()).collect();
            let share = |at: u64| (start((at + 1) * width) - start(at * width)) / self.values as f64;
            partitions.push(Partition { found, shares: (0..finest / width).map(share).collect() });
            width *= 2;
        }
        self.is_uneven(&partitions)
    }

    /// Whether some remainder has too many or too few keys.
    pub fn has_uneven_remainders(&self) -> bool {
        let mut partitions = Vec::new();
        for (modulus, all) in MODULI.into_iter().zip(&self.remainders).filter(|(_, all)| !all.is_empty()) {
            for divisor in (2..=modulus).filter(|divisor| modulus % divisor == 0) {
                let mut found = vec![0; divisor as usize];
                (0..).zip(all).for_each(|(at, keys): (u64, &u64)| found[(at % divisor) as usize] += keys);
                let members = |at: u64| self.values / divisor + u64::from(at < self.values % divisor);
                let shares = (0..divisor).map(|at| members(at) as f64 / self.values as f64).collect();
                partitions.push(Partition { found, shares });
            }
        }
        self.is_uneven(&partitions)
    }

    /// Whether all keys differ by multiples of one number.
    pub fn has_step(&self) -> bool {
        tails::step(self.values as f64, self.keys as f64, self.step as f64) <= libm::log(LEVEL / SHARES)
    }

    /// Tests each class of all partitions, and each partition as a whole. Both kinds of tests have half the level.
    fn is_uneven(&self, partitions: &[Partition]) -> bool {
        let keys = self.keys as f64;
        let level = |tests: usize| libm::log(LEVEL / SHARES / 2.0 / tests.max(1) as f64);
        let of_classes = level(2 * partitions.iter().map(|partition| partition.found.len()).sum::<usize>());
        let of_partitions = level(partitions.len());
        partitions.iter().any(|Partition { found, shares }| {
            let classes = || found.iter().zip(shares).map(|(&found, &share)| (found as f64, share));
            classes().any(|(found, share)| tails::binomial(keys, share, found) <= of_classes) || {
                let is_large = classes().all(|(_, share)| keys * share >= LEAST_EXPECTED);
                let term =
                    |(found, share): (f64, f64)| (found - keys * share) * (found - keys * share) / (keys * share);
                is_large && {
                    let sum: f64 = classes().map(term).sum();
                    tails::chi_square(found.len() as f64 - 1.0, sum) <= of_partitions
                }
            }
        })
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
