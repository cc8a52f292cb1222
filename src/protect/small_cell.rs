//! `kind = "small-cell"`: the sum of a deviation for every record (ABS 2005, technique 2, pages 7 to 12).
//!
//! Each of a cell's n records adds −1 with probability 2q/3, +2 with q/3 and 0 with 1 − q, where q = 1 up to the count x
//! and x/n above it. With K ~ Bin(n, q) deviations that are not zero, of which J ~ Bin(K, 1/3) are +2, the noise is
//! 3J − K. One number a cell, not one a record, draws it from that distribution.
//!
//! # Guarantee
//! Without bias: (−1)(2/3) + 2 · (1/3) = 0. The variance is 2n up to x and 2x above. A count of 1, and with x ≥ 2 one of
//! 2, is never shown as 1 or 2. A value is never negative, as K ≤ n.
//!
//! Counts above [`LAST_ROW`] share one row, the limit for n → ∞ (K ~ Poisson(x)), with the same mean and variance. Its
//! distance to the row of n itself (half the sum of the absolute differences) is about 0.27/n for x = 2.
//!
//! # Caller must ensure
//! Record keys and salt are secret. With `totals = "sum"`, as in the paper, a total of k cells has a variance of up to
//! 2xk; with `own` it has 2x at most, and the parts do not add up to it.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use crate::key::DrawHash;
use crate::ptable::ONE;

/// The last count that has a row of its own. From here to the limit, the distance is below 0.0003 for every x.
pub const LAST_ROW: u32 = 1000;

pub(super) fn compile(x: u32, context: KeyContext<'_>) -> CompiledMethod {
    let mut ups = Ups::default();
    let mut intervals = Intervals::new();
    for count in 1..=LAST_ROW {
        let chances = if count * 1000 <= x { certain(count) } else { binomial(Some(count), x) };
        ups.row(&mut intervals, &chances);
    }
    ups.row(&mut intervals, &binomial(None, x));
    let last = u64::from(LAST_ROW) + 1;
    let draw = Draw::Hash(DrawHash::new("small-cell", context.salt));
    CompiledMethod::new(last, last, Above::Last, draw, ONE, Entries::Intervals(intervals))
}

/// The distribution of K where every record deviates, in units of 2^-64 (the 1 as the largest such number below it).
fn certain(count: u32) -> Vec<u64> {
    let mut chances = vec![0; count as usize + 1];
    chances[count as usize] = u64::MAX;
    chances
}

/// The distribution of K ~ Bin(n, x/n), or of K ~ Poisson(x) where there is no n, in units of 2^-64, up to where it ends or is
/// less than such a unit.
///
/// Neighbours have the ratio (n − k) / (k + 1) · x / (n − x), or x / (k + 1): with P(0) taken as 1 and the sum of all
/// divided out at the end, no power of x/n is needed. Each number is a mantissa of 64 bits and an exponent, so every step
/// has a relative error below 2^-62.
fn binomial(count: Option<u32>, x: u32) -> Vec<u64> {
    let x = u128::from(x);
    let ratio = |k: u32| match count {
        None => (x, u128::from(k + 1) * 1000),
        Some(n) => (u128::from(n - k) * x, u128::from(k + 1) * (u128::from(n) * 1000 - x)),
    };
    let mut terms: Vec<(u64, i32)> = vec![(1 << 63, 0)];
    let (mut mantissa, mut exponent, mut largest) = (1u64 << 63, 0, 0);
    while count != Some(terms.len() as u32 - 1) {
        let (times, by) = ratio(terms.len() as u32 - 1);
        let product = u128::from(mantissa) * times;
        // Shifted to the top of its 128 bits and divided by less than 2^44, it has 84 bits or more: 64 are kept.
        let up = product.leading_zeros();
        let quotient = (product << up) / by;
        let down = 64 - quotient.leading_zeros();
        mantissa = (quotient >> down) as u64;
        exponent += down as i32 - up as i32;
        largest = largest.max(exponent);
        if exponent < largest - 72 {
            break;
        }
        terms.push((mantissa, exponent));
    }
    // The sum of all, in units of 2^(largest − 40), and then as its 64 highest bits.
    let units = |&(mantissa, exponent): &(u64, i32)| (u128::from(mantissa) << 40) >> (largest - exponent).min(127);
    let sum: u128 = terms.iter().map(units).sum();
    let up = sum.leading_zeros();
    let divisor = (sum << up) >> 64;
    let chance = |&(mantissa, exponent): &(u64, i32)| {
        let quotient = (u128::from(mantissa) << 64) / divisor;
        // 2^64 · mantissa · 2^exponent / sum: the sum is divisor · 2^(64 − up) units.
        (quotient >> (24 - up as i32 + largest - exponent).clamp(0, 127)).min(u64::MAX.into()) as u64
    };
    terms.iter().map(chance).collect()
}

/// The distributions of J ~ Bin(k, 1/3) for every k so far.
#[derive(Default)]
struct Ups {
    /// In units of 2^-64 (the 1 as the largest such number below it), k + 1 numbers for each k.
    chances: Vec<Vec<u64>>,
}

impl Ups {
    /// Writes the row of 3J − K for the distribution of K.
    fn row(&mut self, intervals: &mut Intervals, chances: &[u64]) {
        while self.chances.len() < chances.len() {
            let next = match self.chances.last() {
                None => vec![u64::MAX],
                Some(last) => {
                    let at = |j: usize| u128::from(last.get(j).copied().unwrap_or(0));
                    let before = |j: usize| if j == 0 { 0 } else { at(j - 1) };
                    (0..=last.len()).map(|j| ((2 * at(j) + before(j)) / 3) as u64).collect()
                }
            };
            self.chances.push(next);
        }
        let most = chances.len() - 1;
        // From −most to 2 · most, in units of 2^-88: room to add, and far below the 2^-33 that decides the rounding.
        let mut sums = vec![0u128; 3 * most + 1];
        for (k, (&chance, ups)) in chances.iter().zip(&self.chances).enumerate().filter(|(_, (chance, _))| **chance > 0)
        {
            for (j, &up) in ups.iter().enumerate() {
                sums[most + 3 * j - k] += (u128::from(chance) * u128::from(up)) >> 40;
            }
        }
        // Every step above cuts something off, 2^-57 at most in all: that is given back, or a sum that lies exactly between
        // two multiples of 2^-32 would be rounded down.
        let mut weights: Vec<u64> = sums.iter().map(|&sum| ((sum + (1 << 55) + (1 << 32)) >> 56) as u64).collect();
        intervals.weighted_row(-(most as i32), &mut weights);
    }
}
