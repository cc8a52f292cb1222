//! The transition matrix of a method: for each count the chances of its published values.

use crate::protect::{CompiledMethod, Status};

/// The rows of a method as chances, each worked out once: a row serves many counts.
#[derive(Debug)]
pub struct Transitions<'a> {
    rows: &'a CompiledMethod,
    /// In the order of the rows' numbers: noises in ascending order, each with its chance.
    known: Vec<(usize, Vec<(i64, f64)>)>,
    /// The least noise of all.
    least: i64,
}

/// What becomes of a count.
#[derive(Debug, Clone, Copy)]
pub struct Chances<'a> {
    /// Chance that it is suppressed.
    pub suppressed: f64,
    /// Noises that it is shown with, in ascending order, with their chances, all above 0.
    pub shown: &'a [(i64, f64)],
}

impl<'a> Transitions<'a> {
    /// Those of compiled rows.
    pub fn new(rows: &'a CompiledMethod) -> Self {
        Self { rows, known: Vec::new(), least: rows.extremes().0 }
    }

    /// The row of a count.
    pub fn of(&mut self, count: u64) -> Chances<'_> {
        let rows = self.rows;
        let number = rows.number(count);
        let at = self.known.binary_search_by_key(&number, |known| known.0).unwrap_or_else(|at| {
            let (noises, draws) = rows.outcomes(count);
            let chances = noises.into_iter().map(|(noise, hits)| (noise, hits as f64 / draws as f64)).collect();
            self.known.insert(at, (number, chances));
            at
        });
        let noises = &self.known[at].1;
        // Suppressed are all, or the values below the method's threshold: the first ones.
        let first = noises.partition_point(|(noise, _)| rows.status(count, count as i64 + noise) == Status::Suppressed);
        let (suppressed, shown) = noises.split_at(first);
        Chances { suppressed: suppressed.iter().map(|(_, chance)| chance).sum(), shown }
    }

    /// The least noise of all rows, 0 at most.
    pub(super) fn least_noise(&self) -> i64 {
        self.least
    }
}

/// The mean of the diagonal of a method's transition matrix: of the chances that a count from 1 to R is shown as it is. R is
/// the last count before rows repeat, those of suppressed counts included: the number of the last row, or, where counts or
/// values below t are suppressed, t − 1 and one period of the rows if that is more. Rounding at random to base b has b rows,
/// of which one stays: 1/b. Source: Shlomo, Antal and Elliot 2015, end of section 4.2.
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
pub fn multiplier(rows: &CompiledMethod) -> f64 {
    let least = rows.shown_from().max(1);
    let (_, period) = rows.repeats();
    let last = if least == 1 { rows.last_row() } else { rows.last_row().max((least - 1).saturating_add(period)) };
    let stays = |count: u64| {
        let (stay, draws) = rows.unmoved(count);
        stay as f64 / draws as f64
    };
    // Counts below the first that is shown add nothing.
    let sum: f64 = (least..=last).map(stays).sum();
    sum / last as f64
}
