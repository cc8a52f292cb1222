//! Writes a file of records once more, with a key in each row. The other columns keep their bytes.

mod csv;
mod parquet;
pub(super) mod rows;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Format, InputError, Progress, open, read};
use crate::build::collect::{CellLocation, RowLocation};
use crate::key::Modulus;

/// Makes the key of a new record, from the number of its row and its identifier.
pub type NewKey<'a> = &'a mut dyn FnMut(u64, &str) -> io::Result<u64>;

/// How keys are given to records.
pub struct KeyColumn<'a> {
    /// The name of the new column.
    pub name: &'a str,
    /// All keys are below the modulus.
    pub modulus: Modulus,
    /// The column that identifies a record, if keys of an earlier file are kept.
    pub id: Option<&'a str>,
}

/// The number of records by the origin of their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyed {
    /// The records of the file.
    pub rows: u64,
    /// Records with a key of the earlier file.
    pub kept: u64,
    /// Records of the earlier file that the file does not contain.
    pub removed: u64,
}

/// An error while keys are given. No message contains a key, or the identifier of a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyingError {
    /// An error of a file.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file has the column already.
    #[error(
        "{file}: has a column {column} already; expected a file without keys, or another name in --column",
        column = crate::base::Quoted(.column)
    )]
    HasColumn {
        /// The file as the user named it.
        file: String,
        /// The column.
        column: String,
    },
    /// A record has no identifier.
    #[error("{0}: an empty identifier; expected the identifier of a record")]
    EmptyId(Box<CellLocation>),
    /// Two records have one identifier.
    #[error("{0}: an identifier that an earlier row has too; expected a column that identifies the records")]
    RepeatedId(Box<CellLocation>),
    /// A key of the earlier file is no whole number below the modulus.
    #[error("{at}: the key is wrong; expected a whole number below {modulus}, or another --modulus")]
    Key {
        /// The place.
        at: Box<CellLocation>,
        /// The modulus.
        modulus: u64,
    },
    /// No randomness, or the result cannot be written.
    #[error("{0}")]
    Write(io::Error),
    /// The operating system has no randomness.
    #[error("the system's source of random numbers: {0}; expected random numbers")]
    Random(io::Error),
}

/// The keys of earlier records, by a hash of 128 bits of the identifier. Twice as many identifiers as there are people on
/// earth have a repeated hash with a probability below 10^-18.
#[derive(Default)]
pub struct OldKeys {
    keys: HashMap<u128, Old>,
    kept: u64,
    /// The number of earlier records.
    records: u64,
}

/// A record that has been seen.
enum Old {
    /// A record of the earlier file with its key.
    Waiting(u64),
    /// A record of the file itself.
    Seen,
}

fn hash(id: &str) -> u128 {
    let mut first = [0; 16];
    first.copy_from_slice(&Sha256::digest(id.as_bytes())[..16]);
    u128::from_le_bytes(first)
}

impl OldKeys {
    /// Reads the keys of an earlier file.
    ///
    /// # Errors
    /// Fails with an error of the file, an empty or a repeated identifier, or a wrong key.
    pub fn read(
        path: &Path,
        column: &KeyColumn<'_>,
        id: &str,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, KeyingError> {
        let modulus = column.modulus.get();
        let mut keys = HashMap::new();
        let records = read(path, &[id, column.name], progress, |place, values| {
            if values[0].is_empty() {
                return Err(KeyingError::EmptyId(Box::new(place.column(id))));
            }
            let is_whole = !values[1].is_empty() && values[1].bytes().all(|byte| byte.is_ascii_digit());
            let key = values[1].parse().ok().filter(|key| is_whole && *key < modulus);
            let wrong = || KeyingError::Key { at: Box::new(place.column(column.name)), modulus };
            match keys.entry(hash(values[0])) {
                Entry::Occupied(_) => Err(KeyingError::RepeatedId(Box::new(place.column(id)))),
                Entry::Vacant(free) => {
                    free.insert(Old::Waiting(key.ok_or_else(wrong)?));
                    Ok(())
                }
            }
        })?;
        Ok(Self { keys, kept: 0, records })
    }

    /// Takes the key of a record, or `None` if the record is new.
    fn take(&mut self, id: &str, column: &str, place: RowLocation<'_>) -> Result<Option<u64>, KeyingError> {
        if id.is_empty() {
            return Err(KeyingError::EmptyId(Box::new(place.column(column))));
        }
        match self.keys.insert(hash(id), Old::Seen) {
            None => Ok(None),
            Some(Old::Waiting(key)) => {
                self.kept += 1;
                Ok(Some(key))
            }
            Some(Old::Seen) => Err(KeyingError::RepeatedId(Box::new(place.column(column)))),
        }
    }
}

/// Gives keys to rows.
struct Keys<'a> {
    column: &'a KeyColumn<'a>,
    old: Option<&'a mut OldKeys>,
    new: NewKey<'a>,
}

impl Keys<'_> {
    fn key(&mut self, id: &str, place: RowLocation<'_>) -> Result<u64, KeyingError> {
        if let (Some(old), Some(column)) = (&mut self.old, self.column.id)
            && let Some(key) = old.take(id, column, place)?
        {
            return Ok(key);
        }
        (self.new)(place.row, id).map_err(KeyingError::Random)
    }
}

/// Reads a file of records, and writes it with a key in each row. CSV stays CSV, gzip stays gzip, and Parquet stays
/// Parquet.
///
/// Memory is bounded, unless keys of an earlier file are kept: then each identifier takes about 50 bytes.
///
/// # Errors
/// Fails with the first error of a file, of an identifier, of `new`, or of `out`.
pub fn add_keys(
    path: &Path,
    column: &KeyColumn<'_>,
    old: Option<&mut OldKeys>,
    new: NewKey<'_>,
    out: &mut (impl Write + Send),
    progress: &mut dyn FnMut(Progress),
) -> Result<Keyed, KeyingError> {
    let name = path.display().to_string();
    let (file, format) = open(path, &name)?;
    let mut old = old;
    let mut keys = Keys { column, old: old.as_deref_mut(), new };
    let rows = match format {
        Format::Csv { gzip } => csv::write(file, gzip, &name, &mut keys, out, progress)?,
        Format::Parquet => {
            let mut ready = column.id.map(|id| {
                let mut ready = Vec::new();
                let read = read(path, &[id], progress, |place, values| {
                    ready.push(keys.key(values[0], place)?);
                    Ok::<(), KeyingError>(())
                });
                read.map(|_| ready.into_iter())
            });
            let mut ready = ready.take().transpose()?;
            let mut key = |row| match &mut ready {
                Some(ready) => ready.next().ok_or(()).or_else(|()| keys.key("", row_of(&name, row))),
                None => keys.key("", row_of(&name, row)),
            };
            parquet::write(file, &name, column.name, &mut key, out, progress)?
        }
    };
    let (kept, records) = old.map_or((0, 0), |old| (old.kept, old.records));
    Ok(Keyed { rows, kept, removed: records - kept })
}

fn row_of(file: &str, row: u64) -> RowLocation<'_> {
    RowLocation { file, row, line: None }
}

/// The position of a column in the header.
fn position(file: &str, column: &str, names: &[String]) -> Result<usize, InputError> {
    let mut positions = (0..names.len()).filter(|at| names[*at] == column);
    let (file, column) = (file.to_owned(), column.to_owned());
    match (positions.next(), positions.next()) {
        (Some(at), None) => Ok(at),
        (Some(_), Some(_)) => Err(InputError::RepeatedColumn { file, column }),
        (None, _) => Err(InputError::MissingColumn { file, column, columns: names.join(", ") }),
    }
}
