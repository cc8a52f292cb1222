//! Checks orders between methods that the paper claims.

use super::method::METHODS;
use crate::study::figure::decimal;
use crate::study::{Claim, Part, Row, Verdict};

/// One figure for each method, in the order of [`METHODS`].
pub(super) type Figures = [f64; 6];

/// Whether one figure is at least 1.5 times the other: "much", "significantly" or "substantially" higher.
pub(super) fn much_higher(higher: f64, lower: f64) -> bool {
    higher >= 1.5 * lower
}

/// Whether one figure is higher, but not [`much_higher`]: "a little higher".
pub(super) fn a_little_higher(higher: f64, lower: f64) -> bool {
    higher > lower && !much_higher(higher, lower)
}

/// Whether the larger figure is at most a tenth above the smaller: "similar".
pub(super) fn similar(one: f64, other: f64) -> bool {
    one.max(other) <= 1.1 * one.min(other)
}

/// Whether `holds` is true when the figure of one method is compared with the figure of each other method.
pub(super) fn against(of: &Figures, one: usize, others: &[usize], holds: impl Fn(f64, f64) -> bool) -> bool {
    others.iter().all(|&other| holds(of[one], of[other]))
}

/// Whether `holds` is true for each pair of methods. One false pair makes the result false. Otherwise a missing figure
/// makes the result `None`.
pub(super) fn each(
    of: &[Option<f64>; 6],
    pairs: impl IntoIterator<Item = (usize, usize)>,
    holds: impl Fn(f64, f64) -> bool,
) -> Option<bool> {
    let compared = pairs.into_iter().map(|(one, other)| Some(holds(of[one]?, of[other]?)));
    all(compared)
}

/// Returns the pairs of one method with each of the other methods.
pub(super) fn beside(one: usize, others: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    others.iter().map(move |&other| (one, other))
}

/// Whether all answers are true. One false answer makes the result false. Otherwise a missing answer makes the result
/// `None`.
fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut every = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return Some(false),
            None => every = None,
        }
    }
    every
}

/// An order that the paper claims about some methods.
pub(super) struct Order {
    text: String,
    of: Vec<usize>,
    holds: Option<bool>,
}

impl Order {
    /// Makes an order. `of` lists the methods that the claim is about, without the methods that the claim compares them
    /// with. `holds` is `None` if the data can neither confirm nor refute the order.
    pub fn new(of: &[usize], text: &str, holds: impl Into<Option<bool>>) -> Self {
        Self { text: text.to_owned(), of: of.to_vec(), holds: holds.into() }
    }
}

/// A chart of the paper, with our figures.
pub(super) struct Figure {
    pub title: &'static str,
    pub head: &'static str,
    pub figures: [Option<f64>; 6],
    pub decimals: usize,
    /// Figures that the paper's text states, each with the position of its method.
    pub printed: &'static [(usize, &'static str)],
    pub orders: Vec<Order>,
    pub notes: Vec<String>,
}

impl Figure {
    /// Makes a part with one row for each method. A row has the verdict "same order" if every order that the paper
    /// claims for its method holds.
    pub fn part(self) -> Part {
        let row = |(method, label): (usize, &&str)| {
            let own: Vec<_> = self.orders.iter().filter(|order| order.of.contains(&method)).collect();
            let figure = self.figures[method];
            let verdict = match figure.and_then(|_| all(own.iter().map(|order| order.holds))) {
                None => Verdict::NotShown,
                Some(_) if own.is_empty() => Verdict::Extra,
                Some(true) => Verdict::SameOrder,
                Some(false) => Verdict::Different,
            };
            let printed = self.printed.iter().find(|printed| printed.0 == method);
            Row {
                label: (*label).to_owned(),
                paper: vec![printed.map(|printed| printed.1.to_owned())],
                ours: vec![figure.map(|figure| decimal(figure, self.decimals))],
                verdict,
            }
        };
        Part {
            title: self.title.to_owned(),
            heads: vec![self.head.to_owned()],
            rows: METHODS.iter().enumerate().map(row).collect(),
            claims: self.orders.into_iter().map(|order| Claim::new(order.text, order.holds)).collect(),
            notes: self.notes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_levels() {
        assert!(much_higher(1.5, 1.0) && !much_higher(1.49, 1.0));
        assert!(a_little_higher(1.49, 1.0) && !a_little_higher(1.0, 1.0) && !a_little_higher(1.5, 1.0));
        assert!(similar(1.0, 1.1) && similar(1.1, 1.0) && !similar(1.11, 1.0));
    }

    #[test]
    fn what_is_missing_decides_nothing() {
        let of = [Some(1.0), Some(2.0), None, None, None, None];
        let less = |one: f64, other: f64| one < other;
        for (pairs, expected) in [
            (vec![(0, 1)], Some(true)),
            (vec![(1, 0)], Some(false)),
            (vec![(0, 2)], None),
            (vec![(0, 1), (0, 2)], None),
            (vec![(0, 2), (1, 0)], Some(false)),
        ] {
            assert_eq!(each(&of, pairs.clone(), less), expected, "{pairs:?}");
        }
        assert_eq!(beside(3, &[1, 2]).collect::<Vec<_>>(), [(3, 1), (3, 2)]);
    }

    #[test]
    fn a_row_has_the_orders_claimed_of_it() {
        let orders = vec![
            Order::new(&[0, 1, 3], "one", true),
            Order::new(&[1, 4], "two", false),
            Order::new(&[4, 5], "three", None),
        ];
        let figures = [Some(1.0), Some(2.0), Some(3.0), None, Some(4.0), Some(5.0)];
        let figure =
            Figure { title: "", head: "", figures, decimals: 1, printed: &[(0, "near 1")], orders, notes: Vec::new() };
        let rows = figure.part().rows;
        let verdicts: Vec<Verdict> = rows.iter().map(|row| row.verdict).collect();
        // Method 2 has no claim, and method 3 has no figure.
        let [same, different, not_shown] = [Verdict::SameOrder, Verdict::Different, Verdict::NotShown];
        assert_eq!(verdicts, [same, different, Verdict::Extra, not_shown, different, not_shown]);
        assert_eq!(rows[0].paper, [Some("near 1".to_owned())]);
    }
}
