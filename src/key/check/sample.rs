//! Counts repeated keys in bounded memory.
//!
//! Up to [`CAPACITY`] distinct keys, the counts are exact. Beyond this number, the sample keeps the keys whose hash ends
//! in a zero bit, then in two zero bits, and so on. It keeps *all* records of a key, or no record of this key ("distinct
//! sampling", Gibbons 2001). If all keys are uniform, the keys of the sample are uniform over the values that the
//! sample can hold. So each test applies to the sample as to all records. The sample depends on the set of keys, not on
//! their order.

use std::hash::{BuildHasher, Hasher};

use hashbrown::hash_map::{Entry, HashMap};

use super::evenness::Evenness;
use super::tails;

/// Maximum number of distinct keys in the sample. A hash table of 2^20 places and 16 bytes a place holds them.
const CAPACITY: usize = 900_000;
/// A sample leaves out keys from the beginning if the expected keys are this many times its capacity.
#[cfg(not(target_arch = "wasm32"))]
const EXCEEDED: f64 = 1.2;
/// The least number of keys, in capacities, that certainly exceeds the capacity. The number of keys is estimated by twice
/// the number of half of them. The difference to [`EXCEEDED`], and the difference to 1, are more than 50 standard errors.
#[cfg(not(target_arch = "wasm32"))]
const CERTAIN: f64 = 1.1;
/// Marks a key that occurs in several cells.
const SEVERAL: u32 = u32::MAX;
/// Factor on the expected number of repeats if the sample leaves out keys. The share of values in the sample is a power
/// of 1/2, exact to about 1 in 1000, because the sample has more than 100,000 keys.
const SLACK: f64 = 1.05;

/// The records of a key.
#[derive(Debug, Clone, Copy)]
struct Group {
    records: u32,
    /// The cell of all records, or [`SEVERAL`].
    cell: u32,
}

/// Hashes a key by its own bits, which [`mixed`] has made random.
#[derive(Debug, Clone, Copy, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = mixed(key);
    }
}

impl BuildHasher for Mixed {
    type Hasher = Self;
    fn build_hasher(&self) -> Self {
        Self(0)
    }
}

/// Permutes the 64-bit numbers into an order that looks random (Steele, Lea and Flood 2014: the finaliser of SplitMix).
fn mixed(key: u64) -> u64 {
    let key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

/// The distinct keys, or a sample of them, with their numbers of records.
#[derive(Debug, Clone)]
pub(super) struct KeySample {
    groups: HashMap<u64, Group, Mixed>,
    /// The sample keeps 1 of 2^`level` keys.
    level: u32,
    /// Number of possible keys.
    values: f64,
    capacity: usize,
    /// The level of the empty sample.
    #[cfg(not(target_arch = "wasm32"))]
    first: u32,
}

impl KeySample {
    pub fn new(values: f64) -> Self {
        Self::of(values, CAPACITY)
    }

    fn of(values: f64, capacity: usize) -> Self {
        Self {
            groups: HashMap::with_hasher(Mixed::default()),
            level: 0,
            values,
            capacity,
            #[cfg(not(target_arch = "wasm32"))]
            first: 0,
        }
    }

    /// Leaves out keys from the beginning, if that many records with sound keys would exceed the capacity anyway. This saves
    /// time and memory. [`is_certain`](Self::is_certain) tells whether it was right.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn expect(&mut self, records: u64) {
        // The mean number of different values among so many draws.
        let distinct = -self.values * libm::expm1(-(records as f64) / self.values);
        while distinct / (1_u64 << self.level) as f64 > EXCEEDED * self.capacity as f64 {
            self.level += 1;
        }
        self.first = self.level;
    }

    /// Whether the sample is the same as one that began with all keys. A sample leaves out half of its keys only if they
    /// exceed its capacity. So twice the keys of this sample must exceed the capacity, by far more than by chance.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_certain(&self) -> bool {
        self.first == 0 || self.level > self.first || 2.0 * self.groups.len() as f64 > CERTAIN * self.capacity as f64
    }

    /// Whether a key is in the sample. The keys 2m and 2m + 1 are in the sample together, so that neighbours are seen.
    fn holds(key: u64, level: u32) -> bool {
        mixed(!(key >> 1)) & ((1 << level) - 1) == 0
    }

    pub fn add(&mut self, key: u64, cell: u32) {
        if !Self::holds(key, self.level) {
            return;
        }
        match self.groups.entry(key) {
            Entry::Occupied(mut group) => {
                let group = group.get_mut();
                group.records = group.records.saturating_add(1);
                if group.cell != cell {
                    group.cell = SEVERAL;
                }
            }
            Entry::Vacant(place) => {
                place.insert(Group { records: 1, cell });
                self.shrink();
            }
        }
    }

    /// Leaves out keys until the sample is within its capacity.
    fn shrink(&mut self) {
        while self.groups.len() > self.capacity {
            self.rise(self.level + 1);
        }
    }

    fn rise(&mut self, level: u32) {
        if level > self.level {
            self.level = level;
            self.groups.retain(|key, _| Self::holds(*key, level));
        }
    }

    /// Adds the records of another sample of keys from the same values.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn merge(&mut self, other: &Self) {
        self.rise(other.level);
        // Both tables have the same hash. Without room, the keys of one order would collide in the other one.
        self.groups.reserve(other.groups.len());
        for (&key, &group) in other.groups.iter().filter(|(key, _)| Self::holds(**key, self.level)) {
            match self.groups.entry(key) {
                Entry::Occupied(mut own) => {
                    let own = own.get_mut();
                    own.records = own.records.saturating_add(group.records);
                    if own.cell != group.cell {
                        own.cell = SEVERAL;
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(group);
                }
            }
        }
        self.shrink();
    }

    /// Number of distinct keys in the sample.
    pub fn len(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Number of records in the sample.
    pub fn records(&self) -> u64 {
        self.groups.values().map(|group| u64::from(group.records)).sum()
    }

    /// Number of possible keys in the sample, and the factor on expectations.
    fn share(&self) -> (f64, f64) {
        let share = 1.0 / (1_u64 << self.level) as f64;
        (self.values * share, if self.level == 0 { 1.0 } else { SLACK })
    }

    /// The birthday bound on the expected number of records that repeat an earlier key. Record i + 1 repeats one of at
    /// most i keys. So for n records and M values the probabilities add up to at most n(n − 1) / 2M. If n is above M,
    /// each record after the first M adds at most 1.
    fn expected(&self) -> f64 {
        let (values, slack) = self.share();
        let records = self.records() as f64;
        let below = records.min(values);
        slack * (below * (below - 1.0).max(0.0) / (2.0 * values) + (records - below))
    }

    /// Logarithm of a bound on the probability of at least this many repeats.
    pub fn repeats(&self) -> f64 {
        tails::poisson(self.expected(), (self.records() - self.len()) as f64)
    }

    /// Logarithm of a bound on the probability of at most this many distinct keys.
    pub fn distinct(&self) -> f64 {
        let (values, slack) = self.share();
        tails::distinct(values / slack, self.records() as f64, self.len() as f64)
    }

    /// Repeats of keys whose records are all in one cell.
    fn inside(&self) -> u64 {
        let groups = self.groups.values().filter(|group| group.cell != SEVERAL);
        groups.map(|group| u64::from(group.records) - 1).sum()
    }

    /// Logarithm of a bound on the probability of at least this many repeats within cells. The cells have `pairs` pairs
    /// of records.
    pub fn within_cells(&self, pairs: u64) -> f64 {
        let (values, slack) = self.share();
        // A pair is in the sample if its key is.
        let expected = slack * pairs as f64 / self.values * (values / self.values);
        tails::poisson(expected, self.inside() as f64)
    }

    /// Logarithm of a bound on the probability of at least this many repeats in different cells.
    pub fn across_cells(&self) -> f64 {
        tails::poisson(self.expected(), (self.records() - self.len() - self.inside()) as f64)
    }

    /// Counts each key of the sample once, below the same modulus as `all`. The sample takes keys by their hash, so even
    /// keys stay even.
    pub fn evenness(&self, all: &Evenness) -> Evenness {
        let mut evenness = all.emptied();
        let mut keys: Vec<u64> = self.groups.keys().copied().collect();
        keys.sort_unstable();
        keys.into_iter().for_each(|key| evenness.add(key));
        evenness
    }

    /// Logarithm of a bound on the probability that at least this many pairs of keys 2m and 2m + 1 occur. Each earlier
    /// key has one such neighbour, so a new key is a neighbour with the same probability as a repeat.
    pub fn neighbours(&self) -> f64 {
        let pairs = self.groups.keys().filter(|key| *key % 2 == 0 && self.groups.contains_key(&(*key + 1))).count();
        tails::poisson(self.expected(), pairs as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of a small capacity keeps all records of its keys, and the order of the records has no effect.
    #[test]
    fn the_sample_does_not_depend_on_the_order() {
        let keys: Vec<u64> = (0..3000).map(|at| mixed(at / 3) >> 20).collect();
        let sample = |keys: &mut dyn Iterator<Item = u64>| {
            let mut sample = KeySample::of((1_u64 << 44) as f64, 100);
            keys.for_each(|key| sample.add(key, 5));
            (sample.level, sample.len(), sample.records(), sample.repeats() < -50.0)
        };
        let (level, distinct, records, fails) = sample(&mut keys.iter().copied());
        assert!(level >= 3 && (30..=100).contains(&distinct) && records == 3 * distinct && fails);
        assert_eq!(sample(&mut keys.iter().rev().copied()), (level, distinct, records, fails));
    }

    /// Samples of parts give the sample of all records, also if a part has fewer keys left out.
    #[test]
    fn merged_samples_are_one_sample() {
        let records = || (0..3000_u32).map(|at| (mixed(u64::from(at / 3)) >> 20, at / 4));
        let sample = |parts: &[std::ops::Range<usize>]| {
            let mut merged = KeySample::of((1_u64 << 44) as f64, 100);
            for part in parts {
                let mut sample = KeySample::of((1_u64 << 44) as f64, 100);
                let records = records().skip(part.start).take(part.len());
                records.for_each(|(key, cell)| sample.add(key, cell));
                merged.merge(&sample);
            }
            let mut groups: Vec<(u64, u32, u32)> =
                merged.groups.iter().map(|(key, group)| (*key, group.records, group.cell)).collect();
            groups.sort_unstable();
            (merged.level, groups)
        };
        let mut whole = KeySample::of((1_u64 << 44) as f64, 100);
        records().for_each(|(key, cell)| whole.add(key, cell));
        let expected = sample(std::slice::from_ref(&(0..3000)));
        assert_eq!(
            (whole.level, whole.records()),
            (expected.0, expected.1.iter().map(|group| u64::from(group.1)).sum())
        );
        assert_eq!(sample(&[0..7, 7..50, 50..2000, 2000..3000]), expected);
        assert_eq!(sample(&[0..2999, 2999..3000]), expected);
    }

    /// A sample that leaves out keys from the beginning is the same. If keys repeat more often than by chance, or if there are
    /// fewer records than expected, the sample is not certain.
    #[test]
    fn expected_keys_give_the_same_sample() {
        let sample = |values: f64, expected: u64, keys: &mut dyn Iterator<Item = u64>| {
            let mut sample = KeySample::of(values, 10_000);
            sample.expect(expected);
            keys.for_each(|key| sample.add(key, 5));
            let mut groups: Vec<(u64, u32)> = sample.groups.iter().map(|(key, group)| (*key, group.records)).collect();
            groups.sort_unstable();
            (sample.is_certain(), sample.level, groups)
        };
        let all = (1_u64 << 44) as f64;
        let drawn = |records: u64| (0..records).map(|at| mixed(at) >> 20);
        for (records, first) in [(9000, 0), (11_900, 0), (12_100, 1), (23_000, 1), (100_000, 4)] {
            let (is_certain, level, groups) = sample(all, records, &mut drawn(records));
            assert!(is_certain && level >= first, "{records}");
            assert_eq!((true, level, groups), sample(all, 0, &mut drawn(records)), "{records}");
        }
        // Some 8,000 values, which many records share.
        let few = || drawn(100_000).map(|key| key % 8000);
        assert_eq!(sample(8000.0, 100_000, &mut few()), sample(8000.0, 0, &mut few()));
        assert!(!sample(all, 100_000, &mut few()).0);
        assert!(!sample(all, 100_000, &mut drawn(50_000).flat_map(|key| [key, key])).0);
        assert!(!sample(all, 100_000, &mut drawn(50_000)).0);
    }

    /// Four records have keys 4, 4, 9, 8 below 16: one repeat, within a cell, and one pair of neighbours.
    #[test]
    fn counts_by_hand() {
        let mut sample = KeySample::new(16.0);
        [(4, 1), (4, 1), (9, 1), (8, 2)].into_iter().for_each(|(key, cell)| sample.add(key, cell));
        assert_eq!((sample.len(), sample.records(), sample.inside(), sample.expected()), (3, 4, 1, 6.0 / 16.0));
        assert_eq!(sample.repeats(), tails::poisson(0.375, 1.0));
        assert_eq!(sample.neighbours(), tails::poisson(0.375, 1.0));
        assert_eq!(sample.within_cells(3), tails::poisson(3.0 / 16.0, 1.0));
        assert_eq!(sample.across_cells(), 0.0);
    }
}
