//! The minimum covariance determinant: a covariance that a minority of outlying rows cannot distort.
//!
//! The algorithm is FAST-MCD of Rousseeuw and Van Driessen, *A Fast Algorithm for the Minimum Covariance Determinant
//! Estimator*, Technometrics 41 (1999), pages 212 to 223. A C-step replaces a subset of h rows by the h rows nearest to
//! the subset's mean, measured by the subset's covariance. This step never increases the determinant of the covariance.
//! The search makes two C-steps from each of many random starts. A start has p + 1 rows of p values. From the best
//! starts, the search continues until the determinant stops falling. The seed is fixed, so a table always has the same
//! result. The work is bounded.
//!
//! The last step of the paper reweights the rows (section 4.1 of the paper and equation 4): the covariance of all rows
//! whose squared distance is below the quantile of χ²_p at 0.975. Without this step, the covariance of half of the rows
//! is inefficient. The factors for consistency at the normal distribution are those of Croux and Haesbroeck,
//! *Influence Function and Efficiency of the Minimum Covariance Determinant Scatter Matrix Estimator*, Journal of
//! Multivariate Analysis 71 (1999), pages 161 to 190. The R package robustbase has the same factors.

use super::symmetric::cholesky;
use crate::measure::frequencies::{ascending, runs};

/// Largest number of columns.
const MOST_COLUMNS: usize = 40;
/// Largest n · (p² + 20) for n rows of p values. This number is the cost of one step, including a fixed cost for each
/// row. At the limit, the whole computation takes about half a second.
const MOST_WORK: usize = 1 << 21;
/// Minimum and maximum number of starts; the maximum is from the paper. A larger table has fewer starts.
const STARTS: (usize, usize) = (20, 500);
/// Maximum number of rows for the starts. Larger inputs are sampled once. Above 600 rows, the paper instead uses five
/// disjoint samples of 300 rows.
const SAMPLE: usize = 600;
/// Largest n · (p² + 20) of a small input. For a small input, there are more starts, and the search from each start
/// continues until the determinant stops falling.
const LITTLE_WORK: usize = MOST_WORK / 512;
/// Number of starts for a small input.
const STARTS_OF_FEW: usize = 1000;
/// Number of best starts from which the search continues with all rows.
const FOLLOWED: usize = 10;
/// Maximum number of C-steps at the end. Each step lowers the determinant, and fewer than ten steps are usually enough.
const STEPS: usize = 50;

/// Mean and covariance of some rows.
#[derive(Debug, Clone)]
struct Fit {
    mean: Vec<f64>,
    covariance: Vec<f64>,
    /// The Cholesky factor of the covariance, a lower triangle.
    lower: Vec<f64>,
    /// Natural logarithm of the covariance's determinant.
    determinant: f64,
}

/// The probability of the quantile of χ²_p that bounds the squared distances of rows with weight 1.
const CUT_OFF: f64 = 0.975;

/// The reweighted minimum covariance determinant. The raw covariance is that of [`minimum_covariance_determinant`] times
/// c(h/n). Rows whose squared distance is below the quantile of χ²_p at 0.975 have weight 1, the others weight 0. The
/// result is the covariance of the m rows with weight 1 times c(m/n). Here c(α) = α/P(χ²_(p+2) ≤ q) with the quantile q
/// of χ²_p at α, and c(1) = 1. There is no factor for small samples. This is `covMcd(x, use.correction = FALSE)$cov` of
/// robustbase.
///
/// `None` if the raw covariance is `None`, or if the rows with weight 1 lie in a hyperplane.
pub fn reweighted_covariance(values: &[f64], columns: usize) -> Option<Vec<f64>> {
    let (data, raw) = (Data { values, columns }, least(values, columns)?);
    let rows = data.rows();
    let consistency = |of: usize| if of < rows { chi_squared(columns, of as f64 / rows as f64).1 } else { 1.0 };
    let limit = chi_squared(columns, CUT_OFF).0 * consistency(half(rows, columns));
    let distances = data.distances(&raw);
    let near: Vec<usize> = (0..rows).filter(|&row| f64::from_bits(distances[row]) < limit).collect();
    let factor = consistency(near.len());
    let mut covariance = data.fit(&near)?.covariance;
    covariance.iter_mut().for_each(|value| *value *= factor);
    Some(covariance)
}

/// The quantile q of χ² with `degrees` degrees of freedom at a probability below 1, and the factor of consistency
/// α/P(χ²_(p+2) ≤ q). With a = p/2 and x = q/2, the term d = x^a e^−x/Γ(a + 1) gives both probabilities: the series
/// P(χ²_p ≤ q) = d (1 + x/(a + 1) + x²/((a + 1)(a + 2)) + …), and P(χ²_(p+2) ≤ q) = P(χ²_p ≤ q) − d. The function
/// halves an interval of x until its ends are neighbours.
fn chi_squared(degrees: usize, probability: f64) -> (f64, f64) {
    let (mut low, mut high, mut term) = (0.0, 1024.0, 0.0);
    for _ in 0..64 {
        let x = (low + high) / 2.0;
        let mut a = (degrees % 2) as f64 / 2.0;
        term = libm::exp(-x) * if a > 0.0 { 2.0 * (x / std::f64::consts::PI).sqrt() } else { 1.0 };
        for _ in 0..degrees / 2 {
            a += 1.0;
            term *= x / a;
        }
        let (mut sum, mut next) = (0.0, term);
        while next > sum * f64::EPSILON / 8.0 {
            sum += next;
            a += 1.0;
            next *= x / a;
        }
        *(if sum < probability { &mut low } else { &mut high }) = x;
    }
    (low + high, probability / (probability - term))
}

/// The covariance of h rows, selected from n rows of p values for the smallest determinant, with h = ⌊(n + p + 1)/2⌋.
/// The result is a matrix of p · p, row by row, with denominator h − 1. The selection is optimal for p = 1. Otherwise
/// it is the best that FAST-MCD finds. Consistency factors are not included. Columns should have a standard deviation
/// near 1, because the test for a determinant of 0 assumes this scale.
///
/// `None` in four cases: n ≤ 2p; more than half of the rows lie in a hyperplane, so that the determinant is 0; p is
/// above 40; n · (p² + 20) is above 2^21.
pub fn minimum_covariance_determinant(values: &[f64], columns: usize) -> Option<Vec<f64>> {
    least(values, columns).map(|fit| fit.covariance)
}

/// Mean and covariance of the selected rows.
fn least(values: &[f64], columns: usize) -> Option<Fit> {
    let data = Data { values, columns };
    let rows = data.rows();
    let work = columns.checked_mul(columns)?.checked_add(20)?.checked_mul(rows).filter(|&work| work <= MOST_WORK)?;
    if columns > MOST_COLUMNS || rows <= 2 * columns || columns == 0 {
        return None;
    }
    let half = half(rows, columns);
    if columns == 1 {
        return data.narrowest(half);
    }
    if (0..columns).any(|column| data.most_often(column) >= half) {
        return None; // most rows have no variance in this column
    }
    let mut draws = Draws(1999);
    let mut sampled = Vec::new();
    let sample = if rows > SAMPLE {
        for row in draws.distinct(SAMPLE, rows) {
            sampled.extend_from_slice(data.row(row));
        }
        Data { values: &sampled, columns }
    } else {
        data
    };
    let mut best: Vec<Fit> = Vec::new();
    let (starts, first_steps) = match work <= LITTLE_WORK {
        true => (STARTS_OF_FEW, STEPS),
        false => ((16 * MOST_WORK / (sample.rows() * columns * columns)).clamp(STARTS.0, STARTS.1), 1),
    };
    for _ in 0..starts {
        let Some(start) = sample.start(&mut draws) else { continue };
        let Some(fit) = sample.step(&start).and_then(|fit| sample.follow(fit, first_steps)) else {
            if rows > SAMPLE {
                continue; // the sampled rows lie in a hyperplane, but other rows may not
            }
            return None;
        };
        let at = best.partition_point(|other| other.determinant <= fit.determinant);
        // Several starts can lead to the same rows. Keep these rows only once.
        if at > 0 && best[at - 1].determinant == fit.determinant {
            continue;
        }
        best.insert(at, fit);
        best.truncate(FOLLOWED);
    }
    let steps = if work > MOST_WORK / 16 { 2 } else { STEPS };
    let mut least: Option<Fit> = None;
    for fit in best {
        let fit = data.follow(data.step(&fit)?, steps)?;
        if least.as_ref().is_none_or(|least| fit.determinant < least.determinant) {
            least = Some(fit);
        }
    }
    data.follow(least?, STEPS)
}

/// The size of a half of the rows: ⌊(n + p + 1)/2⌋.
fn half(rows: usize, columns: usize) -> usize {
    (rows + columns).div_ceil(2)
}

/// Rows of values.
#[derive(Debug, Clone, Copy)]
struct Data<'a> {
    values: &'a [f64],
    columns: usize,
}

impl<'a> Data<'a> {
    fn rows(self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    fn row(self, row: usize) -> &'a [f64] {
        &self.values[row * self.columns..][..self.columns]
    }

    /// Number of rows that have the most frequent value of a column.
    fn most_often(self, column: usize) -> usize {
        let of_column = (column..self.values.len()).step_by(self.columns);
        runs(of_column.map(|at| self.values[at].to_bits()).collect()).iter().map(|run| run.1).max().unwrap_or(0)
            as usize
    }

    /// Mean and variance of the `half` values of a single column that are closest together. In sorted order, these
    /// values are neighbours.
    fn narrowest(self, half: usize) -> Option<Fit> {
        let sorted: Vec<f64> =
            ascending(self.values.iter().copied().map(ordered).collect()).into_iter().map(signed).collect();
        let sum = |values: &[f64]| values.iter().fold((0.0, 0.0), |sum, value| (sum.0 + value, sum.1 + value * value));
        let squares = |(sum, squares): (f64, f64)| squares - sum * sum / half as f64;
        let mut window = sum(&sorted[..half]);
        let (mut least, mut first) = (squares(window), 0);
        for (start, (left, right)) in sorted.iter().zip(&sorted[half..]).enumerate() {
            window = (window.0 + right - left, window.1 + right * right - left * left);
            if squares(window) < least {
                (least, first) = (squares(window), start + 1);
            }
        }
        let closest: Vec<usize> = (first..first + half).collect();
        Data { values: &sorted, columns: 1 }.fit(&closest)
    }

    /// Mean and covariance of some rows; `None` if the rows lie in a hyperplane.
    fn fit(self, rows: &[usize]) -> Option<Fit> {
        let p = self.columns;
        let mut mean = vec![0.0; p];
        for &row in rows {
            mean.iter_mut().zip(self.row(row)).for_each(|(mean, value)| *mean += value);
        }
        mean.iter_mut().for_each(|mean| *mean /= rows.len() as f64);
        let mut covariance = vec![0.0; p * p];
        let mut centred = vec![0.0; p];
        for &row in rows {
            centred.iter_mut().zip(self.row(row)).zip(&mean).for_each(|((to, value), mean)| *to = value - mean);
            for (at, &of_row) in centred.iter().enumerate() {
                covariance[at * p..].iter_mut().zip(&centred[..=at]).for_each(|(sum, other)| *sum += of_row * other);
            }
        }
        for row in 0..p {
            for column in 0..=row {
                let value = covariance[row * p + column] / (rows.len() - 1) as f64;
                covariance[row * p + column] = value;
                covariance[column * p + row] = value;
            }
        }
        let lower = cholesky(&covariance, p)?;
        let determinant = (0..p).map(|at| 2.0 * libm::log(lower[at * p + at])).sum();
        Some(Fit { mean, covariance, lower, determinant })
    }

    /// The fit of p + 1 random rows, or of more rows if the first rows lie in a hyperplane; `None` if all rows do.
    fn start(self, draws: &mut Draws) -> Option<Fit> {
        let order = draws.distinct(self.rows(), self.rows());
        (self.columns + 1..=order.len()).find_map(|rows| self.fit(&order[..rows]))
    }

    /// The squared distance of each row from the mean, by the covariance. The bits of non-negative floats have the
    /// order of the floats.
    fn distances(self, fit: &Fit) -> Vec<u64> {
        let p = self.columns;
        let mut solved = vec![0.0; p];
        let distance = |row: &[f64]| {
            for at in 0..p {
                let known = fit.lower[at * p..][..at].iter().zip(&solved).map(|(l, x)| l * x).sum::<f64>();
                solved[at] = (row[at] - fit.mean[at] - known) / fit.lower[at * p + at];
            }
            solved.iter().map(|x| x * x).sum::<f64>().to_bits()
        };
        self.values.chunks_exact(p).map(distance).collect()
    }

    /// A C-step: the fit of the nearest half of the rows; `None` if this half lies in a hyperplane.
    fn step(self, fit: &Fit) -> Option<Fit> {
        let distances = self.distances(fit);
        let half = half(self.rows(), self.columns);
        let limit = nth(distances.clone(), half - 1);
        // Several rows can be at the limit. Take the first ones.
        let mut at_limit = half - distances.iter().filter(|&&distance| distance < limit).count();
        let is_near = |&row: &usize| {
            let is_last = distances[row] == limit && at_limit > 0;
            at_limit -= usize::from(is_last);
            distances[row] < limit || is_last
        };
        let nearest: Vec<usize> = (0..self.rows()).filter(is_near).collect();
        self.fit(&nearest)
    }

    /// Repeats C-steps until the determinant stops falling, at most `steps` times.
    fn follow(self, mut fit: Fit, steps: usize) -> Option<Fit> {
        for _ in 0..steps {
            let next = self.step(&fit)?;
            if next.determinant >= fit.determinant {
                break;
            }
            fit = next;
        }
        Some(fit)
    }
}

/// A number as bits in the order of [`f64::total_cmp`].
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    bits ^ if bits >> 63 == 1 { u64::MAX } else { 1 << 63 }
}

/// The inverse of [`ordered`].
fn signed(ordered: u64) -> f64 {
    f64::from_bits(ordered ^ if ordered >> 63 == 0 { u64::MAX } else { 1 << 63 })
}

/// The value at position `before` of the sorted list. The search fixes the bytes of the result one by one, from the
/// highest, and retains only the values with these bytes.
fn nth(mut values: Vec<u64>, mut before: usize) -> u64 {
    for shift in (0..u64::BITS).step_by(8).rev() {
        let byte = |value: u64| (value >> shift) as u8;
        let mut times = [0; 256];
        values.iter().for_each(|&value| times[usize::from(byte(value))] += 1);
        let mut wanted = 0;
        while before >= times[usize::from(wanted)] {
            before -= times[usize::from(wanted)];
            wanted += 1;
        }
        values.retain(|&value| byte(value) == wanted);
        if let [only] = values[..] {
            return only;
        }
    }
    values[0]
}

/// Reproducible random numbers: SplitMix64 (Steele, Lea and Flood 2014).
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * limit as u128) >> 64) as usize
    }

    /// Distinct numbers below a limit, in random order.
    fn distinct(&mut self, number: usize, limit: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..limit).collect();
        for at in 0..number.min(limit) {
            let other = at + self.below(limit - at);
            all.swap(at, other);
        }
        all.truncate(number);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From R 4.2.2: `qchisq(0.975, p)`, and `robustbase:::.MCDcons` with 0.5 and with 0.99995.
    #[test]
    fn quantiles_and_factors_match_r() {
        for (degrees, quantile, half, most) in [
            (1, 5.023_886_187_314_88, 7.010_074_539_703_23, 1.000_868_430_404_94),
            (2, 7.377_758_908_227_87, 3.258_891_353_270_93, 1.000_495_444_481_26),
            (5, 12.832_501_994_03, 1.912_208_058_512_95, 1.000_245_120_718_62),
            (10, 20.483_177_350_807_4, 1.531_349_159_537_63, 1.000_148_939_806_91),
            (40, 59.341_707_143_171_2, 1.215_325_647_292_25, 1.000_059_962_967_61),
        ] {
            let close = |found: f64, expected: f64| {
                assert!((found - expected).abs() < 1e-12 * expected, "{degrees}: {found} is not {expected}");
            };
            close(chi_squared(degrees, 0.975).0, quantile);
            close(chi_squared(degrees, 0.5).1, half);
            close(chi_squared(degrees, 0.99995).1, most);
        }
    }
}
