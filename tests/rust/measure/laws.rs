//! Laws of the measures for all tables, methods and statuses.

use cellveil::measure::risk::SmallCountRisk;
use cellveil::measure::utility::{NoiseVariance, TotalNoise};
use cellveil::measure::{
    Choices, Context, Divisor, Frequencies, LineRisk, Measures, Multiplier, RiskMeasures, Suppressed, Terms,
    Transitions, measure, risk,
};
use cellveil::protect::{CompiledMethod, Status};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::Value;

use super::{Table, naive, rows};

const METHODS: [&str; 9] = [
    r#"{ "kind": "none" }"#,
    r#"{ "kind": "random-rounding", "base": 3 }"#,
    r#"{ "kind": "random-rounding", "base": 5, "below": 12 }"#,
    r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#,
    r#"{ "kind": "small-cell", "x": 2 }"#,
    r#"{ "kind": "cell-key", "ptable": "s05_ptable.csv" }"#,
    r#"{ "kind": "cell-key", "ptable": "s05_ptable.csv", "threshold": 3, "lookup": "hash" }"#,
    r#"{ "kind": "transition-matrix", "cap": 1, "matrix": [[1, 0, 0, 0], ["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"], [0, 0, "1/4", "3/4"]] }"#,
    r#"{ "kind": "transition-matrix", "cap": 1, "zeros": "category-keys", "matrix": [["1/2", "1/2"], ["1/4", "3/4"]] }"#,
];

/// Parts of a drawn table: sizes, number of row axes, cells as (count, key, fate), and choices.
type Raw = (Vec<usize>, usize, Vec<(u64, u64, u8)>, (usize, usize, bool, bool));

fn drawn() -> impl Strategy<Value = Raw> {
    let count = prop_oneof![
        6 => Just(0u64),
        6 => 1u64..4,
        6 => 4u64..40,
        1 => 40u64..5000,
        1 => (1u64 << 52) - 9..=1 << 52,
    ];
    let sizes = prop::collection::vec(prop_oneof![9 => 1usize..6, 1 => Just(0usize)], 0..4);
    let cells = prop::collection::vec((count, any::<u64>(), any::<u8>()), 125);
    (sizes, 0usize..4, cells, (0..METHODS.len(), 0usize..4, any::<bool>(), any::<bool>()))
}

/// Builds the drawn table, protected by the method. Some cells are blocked. With `wild`, some cells are suppressed, and
/// some have values that no method publishes.
fn table((sizes, row_axes, cells, _): &Raw, method: &CompiledMethod, wild: bool) -> Table {
    let all: usize = sizes.iter().product();
    let counts: Vec<u64> = cells[..all].iter().map(|cell| cell.0).collect();
    let keys: Vec<u64> = cells[..all].iter().map(|cell| cell.1 >> 32).collect();
    let mut protected = method.protect(&counts, &keys);
    for (at, cell) in cells[..all].iter().enumerate() {
        match cell.2 {
            0..12 => protected.status[at] = Status::Blocked,
            12..24 if wild => protected.status[at] = Status::Suppressed,
            24..48 if wild => protected.values[at] = cell.1 as i64 % 40,
            48..52 if wild => protected.values[at] = cell.1 as i64 >> 10,
            _ => {}
        }
    }
    Table {
        sizes: sizes.clone(),
        rows: (*row_axes).min(sizes.len()),
        counts,
        values: protected.values,
        status: protected.status,
    }
}

fn run(seed: u64, cases: u32, law: impl Fn(Raw) -> Result<(), TestCaseError>) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&drawn(), law).unwrap_or_else(|error| panic!("{error}"));
}

/// Returns every number of the measures in order, with `None` for a missing one. A new field causes a compiler error
/// here.
fn numbers(measures: &Measures) -> Vec<Option<f64>> {
    let Measures { table, risk, utility } = measures;
    let of = |count: Option<u64>| count.map(|count| count as f64);
    let mut numbers = vec![Some(table.cells as f64), of(table.population), of(table.zeros), of(table.ones)];
    numbers.extend([of(table.twos), table.average_cell]);
    for risk in [risk.before, risk.after] {
        match risk {
            None => numbers.push(None),
            Some(risk) => {
                let Terms { zeros, entropy, entropy_small, entropy_large, size } = risk.terms;
                let all = [risk.r, risk.r_unsplit, risk.r_l2, zeros, entropy, entropy_small, entropy_large, size];
                numbers.extend(all.map(Some));
            }
        }
    }
    for lines in [risk.rows_before, risk.rows_after, risk.columns_before, risk.columns_after] {
        match lines {
            None => numbers.push(None),
            Some(LineRisk { mean, largest }) => numbers.extend([Some(mean), Some(largest)]),
        }
    }
    numbers.extend([risk.dr1, risk.dr2]);
    match risk.small_counts {
        None => numbers.push(None),
        Some(SmallCountRisk { unchanged, difference_one, difference_one_or_two }) => {
            numbers.extend([unchanged, difference_one, difference_one_or_two]);
        }
    }
    numbers.extend([risk.small_cells, of(risk.attribute_lines), of(risk.full_cells)]);
    numbers.push(risk.attribute_share);
    numbers.extend([utility.hellinger, utility.hellinger_utility, utility.hellinger_proportions]);
    numbers.extend([utility.hellinger_areas, utility.hdm_rows, utility.hdm_columns, utility.cramers_v_change]);
    numbers.extend([utility.variance_change, utility.between_variance_change, utility.total_noise]);
    numbers.extend([utility.average_noise, utility.changed_share, utility.robust_eigenvalues]);
    match utility.variance {
        None => numbers.push(None),
        Some(NoiseVariance { cell, row_total, column_total, total }) => {
            numbers.extend([Some(cell), row_total, column_total, total]);
        }
    }
    numbers.push(utility.information_gain);
    numbers
}

/// Collects the numbers and nulls of a JSON value in order.
fn leaves(json: &Value, leaves: &mut Vec<Option<f64>>) {
    match json {
        Value::Null => leaves.push(None),
        Value::Number(number) => leaves.push(number.as_f64()),
        Value::Object(fields) => {
            fields
                .iter()
                .filter(|field| !matches!(&**field.0, "not_raised" | "needs_protection"))
                .for_each(|field| self::leaves(field.1, leaves));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn all_measures_are_finite() {
    let methods = METHODS.map(rows);
    let averages = Choices { suppressed: Suppressed::Average, ..Choices::default() };
    run(2015, 2000, |raw| {
        let (at, areas, average, known) = raw.3;
        let table = table(&raw, &methods[at], true);
        let unflagged: Vec<u64> = table.counts.iter().map(|count| count / 2).collect();
        let columns: usize = table.sizes[table.rows..].iter().product();
        let totals: Vec<Option<i64>> = (0..table.counts.len().checked_div(columns).unwrap_or(0))
            .map(|row| (row % 3 > 0).then(|| table.counts[row * columns..][..columns].iter().sum::<u64>() as i64))
            .collect();
        let choices = if average { averages.clone() } else { Choices::default() };
        let choices = Choices { areas: Some(areas), ..choices };
        let context = Context {
            method: known.then_some(&methods[at]),
            unflagged: known.then_some(&unflagged),
            row_totals: known.then_some(&totals),
            totals: known.then_some(TotalNoise::Sum),
            ..Context::default()
        };
        let measures = measure(&table.cells(), &context, &choices);
        let numbers = numbers(&measures);
        prop_assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{:?}", measures);
        let mut found = Vec::new();
        leaves(&serde_json::to_value(&measures).unwrap(), &mut found);
        prop_assert_eq!(found, numbers, "JSON has others");
        ranges(&measures)
    });
}

/// Checks the ranges that the reference page states.
fn ranges(measures: &Measures) -> Result<(), TestCaseError> {
    let (risk, utility) = (&measures.risk, &measures.utility);
    let mut shares = vec![risk.dr1, risk.dr2, risk.small_cells, risk.attribute_share, utility.hellinger_proportions];
    shares.extend([utility.changed_share, utility.information_gain]);
    if let Some(SmallCountRisk { unchanged, difference_one, difference_one_or_two }) = risk.small_counts {
        shares.extend([unchanged, difference_one, difference_one_or_two]);
    }
    for of in [risk.before, risk.after].into_iter().flatten() {
        let Terms { zeros, entropy, entropy_small, entropy_large, size } = of.terms;
        shares.extend([zeros, entropy, entropy_small, entropy_large, size, of.r, of.r_unsplit, of.r_l2].map(Some));
    }
    for lines in [risk.rows_before, risk.rows_after, risk.columns_before, risk.columns_after].into_iter().flatten() {
        prop_assert!(lines.mean <= lines.largest + 1e-12);
        shares.extend([Some(lines.mean), Some(lines.largest)]);
    }
    for share in shares.into_iter().flatten() {
        prop_assert!((0.0..=1.0 + 1e-12).contains(&share), "{:?}", measures);
    }
    let losses = [utility.hellinger, utility.hellinger_areas, utility.hdm_rows, utility.hdm_columns];
    for loss in losses.into_iter().chain([utility.total_noise, utility.robust_eigenvalues]).flatten() {
        prop_assert!(loss >= 0.0);
    }
    if let Some(NoiseVariance { cell, row_total, column_total, total }) = utility.variance {
        prop_assert!(
            [Some(cell), row_total, column_total, total].into_iter().flatten().all(|variance| variance >= 0.0)
        );
    }
    let changes = [utility.cramers_v_change, utility.variance_change, utility.between_variance_change];
    for change in changes.into_iter().flatten() {
        prop_assert!(change >= -100.0 - 1e-9);
    }
    Ok(())
}

#[test]
fn risk_after_protection_matches_the_formulas() {
    let methods = METHODS.map(rows);
    run(2007, 1000, |raw| {
        let method = &methods[raw.3.0];
        let table = table(&raw, method, false);
        let multiplier = Multiplier { small: 0.75, large: 0.5 };
        let divisor = if raw.3.2 { Divisor::Expected } else { Divisor::Realised };
        let choices = Choices { multiplier: Some(multiplier), divisor, ..Choices::default() };
        let found = table.measures(Some(method), &choices).risk.after;
        prop_assert_eq!(found.is_some(), table.counts.iter().any(|&count| count > 0));
        if let Some(found) = found {
            let expected = naive::terms(&table.cells(), method, multiplier, divisor);
            let of = |terms: Terms| [terms.zeros, terms.entropy, terms.entropy_small, terms.entropy_large, terms.size];
            for (found, expected) in of(found.terms).into_iter().zip(of(expected)) {
                prop_assert!((found - expected).abs() < 1e-9, "{} is not {}", found, expected);
            }
        }
        Ok(())
    });
}

#[test]
fn information_gain_matches_the_formula() {
    let methods = METHODS.map(rows);
    run(2005, 500, |raw| {
        let method = &methods[raw.3.0];
        let table = table(&raw, method, false);
        let frequencies = Frequencies::of(table.counts.iter().copied());
        let all = frequencies.cells() as f64;
        let prior: Vec<_> = frequencies.pairs().iter().map(|&(count, cells)| (count, cells as f64 / all)).collect();
        match table.measures(Some(method), &Choices::default()).utility.information_gain {
            None => prop_assert!(prior.len() < 2),
            Some(found) => {
                let expected = naive::information_gain(method, &prior);
                prop_assert!((found - expected).abs() < 1e-9, "{} is not {}", found, expected);
            }
        }
        Ok(())
    });
}

/// The method `none` leaves the risk exactly the same.
#[test]
fn risk_stays_the_same_without_a_method() {
    let none = rows(METHODS[0]);
    run(1999, 1000, |raw| {
        let mut table = table(&raw, &none, false);
        table.status.fill(Status::Shown);
        let risk = table.measures(Some(&none), &Choices::default()).risk;
        prop_assert_eq!(risk.after, risk.before);
        prop_assert_eq!(risk.before, risk::before(&Frequencies::of(table.counts), &Choices::default().weights));
        Ok(())
    });
}

/// A measure of all cells does not depend on the order of the axes or of their categories.
#[test]
fn order_of_axes_and_codes_does_not_matter() {
    let methods = METHODS.map(rows);
    run(2011, 300, |raw| {
        let method = &methods[raw.3.0];
        let table = table(&raw, method, true);
        let turned = Table {
            counts: table.counts.iter().rev().copied().collect(),
            values: table.values.iter().rev().copied().collect(),
            status: table.status.iter().rev().copied().collect(),
            ..table.clone()
        };
        let [mut found, mut turned] = [table, turned].map(|table| table.measures(Some(method), &Choices::default()));
        // R of a line adds up the cells of the line in their order, so rounding errors differ.
        let lines = |risk: &mut RiskMeasures| {
            let RiskMeasures { rows_before, rows_after, columns_before, columns_after, .. } = risk;
            [rows_before, rows_after, columns_before, columns_after].map(Option::take)
        };
        for pair in lines(&mut found.risk).into_iter().zip(lines(&mut turned.risk)) {
            let (Some(found), Some(turned)) = pair else {
                prop_assert_eq!(pair.0, pair.1);
                continue;
            };
            prop_assert!((found.mean - turned.mean).abs() < 1e-9 && (found.largest - turned.largest).abs() < 1e-9);
        }
        prop_assert_eq!(found.risk, turned.risk);
        prop_assert_eq!(found.utility.changed_share, turned.utility.changed_share);
        if let Some((found, turned)) = found.utility.hellinger.zip(turned.utility.hellinger) {
            prop_assert!((found - turned).abs() <= 1e-9 * found.max(1.0));
        }
        Ok(())
    });
}

/// The means of the diagonal of the complete matrix, from the distributions of all counts.
#[test]
fn multipliers_are_means_of_the_diagonal() {
    for json in METHODS {
        let method = rows(json);
        let stay = |count: u64| naive::published(&method, count).get(&Some(count as i64)).copied().unwrap_or(0.0);
        let last = match serde_json::from_str::<Value>(json).unwrap()["kind"].as_str().unwrap() {
            "none" => 7,
            "random-rounding" => {
                if json.contains("12") {
                    12
                } else {
                    9
                }
            }
            "threshold-rounding" => 14,
            "small-cell" => 1001,
            // Residuals repeat after one or two counts.
            "transition-matrix" => {
                if json.contains("category") {
                    7
                } else {
                    8
                }
            }
            _ => (1..).take_while(|&count| method.outcomes(count) != method.outcomes(100_000)).last().unwrap() + 1,
        };
        let mean = |first: u64, last: u64| (first..=last).map(stay).sum::<f64>() / (last + 1 - first) as f64;
        let Multiplier { small, large } = Transitions::new(&method).multiplier();
        for (found, expected) in [(small, mean(1, 6)), (large, mean(7, last))] {
            assert!((found - expected).abs() < 1e-12, "{json}: {found} is not {expected}");
        }
    }
}
