//! The distribution of each method's noise in exact fractions, from the papers and independent of the crate.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// 2^32, the sum of the engine's weights in a row.
pub const ONE: u64 = 1 << 32;

/// A row of the engine: noises in ascending order with their weights, which add up to 2^32.
pub type Weights = Vec<(i64, u64)>;

/// The distribution of a noise, in whole numbers over one denominator. Sums are exact without reducing fractions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exact {
    /// Noises in ascending order with their shares; a share may be 0.
    pub shares: Vec<(i64, BigUint)>,
    /// The sum of all shares.
    pub whole: BigUint,
}

/// Returns the fraction of two non-negative numbers.
fn ratio(part: BigUint, whole: BigUint) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

impl Exact {
    /// Adds up the shares of each noise.
    pub fn new(shares: impl IntoIterator<Item = (i64, BigUint)>) -> Self {
        let mut sums = BTreeMap::<i64, BigUint>::new();
        for (noise, share) in shares {
            *sums.entry(noise).or_default() += share;
        }
        let whole = sums.values().sum();
        Self { shares: sums.into_iter().collect(), whole }
    }

    /// The distribution with a single noise.
    pub fn certain(noise: i64) -> Self {
        Self::new([(noise, BigUint::one())])
    }

    fn share(&self, noise: i64) -> Option<&BigUint> {
        self.shares.binary_search_by_key(&noise, |(noise, _)| *noise).ok().map(|at| &self.shares[at].1)
    }

    /// The probability of a noise.
    pub fn probability(&self, noise: i64) -> BigRational {
        self.share(noise).map_or_else(BigRational::zero, |share| ratio(share.clone(), self.whole.clone()))
    }

    /// The expected value of a function of the noise.
    fn expected(&self, of: impl Fn(i64) -> i64) -> BigRational {
        let sum: BigInt = self.shares.iter().map(|(noise, share)| BigInt::from(share.clone()) * of(*noise)).sum();
        BigRational::new(sum, self.whole.clone().into())
    }

    /// The expected noise.
    pub fn mean(&self) -> BigRational {
        self.expected(|noise| noise)
    }

    /// The expected square of the noise: its variance where the mean is 0.
    pub fn second_moment(&self) -> BigRational {
        self.expected(|noise| noise * noise)
    }

    /// The probability that two cells are shown with the given difference. Their counts are `n1` and `n2`, and their
    /// noises are independent, with the distributions `self` and `other`.
    pub fn shown_difference(&self, n1: i64, other: &Self, n2: i64, difference: i64) -> BigRational {
        let products = self
            .shares
            .iter()
            .filter_map(|(noise, share)| other.share(n1 + noise - n2 - difference).map(|second| share * second));
        ratio(products.sum(), &self.whole * &other.whole)
    }

    /// Half the sum of the absolute differences of the probabilities.
    pub fn total_variation(&self, other: &Self) -> BigRational {
        let noises: BTreeMap<i64, ()> =
            self.shares.iter().chain(&other.shares).map(|(noise, _)| (*noise, ())).collect();
        let zero = BigUint::zero();
        let differences = noises.into_keys().map(|noise| {
            let first = self.share(noise).unwrap_or(&zero) * &other.whole;
            let second = other.share(noise).unwrap_or(&zero) * &self.whole;
            if first > second { first - second } else { second - first }
        });
        ratio(differences.sum(), &self.whole * &other.whole * 2_u32)
    }

    /// Each probability, rounded half up to 2^-32. The largest absorbs the remainder; if several are largest, the first
    /// one does (docs/reference/randomness.md). Noises without weight are omitted.
    pub fn weights(&self) -> Weights {
        let twice = &self.whole * 2_u32;
        let round = |share: &BigUint| {
            // The share is far below half a unit, so no division is needed.
            if share.bits() + 34 < self.whole.bits() {
                return 0;
            }
            (((share << 33_u32) + &self.whole) / &twice).to_u64().expect("at most 2^32")
        };
        let mut weights: Weights = self.shares.iter().map(|(noise, share)| (*noise, round(share))).collect();
        let sum: u64 = weights.iter().map(|(_, weight)| weight).sum();
        // `max_by_key` returns the last maximum, so the iteration starts at the end of the row.
        let largest = (0..weights.len()).rev().max_by_key(|&at| &self.shares[at].1).expect("a row has an outcome");
        weights[largest].1 = weights[largest].1 + ONE - sum;
        weights.retain(|(_, weight)| *weight > 0);
        weights
    }
}

/// Random rounding (Wooton and Fraser 2005, pages 13 and 14; AlDarmaki and Hodge 2011, section 6.1): a count with
/// residual r is rounded up to the next multiple with probability r / base. Only counts below `below` are rounded
/// (Shlomo 2007, section 3.2, "on small cells only").
pub fn random_rounding(count: u64, base: u64, below: Option<u64>) -> Exact {
    let (base, residual) = (base as i64, (count % base) as i64);
    if below.is_some_and(|below| count >= below) || residual == 0 {
        return Exact::certain(0);
    }
    Exact::new(
        [(-residual, (base - residual) as u64), (base - residual, residual as u64)]
            .map(|(noise, share)| (noise, share.into())),
    )
}

/// The weights of [`random_rounding`] if u has 32 bits and is compared in whole numbers. The count is rounded up for
/// each draw with draw · base < residual · 2^32. The weight is therefore rounded up to 2^-32.
pub fn random_rounding_weights(count: u64, base: u64, below: Option<u64>) -> Weights {
    let residual = count % base;
    if below.is_some_and(|below| count >= below) || residual == 0 {
        return vec![(0, ONE)];
    }
    let up = (residual * ONE).div_ceil(base);
    vec![(-(residual as i64), ONE - up), ((base - residual) as i64, up)]
}

/// The nearest multiple of the base minus the count, with ties rounded up. The 10-5 rule changes a published count by
/// this number (ONS 2024, section 1; ties in docs/reference/randomness.md).
pub fn nearest(count: u64, base: u64) -> i64 {
    let down = count % base;
    if 2 * down < base { -(down as i64) } else { (base - down) as i64 }
}

/// The ABS small-cell method (Wooton and Fraser 2005, pages 7 and 8): the sum of `count` independent deviations d.
/// Their probabilities are P(d = 0) = p, P(d = −1) = 2/3 (1 − p), P(d = 2) = 1/3 (1 − p). Here p = 0 for counts up to
/// x, else p = (count − x) / count. The formulas are garbled in the text of the paper. The paper states mean 0 and
/// variance 2x, which allow no other reading. `thousandths` is 1000 x.
///
/// Let t mark d + 1. Then the row is the power `f^n` of `f = f0 + f1 t + f3 t^3`. As `f · (f^n)' = n f' · f^n`, each
/// coefficient follows from earlier ones: `k f0 g(k) = Σ j ((n + 1) j − k) fj g(k − j)`. All coefficients are whole,
/// and all divisions are exact.
pub fn small_cell(count: u64, thousandths: u64) -> Exact {
    let [f0, f1, f3] = deviation(count, thousandths);
    let n = count as i64;
    let mut row = vec![BigInt::from(f0).pow(count as u32)];
    for k in 1..=3 * n {
        let term = |j: i64, f: u64| {
            let before = usize::try_from(k - j).ok().and_then(|at| row.get(at));
            before.map_or_else(BigInt::zero, |before| before * (((n + 1) * j - k) * f as i64))
        };
        let sum = term(1, f1) + term(3, f3);
        row.push(sum / (k * f0 as i64));
    }
    let row: Vec<BigUint> = row.into_iter().map(|share| share.to_biguint().expect("a probability")).collect();
    let whole = BigUint::from(f0 + f1 + f3).pow(count as u32);
    Exact { shares: (-n..=2 * n).zip(row).collect(), whole }
}

/// P(d = −1), P(d = 0) and P(d = 2), as parts of their sum.
pub fn deviation(count: u64, thousandths: u64) -> [u64; 3] {
    if 1000 * count <= thousandths {
        return [2, 0, 1];
    }
    let shares = [2 * thousandths, 3 * (1000 * count - thousandths), thousandths];
    let divisor = shares.into_iter().fold(0, gcd);
    shares.map(|share| share / divisor)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The limit of [`small_cell`] as the count grows: `2 B − A` with independent Poisson numbers A and B. A counts the
/// deviations of −1 and has mean 2x/3. B counts the deviations of 2 and has mean x/3. The terms λ^k / k! are divided by
/// their sum, so no exponential is needed. The terms are rounded to 2^-384, so each probability is exact to far better
/// than 2^-200. An assertion checks that no probability is so close to a tie that this error could change its rounding
/// to 2^-32.
pub fn small_cell_limit(thousandths: u64) -> Exact {
    let terms = |numerator: u64| {
        let mut terms = vec![BigUint::one() << 384_u32];
        while terms.last().is_some_and(|term| !term.is_zero()) {
            let k = terms.len() as u64;
            terms.push(terms.last().expect("it starts with one") * numerator / (3000 * k));
        }
        terms
    };
    let (down, up) = (terms(2 * thousandths), terms(thousandths));
    let row = Exact::new(
        up.iter()
            .zip(0..)
            .flat_map(|(b, twos)| down.iter().zip(0..).map(move |(a, ones): (_, i64)| (2_i64 * twos - ones, a * b))),
    );
    let twice = &row.whole * 2_u32;
    for (noise, share) in &row.shares {
        let past_half = ((share << 33_u32) + &row.whole) % &twice;
        let distance = past_half.clone().min(&twice - past_half);
        // The distance of a share from a tie. A share of 0 is half a unit away.
        assert!(distance.bits() + 200 > row.whole.bits(), "noise {noise} is too near to a tie");
    }
    row
}

/// A row of a transition matrix (Shlomo, Antal and Elliot 2015, section 3.3 and Table 3). Its rows and columns are 0 to
/// `cap`, then the residuals 1 to the base. The noise is the position of the column minus the position of the row.
/// Without rows for residuals, counts above the cap stay unchanged.
pub fn transition(count: u64, cap: u64, matrix: &[Vec<BigRational>]) -> Exact {
    let base = matrix.len() as u64 - (cap + 1);
    let at = match count {
        _ if count <= cap => count,
        _ if base == 0 => return Exact::certain(0),
        _ => cap + (count - 1) % base + 1,
    };
    let row = &matrix[at as usize];
    let whole = row.iter().fold(BigInt::one(), |whole, fraction| whole * fraction.denom());
    let share = |fraction: &BigRational| (fraction.numer() * (&whole / fraction.denom())).to_biguint().expect("from 0");
    let exact = Exact::new(row.iter().zip(0..).map(|(fraction, column)| (column - at as i64, share(fraction))));
    assert_eq!(BigInt::from(exact.whole.clone()), whole, "row {at} adds up to 1");
    exact
}

/// Table 3 of Shlomo, Antal and Elliot (2015), cap 10 and base 5. Its 0.0167 is 1/60, because otherwise the rows would
/// not add up to 1.
pub fn table_3() -> Vec<Vec<&'static str>> {
    let row = |from: usize, to: usize, at: usize, others: &'static str, own: &'static str| -> Vec<&'static str> {
        (0..16)
            .map(|column| {
                if column == at {
                    own
                } else if (from..=to).contains(&column) {
                    others
                } else {
                    "0"
                }
            })
            .collect()
    };
    let mut rows = vec![row(0, 0, 0, "0", "1"), row(1, 5, 1, "1/8", "1/2"), row(1, 5, 2, "1/8", "1/2")];
    // Three columns to either side, within the positions from 1 to the last.
    rows.extend((3..16).map(|at: usize| {
        let from = (at - 3).clamp(1, 9);
        row(from, from + 6, at, "1/60", "9/10")
    }));
    rows
}

/// Parses fractions such as `1/60`.
pub fn fractions(rows: &[Vec<&str>]) -> Vec<Vec<BigRational>> {
    rows.iter().map(|row| row.iter().map(|text| text.parse().expect("a fraction")).collect()).collect()
}

/// Returns a fraction of small numbers.
pub fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Returns the nearest float.
pub fn float(fraction: &BigRational) -> f64 {
    fraction.to_f64().expect("a fraction has a float")
}

#[test]
fn power_is_a_repeated_convolution() {
    for thousandths in [1, 500, 1000, 2000, 2500, 3125, 8000] {
        for count in 1..=40 {
            let [down, stay, up] = deviation(count, thousandths).map(BigUint::from);
            let mut row = Exact::certain(0);
            for _ in 0..count {
                row = Exact::new(row.shares.iter().flat_map(|(noise, share)| {
                    [(noise - 1, share * &down), (*noise, share * &stay), (noise + 2, share * &up)]
                }));
            }
            let mut power = small_cell(count, thousandths);
            assert_eq!(power.shares.iter().map(|(_, share)| share).sum::<BigUint>(), power.whole);
            row.shares.retain(|(_, share)| !share.is_zero());
            power.shares.retain(|(_, share)| !share.is_zero());
            assert_eq!(power, row, "count {count}, x = {thousandths}/1000");
        }
    }
}

#[test]
fn small_cell_has_mean_0_and_variance_2x() {
    // Wooton and Fraser 2005, page 8: E = 0. The variance is 2 n for counts up to x, else 2 x.
    for thousandths in (1..=8).map(|x| 1000 * x).chain([1, 2500, 1234]) {
        for count in (1..=30).chain([100, 333, 1000]) {
            let row = small_cell(count, thousandths);
            assert!(row.mean().is_zero(), "count {count}, x = {thousandths}/1000");
            let variance = fraction(2 * (1000 * count).min(thousandths) as i64, 1000);
            assert_eq!(row.second_moment(), variance, "count {count}, x = {thousandths}/1000");
        }
    }
}

#[test]
fn small_cell_tends_to_its_limit() {
    let distance = |count: u64, thousandths: u64| {
        float(&small_cell(count, thousandths).total_variation(&small_cell_limit(thousandths))) * count as f64
    };
    // For x = 2, the total variation distance between the row of n and the limit is about 0.27 / n.
    for (count, expected) in [(20, "0.2845"), (50, "0.2734"), (100, "0.2700"), (500, "0.2673"), (1000, "0.2670")] {
        assert_eq!(format!("{:.4}", distance(count, 2000)), expected, "count {count}");
    }
    // The distance is at most 0.27 / n for every x. The mean of the noise is 0 for any number of deviations. The
    // variance of that number is x (1 − x/n) instead of x, which only has a small effect on the fourth moment of the
    // noise.
    for thousandths in [1, 100, 500, 1000, 1500, 3000, 5000, 10_000, 20_000, 50_000] {
        for count in [100, 400] {
            assert!(distance(count, thousandths) < 0.275, "count {count}, x = {thousandths}/1000");
        }
    }
}

#[test]
fn random_rounding_has_mean_0() {
    // AlDarmaki and Hodge 2011, section 6.2: the variance is r (b − r), which is 2 for base 3 (Wooton and Fraser 2005,
    // page 14).
    for base in 2..=20 {
        for count in 0..=3 * base {
            let row = random_rounding(count, base, None);
            let residual = count % base;
            assert!(row.mean().is_zero(), "count {count}, base {base}");
            assert_eq!(
                row.second_moment(),
                fraction((residual * (base - residual)) as i64, 1),
                "count {count}, base {base}"
            );
        }
    }
}

#[test]
fn table_3_is_as_printed() {
    // In the printed table, row 3 has entries from 1 to 7, row 9 from 6 to residual 2, and the last row from 9.
    let matrix = fractions(&table_3());
    let row = |at: usize| -> Vec<i64> {
        matrix[at].iter().zip(0..).filter(|(fraction, _)| !fraction.is_zero()).map(|(_, column)| column).collect()
    };
    let reach = |at: usize| (row(at)[0], row(at)[row(at).len() - 1]);
    let printed = [
        (0, 0),
        (1, 5),
        (1, 5),
        (1, 7),
        (1, 7),
        (2, 8),
        (3, 9),
        (4, 10),
        (5, 11),
        (6, 12),
        (7, 13),
        (8, 14),
        (9, 15),
        (9, 15),
        (9, 15),
        (9, 15),
    ];
    for (at, expected) in printed.into_iter().enumerate() {
        assert_eq!(reach(at), expected, "row {at}");
    }
}
