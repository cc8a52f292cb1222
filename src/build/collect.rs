//! Combines records and cells into distinct cells, in one pass over the rows. The memory holds the distinct cells, and
//! bounded samples of the keys for the tests of the keys.
//!
//! The result depends neither on the order of the rows nor on the order of the files.

mod changes;
mod codes;
mod error;
mod finish;
mod store;

use crate::base::Quoted;
use crate::cube::Release;
use crate::key::check::KeyTally;
use crate::key::derive::Deriver;
use crate::spec::{CubeSpec, KeySource};

use changes::{Counted, RecordStore};
use codes::CodeIds;
use finish::Final;
use store::CellStore;

pub use changes::Changes;
pub use error::{CellLocation, CollectError, RowLocation};
pub use finish::{Cells, KeyFaults};

pub use crate::base::MAX_COUNT;

/// Reads rows one by one and keeps the distinct cells.
///
/// ```
/// use cellveil::build::collect::{Collector, RowLocation};
/// use cellveil::spec::CubeSpec;
/// let spec = CubeSpec::parse(
///     r#"
///     cube = { id = "example", unit = "person", data = "synthetic", audience = "public" }
///     key = { column = "record_key", modulus = 256 }
///     dimension = [{ name = "sex" }]
///     "#,
///     &|_| Err("no files here".into()),
///     &|_| None,
/// )?;
/// let mut collector = Collector::new(&spec)?;
/// for (row, (sex, key)) in (1..).zip([("2", "200"), ("1", "7"), ("2", "100")]) {
///     collector.add_record(&[sex], key, RowLocation { file: "people.csv", row, line: None })?;
/// }
/// let cells = collector.finish()?;
/// assert_eq!((cells.coords, cells.counts, cells.keys), (vec![vec![0, 1]], vec![1, 2], vec![7, 44]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Collector<'a> {
    spec: &'a CubeSpec,
    ids: Vec<CodeIds>,
    /// For each dimension, whether the data have its column.
    has_column: Vec<bool>,
    deriver: Option<Deriver>,
    store: CellStore,
    /// The records, if a step before tabulation changes records. The store then only has their cells before the steps.
    records: Option<RecordStore>,
    never: Vec<Never>,
    coordinate: Vec<u32>,
    population: u64,
    record_keys: KeyTally,
    cell_keys: KeyTally,
}

/// A structural zero, checked with the collector's own numbers for codes.
struct Never {
    /// For each dimension of the rule: its position, its listed codes, and whether each code number stands for a listed
    /// code.
    sides: Vec<(usize, Vec<String>, Vec<bool>)>,
}

impl Never {
    fn covers(&mut self, coordinate: &[u32], ids: &[CodeIds]) -> bool {
        self.sides.iter_mut().all(|(dimension, listed, members)| {
            let known = ids[*dimension].codes();
            let unknown = members.len().min(known.len());
            members.extend(known[unknown..].iter().map(|code| listed.contains(code)));
            members[coordinate[*dimension] as usize]
        })
    }
}

/// Whether the steps need the records, and not only the cells. Noise draws by record keys. A preprotected cube may have
/// none, so it draws them for its records.
fn keeps_records(spec: &CubeSpec) -> bool {
    let draws_keys = spec.about.release == Release::Preprotected && spec.key.source.is_none();
    spec.pretabular.changes_records() || (draws_keys && !spec.pretabular.steps.is_empty())
}

impl<'a> Collector<'a> {
    /// An empty collector for a specification.
    ///
    /// # Errors
    /// Fails if a dimension has more codes than the collector can number.
    pub fn new(spec: &'a CubeSpec) -> Result<Self, CollectError> {
        let group = spec.key.group;
        let rule = match &spec.key.source {
            Some(KeySource::Derived { rule, .. }) => Some(rule),
            Some(KeySource::Column(_)) | None => None,
        };
        let side = |(dimension, codes): &(usize, Vec<String>)| (*dimension, codes.clone(), Vec::new());
        let never = spec.structural_zeros.iter().map(|zero| Never { sides: zero.codes.iter().map(side).collect() });
        Ok(Self {
            spec,
            ids: spec.dimensions.iter().map(CodeIds::new).collect::<Result<_, _>>()?,
            has_column: spec.dimensions.iter().map(|dimension| !dimension.marks_changes).collect(),
            deriver: rule.map(|rule| Deriver::new(rule, group.modulus())),
            record_keys: KeyTally::new(group.modulus(), rule),
            cell_keys: KeyTally::new(group.modulus(), None),
            store: CellStore::new(spec.dimensions.len(), group),
            records: keeps_records(spec).then(|| RecordStore::new(spec)),
            never: never.collect(),
            coordinate: vec![0; spec.dimensions.len()],
            population: 0,
        })
    }

    /// Adds a record that belongs to no unit. See [`add_record_of_units`](Self::add_record_of_units).
    ///
    /// # Errors
    /// Fails with the place of an invalid code, key or identifier. The collector must then be dropped.
    ///
    /// # Panics
    /// Panics if the number of codes differs from the number of dimensions with a column.
    pub fn add_record(&mut self, codes: &[&str], key: &str, place: RowLocation<'_>) -> Result<(), CollectError> {
        self.add_record_of_units(codes, Some(key), &[], place)
    }

    /// Adds a record. `codes` has the order of the dimensions. `key` is the text of the key column or, if keys are
    /// derived, of the identifier column. `units` are the identifiers of the units that the steps before tabulation
    /// use. See [`CubeSpec::record_columns`].
    ///
    /// # Errors
    /// Fails with the place of an invalid code, key or identifier. The collector must then be dropped.
    ///
    /// # Panics
    /// Panics if the number of codes differs from the number of dimensions with a column.
    pub fn add_record_of_units(
        &mut self,
        codes: &[&str],
        key: Option<&str>,
        units: &[&str],
        place: RowLocation<'_>,
    ) -> Result<(), CollectError> {
        let Some(source) = self.spec.key.source.as_ref() else {
            if self.spec.about.release != Release::Preprotected {
                return Err(CollectError::NoKeySource);
            }
            self.locate(codes, place)?;
            self.add(1, 0, place, "")?;
            return self.keep(0, units, place);
        };
        let key = key.ok_or(CollectError::NoKeySource)?;
        let wrong = |reason| CollectError::Derive { at: Box::new(place.column(source.column())), reason };
        let (key, identifier) = match &self.deriver {
            None => (self.parse_key(key, source.column(), place)?, None),
            Some(deriver) => {
                let (key, hash) = deriver.key_and_hash(key).map_err(wrong)?;
                (key, Some(hash))
            }
        };
        self.locate(codes, place)?;
        let (cell, before) = self.add(1, key, place, source.column())?;
        self.record_keys.add(key, identifier, cell, before);
        self.keep(key, units, place)
    }

    /// Keeps the record at `self.coordinate` for the steps before tabulation.
    fn keep(&mut self, key: u64, units: &[&str], place: RowLocation<'_>) -> Result<(), CollectError> {
        match &mut self.records {
            Some(records) => records.add(self.spec, &self.coordinate, key, units, place),
            None => Ok(()),
        }
    }

    /// Adds a cell. `codes` has the order of the dimensions. `count` and `key` are the texts of these columns. See
    /// [`CubeSpec::cell_columns`]. A repeated cell is combined with the earlier one. A cell with count 0 only adds its
    /// codes to the codes found in the data.
    ///
    /// # Errors
    /// Fails with the place of an invalid code, count or key. The collector must then be dropped.
    ///
    /// # Panics
    /// Panics if the number of codes differs from the number of dimensions.
    pub fn add_cell(
        &mut self,
        codes: &[&str],
        count: &str,
        key: &str,
        place: RowLocation<'_>,
    ) -> Result<(), CollectError> {
        let count = whole(count).filter(|count| *count <= MAX_COUNT);
        let count = count.ok_or_else(|| CollectError::Count(Box::new(place.column("count"))))?;
        let key = self.parse_key(key, "key", place)?;
        self.locate(codes, place)?;
        if count > 0 {
            let (cell, _) = self.add(count, key, place, "count")?;
            self.cell_keys.add(key, None, cell, 0);
            if let Some(records) = &mut self.records {
                if self.spec.about.release != Release::Preprotected {
                    let reason =
                        "a step changes records, and only the cells of a preprotected cube need no record keys";
                    return Err(CollectError::NeedsRecords(reason));
                }
                records.add_cell(&self.coordinate, count, key)?;
            }
        }
        Ok(())
    }

    /// The number of distinct cells so far.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether no cell has been added.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sorts codes and cells, and resolves levels and structural zeros.
    ///
    /// # Errors
    /// Fails if a code in the data is in no group of a level, or if a dimension has no codes. Fails if a structural
    /// zero has a code that the data do not have.
    pub fn finish(self) -> Result<Cells, CollectError> {
        let faults = KeyFaults { of_records: self.record_keys.faults(), of_cells: self.cell_keys.faults() };
        let of = Final::new(self.spec, self.ids)?;
        match self.records {
            Some(records) => {
                let cells = self.store.len();
                drop(self.store);
                records.finish(self.spec, of, faults, cells)
            }
            None if self.spec.pretabular.steps.is_empty() => {
                Ok(finish::finish(self.store, of, self.population, faults))
            }
            None => Counted::of_cells(self.store).finish(self.spec, of, faults, Vec::new()),
        }
    }

    fn parse_key(&self, text: &str, column: &str, place: RowLocation<'_>) -> Result<u64, CollectError> {
        let modulus = self.spec.key.group.modulus().get();
        let at = || Box::new(place.column(column));
        if text.is_empty() {
            return Err(CollectError::MissingKey(at()));
        }
        match whole(text) {
            Some(key) if key < modulus => Ok(key),
            Some(_) => Err(CollectError::KeyRange { at: at(), modulus }),
            None => Err(CollectError::KeyNumber(at())),
        }
    }

    /// Writes the numbers of the codes to `self.coordinate`.
    fn locate(&mut self, codes: &[&str], place: RowLocation<'_>) -> Result<(), CollectError> {
        let mut codes = codes.iter();
        let slots = self.coordinate.iter_mut().zip(&mut self.ids).zip(&self.has_column);
        for ((slot, ids), _) in slots.filter(|(_, has_column)| **has_column) {
            *slot = ids.id(codes.next().expect("a row has one code a dimension"), place)?;
        }
        assert!(codes.next().is_none(), "a row has one code a dimension");
        Ok(())
    }

    /// Adds to the cell at `self.coordinate`. Returns the cell's number and its count before.
    fn add(&mut self, count: u64, key: u64, place: RowLocation<'_>, column: &str) -> Result<(u32, u64), CollectError> {
        // This also limits every single count, because no count exceeds the population.
        self.population = self
            .population
            .checked_add(count)
            .filter(|sum| *sum <= MAX_COUNT)
            .ok_or_else(|| CollectError::Population(Box::new(place.column(column))))?;
        let (cell, before) = self.store.add(&self.coordinate, count, key)?;
        if before == 0
            && let Some(rule) =
                self.never.iter_mut().find_map(|rule| rule.covers(&self.coordinate, &self.ids).then_some(rule))
        {
            let code = |(dimension, ..): &(usize, Vec<String>, Vec<bool>)| {
                let id = self.coordinate[*dimension] as usize;
                format!("{} {}", self.spec.dimensions[*dimension].name, Quoted(&self.ids[*dimension].codes()[id]))
            };
            let codes = rule.sides.iter().map(code).collect::<Vec<_>>().join(", ");
            return Err(CollectError::StructuralZero { file: place.file.to_owned(), row: place.row, codes });
        }
        Ok((cell, before))
    }
}

/// A whole number from 0, written only in digits. A number above 64 bits becomes `u64::MAX`.
fn whole(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !text.is_empty()).then(|| text.parse().unwrap_or(u64::MAX))
}
