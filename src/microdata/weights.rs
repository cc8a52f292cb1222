//! Weight perturbation: a unit counts 0, 1, 2 or 3 times (Wooton and Fraser 2005, section 7, pages 23 to 26).

use super::distribution::Distribution;
use super::draw::{Draws, below};
use super::records::Records;
use super::share::{Share, happens};
use super::strata;
use crate::dimension::{AxisRef, Dimension};

/// A step of weight perturbation.
///
/// # Guarantee
/// The expected weight of each unit is 1, so every count is unbiased. With [`Draw::Independent`], the variance of a count
/// is v·Σ_k q_k·Σ_i s_i², where v is the variance of a weight that may change, q_k is the probability that a weight of
/// stratum k may change, and s_i is the number of records of unit i in the cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The column of unit identifiers, or `None` if each record has its own weight.
    pub unit: Option<usize>,
    /// The axes that define the strata. Units of one stratum also have the same number of records of each combination.
    pub strata: Vec<AxisRef>,
    /// How weights are drawn.
    pub draw: Draw,
}

/// How weights are drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Draw {
    /// In each stratum, `changed` units on average get another weight than 1: 0 with probability 3/5, 2 and 3 with 1/5
    /// each (page 24, where `changed` is c_k). A stratum with fewer units changes all of them.
    Changed(Share),
    /// Each weight has this distribution, independently of the others.
    Independent(Distribution),
    /// In each stratum, each weight occurs as often as the distribution expects, rounded up or down: a sample without
    /// replacement (page 23).
    WithoutReplacement(Distribution),
}

/// What weight perturbation did.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightsReport {
    /// The number of units.
    pub units: u64,
    /// The number of strata.
    pub strata: u64,
    /// The number of units with another weight than 1.
    pub changed: u64,
    /// The number of units with weight 0.
    pub dropped: u64,
    /// The sum of the weights of units.
    pub weight: u64,
    /// An upper bound for the variance of each count of units (page 25: 1.6·Σ_k c_k).
    pub variance_of_units: f64,
    /// An upper bound for the variance of each count of records.
    pub variance_of_records: f64,
}

/// Draws the weights of units.
pub(super) fn weigh(records: &mut Records, step: &Weights, draws: &Draws, dimensions: &[Dimension]) -> WeightsReport {
    let units = records.units(step.unit);
    let strata = strata::of_units(records, units, &step.strata, dimensions);
    let sizes = strata::sizes(&strata);
    let weights: Vec<u32> = match &step.draw {
        Draw::Changed(share) => {
            let paper = Distribution::of_paper_weights();
            let weight = |unit: usize| {
                let [first, second, ..] = draws.of(units.ticket(unit));
                let size = u128::from(sizes[strata[unit] as usize]) * u128::from(share.denominator());
                let weight =
                    happens(first, share.numerator().into(), size).then(|| paper.at(below(second, paper.whole())));
                weight.map_or(1, as_weight)
            };
            (0..units.len()).map(weight).collect()
        }
        Draw::Independent(distribution) => {
            let place = |unit: usize| below(draws.of(units.ticket(unit))[0], distribution.whole());
            (0..units.len()).map(|unit| as_weight(distribution.at(place(unit)))).collect()
        }
        Draw::WithoutReplacement(distribution) => {
            let key = |unit: usize| (strata[unit], draws.of(units.ticket(unit))[0], units.ticket(unit));
            let mut order: Vec<((u32, u64, u128), u32)> =
                (0..units.len()).map(|unit| (key(unit), unit as u32)).collect();
            order.sort_unstable();
            let mut weights = vec![1; units.len()];
            for stratum in order.chunk_by(|a, b| a.0.0 == b.0.0) {
                // One random start for the stratum, from its first unit. Equal distances from this start give each
                // weight as often as expected, rounded up or down.
                let size = stratum.len() as u128;
                let start = u128::from(below(draws.of(stratum[0].0.2)[1], stratum.len() as u64 * distribution.whole()));
                for (at, (_, unit)) in (0_u128..).zip(stratum) {
                    let whole = u128::from(distribution.whole());
                    let place = (at * whole + start) / size % whole;
                    weights[*unit as usize] = as_weight(distribution.at(place as u64));
                }
            }
            weights
        }
    };
    // Sums over strata, in their fixed order, give the same floats in any order of the records.
    let mut squares = vec![0_u64; sizes.len()];
    for (unit, &stratum) in strata.iter().enumerate() {
        let records = units.members(unit).len() as u64;
        squares[stratum as usize] += records * records;
    }
    let (mut of_units, mut of_records) = (0.0, 0.0);
    for (&size, squares) in sizes.iter().zip(squares) {
        let size = size as f64;
        let variance = match &step.draw {
            Draw::Changed(share) => Distribution::of_paper_weights().spread(1) * (share.value() / size).min(1.0),
            Draw::Independent(distribution) => distribution.spread(1),
            // The units of a stratum are in random order, so each pair of weights has the same correlation c. A weighted sum
            // has at most v·max(1 − c, 1 + (n − 1)c) times the sum of squares as its variance. The first factor is at most
            // n/(n − 1). The second is the variance of the total, divided by n·v. Each weight occurs as often as expected
            // up to less than 1, so the total is less than Σ |w − 1| from its mean.
            Draw::WithoutReplacement(distribution) => {
                let spread = distribution.spread(1) * size / (size - 1.0).max(1.0);
                spread.max(distance(distribution) * distance(distribution) / size)
            }
        };
        of_units += variance * size;
        of_records += variance * squares as f64;
    }
    let report = WeightsReport {
        units: units.len() as u64,
        strata: sizes.len() as u64,
        changed: weights.iter().filter(|&&weight| weight != 1).count() as u64,
        dropped: weights.iter().filter(|&&weight| weight == 0).count() as u64,
        weight: weights.iter().map(|&weight| u64::from(weight)).sum(),
        variance_of_units: of_units,
        variance_of_records: of_records,
    };
    let changes: Vec<(usize, u32)> = (0..units.len())
        .flat_map(|unit| units.members(unit).map(move |record| (record, unit)))
        .map(|(record, unit)| (record, weights[unit]))
        .collect();
    records.multiply_weights(changes.into_iter());
    report
}

/// The sum of the weights' distances from 1.
fn distance(distribution: &Distribution) -> f64 {
    distribution.shares().iter().map(|(weight, _)| f64::from((weight - 1).abs())).sum()
}

/// Weights are whole numbers from 0, which the specification checks.
fn as_weight(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
