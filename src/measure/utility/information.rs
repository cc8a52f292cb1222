//! Information that a published value discloses about a count.

use crate::measure::Transitions;
use crate::protect::CompiledMethod;

/// The information gain `(H(X) − H(X|Y))/H(X)`, from 0 to 1: the published value Y of a count X removes this share of
/// the uncertainty about X. `prior` is the distribution of X: counts in ascending order with probabilities that add up
/// to 1. Suppression is one of the values of Y. `None` if H(X) is 0, because X is then certain. Source: Wooton and
/// Fraser 2005 (ABS 1352.0.55.072), pages 15 and 16.
///
/// ```
/// # use cellveil::key::{Combine, KeyGroup, Modulus};
/// # use cellveil::measure::utility::information_gain;
/// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
/// # let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
/// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 5 }"#)?)?;
/// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
/// let even = [0, 1, 2, 3, 4, 5].map(|count| (count, 1.0 / 6.0));
/// assert_eq!(format!("{:.2}", information_gain(&rows, &even).unwrap()), "0.17"); // as in the paper
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn information_gain(compiled: &CompiledMethod, prior: &[(u64, f64)]) -> Option<f64> {
    gain(&mut Transitions::new(compiled), prior)
}

/// [`information_gain`] with a given transition matrix. The function computes `H(X) − H(X|Y)` as `H(Y) − H(Y|X)`, which
/// does not need p(x|y).
pub(super) fn gain(transitions: &mut Transitions<'_>, prior: &[(u64, f64)]) -> Option<f64> {
    let of_counts: f64 = prior.iter().map(|&(_, chance)| held(chance)).sum();
    if of_counts <= 0.0 {
        return None;
    }
    let least = transitions.least_noise();
    let (mut of_values, mut of_values_by_count, mut suppressed) = (0.0, 0.0, 0.0);
    // Published values that later counts can also have, in ascending order, with their probabilities so far.
    let mut open: Vec<(i64, f64)> = Vec::new();
    for &(count, chance) in prior {
        let chances = transitions.of(count);
        let count = count as i64;
        let done = open.partition_point(|(value, _)| *value < count + least);
        of_values += open.drain(..done).map(|(_, chance)| held(chance)).sum::<f64>();
        suppressed += chance * chances.suppressed;
        of_values_by_count +=
            chance * (held(chances.suppressed) + chances.shown.iter().map(|&(_, chance)| held(chance)).sum::<f64>());
        open = merged(&open, chances.shown, count, chance);
    }
    of_values += held(suppressed) + open.iter().map(|&(_, chance)| held(chance)).sum::<f64>();
    // Rounding errors can give a result outside 0 to 1.
    Some(((of_values - of_values_by_count) / of_counts).clamp(0.0, 1.0))
}

/// The entropy term −p ln p.
fn held(chance: f64) -> f64 {
    if chance > 0.0 { -chance * libm::log(chance) } else { 0.0 }
}

/// Merges two ascending lists of values with probabilities: `open`, and the values of one count with the probability
/// `chance`. The probabilities of equal values are added.
fn merged(open: &[(i64, f64)], noises: &[(i64, f64)], count: i64, chance: f64) -> Vec<(i64, f64)> {
    let mut merged = Vec::with_capacity(open.len() + noises.len());
    let mut left = open;
    for &(noise, given) in noises {
        let (value, mut chance) = (count + noise, chance * given);
        while let [first, rest @ ..] = left
            && first.0 <= value
        {
            if first.0 == value {
                chance += first.1;
            } else {
                merged.push(*first);
            }
            left = rest;
        }
        merged.push((value, chance));
    }
    merged.extend_from_slice(left);
    merged
}
