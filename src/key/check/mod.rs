//! Tests whether record keys look like independent draws from 0 to M − 1.
//!
//! The noise of a cell is a function of the cell's key. Keys that repeat, or that lie in a small part of the range, give
//! noise that an attacker can predict. The order of the keys has no effect.
//!
//! **Level.** For sound keys, all tests of one [`KeyTally`] together report a fault with a probability of at most
//! [`LEVEL`]. Each of `SHARES` tests has an equal share (Bonferroni). Every probability is an upper bound in closed
//! form (`tails`), so the level also holds for few records.
//!
//! **What the tests cannot find**: keys that were drawn evenly but are known to others; a generator of poor quality whose
//! keys are distinct and even; hashes of the answers if no two records agree in all answers.

mod evenness;
mod sample;
pub mod secret;
mod tails;

use std::fmt;

use evenness::Evenness;
use sample::KeySample;

use super::Modulus;
use super::derive::Derivation;

/// Maximum probability that the tests report a fault of sound keys.
pub const LEVEL: f64 = 1e-9;
/// Number of tests that share the level: two of repeats, one of repeats within cells, the same three of identifiers, and
/// one each of intervals, remainders, steps and neighbours.
const SHARES: f64 = 10.0;
/// Keys are few if the records are at least this many times the distinct keys.
const FEW: u64 = 8;

/// Returns the logarithm of the level of each test.
fn ln_level() -> f64 {
    libm::log(LEVEL / SHARES)
}

/// A fault of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyFault {
    /// All keys are equal.
    Constant,
    /// Each key belongs to many records.
    Few,
    /// Keys repeat more often than by chance.
    Repeated,
    /// Keys repeat within cells only: they are hashes of the answers, or records are given twice.
    Answers,
    /// The identifiers from which keys are derived repeat.
    Identifiers,
    /// Keys are not even over the range, for example because they are small.
    Range,
    /// Some remainders of the keys are too frequent, for example because most keys are even numbers.
    Remainders,
    /// All keys have the same remainder of one divisor.
    Step,
    /// Many keys are consecutive numbers.
    Neighbours,
}

impl KeyFault {
    /// Whether equal keys cause the fault. Under XOR, two equal keys cancel.
    pub fn repeats(self) -> bool {
        matches!(self, Self::Constant | Self::Few | Self::Repeated | Self::Answers | Self::Identifiers)
    }
}

impl fmt::Display for KeyFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Constant => "all keys are equal",
            Self::Few => "few distinct keys, each repeated many times",
            Self::Repeated => "more repeated keys than by chance",
            Self::Answers => "repeated keys within cells only, like hashes of the answers or records given twice",
            Self::Identifiers => "repeated identifiers",
            Self::Range => "keys not even over the range, like serial numbers, weights or dates",
            Self::Remainders => "remainders of the keys not even, like rounded numbers",
            Self::Step => "all keys at multiples of one step",
            Self::Neighbours => "more consecutive keys than by chance",
        })
    }
}

/// Collects keys one by one and tests them. The memory is bounded: see `sample`.
///
/// ```
/// use cellveil::key::Modulus;
/// use cellveil::key::check::{KeyFault, KeyTally};
/// let mut tally = KeyTally::new(Modulus::default(), None);
/// (0..10).for_each(|cell| tally.add(7, None, cell, 0));
/// assert!(tally.faults().contains(&KeyFault::Constant));
/// ```
#[derive(Debug, Clone)]
pub struct KeyTally {
    evenness: Evenness,
    /// Keys that are not a function of distinct identifiers.
    keys: Option<KeySample>,
    identifiers: Option<KeySample>,
    /// Whether consecutive keys are a fault. The last digits of serial identifiers are consecutive.
    is_random: bool,
    /// Pairs of records in the same cell.
    pairs: u64,
}

impl KeyTally {
    /// Prepares the tests of keys below a modulus. Keys of [`Derivation::Digits`] are judged against 10^digits values.
    pub fn new(modulus: Modulus, derivation: Option<&Derivation>) -> Self {
        let modulus = modulus.get();
        let values = match derivation {
            Some(Derivation::Digits(digits)) => 10_u64.saturating_pow(*digits).min(modulus),
            Some(Derivation::Hmac(_)) | None => modulus,
        };
        // HMAC keys of distinct identifiers repeat only by chance. So only the identifiers need a test of repeats.
        let is_hashed = matches!(derivation, Some(Derivation::Hmac(_)));
        Self {
            evenness: Evenness::new(values),
            keys: (!is_hashed).then(|| KeySample::new(values as f64)),
            identifiers: derivation.map(|_| KeySample::new(2.0 * (1_u64 << 63) as f64)),
            is_random: derivation.is_none(),
            pairs: 0,
        }
    }

    /// Adds the key of a record, or of a cell. `identifier` is a 64-bit hash of the identifier of a derived key. `cell`
    /// identifies the record's cell, and `before` is the number of earlier records in this cell.
    pub fn add(&mut self, key: u64, identifier: Option<u64>, cell: u32, before: u64) {
        self.pairs = self.pairs.saturating_add(before);
        self.evenness.add(key);
        if let Some(keys) = &mut self.keys {
            keys.add(key, cell);
        }
        if let (Some(identifiers), Some(identifier)) = (&mut self.identifiers, identifier) {
            identifiers.add(identifier, cell);
        }
    }

    /// Adds the keys of another tally of the same keys. Both have the same numbers for cells. The number of earlier records
    /// in a cell counts the records of both tallies.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn merge(&mut self, other: &Self) {
        self.pairs = self.pairs.saturating_add(other.pairs);
        self.evenness.merge(&other.evenness);
        for (own, other) in [(&mut self.keys, &other.keys), (&mut self.identifiers, &other.identifiers)] {
            if let (Some(own), Some(other)) = (own, other) {
                own.merge(other);
            }
        }
    }

    /// Prepares the tests for a number of records. This saves time and memory.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn expect(&mut self, records: u64) {
        for sample in [&mut self.keys, &mut self.identifiers].into_iter().flatten() {
            sample.expect(records);
        }
    }

    /// Whether the faults are the same as without [`expect`](Self::expect). This is so if the keys do not repeat too often.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_certain(&self) -> bool {
        [&self.keys, &self.identifiers].into_iter().flatten().all(KeySample::is_certain)
    }

    /// Replaces the number of pairs of records in the same cell.
    #[allow(dead_code)] // the core of the audit never calls this, because it reads no records
    pub(crate) fn set_pairs(&mut self, pairs: u64) {
        self.pairs = pairs;
    }

    /// Tests the keys. Returns the faults, the most telling first.
    pub fn faults(&self) -> Vec<KeyFault> {
        let mut faults = Vec::new();
        if self.identifiers.as_ref().is_some_and(|sample| self.repeats(sample).is_some()) {
            faults.push(KeyFault::Identifiers);
        }
        if let Some(keys) = &self.keys {
            faults.extend(self.repeats(keys));
        }
        // Repeats make keys uneven. So if keys repeat, the tests of evenness count each distinct key once.
        let distinct;
        let evenness = match (&self.keys, faults.is_empty()) {
            (_, true) => &self.evenness,
            (Some(keys), false) => {
                distinct = keys.evenness(&self.evenness);
                &distinct
            }
            (None, false) => return faults,
        };
        let is_consecutive = self.is_random && self.keys.as_ref().is_some_and(|keys| keys.neighbours() <= ln_level());
        let tests = [
            (KeyFault::Range, evenness.has_uneven_intervals()),
            (KeyFault::Remainders, evenness.has_uneven_remainders()),
            (KeyFault::Step, evenness.has_step()),
            (KeyFault::Neighbours, is_consecutive),
        ];
        faults.extend(tests.into_iter().filter(|(_, fails)| *fails).map(|(fault, _)| fault));
        faults
    }

    /// Compares the number of repeats with chance.
    fn repeats(&self, sample: &KeySample) -> Option<KeyFault> {
        let is_chance = |ln: f64| ln > ln_level();
        let within = !is_chance(sample.within_cells(self.pairs));
        let across = !is_chance(sample.across_cells());
        let all = !is_chance(sample.repeats()) || !is_chance(sample.distinct());
        match sample.len() {
            _ if !(all || within) => None,
            1 => Some(KeyFault::Constant),
            _ if within && !across => Some(KeyFault::Answers),
            distinct if sample.records() >= FEW * distinct => Some(KeyFault::Few),
            _ => Some(KeyFault::Repeated),
        }
    }
}

#[cfg(test)]
mod tests;
