//! The transition matrix of a method: for each count, the probabilities of its published values.

use super::risk::SMALL_COUNT;
use super::{Cells, Multiplier, Swapping};
use crate::protect::{CompiledMethod, Status};

/// The rows of a transition matrix. Each row is computed once, although many counts use it.
#[derive(Debug)]
pub struct Transitions<'a> {
    source: Source<'a>,
    /// The rows computed so far, in ascending order of their numbers. A row lists its noises in ascending order, each
    /// with its probability.
    known: Vec<(usize, Vec<(i64, f64)>)>,
    /// The smallest noise of all rows.
    least: i64,
    /// The largest noise of all rows.
    most: i64,
}

/// The source of the probabilities.
#[derive(Debug)]
enum Source<'a> {
    /// The rows of a compiled method.
    Method(&'a CompiledMethod),
    /// The cells of one table. The number of a row is its count.
    Table {
        /// For each row, the share of its cells that are suppressed.
        suppressed: Vec<f64>,
        multiplier: Multiplier,
    },
}

/// The possible outcomes of a count.
#[derive(Debug, Clone, Copy)]
pub struct Chances<'a> {
    /// Probability of suppression.
    pub suppressed: f64,
    /// Each noise that gives a published value, in ascending order, with its probability (above 0).
    pub shown: &'a [(i64, f64)],
}

/// A part of the diagonal.
#[derive(Debug, Clone, Copy)]
struct Diagonal {
    /// The first count.
    first: u64,
    /// The first count that can be published.
    from: u64,
    /// The last count.
    last: u64,
}

impl Diagonal {
    fn counts(self) -> f64 {
        (self.last - self.first + 1) as f64
    }
}

impl<'a> Transitions<'a> {
    /// The transition matrix of a compiled method.
    pub fn new(compiled: &'a CompiledMethod) -> Self {
        let (least, most) = compiled.extremes();
        Self { source: Source::Method(compiled), known: Vec::new(), least, most }
    }

    /// The realised transition matrix of a table: of the cells with a count, the share that has a value is the
    /// probability of this value. A method without random draws that looks at the whole table needs this matrix.
    /// Blocked cells are left out. The multipliers are the shares of the cells with counts 1 to 6, and above 6, that
    /// are published unchanged.
    ///
    /// ```
    /// use cellveil::measure::{Cells, Multiplier, Transitions};
    /// use cellveil::protect::Status::{Shown, Suppressed as Hidden};
    /// let cells = Cells {
    ///     sizes: &[5], rows: 1, counts: &[2, 5, 5, 9, 9], values: &[0, 0, 5, 9, 9],
    ///     status: &[Hidden, Hidden, Shown, Shown, Shown], decimals: 0,
    /// };
    /// assert_eq!(Transitions::of_table(&cells).multiplier(), Multiplier { small: 1.0 / 3.0, large: 1.0 });
    /// ```
    pub fn of_table(cells: &Cells<'_>) -> Transitions<'static> {
        // Each count with its noise, or without noise if the value is suppressed.
        let mut pairs: Vec<(u64, Option<i64>)> = cells
            .counts
            .iter()
            .zip(cells.values)
            .zip(cells.status)
            .filter(|(_, status)| **status != Status::Blocked)
            .map(|((&count, &value), &status)| (count, (status == Status::Shown).then(|| value - count as i64)))
            .collect();
        pairs.sort_unstable();
        let (mut known, mut suppressed, mut least, mut most) = (Vec::new(), Vec::new(), 0, 0);
        let mut unchanged = [(0.0, 0.0); 2];
        for of_count in pairs.chunk_by(|a, b| a.0 == b.0) {
            let (count, all) = (of_count[0].0, of_count.len() as f64);
            let mut noises: Vec<(i64, f64)> = Vec::new();
            let mut hidden = 0.0;
            for same in of_count.chunk_by(|a, b| a.1 == b.1) {
                match same[0].1 {
                    Some(noise) => noises.push((noise, same.len() as f64 / all)),
                    None => hidden = same.len() as f64 / all,
                }
            }
            if count > 0 {
                let (same, cells) = &mut unchanged[usize::from(count > SMALL_COUNT)];
                *same += of_count.iter().filter(|pair| pair.1 == Some(0)).count() as f64;
                *cells += all;
            }
            least = noises.first().map_or(least, |noise| least.min(noise.0));
            most = noises.last().map_or(most, |noise| most.max(noise.0));
            suppressed.push(hidden);
            known.push((count as usize, noises));
        }
        let share = |(same, cells): (f64, f64)| if cells > 0.0 { same / cells } else { 1.0 };
        let multiplier = Multiplier { small: share(unchanged[0]), large: share(unchanged[1]) };
        Transitions { source: Source::Table { suppressed, multiplier }, known, least, most }
    }

    /// The row of a count.
    pub fn of(&mut self, count: u64) -> Chances<'_> {
        let at = self.at(count);
        let noises = &self.known[at].1;
        let rows = match &self.source {
            Source::Method(rows) => rows,
            Source::Table { suppressed, .. } => return Chances { suppressed: suppressed[at], shown: noises },
        };
        // Suppressed values come first: the values below the threshold, or all values of a suppressed count.
        let first = noises.partition_point(|(noise, _)| rows.status(count, count as i64 + noise) == Status::Suppressed);
        let (suppressed, shown) = noises.split_at(first);
        Chances { suppressed: suppressed.iter().map(|(_, chance)| chance).sum(), shown }
    }

    /// The variance of a count's noise before suppression. With `hides`, the variance of the value in a sum, in which a
    /// suppressed value is 0.
    pub(super) fn variance(&mut self, count: u64, hides: bool) -> f64 {
        let at = self.at(count);
        let change = |noise: i64| {
            let is_suppressed = |rows: &CompiledMethod| rows.status(count, count as i64 + noise) == Status::Suppressed;
            let is_hidden = hides && matches!(&self.source, Source::Method(rows) if is_suppressed(rows));
            if is_hidden { -(count as f64) } else { noise as f64 }
        };
        let noises = &self.known[at].1;
        let mean: f64 = noises.iter().map(|&(noise, chance)| change(noise) * chance).sum();
        noises.iter().map(|&(noise, chance)| (change(noise) - mean) * (change(noise) - mean) * chance).sum()
    }

    /// The position of a count's row in the list of known rows. Computes the row if necessary.
    fn at(&mut self, count: u64) -> usize {
        let number = match &self.source {
            Source::Method(rows) => rows.number(count),
            Source::Table { .. } => count as usize,
        };
        self.known.binary_search_by_key(&number, |known| known.0).unwrap_or_else(|at| {
            // A table has a row for each of its counts.
            let Source::Method(rows) = &self.source else { return at.min(self.known.len() - 1) };
            let (noises, draws) = rows.outcomes(count);
            let chances = noises.into_iter().map(|(noise, hits)| (noise, hits as f64 / draws as f64)).collect();
            self.known.insert(at, (number, chances));
            at
        })
    }

    /// The means of the diagonal of the transition matrix: one for the small counts 1 to 6, and one for the larger
    /// counts 7 to L. Each is a mean probability that a count is published unchanged. L is the number of the last row,
    /// which is the last count before rows repeat, but at least the end of the first period above 6. If counts or
    /// values below t are suppressed, L is also at least t − 1 plus one period of the rows. Suppressed counts are
    /// included, with probability 0. For example, random rounding to base 3 has three rows, and one row leaves counts
    /// unchanged, so both means are 1/3. Source: Shlomo, Antal and Elliot 2015, end of section 4.2. Section 5.2 has
    /// separate means for "the small counts" and "the large counts".
    ///
    /// ```
    /// # use cellveil::key::{Combine, KeyGroup, Modulus};
    /// # use cellveil::measure::{Multiplier, Transitions};
    /// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
    /// # let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
    /// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 5 }"#)?)?;
    /// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
    /// // Of the counts 1 to 6, only 5 is a multiple of 5. Of the counts 7 to 11, only 10 is.
    /// assert_eq!(Transitions::new(&rows).multiplier(), Multiplier { small: 1.0 / 6.0, large: 0.2 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn multiplier(&self) -> Multiplier {
        match self.diagonals() {
            Ok((rows, [small, large])) => Multiplier { small: self.mean(rows, small), large: self.mean(rows, large) },
            Err(multiplier) => multiplier,
        }
    }

    /// The means of the diagonal as in [`multiplier`](Self::multiplier), of the product of the swapping matrix and this
    /// matrix. The swapping matrix has the counts 0 to L. A larger count keeps its value with the same probability as
    /// these counts.
    pub fn multiplier_after(&mut self, swapping: &Swapping) -> Multiplier {
        let (rows, diagonals) = match self.diagonals() {
            Ok(found) => found,
            Err(multiplier) => return multiplier,
        };
        let mean = |diagonal: Diagonal, transitions: &mut Self| {
            let last = diagonal.last.min(swapping.largest());
            // The diagonal of a·P + b·C up to L, and (a + b)·P beyond.
            let beyond = Diagonal { from: diagonal.from.max(last + 1), ..diagonal };
            // A count that the method never publishes can come from another count.
            let columns: f64 = (diagonal.first..=last).map(|count| transitions.column(count as i64, swapping)).sum();
            swapping.factor() * transitions.mean(rows, diagonal)
                + swapping.spread() * (transitions.mean(rows, beyond) + columns / diagonal.counts())
        };
        let [small, large] = diagonals.map(|diagonal| mean(diagonal, self));
        Multiplier { small, large }
    }

    /// The mean probability that a count of the diagonal is published unchanged.
    fn mean(&self, rows: &CompiledMethod, diagonal: Diagonal) -> f64 {
        let stays = |count: u64| {
            let (stay, draws) = rows.unmoved(count);
            stay as f64 / draws as f64
        };
        (diagonal.from..=diagonal.last).map(stays).sum::<f64>() / diagonal.counts()
    }

    /// The sum of a value's column over the counts 0 to L of a swapping matrix: Σ_k p_kj. The value is shown.
    pub(super) fn column(&mut self, value: i64, swapping: &Swapping) -> f64 {
        let largest = i64::try_from(swapping.largest()).unwrap_or(i64::MAX);
        let from = value.saturating_sub(self.most).max(0);
        let to = value.saturating_sub(self.least).min(largest);
        let chance = |count: i64| {
            let shown = self.of(count as u64).shown;
            shown.binary_search_by_key(&(value - count), |shown| shown.0).map_or(0.0, |at| shown[at].1)
        };
        (from..=to).map(chance).sum()
    }

    /// The sum of the column of suppressed values.
    pub(super) fn suppressed_column(&mut self, swapping: &Swapping) -> f64 {
        let Source::Method(rows) = &self.source else { return 0.0 };
        // No larger count is ever suppressed.
        let end = rows.shown_from().saturating_add_signed(-self.least);
        (0..=end.min(swapping.largest())).map(|count| self.of(count).suppressed).sum()
    }

    /// The diagonals of small and of larger counts, or the multiplier of a table's own matrix.
    fn diagonals(&self) -> Result<(&'a CompiledMethod, [Diagonal; 2]), Multiplier> {
        let rows = match &self.source {
            Source::Method(rows) => *rows,
            Source::Table { multiplier, .. } => return Err(*multiplier),
        };
        let suppressed = rows.shown_from().max(1) - 1;
        let (_, period) = rows.repeats();
        let last = rows.last_row().max(suppressed.max(SMALL_COUNT).saturating_add(period));
        // Counts below the first published count add nothing to the sum.
        let diagonal = |first: u64, last: u64| Diagonal { first, from: first.max(suppressed + 1), last };
        Ok((rows, [diagonal(1, SMALL_COUNT), diagonal(SMALL_COUNT + 1, last)]))
    }

    /// The smallest noise of all rows, at most 0.
    pub(super) fn least_noise(&self) -> i64 {
        self.least
    }
}
