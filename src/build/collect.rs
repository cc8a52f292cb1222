//! Combines records and cells into distinct cells, in one pass over the rows. The memory holds the distinct cells, and
//! bounded samples of the keys for the tests of the keys. With a [`Disk`](super::Disk), cells move to temporary files if
//! they take too much memory.
//!
//! The result depends neither on the order of the rows nor on the order of the files.
//!
//! A collector stops at the first problem, or [gathers](Collector::gathering) the problems of all rows.

mod changes;
mod codes;
mod error;
mod finish;
mod never;
mod on_disk;
// WebAssembly has one thread.
#[cfg(not(target_arch = "wasm32"))]
mod parallel;
mod store;

use super::disk::{Runs, Source};
use crate::base::{Distinct, Problems};
use crate::cube::Release;
use crate::key::check::KeyTally;
use crate::key::derive::Deriver;
use crate::spec::{CubeSpec, KeySource};

use changes::{Counted, RecordStore};
use codes::{CodeIds, NoCode};
use finish::Final;
use never::Never;
use store::CellStore;

pub use changes::Changes;
pub use error::{CellLocation, CollectError, RowLocation};
pub use finish::{Cells, KeyFaults};
pub use on_disk::Collected;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use parallel::{Batch, Part, Shape, SharedCollector, Worker};

pub use crate::base::MAX_COUNT;

/// The column in which cells may have the number of all records, if an engine has written them.
pub const RECORDS: &str = "cellveil_records";

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
    /// The cells on disk, if cells may move there.
    runs: Option<Runs<'a>>,
    /// Where the cells of `store` come from.
    source: Source,
    /// The names of the folders so far.
    folders: Vec<String>,
    /// The records, if a step before tabulation changes records. The store then only has their cells before the steps.
    records: Option<RecordStore>,
    never: Vec<Never>,
    coordinate: Vec<u32>,
    population: u64,
    record_keys: KeyTally,
    cell_keys: KeyTally,
    /// The problems of the rows, if they are gathered.
    gathered: Option<Distinct<CollectError>>,
    file: FileForm,
    /// Whether each cell, by its number, is in the current folder. `None` outside of a folder.
    in_folder: Option<Vec<bool>>,
}

/// What is particular to a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileForm {
    /// Whether the numbers of columns with `cut` may have a decimal comma.
    pub has_decimal_comma: bool,
    /// The columns of dimensions that the file lacks, as positions among the codes of a row. The rows of such a file are
    /// checked, but not added.
    pub lacks: Vec<usize>,
    /// Whether the file lacks another column.
    pub lacks_others: bool,
}

impl FileForm {
    fn is_complete(&self) -> bool {
        self.lacks.is_empty() && !self.lacks_others
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
        Ok(Self {
            spec,
            ids: spec.dimensions.iter().map(CodeIds::new).collect::<Result<_, _>>()?,
            has_column: spec.dimensions.iter().map(|dimension| !dimension.marks_changes).collect(),
            deriver: rule.map(|rule| Deriver::new(rule, group.modulus())),
            record_keys: KeyTally::new(group.modulus(), rule),
            cell_keys: KeyTally::new(group.modulus(), None),
            store: CellStore::new(spec.dimensions.len(), group),
            runs: None,
            source: Source::Records,
            folders: Vec::new(),
            records: keeps_records(spec).then(|| RecordStore::new(spec)),
            never: spec.structural_zeros.iter().map(Never::new).collect(),
            coordinate: vec![0; spec.dimensions.len()],
            population: 0,
            gathered: None,
            file: FileForm::default(),
            in_folder: None,
        })
    }

    /// An empty collector that gathers the problems of rows. Adding a row then succeeds, and
    /// [`finish_all`](Self::finish_all) fails with all problems.
    ///
    /// # Errors
    /// Fails if a dimension has more codes than the collector can number.
    pub fn gathering(spec: &'a CubeSpec) -> Result<Self, CollectError> {
        Ok(Self { gathered: Some(Distinct::default()), ..Self::new(spec)? })
    }

    /// Begins a file. The next rows have its form.
    pub fn begin(&mut self, file: FileForm) {
        self.file = file;
    }

    /// Begins a folder of cells, which has each cell in one row.
    pub fn begin_folder(&mut self, name: String) {
        self.in_folder = Some(Vec::new());
        self.folders.push(name);
    }

    /// Ends a folder of cells. Further files may repeat cells again.
    pub fn end_folder(&mut self) {
        self.in_folder = None;
    }

    /// Whether rows had problems so far.
    pub fn has_problems(&self) -> bool {
        self.gathered.as_ref().is_some_and(|gathered| !gathered.is_empty())
    }

    /// Keeps a problem, or returns it if problems are not gathered.
    fn problem(&mut self, error: CollectError) -> Result<(), CollectError> {
        match &mut self.gathered {
            Some(gathered) => {
                gathered.add(error.key(), error, CollectError::mark_further);
                Ok(())
            }
            None => Err(error),
        }
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
    /// Fails with the place of an invalid code, key or identifier. The collector must then be dropped. A collector that
    /// gathers problems fails only if it cannot go on.
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
        let (key, column) = match (&self.spec.key.source, key) {
            (None, _) if self.spec.about.release != Release::Preprotected => return Err(CollectError::NoKeySource),
            (None, _) => (Some((0, None)), ""),
            // The file lacks the column, which is reported already.
            (Some(source), _) if self.file.lacks_others => (None, source.column()),
            (Some(_), None) => return Err(CollectError::NoKeySource),
            (Some(source), Some(key)) => match self.key_of(key, source.column(), place) {
                Ok(key) => (Some(key), source.column()),
                Err(error) => {
                    self.problem(error)?;
                    (None, source.column())
                }
            },
        };
        let is_sound = self.locate(codes, place)?;
        let Some((key, identifier)) = key.filter(|_| is_sound && self.file.is_complete()) else { return Ok(()) };
        self.make_room(Source::Records)?;
        let Some((cell, before)) = self.add(1, key, place, column)? else { return Ok(()) };
        if self.spec.key.source.is_some() {
            self.record_keys.add(key, identifier, self.name_of(cell), before);
        }
        self.keep(key, units, place)
    }

    /// The key of a record, and the hash of its identifier if the key is derived.
    fn key_of(&self, text: &str, column: &str, place: RowLocation<'_>) -> Result<(u64, Option<u64>), CollectError> {
        let wrong = |reason| CollectError::Derive { at: Box::new(place.column(column)), reason };
        match &self.deriver {
            None => Ok((self.parse_key(text, column, place)?, None)),
            Some(deriver) => deriver.key_and_hash(text).map(|(key, hash)| (key, Some(hash))).map_err(wrong),
        }
    }

    /// Keeps the record at `self.coordinate` for the steps before tabulation.
    fn keep(&mut self, key: u64, units: &[&str], place: RowLocation<'_>) -> Result<(), CollectError> {
        let Some(records) = &mut self.records else { return Ok(()) };
        match records.add(self.spec, &self.coordinate, key, units, place) {
            Err(error @ CollectError::TooMany(_)) => Err(error),
            Err(error) => self.problem(error),
            Ok(()) => Ok(()),
        }
    }

    /// Adds a cell. `codes` has the order of the dimensions. `count` and `key` are the texts of these columns. See
    /// [`CubeSpec::cell_columns`]. A repeated cell is combined with the earlier
    /// one, except in a [folder](Self::begin_folder). A cell with count 0 only adds its
    /// codes to the codes found in the data.
    ///
    /// # Errors
    /// Fails with the place of an invalid code, count or key. The collector must then be dropped. A collector that gathers
    /// problems fails only if it cannot go on.
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
        if count.is_none() && !self.file.lacks_others {
            self.problem(CollectError::Count(Box::new(place.column("count"))))?;
        }
        let key = match self.parse_key(key, "key", place) {
            Ok(key) => Some(key),
            Err(_) if self.file.lacks_others => None,
            Err(error) => {
                self.problem(error)?;
                None
            }
        };
        let is_sound = self.locate(codes, place)? && self.file.is_complete();
        let (Some(count), Some(key), true) = (count, key, is_sound) else { return Ok(()) };
        if count > 0 {
            self.make_room(match (&self.in_folder, self.folders.len()) {
                (Some(_), folders) => Source::Folder(folders as u32 - 1),
                (None, _) => Source::Cells,
            })?;
            let Some((cell, _)) = self.add(count, key, place, "count")? else { return Ok(()) };
            self.cell_keys.add(key, None, self.name_of(cell), 0);
            if let Some(in_folder) = &mut self.in_folder {
                let cell = cell as usize;
                in_folder.resize(in_folder.len().max(cell + 1), false);
                if std::mem::replace(&mut in_folder[cell], true) {
                    let error = CollectError::RepeatedCell { file: place.file.to_owned(), row: place.row };
                    return self.problem(error);
                }
            }
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

    /// The number of distinct cells in memory so far.
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
        self.finish_all().map_err(|problems| problems.into_first().expect("there is a problem"))
    }

    /// Does the same as [`finish`](Self::finish).
    ///
    /// # Errors
    /// Fails with all problems: those of the rows, if they are gathered, and those of the codes of all rows.
    pub fn finish_all(mut self) -> Result<Cells, Problems<CollectError>> {
        if self.gathered.as_ref().is_some_and(|gathered| !gathered.is_empty()) {
            return Err(self.problems());
        }
        let faults = KeyFaults { of_records: self.record_keys.faults(), of_cells: self.cell_keys.faults() };
        let of = Final::new(self.spec, self.ids)?;
        match self.records {
            Some(records) => {
                let cells = self.store.len();
                drop(self.store);
                Ok(records.finish(self.spec, of, faults, cells)?)
            }
            None if self.spec.pretabular.steps.is_empty() => {
                Ok(finish::finish(self.store, of, self.population, faults))
            }
            None => Ok(Counted::of_cells(self.store).finish(self.spec, of, faults, Vec::new())?),
        }
    }

    /// The problems so far: those of the rows, and codes that are in no group of a level.
    pub fn problems(&mut self) -> Problems<CollectError> {
        let mut problems = self.gathered.take().unwrap_or_default().into_problems();
        for ids in self.ids.iter().filter(|ids| ids.further_unknown() > 0) {
            let (column, further) = (ids.column().to_owned(), ids.further_unknown());
            problems.push(CollectError::FurtherUnknown { column, further });
        }
        finish::ungrouped(self.spec, &self.ids, &mut problems);
        problems
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

    /// Writes the numbers of the codes to `self.coordinate`. Returns whether all codes are sound.
    fn locate(&mut self, codes: &[&str], place: RowLocation<'_>) -> Result<bool, CollectError> {
        let mut codes = codes.iter().enumerate();
        let comma = self.file.has_decimal_comma;
        let mut is_sound = true;
        let slots = self.coordinate.iter_mut().zip(&mut self.ids).zip(&self.has_column);
        for ((slot, ids), _) in slots.filter(|(_, has_column)| **has_column) {
            let (at, code) = codes.next().expect("a row has one code a dimension");
            match ids.id(code, comma) {
                Ok(id) => *slot = id,
                Err(_) if self.file.lacks.contains(&at) => {}
                Err(reason) => {
                    is_sound = false;
                    match &mut self.gathered {
                        None => return Err(ids.error(code, reason, place)),
                        Some(_) if reason == NoCode::TooMany => return Err(ids.error(code, reason, place)),
                        Some(gathered) if ids.is_reported(code, reason) => {
                            let error = ids.error(code, reason, place);
                            gathered.add(error.key(), error, CollectError::mark_further);
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        assert!(codes.next().is_none(), "a row has one code a dimension");
        Ok(is_sound)
    }

    /// Adds to the cell at `self.coordinate`. Returns the cell's number and its count before, or `None` after a problem.
    fn add(
        &mut self,
        count: u64,
        key: u64,
        place: RowLocation<'_>,
        column: &str,
    ) -> Result<Option<(u32, u64)>, CollectError> {
        // This also limits every single count, because no count exceeds the population.
        let Some(population) = self.population.checked_add(count).filter(|sum| *sum <= MAX_COUNT) else {
            self.problem(CollectError::Population(Box::new(place.column(column))))?;
            return Ok(None);
        };
        self.population = population;
        let (cell, before) = self.store.add(&self.coordinate, count, key)?;
        if before == 0
            && let Some(rule) =
                self.never.iter_mut().find_map(|rule| rule.covers(&self.coordinate, &self.ids).then_some(rule))
        {
            let codes = rule.text(&self.coordinate, &self.ids, &self.spec.dimensions);
            self.problem(CollectError::StructuralZero { file: place.file.to_owned(), row: place.row, codes })?;
        }
        Ok(Some((cell, before)))
    }
}

/// A whole number from 0, written only in digits. A number above 64 bits becomes `u64::MAX`.
fn whole(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !text.is_empty()).then(|| text.parse().unwrap_or(u64::MAX))
}
