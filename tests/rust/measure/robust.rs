//! Robust eigenvalues, compared with the R package robustbase and with a search of all subsets.

use cellveil::measure::utility::{minimum_covariance_determinant, reweighted_covariance, robust_eigenvalues};
use cellveil::measure::{Cells, Choices, Context, measure};
use cellveil::protect::Status;

/// Returns counts and published values. The counts of a row share a factor, and one of nine rows is six times as large.
/// Values differ from counts by at most 3. The numbers come from Lehmer's generator, as in the R script: state · 16807
/// mod 2^31 − 1, starting from 100 n + p.
fn tables(rows: usize, columns: usize) -> (Vec<f64>, Vec<f64>) {
    let mut state = (rows * 100 + columns) as u64;
    let mut draw = |limit: u64| {
        state = state * 16_807 % 2_147_483_647;
        state % limit
    };
    let (mut counts, mut values) = (Vec::new(), Vec::new());
    for row in 1..=rows {
        let factor = draw(60);
        for column in 1..=columns as u64 {
            let count = factor * column / 2 + draw(25);
            values.push((count as f64 + draw(7) as f64 - 3.0).max(0.0));
            counts.push(if row % 9 == 4 { count * 6 } else { count } as f64);
        }
    }
    (counts, values)
}

/// Expected figures from robustbase: `tests/data/mcd`.
#[test]
fn eigenvalues_and_covariances_match_robustbase() {
    let text = include_str!("../../data/mcd/reweighted.csv");
    assert_eq!(text.lines().count(), 6);
    for line in text.lines().skip(1) {
        let [rows, columns, figure, covariance] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (rows, columns) = (rows.parse().unwrap(), columns.parse().unwrap());
        let (f, g) = tables(rows, columns);
        let (found, expected) = (robust_eigenvalues(&f, &g, columns).unwrap(), figure.parse::<f64>().unwrap());
        assert!((found - expected).abs() < 1e-9 * expected, "{rows} by {columns}: {found} is not {expected}");
        let found = reweighted_covariance(&scaled(&g, columns), columns).unwrap();
        let expected: Vec<f64> = covariance.split(' ').map(|number| number.parse().unwrap()).collect();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{rows} by {columns}: {found} is not {expected}");
        }
    }
}

/// The reweighted covariance excludes outlying rows, and uses more rows than the raw covariance does.
#[test]
fn reweighting_excludes_outliers_and_is_consistent() {
    // Twenty values at distance 1 from 0, and one far away. All near rows have weight 1.
    let mut values: Vec<f64> = (0..20).map(|row| if row % 2 == 0 { 1.0 } else { -1.0 }).collect();
    values.push(50.0);
    for (row, value) in values.iter_mut().take(20).enumerate() {
        *value *= 1.0 + row as f64 / 100.0;
    }
    let found = reweighted_covariance(&values, 1).unwrap()[0];
    let squares: f64 = values[..20].iter().map(|value| value * value).sum();
    let sum: f64 = values[..20].iter().sum();
    let covariance = (squares - sum * sum / 20.0) / 19.0;
    // The factor c(20/21) of robustbase: `robustbase:::.MCDcons(1, 20/21)`.
    let factor = 1.304_376_722_250_99;
    assert!((found - covariance * factor).abs() < 1e-12 * found, "{found} is not {covariance} times {factor}");
}

/// Above a hundred rows, neither program finds the smallest possible determinant. Our determinant is at most that of
/// robustbase with its 500 starts: `log(det(cov(scale(x)[covMcd(scale(x))$best, ])))` with `set.seed(500)`.
#[test]
fn determinant_is_at_most_that_of_robustbase() {
    for (rows, columns, of_counts, of_values) in
        [(150, 4, -18.338_936_883_186_6, -7.289_789_394_257_87), (700, 3, -12.565_380_546_095_5, -4.460_502_079_190_54)]
    {
        let (f, g) = tables(rows, columns);
        for (values, limit) in [(f, of_counts), (g, of_values)] {
            let covariance = minimum_covariance_determinant(&scaled(&values, columns), columns).unwrap();
            let found = log_determinant(covariance, columns);
            assert!(found <= limit + 1e-9, "{rows} by {columns}: {found} is above {limit}");
        }
    }
}

/// Scales columns to mean 0 and standard deviation 1.
fn scaled(values: &[f64], columns: usize) -> Vec<f64> {
    let mut scaled = values.to_vec();
    for column in 0..columns {
        let of_column: Vec<f64> = values.iter().skip(column).step_by(columns).copied().collect();
        let n = of_column.len() as f64;
        let mean = of_column.iter().sum::<f64>() / n;
        let variance = of_column.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        scaled.iter_mut().skip(column).step_by(columns).for_each(|value| *value = (*value - mean) / variance.sqrt());
    }
    scaled
}

/// Computes the logarithm of the determinant by elimination.
fn log_determinant(mut matrix: Vec<f64>, size: usize) -> f64 {
    let mut sum = 0.0;
    for pivot in 0..size {
        sum += matrix[pivot * size + pivot].ln();
        for row in pivot + 1..size {
            let times = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            (0..size).for_each(|column| matrix[row * size + column] -= times * matrix[pivot * size + column]);
        }
    }
    sum
}

/// Returns the smallest determinant of the covariance over all halves, for two columns and few rows.
fn least_of_all(values: &[f64], rows: usize) -> f64 {
    let half = (rows + 3) / 2;
    let subsets = (0u32..1 << rows).filter(|subset| subset.count_ones() as usize == half);
    let determinant = |subset: u32| {
        let of = |column: usize| {
            (0..rows).filter(move |row| subset >> row & 1 == 1).map(move |row| values[2 * row + column])
        };
        let mean = |column: usize| of(column).sum::<f64>() / half as f64;
        let covariance = |a: usize, b: usize| {
            let (of_a, of_b) = (mean(a), mean(b));
            of(a).zip(of(b)).map(|(x, y)| (x - of_a) * (y - of_b)).sum::<f64>() / (half - 1) as f64
        };
        covariance(0, 0) * covariance(1, 1) - covariance(0, 1).powi(2)
    };
    subsets.map(determinant).fold(f64::INFINITY, f64::min)
}

#[test]
fn no_half_of_the_rows_has_a_smaller_determinant() {
    for rows in [5, 6, 8, 11, 14] {
        let (f, g) = tables(rows, 2);
        for values in [f, g] {
            let values: Vec<f64> = values.iter().map(|value| value / 30.0).collect();
            let found = minimum_covariance_determinant(&values, 2).unwrap();
            let determinant = found[0] * found[3] - found[1] * found[2];
            let least = least_of_all(&values, rows);
            assert!((determinant - least).abs() <= 1e-9 * least, "{rows} rows: {determinant} is not {least}");
        }
    }
}

/// The four closest values of 0, 1, 2, 10, 11, 30 and 80 are 0, 1, 2 and 10. Their variance is 62.75/3.
#[test]
fn variance_of_one_column_is_exact() {
    let found = minimum_covariance_determinant(&[80.0, 1.0, 10.0, 0.0, 30.0, 2.0, 11.0], 1).unwrap();
    assert!((found[0] - 62.75 / 3.0).abs() < 1e-12, "{found:?}");
    // Among five values, two equal values still allow a variance. Three equal values do not.
    assert!(minimum_covariance_determinant(&[1.0, 1.0, 2.0, 5.0, 9.0], 1).is_some());
    assert_eq!(minimum_covariance_determinant(&[1.0, 1.0, 1.0, 5.0, 9.0], 1), None);
}

#[test]
fn measure_is_absent_without_a_covariance() {
    let (f, g) = tables(20, 3);
    assert_eq!(robust_eigenvalues(&f, &f, 3), Some(0.0));
    // No measure exists for n ≤ 2p, for a column that is constant in one of the tables, or if more than half of the
    // rows are in a plane.
    assert_eq!(robust_eigenvalues(&f[..18], &g[..18], 3), None);
    let mut same = f.clone();
    same.iter_mut().skip(1).step_by(3).for_each(|value| *value = 4.0);
    assert_eq!(robust_eigenvalues(&same, &g, 3).or(robust_eigenvalues(&g, &same, 3)), None);
    let mut plane = f.clone();
    plane[..39].chunks_mut(3).for_each(|row| row[2] = row[0] + row[1]);
    assert_eq!(robust_eigenvalues(&plane, &g, 3).or(robust_eigenvalues(&g, &plane, 3)), None);
    let mut sparse = f.clone();
    sparse[..39].chunks_mut(3).for_each(|row| row[2] = 0.0);
    assert_eq!(robust_eigenvalues(&sparse, &g, 3), None);
    assert_eq!(robust_eigenvalues(&[], &[], 0), None);
    let (f, g) = tables(90, 41);
    assert_eq!(robust_eigenvalues(&f, &g, 41), None);
    let (f, g) = tables(530_000, 2);
    assert_eq!(robust_eigenvalues(&f, &g, 2), None);
}

/// The rows of the two-way table are the observations, even if they come from several axes.
#[test]
fn rows_of_the_table_are_the_observations() {
    let (f, g) = tables(20, 3);
    let counts: Vec<u64> = f.iter().map(|&count| count as u64).collect();
    let values: Vec<i64> = g.iter().map(|&value| value as i64).collect();
    let cells = Cells {
        sizes: &[4, 5, 3],
        rows: 2,
        counts: &counts,
        values: &values,
        status: &[Status::Shown; 60],
        decimals: 0,
    };
    let found = measure(&cells, &Context::default(), &Choices::default()).utility.robust_eigenvalues;
    assert_eq!(found, robust_eigenvalues(&f, &g, 3));
    assert!(found.is_some());
}
