//! Computes the risk R of a protected table. Section 4.2 of the paper allows several readings.

use std::collections::BTreeMap;

use crate::measure::risk::{entropy_term, population_size, with_terms};
use crate::measure::{Divisor, Multiplier, Terms, Weights};
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
    /// The number of cells that share the records behind a published value. The paper has the realised number.
    pub divisor: Divisor,
}

/// The readings of the two other choices, with the words for each.
const SMALL: [(Small, i64, &str); 6] = [
    (Small::Replaced, 10, "values up to 10 replaced, small by the replaced value"),
    (Small::Published, 10, "values up to 10 replaced, small by the published value"),
    (Small::True, 10, "values up to 10 replaced, small by the true count"),
    (Small::Replaced, i64::MAX, "all values replaced, small by the replaced value"),
    (Small::Published, i64::MAX, "all values replaced, small by the published value"),
    (Small::True, i64::MAX, "all values replaced, small by the true count"),
];

impl Reading {
    /// The readings with one divisor, with their names.
    pub fn all(divisor: Divisor) -> [(Self, &'static str); 6] {
        SMALL.map(|(small, cap, words)| (Self { small, cap, divisor }, words))
    }
}

/// The probabilities with which a method makes a value from a count.
#[derive(Debug, Clone)]
pub(super) enum Chances {
    /// Those of a cell method.
    Method(Box<CompiledMethod>),
    /// Those that section 4.2 gives record swapping: a count stays with this probability, and becomes each other number
    /// up to the largest count of the table with equal probability.
    Swapping(f64),
}

/// For each published value j, Σ_i i · n_i · p_ij and Σ_i n_i · p_ij.
type Behind = BTreeMap<i64, (f64, f64)>;

impl Chances {
    /// The compiled method. `None` for record swapping.
    pub fn method(&self) -> Option<&CompiledMethod> {
        match self {
            Self::Method(rows) => Some(rows),
            Self::Swapping(_) => None,
        }
    }

    fn behind(&self, frequencies: &BTreeMap<u64, f64>, published: &BTreeMap<i64, f64>) -> Behind {
        let mut behind = Behind::new();
        match self {
            Self::Method(rows) => {
                for (&count, &cells) in frequencies {
                    let (noises, draws) = rows.distribution(count);
                    for (noise, hits) in noises {
                        let value = count as i64 + noise;
                        if published.contains_key(&value) {
                            let (records, number) = behind.entry(value).or_default();
                            *records += count as f64 * (cells * hits as f64 / draws as f64);
                            *number += cells * hits as f64 / draws as f64;
                        }
                    }
                }
            }
            Self::Swapping(stay) => {
                let largest = frequencies.keys().next_back().map_or(1.0, |&count| count.max(1) as f64);
                let other = (1.0 - stay) / largest;
                let records: f64 = frequencies.iter().map(|(&count, cells)| count as f64 * cells).sum();
                let number: f64 = frequencies.values().sum();
                for &value in published.keys() {
                    let own =
                        u64::try_from(value).ok().and_then(|count| frequencies.get(&count)).copied().unwrap_or(0.0);
                    let extra = (stay - other) * own;
                    behind.insert(value, (other * records + extra * value as f64, other * number + extra));
                }
            }
        }
        behind
    }
}

/// Returns R after protection, as if these chances had made each value from its count.
pub(super) fn risk(reading: Reading, chances: &Chances, multiplier: Multiplier, counts: &[u64], values: &[i64]) -> f64 {
    let mut frequencies: BTreeMap<u64, f64> = BTreeMap::new();
    counts.iter().for_each(|&count| *frequencies.entry(count).or_default() += 1.0);
    let mut published: BTreeMap<i64, f64> = BTreeMap::new();
    values.iter().for_each(|&value| *published.entry(value).or_default() += 1.0);
    let behind = chances.behind(&frequencies, &published);
    let replaced = |value: i64| match (behind.get(&value), reading.divisor) {
        _ if value > reading.cap => value as f64,
        (None, _) => 0.0,
        (Some((records, number)), Divisor::Expected) => records / number,
        (Some((records, _)), Divisor::Realised) => records / published[&value],
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
