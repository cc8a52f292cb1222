//! The finest cells after the steps that change records, and the steps that change these cells.

use super::Changes;
use crate::base::MAX_COUNT;
use crate::build::collect::error::CollectError;
use crate::build::collect::finish::{Cells, Final, KeyFaults, finish};
use crate::build::collect::store::CellStore;
use crate::cube::Release;
use crate::key::{Combine, KeyGroup};
use crate::microdata::{CellReport, Draws, Noise, Records, Step, StepKind, StepReport, Tickets, deviate};
use crate::protect::{KeyContext, Status, compile};
use crate::spec::CubeSpec;

/// The finest cells, and counts of their records.
pub struct Counted {
    store: CellStore,
    /// The cell of each record, or `None` if the record has weight 0. Empty if the records are not known.
    cell_of: Vec<Option<u32>>,
    /// For each cell, whether its count is the number of its records.
    is_plain: Vec<bool>,
    /// For each cell, the number of records that no step has changed.
    unchanged: Vec<u64>,
    /// For each cell, the number of records before the steps.
    before: Vec<u64>,
    /// The number of cells with one record before the steps.
    uniques: u64,
}

impl Counted {
    /// Cells whose records no step has changed.
    pub fn of_cells(store: CellStore) -> Self {
        let counts = store.counts().to_vec();
        Self {
            cell_of: Vec::new(),
            is_plain: vec![true; counts.len()],
            unchanged: counts.clone(),
            uniques: uniques(&counts),
            before: counts,
            store,
        }
    }

    /// Counts records after and before the steps. `width` is the number of dimensions, and `cells` about the number of cells.
    pub fn of_records(spec: &CubeSpec, records: &Records, width: usize, cells: usize) -> Result<Self, CollectError> {
        let marks = spec.dimensions.iter().position(|dimension| dimension.marks_changes);
        let mut store = CellStore::with_capacity(width, spec.key.group, cells);
        let mut coordinate = vec![0; width];
        let mut cell_of = Vec::with_capacity(records.len());
        let (mut unchanged, mut is_plain) = (Vec::new(), Vec::new());
        let drawn = RecordKeys::new(spec);
        for record in 0..records.len() {
            let (is_changed, weight) = (records.is_changed(record), u64::from(records.weight(record)));
            if weight == 0 {
                cell_of.push(None);
                continue;
            }
            for (dimension, code) in coordinate.iter_mut().enumerate() {
                *code = if marks == Some(dimension) { is_changed.into() } else { records.code(dimension, record) };
            }
            let key = drawn.as_ref().map_or_else(|| records.key(record), |drawn| drawn.of(records.ticket(record)));
            let (cell, _) = store.add(&coordinate, weight, repeated(spec.key.group, key, weight))?;
            cell_of.push(Some(cell));
            unchanged.resize(store.len(), 0);
            is_plain.resize(store.len(), true);
            unchanged[cell as usize] += u64::from(!is_changed);
            is_plain[cell as usize] &= weight == 1;
        }
        // Before the steps, all records were unchanged. An unchanged record is still in its cell.
        let mut before = vec![0; store.len()];
        let mut emptied = CellStore::new(width, spec.key.group);
        for (record, cell) in cell_of.iter().enumerate() {
            if let (Some(cell), false) = (cell, records.is_changed(record)) {
                before[*cell as usize] += 1;
                continue;
            }
            for (dimension, code) in coordinate.iter_mut().enumerate() {
                *code = if marks == Some(dimension) { 0 } else { records.original_code(dimension, record) };
            }
            match store.find(&coordinate) {
                Some(cell) => before[cell as usize] += 1,
                None => _ = emptied.add(&coordinate, 1, 0)?,
            }
        }
        let uniques = uniques(&before) + uniques(emptied.counts());
        Ok(Self { uniques, store, cell_of, is_plain, unchanged, before })
    }

    /// Applies the step of deviations, if there is one.
    pub fn deviate(&mut self, spec: &CubeSpec, records: &Records) -> Option<StepReport> {
        let mut steps = spec.pretabular.steps.iter().enumerate();
        steps.find_map(|(at, step)| {
            let StepKind::Deviations(deviations) = &step.kind else { return None };
            let counts = self.store.counts();
            let sums = deviate(records, deviations, &step.draws(at), &self.cell_of, counts);
            // A record lowers its cell by at most 1, so no count becomes negative.
            let new = counts.iter().zip(sums).map(|(&count, sum)| count.saturating_add_signed(sum)).collect();
            Some(self.replace("deviations", new))
        })
    }

    /// Applies a step of noise, if there is one.
    fn add_noise(&mut self, spec: &CubeSpec) -> Result<Option<StepReport>, CollectError> {
        let Some((at, step)) = spec.pretabular.steps.iter().enumerate().next_back() else { return Ok(None) };
        let StepKind::Noise(Noise { method, ptable }) = &step.kind else { return Ok(None) };
        let wrong = |reason: String| CollectError::Step { at: at + 1, reason };
        let uniform = spec.key.source.as_ref().is_none_or(|source| source.is_uniform());
        let context = KeyContext { keys: spec.key.group, uniform, salt: step.seed.bytes() };
        method.check(context).map_err(|error| wrong(error.to_string()))?;
        let compiled = compile(method, context, ptable.as_ref()).map_err(|error| wrong(error.to_string()))?;
        let protected = compiled.protect(self.store.counts(), self.store.keys());
        if protected.status.iter().any(|&status| status != Status::Shown) {
            let reason = "method: hides or blocks values; expected a method that shows a value for every count";
            return Err(wrong(reason.to_owned()));
        }
        let new = protected.values.iter().map(|&value| u64::try_from(value).unwrap_or(0)).collect();
        Ok(Some(self.replace("noise", new)))
    }

    /// Gives the cells other counts.
    fn replace(&mut self, name: &'static str, counts: Vec<u64>) -> StepReport {
        let mut report = CellReport { name, cells: counts.len() as u64, changed: 0, emptied: 0 };
        for ((is_plain, old), &new) in self.is_plain.iter_mut().zip(self.store.counts()).zip(&counts) {
            report.changed += u64::from(*old != new);
            report.emptied += u64::from(new == 0);
            *is_plain &= *old == new;
        }
        self.store.set_counts(counts);
        StepReport::Cells(report)
    }

    /// Adds noise, draws the keys of a preprotected cube, and sorts the cells.
    pub fn finish(
        mut self,
        spec: &CubeSpec,
        of: Final,
        key_faults: KeyFaults,
        mut reports: Vec<StepReport>,
    ) -> Result<Cells, CollectError> {
        reports.extend(self.add_noise(spec)?);
        let changes = self.changes(reports);
        let mut cells = finish(self.store.without_empty(), of, 0, key_faults);
        let population = cells.counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        cells.population = population.filter(|sum| *sum <= MAX_COUNT).ok_or_else(|| CollectError::Step {
            at: spec.pretabular.steps.len(),
            reason: "the changed counts add up to more than 2^52; expected a smaller population".to_owned(),
        })?;
        draw_keys(spec, &mut cells);
        cells.changes = Some(changes);
        Ok(cells)
    }

    fn changes(&self, steps: Vec<StepReport>) -> Changes {
        let (mut small_records, mut small_unchanged, mut uniques_left) = (0, 0, 0);
        for (cell, &count) in self.store.counts().iter().enumerate().filter(|(_, count)| matches!(count, 1 | 2)) {
            small_records += count;
            if self.is_plain[cell] {
                small_unchanged += self.unchanged[cell];
                let is_left = count == 1 && self.unchanged[cell] == 1 && self.before[cell] == 1;
                uniques_left += u64::from(is_left);
            }
        }
        let shown = self.before.iter().zip(self.store.counts()).filter(|(_, count)| **count > 0);
        let small = || shown.clone().filter(|(_, count)| **count <= 2);
        let rare = || shown.clone().filter(|(before, _)| **before <= 2);
        Changes {
            steps,
            small_records,
            small_unchanged,
            uniques: self.uniques,
            uniques_left,
            small_cells: small().count() as u64,
            small_true: small().filter(|(before, count)| before == count).count() as u64,
            rare_shown: rare().count() as u64,
            rare_real: rare().filter(|(before, _)| **before > 0).count() as u64,
        }
    }
}

/// Combines a key with itself, `times` times in all.
fn repeated(group: KeyGroup, key: u64, times: u64) -> u64 {
    match group.operation() {
        // Both factors are below 2^64, and the remainder is below the modulus.
        Combine::Sum => (u128::from(key) * u128::from(times) % u128::from(group.modulus().get())) as u64,
        Combine::Xor => key * (times % 2),
    }
}

fn uniques(counts: &[u64]) -> u64 {
    counts.iter().filter(|&&count| count == 1).count() as u64
}

/// Draws record keys for a preprotected cube whose records have none. Only noise uses them.
struct RecordKeys {
    draws: Draws,
    group: KeyGroup,
}

impl RecordKeys {
    fn new(spec: &CubeSpec) -> Option<Self> {
        let steps = &spec.pretabular.steps;
        let is_noise = |step: &&Step| matches!(step.kind, StepKind::Noise(_));
        let last = steps.last().filter(is_noise).filter(|_| spec.key.source.is_none())?;
        Some(Self { draws: Draws::new(steps.len(), "record-key", last.seed.bytes()), group: spec.key.group })
    }

    fn of(&self, ticket: u128) -> u64 {
        below_modulus(&self.draws, ticket, self.group)
    }
}

/// A uniform number below the modulus. 128 bits leave a bias below 2^-75 for the largest modulus.
fn below_modulus(draws: &Draws, ticket: u128, group: KeyGroup) -> u64 {
    let [high, low, ..] = draws.of(ticket);
    (((u128::from(high) << 64) | u128::from(low)) % u128::from(group.modulus().get())) as u64
}

/// Gives the cells of a preprotected cube keys that tell nothing of any record: they come from the seed and the codes.
fn draw_keys(spec: &CubeSpec, cells: &mut Cells) {
    let steps = &spec.pretabular.steps;
    let Some(last) = steps.last().filter(|_| spec.about.release == Release::Preprotected) else { return };
    let draws = Draws::new(steps.len(), "cell-key", last.seed.bytes());
    let tickets = Tickets::new("cell");
    let mut bytes = Vec::new();
    for (cell, key) in cells.keys.iter_mut().enumerate() {
        bytes.clear();
        for (dimension, coords) in cells.dimensions.iter().zip(&cells.coords) {
            let code = dimension.codes.code(coords[cell]);
            bytes.extend_from_slice(&(code.len() as u64).to_le_bytes());
            bytes.extend_from_slice(code.as_bytes());
        }
        *key = below_modulus(&draws, tickets.of(&bytes), spec.key.group);
    }
}
