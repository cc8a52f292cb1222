//! Keeps records for the steps before tabulation, applies the steps, and counts the changed records.

mod counted;

use super::codes::CodeIds;
use super::error::{CollectError, RowLocation};
use super::finish::{Cells, Final, KeyFaults};
use crate::microdata::{Impossible, PramError, Records, Step, StepKind, StepReport, UnitColumn, change};
use crate::spec::{CubeSpec, Pretabular};

pub(super) use counted::Counted;

/// What the steps before tabulation did to the finest cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Changes {
    /// What each step did, in order.
    pub steps: Vec<StepReport>,
    /// The number of records in cells that show 1 or 2.
    pub small_records: u64,
    /// Of these records, the number of those that no step has changed, in cells whose count no step has changed.
    pub small_unchanged: u64,
    /// The number of cells with one record, before the steps.
    pub uniques: u64,
    /// Of these cells, the number of those that still show 1, for the same, unchanged record.
    pub uniques_left: u64,
    /// The number of cells that show 1 or 2.
    pub small_cells: u64,
    /// Of these cells, the number of those that had this count before the steps.
    pub small_true: u64,
    /// The number of cells that show records and had at most two before the steps.
    pub rare_shown: u64,
    /// Of these cells, the number of those that had one or two.
    pub rare_real: u64,
}

impl Changes {
    /// DR1: the share of records in small cells that are unchanged (Shlomo 2007, section 4.1). `None` without small
    /// cells.
    pub fn dr1(&self) -> Option<f64> {
        (self.small_records > 0).then(|| self.small_unchanged as f64 / self.small_records as f64)
    }

    /// The share of true uniques that are left. `None` without uniques.
    pub fn uniques_share(&self) -> Option<f64> {
        (self.uniques > 0).then(|| self.uniques_left as f64 / self.uniques as f64)
    }

    /// The share of cells that show 1 or 2 and had this count before the steps. `None` without such cells.
    pub fn true_share(&self) -> Option<f64> {
        (self.small_cells > 0).then(|| self.small_true as f64 / self.small_cells as f64)
    }

    /// The share of shown rare cells in which somebody really was. `None` without such cells.
    pub fn real_share(&self) -> Option<f64> {
        (self.rare_shown > 0).then(|| self.rare_real as f64 / self.rare_shown as f64)
    }
}

/// Records with provisional code numbers.
pub(super) struct RecordStore {
    columns: Vec<Vec<u32>>,
    keys: Vec<u64>,
    units: Vec<UnitIds>,
}

/// The identifiers of one column of units.
struct UnitIds {
    column: String,
    ids: CodeIds,
    of: Vec<u32>,
    /// The first record of each unit.
    first: Vec<u32>,
    /// The dimensions that a step changes for whole units.
    variables: Vec<usize>,
}

impl RecordStore {
    pub fn new(spec: &CubeSpec) -> Self {
        let Pretabular { steps, units } = &spec.pretabular;
        let unit = |(at, column): (usize, &String)| {
            let of_step = |step: &Step| match &step.kind {
                StepKind::Swap(swap) if swap.unit == Some(at) => swap.variables.clone(),
                StepKind::Pram(pram) if pram.unit == Some(at) => vec![pram.variable],
                _ => Vec::new(),
            };
            let variables = steps.iter().flat_map(of_step).collect();
            let ids = CodeIds::of_identifiers(column);
            UnitIds { column: column.clone(), ids, of: Vec::new(), first: Vec::new(), variables }
        };
        Self {
            columns: vec![Vec::new(); spec.dimensions.len()],
            keys: Vec::new(),
            units: units.iter().enumerate().map(unit).collect(),
        }
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a record with the identifiers of its units.
    pub fn add(
        &mut self,
        spec: &CubeSpec,
        coordinate: &[u32],
        key: u64,
        units: &[&str],
        place: RowLocation<'_>,
    ) -> Result<(), CollectError> {
        let record = u32::try_from(self.len()).ok().filter(|record| *record < u32::MAX);
        let record = record.ok_or(CollectError::TooMany("records"))?;
        for (unit, identifier) in self.units.iter_mut().zip(units) {
            if identifier.is_empty() {
                return Err(CollectError::MissingUnit(Box::new(place.column(&unit.column))));
            }
            let id = unit.ids.id(identifier, false).map_err(|reason| unit.ids.error(identifier, reason, place))?;
            unit.of.push(id);
            match unit.first.get(id as usize) {
                None => unit.first.push(record),
                Some(&first) => {
                    let varies = |&&variable: &&usize| self.columns[variable][first as usize] != coordinate[variable];
                    if let Some(&variable) = unit.variables.iter().find(varies) {
                        let at = Box::new(place.column(&spec.dimensions[variable].column));
                        return Err(CollectError::UnitVaries { at, unit: unit.column.clone() });
                    }
                }
            }
        }
        self.columns.iter_mut().zip(coordinate).for_each(|(column, code)| column.push(*code));
        self.keys.push(key);
        Ok(())
    }

    /// Adds the records of a cell. The first has the cell's key, so that the keys of all records combine to it.
    pub fn add_cell(&mut self, coordinate: &[u32], count: u64, key: u64) -> Result<(), CollectError> {
        if !self.units.is_empty() {
            return Err(CollectError::NeedsRecords(
                "a step has units, and cells do not say to which unit a record belongs",
            ));
        }
        if count > u64::from(u32::MAX - 1) - self.len() as u64 {
            return Err(CollectError::TooMany("records"));
        }
        let end = self.len() + count as usize;
        self.columns.iter_mut().zip(coordinate).for_each(|(column, code)| column.resize(end, *code));
        self.keys.push(key);
        self.keys.resize(end, 0);
        Ok(())
    }

    /// Applies the steps, and counts the changed records. `cells` is the number of cells before the steps.
    pub fn finish(
        self,
        spec: &CubeSpec,
        of: Final,
        key_faults: KeyFaults,
        cells: usize,
    ) -> Result<Cells, CollectError> {
        let mut columns = self.columns;
        for (column, ranks) in columns.iter_mut().zip(&of.ranks) {
            column.iter_mut().for_each(|code| *code = ranks[*code as usize]);
        }
        let texts: Vec<Vec<&str>> =
            of.dimensions.iter().map(|dimension| dimension.codes.iter().map(|(code, _)| code).collect()).collect();
        let units = self.units.into_iter().map(|unit| UnitColumn { identifiers: unit.ids.into_codes(), of: unit.of });
        let mut records = Records::new(columns, &texts, self.keys, units.collect());
        let sizes: Vec<usize> = of.dimensions.iter().map(|dimension| dimension.codes.len()).collect();
        let impossible = Impossible::new(&of.structural_zeros, &sizes);
        let wrong = |(at, error): (usize, PramError)| CollectError::Step { at: at + 1, reason: error.to_string() };
        let steps = &spec.pretabular.steps;
        let mut reports = change(&mut records, steps, &of.dimensions, &impossible).map_err(wrong)?;
        let mut counted = Counted::of_records(spec, &records, sizes.len(), cells)?;
        reports.extend(counted.deviate(spec, &records));
        // The records already have final code numbers.
        counted.finish(spec, Final { ranks: Vec::new(), ..of }, key_faults, reports)
    }
}
