//! `kind = "small-cell"`: adds a random deviation for every record (ABS 2005, technique 2, pages 7 to 12).
//!
//! Each of a cell's n records adds −1 with probability 2q/3, +2 with q/3 and 0 with 1 − q. Here q = 1 for n ≤ x, and
//! q = x/n for larger n. Let K ~ Bin(n, q) be the number of non-zero deviations, and J ~ Bin(K, 1/3) the number of +2
//! among them. The noise is then 3J − K. One draw for the cell selects the noise from this distribution, instead of a
//! draw for each record.
//!
//! # Guarantee
//! The noise has the mean 0: (−1)(2/3) + 2 · (1/3) = 0. The variance is 2n for n ≤ x, and 2x for larger n. With x ≥ 1,
//! a count of 1 is never shown as 1 or 2. With x ≥ 2, a count of 2 is never shown as 1 or 2. A value is never negative,
//! because K ≤ n.
//!
//! Counts above [`LAST_ROW`] share one row: the limit for n → ∞ (K ~ Poisson(x)). The limit has the same mean and
//! variance as the exact rows. The distance of this row from the exact row of n (half the sum of the absolute
//! differences) is about 0.27/n for x = 2.
//!
//! # Caller must ensure
//! Record keys and salt are secret. With `totals = "sum"`, as in the paper, a total of k cells has a variance of up to
//! 2xk. With `totals = "own"`, the variance is at most 2x, and the parts do not add up to the total.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use crate::key::DrawHash;
use crate::ptable::ONE;

/// The last count with a row of its own. For larger counts, the distance to the limit is below 0.0003 for every x.
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

/// The distribution of K if every record deviates, in units of 2^-64. Probability 1 is stored as 1 − 2^-64.
fn certain(count: u32) -> Vec<u64> {
    let mut chances = vec![0; count as usize + 1];
    chances[count as usize] = u64::MAX;
    chances
}

/// The distribution of K ~ Bin(n, x/n), or of K ~ Poisson(x) if `count` is `None`, in units of 2^-64. `x` is in
/// thousandths. The list ends where the distribution ends or its terms fall below one unit.
///
/// P(k + 1) / P(k) is (n − k) / (k + 1) · x / (n − x) for the binomial, and x / (k + 1) for the Poisson distribution.
/// The terms start at P(0) = 1 and are divided by their sum at the end, so no power of x/n is needed. Each term is a
/// mantissa of 64 bits and an exponent, so every step has a relative error below 2^-62.
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
        // The product is shifted to the top of 128 bits and divided by less than 2^44. The quotient has at least 84
        // bits, of which the highest 64 remain.
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
    // The sum of all terms in units of 2^(largest − 40). The divisor is the 64 highest bits of the sum.
    let units = |&(mantissa, exponent): &(u64, i32)| (u128::from(mantissa) << 40) >> (largest - exponent).min(127);
    let sum: u128 = terms.iter().map(units).sum();
    let up = sum.leading_zeros();
    let divisor = (sum << up) >> 64;
    let chance = |&(mantissa, exponent): &(u64, i32)| {
        let quotient = (u128::from(mantissa) << 64) / divisor;
        // Computes 2^64 · mantissa · 2^exponent / sum. The sum is divisor · 2^(64 − up) units.
        (quotient >> (24 - up as i32 + largest - exponent).clamp(0, 127)).min(u64::MAX.into()) as u64
    };
    terms.iter().map(chance).collect()
}

/// The distributions of J ~ Bin(k, 1/3) for every k computed so far.
#[derive(Default)]
struct Ups {
    /// For each k, the k + 1 probabilities in units of 2^-64. Probability 1 is stored as 1 − 2^-64.
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
        // Probabilities of the noises from `-most` to `2 * most`, in units of 2^-88. The sums cannot overflow. Their
        // error is far below 2^-33, which is half a step of the rounding to 2^-32.
        let mut sums = vec![0u128; 3 * most + 1];
        for (k, (&chance, ups)) in chances.iter().zip(&self.chances).enumerate().filter(|(_, (chance, _))| **chance > 0)
        {
            for (j, &up) in ups.iter().enumerate() {
                sums[most + 3 * j - k] += (u128::from(chance) * u128::from(up)) >> 40;
            }
        }
        // The steps above round down by at most 2^-57 in total, so 2^-56 is added. Otherwise a sum halfway between two
        // multiples of 2^-32 would be rounded down.
        let mut weights: Vec<u64> = sums.iter().map(|&sum| ((sum + (1 << 55) + (1 << 32)) >> 56) as u64).collect();
        intervals.weighted_row(-(most as i32), &mut weights);
    }
}
