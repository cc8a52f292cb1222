//! Computes the risk R of a protected table. Section 4.2 of the paper allows several readings.

use std::collections::BTreeMap;

use crate::measure::risk::{entropy_term, population_size, with_terms};
use crate::measure::{Multiplier, Terms, Weights};
use crate::protect::CompiledMethod;

/// An expected value up to this much above 6 still counts as 6, because of rounding errors. `cellveil measure` has the
/// same tolerance.
const LEEWAY: f64 = 1e-6;

/// The cells that the words "small counts up to six" may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Small {
    /// Cells whose replacement, the expected count, is at most 6.
    Replaced,
    /// Cells whose published value is at most 6.
    Published,
    /// Cells whose true count is at most 6.
    True,
}

/// One possible reading of section 4.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    pub small: Small,
    /// Each published value up to the cap is replaced by the expected true count of the cells with this value. Larger
    /// values stay.
    pub cap: i64,
}

impl Reading {
    /// All readings with their names.
    pub const ALL: [(Self, &str); 6] = [
        (Self { small: Small::Replaced, cap: 10 }, "values up to 10 replaced, small by the replaced value"),
        (Self { small: Small::Published, cap: 10 }, "values up to 10 replaced, small by the published value"),
        (Self { small: Small::True, cap: 10 }, "values up to 10 replaced, small by the true count"),
        (Self { small: Small::Replaced, cap: i64::MAX }, "all values replaced, small by the replaced value"),
        (Self { small: Small::Published, cap: i64::MAX }, "all values replaced, small by the published value"),
        (Self { small: Small::True, cap: i64::MAX }, "all values replaced, small by the true count"),
    ];
}

/// Returns R after protection, as if `rows` had made each value from its count.
pub(super) fn risk(
    reading: Reading,
    rows: &CompiledMethod,
    multiplier: Multiplier,
    counts: &[u64],
    values: &[i64],
) -> f64 {
    let mut frequencies: BTreeMap<u64, f64> = BTreeMap::new();
    counts.iter().for_each(|&count| *frequencies.entry(count).or_default() += 1.0);
    let mut published: BTreeMap<i64, f64> = BTreeMap::new();
    values.iter().for_each(|&value| *published.entry(value).or_default() += 1.0);
    // Σ_i i · n_i · p_ij for each published value j.
    let mut behind: BTreeMap<i64, f64> = BTreeMap::new();
    for (&count, &cells) in &frequencies {
        let (noises, draws) = rows.distribution(count);
        for (noise, hits) in noises {
            let value = count as i64 + noise;
            if published.contains_key(&value) {
                *behind.entry(value).or_default() += count as f64 * (cells * hits as f64 / draws as f64);
            }
        }
    }
    let replaced = |value: i64| {
        if value > reading.cap { value as f64 } else { behind.get(&value).copied().unwrap_or(0.0) / published[&value] }
    };
    let (mut small, mut large) = (Vec::new(), Vec::new());
    let (mut empty, mut either, mut both) = (0.0, 0.0, 0.0);
    for (&count, &value) in counts.iter().zip(values) {
        let expected = replaced(value);
        let is_small = match reading.small {
            Small::Replaced => expected <= 6.0 + LEEWAY,
            Small::Published => value <= 6,
            Small::True => count <= 6,
        };
        if is_small { &mut small } else { &mut large }.push((expected, 1.0));
        empty += f64::from(count == 0);
        either += f64::from(count == 0 || value == 0);
        both += f64::from(count == 0 && value == 0);
    }
    let zeros = if both > 0.0 { libm::pow(empty / counts.len() as f64, either / both) } else { 0.0 };
    let population: u64 = counts.iter().sum();
    let terms = Terms {
        zeros,
        entropy: 0.0, // unused: this R has separate entropies for small and large counts
        entropy_small: multiplier.small * entropy_term(&small),
        entropy_large: multiplier.large * entropy_term(&large),
        size: population_size(population as f64),
    };
    with_terms(terms, &Weights::default()).r
}
