//! `kind = "small-cell"`: adds a random deviation for every record (ABS 2005, technique 2, pages 7 to 12).
//!
//! Each of a cell's n records adds −1 with probability 2q/3, +2 with q/3 and 0 with 1 − q. Here q = 1 for n ≤ x, and
//! q = x/n for larger n. Let K ~ Bin(n, q) be the number of non-zero deviations. The noise is the sum of K independent
//! deviations. With the paper's deviations, J ~ Bin(K, 1/3) of them are +2, and the noise is 3J − K. One draw for the
//! cell selects the noise from this distribution, instead of a draw for each record.
//!
//! [`Deviations`] may have other values with other probabilities (page 7). Their mean is 0 and their variance is s²,
//! which is 2 in the paper.
//!
//! # Guarantee
//! The noise has the mean 0, because each deviation has. The variance is s²n for n ≤ x, and s²x for larger n: the
//! deviation of a record has the variance qs², and records are independent. A value is never negative, because each of
//! at most n deviations is at least −1. With the paper's deviations and x ≥ 1, a count of 1 is never shown as 1 or 2.
//! With x ≥ 2, a count of 2 is never shown as 1 or 2.
//!
//! Counts above [`LAST_ROW`] share one row: the limit for n → ∞ (K ~ Poisson(x)). The limit has the same mean and
//! variance as the exact rows. For x = 2, the distance between the two distributions of K (half the sum of the absolute
//! differences) is about 0.27/n. The distance between the two rows is at most as large, because both rows are sums of K
//! deviations with one distribution.
//!
//! # Caller must ensure
//! Record keys and salt are secret. With `totals = "sum"`, as in the paper, a total of k cells has a variance of up to
//! s²xk. With `totals = "own"`, the variance is at most s²x, and the parts do not add up to the total.

use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use super::deviations::{Deviations, divisor};
use super::method::{MethodKind, MethodSpec};
use super::{KeyContext, MethodError};
use crate::key::DrawHash;
use crate::ptable::ONE;

/// The last count with a row of its own. For larger counts, the distance to the limit is below 0.0003 for every x.
pub const LAST_ROW: u32 = 1000;

pub(super) fn compile(x: u32, deviations: &Deviations, context: KeyContext<'_>) -> CompiledMethod {
    let mut sums = Sums::new(deviations);
    let mut intervals = Intervals::new();
    for count in 1..=LAST_ROW {
        let chances = if count * 1000 <= x { certain(count) } else { binomial(Some(count), x) };
        sums.row(&mut intervals, &chances);
    }
    sums.row(&mut intervals, &binomial(None, x));
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

/// The distributions of the sums of k deviations, for every k computed so far.
struct Sums {
    /// Each deviation as a number of steps above −1, with the numerator of its probability.
    shares: Vec<(usize, u32)>,
    /// The common denominator of the probabilities.
    whole: u128,
    /// The length of a step: all differences of deviations are multiples of this length.
    step: usize,
    /// Number of steps from −1 to the largest deviation.
    most: usize,
    /// For each k, the probabilities of the sums −k, −k + `step` and so on, in units of 2^-64. Probability 1 is stored
    /// as 1 − 2^-64.
    chances: Vec<Vec<u64>>,
}

impl Sums {
    fn new(deviations: &Deviations) -> Self {
        let above = |deviation: i32| (deviation + 1) as usize; // no deviation is below −1
        let step = deviations.shares.iter().fold(0, |step, share| divisor(step, above(share.0) as u64)).max(1) as usize;
        let shares: Vec<(usize, u32)> =
            deviations.shares.iter().map(|&(deviation, share)| (above(deviation) / step, share)).collect();
        let most = shares.iter().map(|share| share.0).max().unwrap_or(0);
        Self { shares, whole: deviations.whole.into(), step, most, chances: vec![vec![u64::MAX]] }
    }

    /// Writes the row of the sum of K deviations, for the distribution of K.
    fn row(&mut self, intervals: &mut Intervals, chances: &[u64]) {
        while let (Some(last), true) = (self.chances.last(), self.chances.len() < chances.len()) {
            let at =
                |sum: usize, steps: usize| sum.checked_sub(steps).and_then(|sum| last.get(sum)).copied().unwrap_or(0);
            let chance = |sum: usize| -> u64 {
                let product = |&(steps, share): &(usize, u32)| u128::from(share) * u128::from(at(sum, steps));
                (self.shares.iter().map(product).sum::<u128>() / self.whole) as u64
            };
            let next = (0..last.len() + self.most).map(chance).collect();
            self.chances.push(next);
        }
        let most = chances.len() - 1;
        // Probabilities of the noises from `-most`, in units of 2^-88. The sums cannot overflow. Their error is far below
        // 2^-33, which is half a step of the rounding to 2^-32.
        let mut sums = vec![0u128; (self.most * self.step) * most + 1];
        for (k, (&chance, of_k)) in
            chances.iter().zip(&self.chances).enumerate().filter(|(_, (chance, _))| **chance > 0)
        {
            for (at, &sum) in of_k.iter().enumerate() {
                sums[most + self.step * at - k] += (u128::from(chance) * u128::from(sum)) >> 40;
            }
        }
        // The steps above round down by at most 2^-57 in total, so 2^-56 is added. Otherwise a sum halfway between two
        // multiples of 2^-32 would be rounded down.
        let mut weights: Vec<u64> = sums.iter().map(|&sum| ((sum + (1 << 55) + (1 << 32)) >> 56) as u64).collect();
        intervals.weighted_row(-(most as i32), &mut weights);
    }
}

impl MethodSpec {
    /// The method for a table with this number of inner cells, if the method depends on this number: `x` is at most
    /// V/(s²k) for `total_variance` = V. So the variance of a grand total that is a sum of k cells is at most V. "This
    /// disadvantage may be addressed by … allowing p_i to vary with k, the number of interior cells in a table, as well
    /// as x and n_i" (page 12). Empty cells count, so that k discloses nothing. `None` if the method does not change.
    ///
    /// # Errors
    /// Fails if `x` would be below 0.001.
    pub(crate) fn for_cells(&self, cells: u64) -> Result<Option<Self>, MethodError> {
        let MethodKind::SmallCell { x, deviations, total_variance: Some(most) } = &self.kind else { return Ok(None) };
        let (variance, whole) = deviations.variance();
        let thousandths =
            u128::from(*most) * 1000 * u128::from(whole) / (u128::from(variance) * u128::from(cells.max(1)));
        if thousandths == 0 {
            let problem = format!("total_variance is {most}, and in a table of {cells} cells x would be below 0.001");
            return Err(self.error(&problem, "a larger total_variance, or a table of fewer cells"));
        }
        let x = thousandths.min((*x).into()) as u32;
        let kind = MethodKind::SmallCell { x, deviations: deviations.clone(), total_variance: Some(*most) };
        Ok(Some(Self { kind, ..self.clone() }))
    }
}
