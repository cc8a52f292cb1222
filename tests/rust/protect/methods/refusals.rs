//! Wrong parameters, matrices and keys are refused before any file is read. The message names the problem, the place
//! and the expectation.

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};

use super::analytic::table_3;
use super::engine::{context, dense_ptable, interval_ptable, matrix_json, under};

/// Returns the message that refuses a method before any p-table is read, or `None`.
fn refusal(json: &str, context: KeyContext<'_>) -> Option<String> {
    let parameters = match Parameters::from_json(json) {
        Ok(parameters) => parameters,
        Err(error) => return Some(error),
    };
    match MethodSpec::new("m", &parameters).and_then(|method| method.check(context)) {
        Ok(()) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// Checks that each method is refused with the given message.
fn refused(context: KeyContext<'_>, cases: &[(&str, &str)]) {
    for (json, expected) in cases {
        let found = refusal(json, context).unwrap_or_else(|| panic!("{json} is not refused; expected: {expected}"));
        println!("{found}");
        assert!(found.starts_with("method \"m\": "), "{json}: {found:?} does not say which method");
        assert!(found.contains(expected), "{json}: {found:?} does not say {expected:?}");
        assert!(found.contains("; expected "), "{json}: {found:?} does not say what was expected");
    }
}

/// Checks that each method is accepted.
fn accepted(context: KeyContext<'_>, cases: &[&str]) {
    for json in cases {
        assert_eq!(refusal(json, context), None, "{json}");
    }
}

#[test]
fn base_is_a_whole_number_from_2_to_a_million() {
    let expected = "base is ";
    let limits = "expected a whole number from 2 to 1000000";
    for kind in [r#""kind":"random-rounding""#, r#""kind":"threshold-rounding","threshold":10"#] {
        for base in ["0", "1", "1.5", "-3", "1000001", "1e9", "18446744073709551616", "\"3\"", "null", "[3]"] {
            let json = format!(r#"{{{kind},"base":{base}}}"#);
            refused(context(), &[(&json, expected), (&json, limits)]);
        }
        let json = format!("{{{kind}}}");
        refused(context(), &[(&json, "base is missing"), (&json, limits)]);
        for base in ["2", "3.0", "1000000"] {
            accepted(context(), &[&format!(r#"{{{kind},"base":{base}}}"#)]);
        }
    }
    // The message contains a number that is out of range.
    refused(
        context(),
        &[
            (r#"{"kind":"random-rounding","base":0}"#, "base is 0"),
            (r#"{"kind":"random-rounding","base":1}"#, "base is 1;"),
            (r#"{"kind":"random-rounding","base":1000001}"#, "base is 1000001"),
        ],
    );
}

#[test]
fn other_numbers_are_within_their_ranges() {
    refused(
        context(),
        &[
            (
                r#"{"kind":"random-rounding","base":3,"below":0}"#,
                "below is 0; expected a whole number from 2 to 1000000",
            ),
            (
                r#"{"kind":"random-rounding","base":3,"below":1}"#,
                "below is 1; expected a whole number from 2 to 1000000",
            ),
            (r#"{"kind":"random-rounding","base":3,"below":-1}"#, "below is "),
            (r#"{"kind":"random-rounding","base":3,"below":2.5}"#, "below is "),
            (r#"{"kind":"random-rounding","base":3,"below":1000001}"#, "below is 1000001"),
            (r#"{"kind":"threshold-rounding","base":5}"#, "threshold is missing; expected a whole number from 0 to"),
            (r#"{"kind":"threshold-rounding","base":5,"threshold":-1}"#, "threshold is "),
            (r#"{"kind":"threshold-rounding","base":5,"threshold":0.5}"#, "threshold is "),
            (r#"{"kind":"threshold-rounding","base":5,"threshold":9007199254740993}"#, "threshold is 9007199254740993"),
            (r#"{"kind":"threshold-rounding","base":5,"threshold":"10"}"#, "threshold is a string"),
        ],
    );
    accepted(
        context(),
        &[
            r#"{"kind":"random-rounding","base":3,"below":2}"#,
            r#"{"kind":"random-rounding","base":3,"below":1000000}"#,
            r#"{"kind":"threshold-rounding","base":5,"threshold":0}"#,
            r#"{"kind":"threshold-rounding","base":5,"threshold":9007199254740992}"#,
        ],
    );
}

#[test]
fn x_is_above_0_up_to_50_with_three_decimals() {
    let expected = "expected a number above 0, up to 50, with at most three decimals";
    for x in
        ["0", "0.0", "-1", "-0.5", "51", "50.001", "1e300", "0.0001", "2.0001", "1.2345", "49.9999", "\"2\"", "null"]
    {
        let json = format!(r#"{{"kind":"small-cell","x":{x}}}"#);
        refused(context(), &[(&json, "x is "), (&json, expected)]);
    }
    refused(context(), &[(r#"{"kind":"small-cell"}"#, "x is missing"), (r#"{"kind":"small-cell","x":51}"#, "x is 51")]);
    for thousandths in (1..=50_000).step_by(37).chain([1, 10, 100, 1000, 2500, 49_999, 50_000]) {
        accepted(
            context(),
            &[&format!(r#"{{"kind":"small-cell","x":{}.{:03}}}"#, thousandths / 1000, thousandths % 1000)],
        );
    }
    accepted(context(), &[r#"{"kind":"small-cell","x":50}"#, r#"{"kind":"small-cell","x":1e-3}"#]);
}

/// Returns a matrix of cap 1 and base 2 with one row replaced.
fn with_row(at: usize, row: &str) -> String {
    let mut rows = ["[1,0,0,0]", "[0,0.5,0.5,0]", "[0,0.25,0.5,0.25]", "[0,0,\"1/3\",\"2/3\"]"];
    rows[at] = row;
    format!(r#"{{"kind":"transition-matrix","cap":1,"matrix":[{}]}}"#, rows.join(","))
}

#[test]
fn matrices_are_square_and_their_rows_add_up() {
    accepted(context(), &[&with_row(0, "[1,0,0,0]"), &matrix_json(10, &table_3())]);
    for (at, row, expected) in [
        (1, "[0,0.5,0.5]", "matrix[1] has 3 columns; expected as many as there are rows"),
        (1, "[0,0.5,0.5,0,0]", "matrix[1] has 5 columns"),
        (1, "[]", "matrix[1] has 0 columns"),
        (1, "[0,0.5,0.4,0]", "matrix[1] does not add up to 1"),
        (1, "[0,0.5,0.50001,0]", "matrix[1] does not add up to 1"),
        (1, "[0,0,0,0]", "matrix[1] does not add up to 1"),
        (1, "[0,1,1,0]", "matrix[1] does not add up to 1"),
        (3, "[0,0.0167,0.9,\"1/60\"]", "matrix[3] does not add up to 1"),
        (1, "[0,-0.5,1,0.5]", "matrix[1][1] is a negative number; expected a probability: a number from 0 to 1"),
        (1, "[0,1.5,0,0]", "matrix[1][1] is a number with a fraction, or too large; expected a probability"),
        (1, "[0,2,0,0]", "matrix[1][1] is a number; expected a probability"),
        (1, "[0,\"3/2\",0,0]", "matrix[1][1] is a string; expected a probability"),
        (1, "[0,\"-1/2\",\"3/2\",0]", "matrix[1][1] is a string; expected a probability"),
        (1, "[0,\"1/0\",0,1]", "matrix[1][1] is a string; expected a probability"),
        (1, "[0,\"half\",\"1/2\",0]", "matrix[1][1] is a string; expected a probability"),
        (1, "[0,null,1,0]", "matrix[1][1] is null; expected a probability"),
        (1, "1", "matrix[1] is a number; expected a list"),
        // Row 0 must not move empty cells, unless empty cells have keys.
        (0, "[0.5,0.5,0,0]", "matrix[0] moves empty cells"),
        (0, "[0,0,0,1]", "matrix[0] moves empty cells"),
    ] {
        refused(context(), &[(&with_row(at, row), expected)]);
    }
}

#[test]
fn matrices_have_the_size_that_the_cap_says() {
    let identity = |size: usize, cap: &str| {
        let row = |at| (0..size).map(|column| if column == at { "1" } else { "0" }).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..size).map(|at| format!("[{}]", row(at))).collect();
        format!(r#"{{"kind":"transition-matrix","cap":{cap},"matrix":[{}]}}"#, rows.join(","))
    };
    // A matrix of cap + 1 rows is sufficient. Larger counts then stay unchanged.
    for (size, cap) in [(11, "10"), (12, "10"), (16, "10"), (2, "1"), (3, "1")] {
        accepted(context(), &[&identity(size, cap)]);
    }
    for (size, cap, expected) in [
        (10, "10", "matrix has 10 rows with cap = 10; expected a row for each count from 0 to the cap"),
        (1, "10", "matrix has 1 rows with cap = 10"),
        (0, "1", "matrix has 0 rows with cap = 1"),
        (3, "-1", "cap is "),
        (3, "1.5", "cap is "),
        (3, "1001", "cap is 1001; expected a whole number from 1 to 1000"),
        (3, "null", "cap is "),
    ] {
        refused(context(), &[(&identity(size, cap), expected)]);
    }
    refused(
        context(),
        &[
            (r#"{"kind":"transition-matrix","cap":1}"#, "matrix is missing; expected a list of rows"),
            (r#"{"kind":"transition-matrix","matrix":[[1,0],[0,1]]}"#, "cap is missing; expected a whole number"),
            (r#"{"kind":"transition-matrix","cap":1,"matrix":"m.csv"}"#, "matrix is a string; expected a list"),
        ],
    );
}

#[test]
fn no_matrix_makes_a_count_negative() {
    // The cap is 1 and the base is 5. Count 2 has residual 2 and position 3. A move to position 0 would result in −1,
    // but a move to 1 is allowed. The smallest count with residual 1 is 6, at position 2, so it may move down to 0.
    let matrix = |at: usize, to: usize| {
        let row = |row: usize| {
            let one = if row == at { to } else { row };
            format!("[{}]", (0..7).map(|column| if column == one { "1" } else { "0" }).collect::<Vec<_>>().join(","))
        };
        let rows: Vec<String> = (0..7).map(row).collect();
        format!(r#"{{"kind":"transition-matrix","cap":1,"matrix":[{}]}}"#, rows.join(","))
    };
    // Position and its smallest count: 2 has 6, 3 has 2, 4 has 3, 5 has 4, 6 has 5.
    for (at, least) in [(2, 6), (3, 2), (4, 3), (5, 4), (6, 5)] {
        for to in 0..7 {
            let json = matrix(at, to);
            if to + least < at {
                refused(context(), &[(&json, &format!("matrix[{at}] makes a count negative"))]);
            } else {
                accepted(context(), &[&json]);
            }
        }
    }
}

#[test]
fn unknown_words_and_fields_are_refused() {
    refused(
        context(),
        &[
            (r#"{"kind":"random-rounding","base":3,"hash":"sha1"}"#, "hash is \"sha1\"; expected one of sha256, md5"),
            (r#"{"kind":"random-rounding","base":3,"hash":"MD5"}"#, "hash is \"MD5\"; expected one of sha256, md5"),
            (r#"{"kind":"random-rounding","base":3,"hash":5}"#, "hash is a number; expected a string"),
            (r#"{"kind":"random-rounding","base":3,"ptable":"p.csv"}"#, "unknown field \"ptable\""),
            (r#"{"kind":"random-rounding","base":3,"threshold":10}"#, "unknown field \"threshold\""),
            (r#"{"kind":"random-rounding","base":3,"lookup":"hash"}"#, "unknown field \"lookup\""),
            (r#"{"kind":"random-rounding","base":3,"x":2}"#, "unknown field \"x\""),
            (r#"{"kind":"threshold-rounding","base":3,"threshold":10,"hash":"md5"}"#, "unknown field \"hash\""),
            (r#"{"kind":"threshold-rounding","base":3,"threshold":10,"below":5}"#, "unknown field \"below\""),
            (r#"{"kind":"small-cell","x":2,"base":3}"#, "unknown field \"base\""),
            (r#"{"kind":"small-cell","x":2,"hash":"md5"}"#, "unknown field \"hash\""),
            (r#"{"kind":"transition-matrix","cap":1,"matrix":[[1,0],[0,1]],"base":5}"#, "unknown field \"base\""),
            (r#"{"kind":"cell-key","ptable":"p","base":5}"#, "unknown field \"base\""),
            (r#"{"kind":"none","base":5}"#, "unknown field \"base\""),
            (r#"{"kind":"random-rounding","base":3,"totals":"mine"}"#, "totals is \"mine\"; expected one of own, sum"),
            (r#"{"kind":"random_rounding","base":3}"#, "kind is \"random_rounding\"; expected one of none, cell-key,"),
            (r#"{"base":3}"#, "kind is missing; expected one of none, cell-key,"),
        ],
    );
    for text in ["", "[]", "3", "{", r#"{"kind":"random-rounding","base":3"#] {
        assert!(refusal(text, context()).is_some(), "{text:?}");
    }
}

#[test]
fn hashes_need_2_to_the_32_keys() {
    let matrix = matrix_json(10, &table_3());
    let hashed = [
        r#"{"kind":"random-rounding","base":3}"#,
        r#"{"kind":"random-rounding","base":3,"hash":"md5"}"#,
        r#"{"kind":"small-cell","x":2}"#,
        &matrix,
        r#"{"kind":"cell-key","ptable":"p","lookup":"hash"}"#,
    ];
    for modulus in [2, 256, (1 << 32) - 1] {
        for json in hashed {
            refused(
                under(modulus),
                &[(json, &format!("hashes of cell keys under modulus {modulus}; expected a modulus of 2^32 or more"))],
            );
        }
        accepted(
            under(modulus),
            &[r#"{"kind":"threshold-rounding","base":5,"threshold":10}"#, r#"{"kind":"cell-key","ptable":"p"}"#],
        );
    }
    for modulus in [1 << 32, 1 << 53] {
        accepted(under(modulus), &hashed);
    }
}

#[test]
fn ptables_need_even_keys() {
    // Five digits of an identifier (AlDarmaki and Hodge 2011, section 6.2) are enough for a hash of the cell key alone.
    let keys = KeyGroup::new(Combine::Sum, Modulus::default()).unwrap();
    let digits = KeyContext { keys, uniform: false, salt: &[] };
    for lookup in ["key", "hash"] {
        let json = format!(r#"{{"kind":"cell-key","ptable":"p","lookup":"{lookup}"}}"#);
        refused(digits, &[(&json, "the record keys are digits of an identifier; expected keys that are drawn evenly")]);
    }
    accepted(
        digits,
        &[r#"{"kind":"random-rounding","base":5,"hash":"md5"}"#, r#"{"kind":"random-rounding","base":5}"#],
    );
}

#[test]
fn compile_refuses_what_check_refuses_and_unsuitable_ptables() {
    let error = |json: &str, context, ptable: Option<&_>| {
        let method = MethodSpec::new("m", &Parameters::from_json(json).unwrap()).unwrap();
        compile(&method, context, ptable).unwrap_err().to_string()
    };
    let cell_key = r#"{"kind":"cell-key","ptable":"p"}"#;
    let by_hash = r#"{"kind":"cell-key","ptable":"p","lookup":"hash"}"#;
    let (dense, interval) = (dense_ptable(7), interval_ptable());
    for (found, expected) in [
        (error(r#"{"kind":"small-cell","x":2}"#, under(256), None), "a modulus of 2^32 or more"),
        (error(by_hash, under(256), Some(&interval)), "a modulus of 2^32 or more"),
        (error(cell_key, under(256), None), "expected a p-table of the cube"),
        (error(cell_key, under(256), Some(&dense)), "expected a number of keys that divides the modulus"),
        (error(by_hash, context(), Some(&dense)), "expected lookup = \"key\", or a p-table of intervals"),
    ] {
        assert!(found.starts_with("method \"m\": ") && found.contains(expected), "{found:?} does not say {expected:?}");
    }
}
