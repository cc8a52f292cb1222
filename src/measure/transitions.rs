//! The transition matrix of a method: for each count, the probabilities of its published values.

use crate::protect::{CompiledMethod, Status};

/// The rows of a transition matrix. Each row is computed once, although many counts use it.
#[derive(Debug)]
pub struct Transitions<'a> {
    compiled: &'a CompiledMethod,
    /// The rows computed so far, in ascending order of their numbers. A row lists its noises in ascending order, each
    /// with its probability.
    known: Vec<(usize, Vec<(i64, f64)>)>,
    /// The smallest noise of all rows.
    least: i64,
}

/// The possible outcomes of a count.
#[derive(Debug, Clone, Copy)]
pub struct Chances<'a> {
    /// Probability of suppression.
    pub suppressed: f64,
    /// Each noise that gives a published value, in ascending order, with its probability (above 0).
    pub shown: &'a [(i64, f64)],
}

impl<'a> Transitions<'a> {
    /// The transition matrix of a compiled method.
    pub fn new(compiled: &'a CompiledMethod) -> Self {
        Self { compiled, known: Vec::new(), least: compiled.extremes().0 }
    }

    /// The row of a count.
    pub fn of(&mut self, count: u64) -> Chances<'_> {
        let rows = self.compiled;
        let number = rows.number(count);
        let at = self.known.binary_search_by_key(&number, |known| known.0).unwrap_or_else(|at| {
            let (noises, draws) = rows.outcomes(count);
            let chances = noises.into_iter().map(|(noise, hits)| (noise, hits as f64 / draws as f64)).collect();
            self.known.insert(at, (number, chances));
            at
        });
        let noises = &self.known[at].1;
        // Suppressed values come first: the values below the threshold, or all values of a suppressed count.
        let first = noises.partition_point(|(noise, _)| rows.status(count, count as i64 + noise) == Status::Suppressed);
        let (suppressed, shown) = noises.split_at(first);
        Chances { suppressed: suppressed.iter().map(|(_, chance)| chance).sum(), shown }
    }

    /// The smallest noise of all rows, at most 0.
    pub(super) fn least_noise(&self) -> i64 {
        self.least
    }
}

/// The mean of the diagonal of a method's transition matrix: the mean probability that a count from 1 to R is published
/// unchanged. R is the number of the last row, which is the last count before rows repeat. If counts or values below t
/// are suppressed, R is at least t − 1 plus one period of the rows. Suppressed counts are included, with probability 0.
/// For example, random rounding to base b has b rows, and one row leaves counts unchanged, so the mean is 1/b. Source:
/// Shlomo, Antal and Elliot 2015, end of section 4.2.
///
/// ```
/// # use cellveil::key::{Combine, KeyGroup, Modulus};
/// # use cellveil::measure::multiplier;
/// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
/// # let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
/// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 5 }"#)?)?;
/// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
/// assert_eq!(multiplier(&rows), 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn multiplier(compiled: &CompiledMethod) -> f64 {
    let least = compiled.shown_from().max(1);
    let (_, period) = compiled.repeats();
    let last =
        if least == 1 { compiled.last_row() } else { compiled.last_row().max((least - 1).saturating_add(period)) };
    let stays = |count: u64| {
        let (stay, draws) = compiled.unmoved(count);
        stay as f64 / draws as f64
    };
    // Counts below the first published count add nothing to the sum.
    let sum: f64 = (least..=last).map(stays).sum();
    sum / last as f64
}
