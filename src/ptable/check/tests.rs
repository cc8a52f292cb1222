use std::fs;
use std::path::Path;

use num_rational::Ratio;
use num_traits::ToPrimitive;

use super::super::{DenseTable, Entry, IntervalTable, ONE};
use super::*;

const D5: &str = "tests/data/ptable/cellkey_d5.csv";

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn parsed(path: &str) -> Ptable {
    Ptable::parse(file(path).as_bytes(), path).unwrap()
}

fn checked(path: &str, keys: u32) -> Check {
    check(&parsed(path), Some(keys), USUAL_LEVEL).unwrap()
}

fn intervals(rows: &[&[(u64, i32)]]) -> Ptable {
    let row =
        |row: &&[(u64, i32)]| -> Vec<Entry> { row.iter().map(|&(upper, noise)| Entry { upper, noise }).collect() };
    IntervalTable::new(&rows.iter().map(row).collect::<Vec<_>>()).unwrap().into()
}

fn verdict<'a>(found: &'a Check, name: &str) -> (bool, &'a str) {
    let verdict = found.verdicts.iter().find(|verdict| verdict.name == name).unwrap();
    (verdict.fine, &verdict.says)
}

/// Reads a file of numbers line by line, without the header.
fn numbers(path: &str) -> Vec<Vec<f64>> {
    file(path).lines().skip(1).map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect()
}

/// The expected files contain the checks that R `ptable` made of its own tables. Their columns are i, p_mean, p_var,
/// p_sum, p_stay, iter.
#[test]
fn rows_are_as_r_ptable_checks_them() {
    for id in ["01", "02", "03", "05", "07", "11", "13", "14", "15", "19", "21", "23", "28"] {
        let found = checked(&format!("tests/data/ptable/s{id}_ptable.csv"), 256);
        let rows: Vec<&RowCheck> = found.rows.iter().flat_map(|row| (row.first..=row.last).map(move |_| row)).collect();
        let expected = numbers(&format!("tests/data/ptable/checks/s{id}_check.csv"));
        assert_eq!(rows.len(), expected.len(), "{id}");
        for (row, expected) in rows.iter().zip(&expected) {
            let near = |a: f64, b: f64| (a - b).abs() < 1.1e-5;
            assert!(near(row.mean, expected[1]), "{id}, row {}: mean {}", row.first, row.mean);
            assert!(near(row.variance, expected[2]), "{id}, row {}: variance {}", row.first, row.variance);
            assert!(near(row.stays, expected[4]), "{id}, row {}: stays {}", row.first, row.stays);
        }
        assert!(verdict(&found, "mean").0, "{id}: {:?}", found.verdicts);
    }
    // The entropies of the last rows come from `checks/summary.csv`.
    for (id, entropy) in [("01", 2.03096438447342), ("05", 2.83763722419023), ("11", 3.70678407350232), ("19", 1.5)] {
        let found = checked(&format!("tests/data/ptable/s{id}_ptable.csv"), 256);
        assert!((found.rows[found.rows.len() - 1].entropy - entropy).abs() < 1e-6, "{id}");
    }
}

/// The test looks up each key in the decimals of the file, as exact fractions, and computes the mean noise over all
/// keys.
#[test]
fn intervals_looked_up_with_few_keys_are_biased() {
    for path in [D5, "demo/census2011-teaching/ptable.csv", "tests/data/ptable/s01_ptable.csv"] {
        let text = file(path);
        let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
        for keys in [2, 100, 256, 65_536] {
            let found = checked(path, keys);
            let mut most = 0.0_f64;
            for row in &found.rows {
                let row_lines: Vec<_> = lines.iter().filter(|line| line[0] == row.first.to_string()).collect();
                let noise = |key: u32| -> i64 {
                    let u = Ratio::new(u128::from(key), u128::from(keys));
                    let below = |line: &&&Vec<&str>| {
                        let (whole, decimals) = line[5].split_once('.').unwrap_or((line[5], ""));
                        let digits: u128 = format!("{whole}{decimals}").parse().unwrap();
                        u < Ratio::new(digits, 10_u128.pow(decimals.len() as u32))
                    };
                    row_lines.iter().find(below).unwrap()[3].parse().unwrap()
                };
                let sum: i64 = (0..keys).map(noise).sum();
                let mean = Ratio::new(sum, i64::from(keys)).to_f64().unwrap();
                assert_eq!(row.with_keys.map(|with| with.mean), Some(mean), "{path}, row {}, {keys} keys", row.first);
                most = most.max(mean.abs());
            }
            let (fine, says) = verdict(&found, "mean-with-keys");
            assert_eq!(fine, most <= 1e-5, "{says}");
            assert!(verdict(&found, "mean").0);
        }
    }
    // Computed by hand: with 256 keys, counts of 5 lose 7/256 records on average.
    let found = checked("demo/census2011-teaching/ptable.csv", 256);
    assert_eq!(found.rows[5].with_keys.map(|with| with.mean), Some(-7.0 / 256.0));
    assert!(verdict(&found, "mean-with-keys").1.contains("row 5 by -0.0273 records"));
}

#[test]
fn blocked_small_results_are_not_gaps() {
    let found = checked(D5, 256);
    assert_eq!((&found.blocked[..], found.blocked_goes_on), (&[(1, 2)][..], false));
    assert_eq!(verdict(&found, "blocked"), (true, "values never shown: 1 to 2"));
    assert!(found.rows.iter().all(|row| row.gaps.is_empty()));
    let blocked: Vec<_> = found.rows.iter().map(|row| row.blocked.clone()).collect();
    assert_eq!(blocked[1..6], [vec![(0, 1)], vec![(-1, 0)], vec![(-2, -1)], vec![(-3, -2)], vec![(-4, -3)]]);
    let values: Vec<u64> = found.values.iter().map(|value| value.value).collect();
    assert_eq!(values, [0].into_iter().chain(3..=13).collect::<Vec<_>>());
    let three = found.values[1];
    assert_eq!((three.low, three.high, three.number, three.gaps), (1, 8, 8, 0));
    assert!(["gaps", "one-cause", "causes-with-gaps", "zero"].iter().all(|name| verdict(&found, name).0));
}

#[test]
fn real_gaps_are_found() {
    // Counts from 2 on have noise 0 or 4. A count of 1 has noise 0. A published 10 stands for a count of 6 or 10, and a
    // published 3 for a count of 3.
    let found = check(&intervals(&[&[(ONE, 0)], &[(ONE, 0)], &[(ONE / 2, 0), (ONE, 4)]]), None, 0.9).unwrap();
    let last = &found.rows[found.rows.len() - 1];
    assert_eq!((last.first, &last.gaps[..], &last.blocked[..]), (2, &[(1, 3)][..], &[][..]));
    assert!(verdict(&found, "gaps").1.ends_with("1 to 3 of row 2"));
    let (fine, says) = verdict(&found, "one-cause");
    assert!(
        !fine && says.contains("1 is a count of 1, 2 is a count of 2, 3 is a count of 3, 4 is a count of 4 and 1 more"),
        "{says}"
    );
    assert_eq!(verdict(&found, "zero"), (false, "a published 0 is a count of 0 for certain"));
    let (fine, says) = verdict(&found, "causes-with-gaps");
    assert!(!fine && says.contains("6 (from 2 to 6, 3 of them impossible)"), "{says}");
    assert_eq!(found.repeats, Repeats { from: 2, period: 1 });
    let six = found.values[6];
    assert_eq!((six.value, six.number, six.likeliest, six.probability, six.gaps), (6, 2, 2, 0.5, 3));
    assert_eq!(six.shortest, Credible { low: 2, high: 6, probability: 1.0 });

    // Noise −3 has probability 1/4096, and noise 3 has probability 2^-32. Both are unlikely, so the likely counts have
    // no gap.
    let tails = [(ONE / 4096, -3), (ONE / 2, 0), (ONE - 1, 1), (ONE, 3)];
    let found = check(&intervals(&[&[(ONE, 0)], &[(ONE, 0)], &[(ONE, 0)], &tails]), None, 0.9).unwrap();
    assert_eq!(found.rows[found.rows.len() - 1].gaps, [(-2, -1), (2, 2)]);
    assert!(verdict(&found, "causes-with-gaps").0);
}

/// Random rounding to base 5, as dense tables. Values between multiples of 5 are never published.
#[test]
fn multiples_of_a_base_repeat() {
    for (rows, keys) in [(250_u32, 5_u32), (253, 5), (750, 10)] {
        let noise = |row: u32, key: u32| {
            let rest = row % 5;
            if key * 5 / keys < rest { (5 - rest) as i16 } else { -(rest as i16) }
        };
        let noises = (1..=rows).flat_map(|row| (0..keys).map(move |key| noise(row, key))).collect();
        let table = Ptable::from(DenseTable::new(keys, false, noises).unwrap());
        let found = check(&table, Some(keys), 0.9).unwrap();
        if rows == 253 {
            // Count 254 uses row 7. The difference, 247, is no multiple of 5. Large published values therefore have the
            // remainder 2 modulo 5.
            assert_eq!((found.repeats, found.blocked_goes_on), (Repeats { from: 254, period: 5 }, true));
            assert_eq!(found.values.last().map(|value| value.value % 5), Some(2));
            continue;
        }
        assert_eq!((found.repeats, found.distinct_rows), (Repeats { from: 1, period: 5 }, 5));
        assert!(found.blocked_goes_on);
        assert_eq!(found.blocked, [(1, 4), (6, 9)]);
        assert_eq!(verdict(&found, "blocked").1, "values never shown: 1 to 4, 6 to 9, and so on");
        assert_eq!(found.rows.len(), 5);
        assert!(found.rows.iter().all(|row| row.gaps.is_empty() && row.mean == 0.0));
        assert_eq!(found.rows[0].blocked, [(0, 3)]);
        assert_eq!(verdict(&found, "mean"), (true, "every row above 0 has mean 0 exactly"));
        // A published 5 stands for a count from 1 to 9. The probability of count 5 is 5/25.
        let five = found.values[1];
        assert_eq!((five.value, five.low, five.high, five.likeliest, five.probability), (5, 1, 9, 5, 0.2));
    }
}

#[test]
fn biased_rows_and_rows_that_add_are_reported() {
    let found = check(&intervals(&[&[(ONE / 4, 2), (ONE, 0)], &[(ONE / 4, -1), (ONE, 1)]]), None, 0.9).unwrap();
    assert_eq!(verdict(&found, "mean"), (false, "biased: row 1 by 0.5 records"));
    let (fine, says) = verdict(&found, "empty-cells");
    assert_eq!((fine, says), (false, "row 0 adds 0.5 records to an empty cell on average, if the method uses row 0"));
    assert_eq!((found.empty_cells_gain, found.rows[0].mean), (0.5, 0.5));
    assert!(!found.verdicts[0].fine && found.verdicts[found.verdicts.len() - 1].fine);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["shape"], "interval");
    assert_eq!(json["rows"][1]["with_keys"]["mean"], 0.5);
    assert_eq!(json["values"][0]["shortest"]["low"], 0);
}

#[test]
fn values_of_far_reaching_noise_are_not_computed() {
    let rows = [vec![Entry { upper: ONE, noise: 0 }]].into_iter().chain(
        (1..40_000)
            .map(|row| vec![Entry { upper: ONE / 2, noise: -row.min(32_767) }, Entry { upper: ONE, noise: 32_767 }]),
    );
    let table = Ptable::from(IntervalTable::new(&rows.collect::<Vec<_>>()).unwrap());
    let found = check(&table, None, 0.9).unwrap();
    assert!(found.values.is_empty() && !verdict(&found, "values").0);
    assert_eq!(found.rows[1].gaps, [(0, 32_766)]);
}

#[test]
fn wrong_keys_and_levels_are_errors() {
    let table = parsed(D5);
    for (keys, level, expected) in [
        (Some(1), 0.9, "1 keys; expected 2 to 65536"),
        (Some(65_537), 0.9, "65537 keys; expected 2 to 65536"),
        (None, 0.0, "the level is 0; expected a number above 0, up to 1"),
        (None, 1.1, "the level is 1.1; expected a number above 0, up to 1"),
        (None, f64::NAN, "the level is NaN; expected a number above 0, up to 1"),
    ] {
        assert_eq!(check(&table, keys, level).unwrap_err().to_string(), expected);
    }
    let dense = Ptable::from(DenseTable::new(4, false, vec![0; 1000]).unwrap());
    let message = check(&dense, Some(8), 0.9).unwrap_err().to_string();
    assert_eq!(message, "the table has 4 keys; expected no other number of keys");
    assert_eq!(check(&dense, Some(4), 1.0).unwrap().lookup_keys, None);
}
