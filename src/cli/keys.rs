//! `cellveil keys`: draws record keys and salts.

use std::io::{self, Write};
use std::path::PathBuf;

use super::outputs::refuse_input;
use super::stream::Stream;
use super::{Failure, Reported, print};
use crate::base::Quoted;
use crate::host::{self, Bar};
use crate::input::keyed::{KeyColumn, Keyed, KeyingError, OldKeys, add_keys};
use crate::key::{DEFAULT_MODULUS, KeyDraw, Modulus, SEEDED, SeededKeys};

/// The column of the keys, unless the user names another.
const COLUMN: &str = "record_key";
/// Bytes of a salt. A sealed cube needs 16.
const SALT: usize = 32;

/// Draw a record key for each record, or a salt.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File with one record per row: CSV, CSV.gz or Parquet
    #[arg(value_name = "FILE", required_unless_present = "salt")]
    file: Option<PathBuf>,
    /// File to write: the records, with a column of keys
    #[arg(long, value_name = "FILE", required_unless_present = "salt")]
    out: Option<PathBuf>,
    /// Name of the column of keys [default: record_key]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Keys are from 0 to M - 1; M is from 2 to 2^53
    #[arg(long, value_name = "M", default_value_t = DEFAULT_MODULUS)]
    modulus: u64,
    /// File with the keys of an earlier delivery; its records keep their keys
    #[arg(long, value_name = "OLD", requires = "id")]
    keep: Option<PathBuf>,
    /// Column that identifies a record in both files
    #[arg(long, value_name = "COLUMN", requires = "keep")]
    id: Option<String>,
    /// Make repeatable keys for tests and teaching; the name of the column then ends in _seeded
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Print a salt of 32 random bytes
    #[arg(long, conflicts_with_all = ["file", "out", "column", "keep", "id", "seed", "force"])]
    salt: bool,
}

impl Reported for KeyingError {}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (Some(file), Some(out)) = (&arguments.file, &arguments.out) else { return salt() };
    let modulus = Modulus::try_from(arguments.modulus)
        .map_err(|_| Failure::wrong(format!("--modulus {}: expected 2 to 2^53", arguments.modulus)))?;
    let name = column(arguments)?;
    let inputs = [Some(file.as_path()), arguments.keep.as_deref()];
    refuse_input("--out", Some(out), inputs.into_iter().flatten())?;
    let column = KeyColumn { name: &name, modulus, id: arguments.id.as_deref() };
    let old = match (&arguments.keep, &arguments.id) {
        (Some(keep), Some(id)) => {
            let bar = Bar::new(format!("Reading {}", keep.display()));
            Some(OldKeys::read(keep, &column, id, &mut |now| bar.set(now.done, now.total))?)
        }
        _ => None,
    };
    let mut stream = Stream::create("--out", out, arguments.force)?;
    stream.as_private_as(file)?;
    let bar = Bar::new(format!("Writing {}", out.display()));
    let mut old = old;
    let mut draw = KeyDraw::new(modulus, host::random);
    let seeded = arguments.seed.map(|seed| SeededKeys::new(seed, modulus));
    let mut new = |row: u64, id: &str| match &seeded {
        Some(seeded) => Ok(seeded.key(row, id)),
        None => draw.key(),
    };
    let keyed = add_keys(file, &column, old.as_mut(), &mut new, &mut stream, &mut |now| bar.set(now.done, now.total));
    let keyed = match keyed {
        Ok(keyed) => keyed,
        Err(KeyingError::Write(error)) => return Err(stream.failed(&error)),
        Err(error) => return Err(error.into()),
    };
    // A full disk fails here, before the file has its name.
    stream.flush().map_err(|error: io::Error| stream.failed(&error))?;
    drop(bar);
    stream.place()?;
    print(&format!("{}: {}\n", out.display(), summary(&keyed, &name, old.is_some())))
}

fn summary(keyed: &Keyed, column: &str, has_old: bool) -> String {
    let Keyed { rows, kept, removed } = keyed;
    let column = Quoted(column);
    match has_old {
        false => format!("{rows} records with new keys in column {column}"),
        true => format!(
            "{rows} records with keys in column {column}: {kept} kept, {} new; {removed} earlier records are no longer there",
            rows - kept
        ),
    }
}

/// The name of the column. Repeatable keys have a name that `tile` recognises.
fn column(arguments: &Arguments) -> Result<String, Failure> {
    let given = arguments.column.as_deref().unwrap_or(COLUMN);
    if given.is_empty() {
        return Err(Failure::wrong("--column: an empty name; expected the name of the new column"));
    }
    match arguments.seed {
        Some(_) if !given.ends_with(SEEDED) => Ok(format!("{given}{SEEDED}")),
        None if given.ends_with(SEEDED) => {
            let expected = "expected another name, because this ending marks repeatable keys";
            Err(Failure::wrong(format!("--column {}: ends in {SEEDED}; {expected}", Quoted(given))))
        }
        _ => Ok(given.to_owned()),
    }
}

/// Prints a new salt in hexadecimal digits.
fn salt() -> Result<(), Failure> {
    let mut bytes = [0; SALT];
    host::random(&mut bytes).map_err(KeyingError::Random)?;
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    print(&format!("{text}\n"))
}
