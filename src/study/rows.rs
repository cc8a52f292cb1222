//! Helpers for all studies: rows, claims, numbers, and compiled methods.

use super::{Claim, Part, Row, Verdict};
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, compile};

impl Row {
    /// Makes a row. An empty text means that the figure is missing.
    pub(super) fn new<P: AsRef<str>, O: AsRef<str>>(label: &str, paper: &[P], ours: &[O], verdict: Verdict) -> Self {
        Self { label: label.to_owned(), paper: texts(paper), ours: texts(ours), verdict }
    }
}

fn texts<T: AsRef<str>>(given: &[T]) -> Vec<Option<String>> {
    given.iter().map(|text| Some(text.as_ref().to_owned()).filter(|text| !text.is_empty())).collect()
}

impl Claim {
    /// Makes a claim. `holds` is `None` if the data can neither confirm nor refute the claim.
    pub(super) fn new(text: impl Into<String>, holds: impl Into<Option<bool>>) -> Self {
        Self { text: text.into(), holds: holds.into() }
    }
}

impl Part {
    /// Makes a part that has no rows, claims or notes yet.
    pub(super) fn new(title: &str, heads: &[&str]) -> Self {
        let heads = heads.iter().map(|&head| head.to_owned()).collect();
        Self { title: title.to_owned(), heads, rows: Vec::new(), claims: Vec::new(), notes: Vec::new() }
    }
}

/// Writes a number with the given number of decimals. Zero has no sign.
pub(super) fn decimals(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    if text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) { text } else { text.replace('-', "") }
}

/// Writes a whole number with a comma every three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Compiles a method in the JSON form of a specification, for keys below 2^32 and this salt.
pub(super) fn method(json: &str, salt: &[u8]) -> CompiledMethod {
    let parameters = Parameters::from_json(json).expect("the studies write JSON");
    let method = MethodSpec::new("study", &parameters).expect("the papers' methods are methods");
    let keys = KeyGroup::new(Combine::Sum, Modulus::default()).expect("sums suit every modulus");
    compile(&method, KeyContext { keys, uniform: true, salt }, None).expect("the papers' methods need no p-table")
}

/// Returns the values that can be published for a count, in ascending order, each with its probability.
pub(super) fn shown(rows: &CompiledMethod, count: u64) -> Vec<(i64, f64)> {
    let (outcomes, draws) = rows.distribution(count);
    outcomes.into_iter().map(|(noise, weight)| (count as i64 + noise, weight as f64 / draws as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_papers_print_them() {
        assert_eq!([decimals(-0.004, 2), decimals(-0.005_01, 2), decimals(12.0, 0)], ["0.00", "-0.01", "12"]);
        assert_eq!(
            [grouped(7), grouped(1487), grouped(317_064), grouped(1_000_000)],
            ["7", "1,487", "317,064", "1,000,000"]
        );
    }
}
