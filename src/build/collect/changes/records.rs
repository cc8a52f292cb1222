//! Keeps the records for the steps before tabulation.

use super::Counted;
use crate::build::collect::error::{CollectError, RowLocation};
use crate::build::collect::finish::{Cells, Final, KeyFaults};
use crate::microdata::{Impossible, PramError, Records, Step, StepKind, UnitColumn, change};
use crate::spec::{CubeSpec, Pretabular};

/// Records with provisional code numbers.
pub struct RecordStore {
    columns: Vec<Vec<u32>>,
    keys: Vec<u64>,
    units: Vec<Units>,
}

/// No record has this number.
const NO_RECORD: u32 = u32::MAX;

/// One column of units.
struct Units {
    column: String,
    units: UnitColumn,
    /// The first record of each unit, or [`NO_RECORD`]. Only [`RecordStore::add`] fills this list.
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
            Units { column: column.clone(), units: UnitColumn::default(), first: Vec::new(), variables }
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
        if let Some((of, _)) = self.units.iter().zip(units).find(|(_, identifier)| identifier.is_empty()) {
            return Err(CollectError::MissingUnit(Box::new(place.column(&of.column))));
        }
        for (at, identifier) in units.iter().enumerate() {
            let of = &mut self.units[at];
            let unit = of.units.unit(identifier).ok_or(CollectError::TooMany("units"))?;
            of.units.extend([unit]);
            of.first.resize(of.units.len(), NO_RECORD);
            let first = &mut of.first[unit as usize];
            if *first == NO_RECORD {
                *first = record;
                continue;
            }
            let first = *first as usize;
            let varies = |&&variable: &&usize| self.columns[variable][first] != coordinate[variable];
            if let Some(&variable) = of.variables.iter().find(varies) {
                let error = CollectError::UnitVaries {
                    at: Box::new(place.column(&spec.dimensions[variable].column)),
                    unit: of.column.clone(),
                };
                self.forget(record);
                return Err(error);
            }
        }
        self.columns.iter_mut().zip(coordinate).for_each(|(column, code)| column.push(*code));
        self.keys.push(key);
        Ok(())
    }

    /// Leaves out a record as the first of its units.
    fn forget(&mut self, record: u32) {
        for of in &mut self.units {
            let first = of.units.of().last().and_then(|unit| of.first.get_mut(*unit as usize));
            first.into_iter().filter(|first| **first == record).for_each(|first| *first = NO_RECORD);
        }
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

    /// The position of a unit in a column of units, for [`add_rows`](Self::add_rows). `None` if the identifier is empty, or
    /// if there are too many units.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn unit(&mut self, column: usize, identifier: &str) -> Option<u32> {
        self.units[column].units.unit(identifier).filter(|_| !identifier.is_empty())
    }

    /// Adds records in columns: codes for each dimension, keys, and positions of units for each column of units. `None` if
    /// a column has another length.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn add_rows(&mut self, codes: &[&[u32]], keys: &[u64], units: &[Vec<u32>]) -> Option<()> {
        let mut lengths = codes.iter().map(|codes| codes.len()).chain(units.iter().map(Vec::len));
        lengths.all(|length| length == keys.len()).then_some(())?;
        self.columns.iter_mut().zip(codes).for_each(|(column, codes)| column.extend_from_slice(codes));
        self.keys.extend_from_slice(keys);
        self.units.iter_mut().zip(units).for_each(|(of, own)| of.units.extend(own.iter().copied()));
        Some(())
    }

    /// Adds the records of another store of the same specification. `None` if there are too many records or
    /// units.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn append(&mut self, other: Self) -> Option<()> {
        (other.len() < u32::MAX as usize - self.len()).then_some(())?;
        self.columns.iter_mut().zip(other.columns).for_each(|(column, other)| column.extend(other));
        self.keys.extend(other.keys);
        self.units.iter_mut().zip(other.units).try_for_each(|(of, other)| of.units.append(other.units))
    }

    /// Whether all records of a unit have the same codes of the variables that a step changes for whole units.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn has_whole_units(&self) -> bool {
        self.units.iter().flat_map(|of| of.variables.iter().map(move |variable| (of, variable))).all(
            |(of, variable)| {
                let mut codes = vec![None; of.units.len()];
                let mut rows = of.units.of().iter().zip(&self.columns[*variable]);
                rows.all(|(&unit, code)| codes[unit as usize].get_or_insert(code) == &code)
            },
        )
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
        let units = self.units.into_iter().map(|of| of.units).collect();
        let mut records = Records::new(columns, &texts, self.keys, units);
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
