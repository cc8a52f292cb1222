//! Formulas and figures of the papers.

use cellveil::measure::utility::information_gain;
use cellveil::measure::{Choices, Divisor, Multiplier, Transitions, Weights};

use super::{Table, assert_close, assert_six, rows};

/// Figures with six decimals, computed from the formulas of Shlomo, Antal and Elliot 2015.
#[test]
fn hellinger_distance_of_five_cells_matches_the_paper() {
    let measures = Table::shown(&[5], &[0, 1, 4, 9, 16], &[0, 0, 6, 9, 15]).measures(None, &Choices::default());
    assert_six(measures.utility.hellinger, "0.780440");
    assert_six(measures.utility.hellinger_utility, "0.857512");
    assert_six(measures.utility.hellinger_proportions, "0.142488");
}

const SEVEN: ([u64; 7], [i64; 7]) = ([0, 0, 1, 2, 3, 10, 20], [0, 0, 0, 3, 3, 9, 21]);

#[test]
fn risk_of_seven_cells_matches_the_paper() {
    let method = rows(r#"{ "kind": "random-rounding", "base": 3 }"#);
    let measures = Table::shown(&[7], &SEVEN.0, &SEVEN.1).measures(Some(&method), &Choices::default());
    let before = measures.risk.before.unwrap();
    assert_six(before.terms.zeros, "0.285714");
    assert_six(before.terms.entropy, "0.409245");
    assert_six(before.terms.size, "0.465293");
    assert_six(before.terms.entropy_small, "0.371579");
    assert_six(before.terms.entropy_large, "0.081704");
    assert_six(before.r, "0.343377");
    assert_six(before.r_unsplit, "0.402496");
    assert_six(before.r_l2, "0.393959");
    let after = measures.risk.after.unwrap();
    assert_six(after.terms.zeros, "0.152721");
    assert_six(3.0 * after.terms.entropy_small, "0.184214"); // before the multiplier 1/3
    assert_six(after.terms.size, "0.465293");
    assert_six(after.r, "0.107508");
    assert_eq!(measures.risk.not_raised, Some(true));
}

/// Section 4.2 of the paper: a tenth of the cells is empty. After protection a fifth is empty, including all cells that
/// were empty before. The term 0.10 becomes 0.01.
#[test]
fn risk_falls_when_half_of_the_zeros_are_false() {
    let (mut counts, mut values) = ([5; 20], [5; 20]);
    counts[..2].fill(0);
    values[..4].fill(0);
    let method = rows(r#"{ "kind": "none" }"#);
    let risk = Table::shown(&[20], &counts, &values).measures(Some(&method), &Choices::default()).risk;
    assert_close(risk.before.unwrap().terms.zeros, 0.1);
    assert_close(risk.after.unwrap().terms.zeros, 0.01);
}

#[test]
fn absent_or_changed_zeros_add_no_risk() {
    let method = rows(r#"{ "kind": "none" }"#);
    for (counts, values) in [([1, 5], [0, 5]), ([0, 5], [3, 5])] {
        let risk = Table::shown(&[2], &counts, &values).measures(Some(&method), &Choices::default()).risk;
        assert_eq!(risk.after.unwrap().terms.zeros, 0.0, "{counts:?}");
    }
}

/// If a single term has weight 1 and the others 0, the risk equals that term.
#[test]
fn weight_of_1_selects_its_term() {
    let table = Table::shown(&[7], &SEVEN.0, &SEVEN.1);
    for at in 0..4 {
        let weight = |of: usize| f64::from(u8::from(of == at));
        let weights = Weights { zeros: weight(0), small: weight(1), large: weight(2), size: weight(3) };
        let risk = table.measures(None, &Choices { weights, ..Choices::default() }).risk.before.unwrap();
        let terms = risk.terms;
        assert_eq!(risk.r, [terms.zeros, terms.entropy_small, terms.entropy_large, terms.size][at]);
        assert_eq!(risk.r_unsplit, [terms.zeros, terms.entropy, terms.entropy, terms.size][at]);
    }
}

/// The means of the diagonals: over the counts 1 to 6, and over the larger counts up to the first repeated row.
#[test]
fn multipliers_match_the_diagonals() {
    for (method, small, large) in [
        (r#"{ "kind": "none" }"#, 1.0, 1.0),
        (r#"{ "kind": "random-rounding", "base": 2 }"#, 1.0 / 2.0, 1.0 / 2.0),
        (r#"{ "kind": "random-rounding", "base": 3 }"#, 1.0 / 3.0, 1.0 / 3.0),
        // Only 5 is a small multiple of 5.
        (r#"{ "kind": "random-rounding", "base": 5 }"#, 1.0 / 6.0, 1.0 / 5.0),
        // No small count is a multiple of 10. Of the counts 7 to 16, one is.
        (r#"{ "kind": "random-rounding", "base": 10 }"#, 0.0, 1.0 / 10.0),
        // Counts 1 and 2 move. Count 3 and larger counts do not.
        (r#"{ "kind": "random-rounding", "base": 3, "below": 3 }"#, 4.0 / 6.0, 1.0),
        // Counts 1, 2, 4 and 5 move. Counts 3, 6 and larger counts do not.
        (r#"{ "kind": "random-rounding", "base": 3, "below": 6 }"#, 2.0 / 6.0, 1.0),
        // Counts to 9 are suppressed. Of the five counts 10 to 14, one stays.
        (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, 0.0, 1.0 / 8.0),
        (r#"{ "kind": "threshold-rounding", "threshold": 3, "base": 5 }"#, 1.0 / 6.0, 1.0 / 5.0),
        (r#"{ "kind": "threshold-rounding", "threshold": 0, "base": 5 }"#, 1.0 / 6.0, 1.0 / 5.0),
        // The matrix has a cap of 2 and two residuals. The diagonal is ½ and 1, then ¼ for odd and ¾ for even counts.
        (
            r#"{ "kind": "transition-matrix", "cap": 2, "matrix": [[1, 0, 0, 0, 0], ["1/2", "1/2", 0, 0, 0], [0, 0, 1, 0, 0],
               [0, 0, 0, "1/4", "3/4"], [0, 0, 0, "1/4", "3/4"]] }"#,
            3.5 / 6.0,
            1.0 / 2.0,
        ),
    ] {
        assert_eq!(Transitions::new(&rows(method)).multiplier(), Multiplier { small, large }, "{method}");
    }
}

/// In Table 3 of Shlomo, Antal and Elliot 2015, the diagonal is ½ for 1 and 2. It is 0.9 for 3 to 10 and for the five
/// residuals. The mean for the counts 1 to 6 is `(2 · ½ + 4 · 0.9) / 6`, about 0.77. Section 5.2 of the paper has 0.75
/// for the small counts and 0.9 for the large counts.
#[test]
fn multipliers_of_table_3_are_near_the_paper() {
    let mut matrix = vec![vec!["0".to_owned(); 16]; 16];
    matrix[0][0] = "1".into();
    let text = include_str!("../../data/matrix/shlomo-2015-table-3-fractions.csv");
    for (row, line) in matrix.iter_mut().zip(text.lines()) {
        *row = line.split(',').map(|field| format!("{field:?}")).collect();
    }
    let matrix: Vec<String> =
        matrix.iter().map(|row| format!("[{}]", row.join(",").replace("\"0\"", "0").replace("\"1\"", "1"))).collect();
    let method = rows(&format!(r#"{{ "kind": "transition-matrix", "cap": 10, "matrix": [{}] }}"#, matrix.join(",")));
    let Multiplier { small, large } = Transitions::new(&method).multiplier();
    // Sixtieths are rounded to multiples of 2^-32.
    assert!((small - 4.6 / 6.0).abs() < 1e-9 && (large - 0.9).abs() < 1e-9, "{small} {large}");
}

/// A table of large counts, each once. The paper's divisor shrinks a count to its probability times the count. A count
/// with a rare value then becomes a small count, and R rises. The expected number of cells keeps the size of the count.
#[test]
fn a_large_count_that_occurs_once_stays_large() {
    let matrix = r#"{ "kind": "transition-matrix", "cap": 1,
        "matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, "59/60", "1/60"], [0, 0, "1/60", "59/60"]] }"#;
    // Odd counts are published one higher with the probability 1/60.
    let table = Table::shown(&[4], &[39, 101, 600, 700], &[40, 102, 600, 700]);
    let risk = |divisor| table.measures(Some(&rows(matrix)), &Choices { divisor, ..Choices::default() }).risk;
    let (expected, realised) = (risk(Divisor::Expected), risk(Divisor::Realised));
    assert_eq!((expected.not_raised, realised.not_raised), (Some(true), Some(false)));
    // The mean count behind 40 is 39, and behind 102 it is 101, so the terms are those of the true table, times the multiplier.
    let (before, after) = (expected.before.unwrap().terms, expected.after.unwrap().terms);
    assert!((after.entropy_large - before.entropy_large * 59.0 / 60.0).abs() < 1e-9);
    assert_eq!(after.entropy_small, 0.0);
}

/// Wooton and Fraser 2005, page 16, has gains of 17 % and 33 % for equally likely counts 0 to 5. The paper simulated a
/// million values. The gain of random rounding follows by hand. `H(Y) − H(Y|X) = 1 − (h(1/5) + h(2/5) + h(3/5) +
/// h(4/5)) / 6` bits, where h is the entropy of a share. The gain is its ratio to `H(X) = log2 6` bits.
#[test]
fn information_gain_of_rounding_and_small_cells_matches_the_paper() {
    let even = [0, 1, 2, 3, 4, 5].map(|count| (count, 1.0 / 6.0));
    let h = |p: f64| -p * p.log2() - (1.0 - p) * (1.0 - p).log2();
    let expected = (1.0 - (h(0.2) + h(0.4) + h(0.6) + h(0.8)) / 6.0) / 6f64.log2();
    let rounding = information_gain(&rows(r#"{ "kind": "random-rounding", "base": 5 }"#), &even).unwrap();
    assert!((rounding - expected).abs() < 1e-9, "{rounding} {expected}"); // fifths are rounded to multiples of 2^-32
    assert_eq!(format!("{rounding:.2}"), "0.17");
    let small = information_gain(&rows(r#"{ "kind": "small-cell", "x": 2 }"#), &even).unwrap();
    assert_eq!(format!("{small:.2}"), "0.33");
}

#[test]
fn information_gain_is_0_or_1_at_the_extremes() {
    let even = [(0, 0.25), (3, 0.25), (7, 0.5)];
    assert_eq!(information_gain(&rows(r#"{ "kind": "none" }"#), &even), Some(1.0));
    // All counts, including 0, are below the threshold and suppressed, so the gain is 0.
    let method = rows(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#);
    assert_eq!(information_gain(&method, &even).map(|gain| (gain * 1e9).round()), Some(0.0));
    let sure = [(4, 1.0)];
    assert_eq!(information_gain(&method, &sure), None);
    assert_eq!(information_gain(&method, &[]), None);
    // A 0 below the threshold is also suppressed. The counts 12 and 17 are published as 10 and 15. The counts 1 and 2
    // cannot be distinguished. This gives 1.5 bits of 2 bits.
    let gain = information_gain(&method, &[(1, 0.25), (2, 0.25), (12, 0.25), (17, 0.25)]);
    assert_close(gain, 0.75);
}
