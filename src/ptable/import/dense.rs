//! Reads the files of the ONS and Cantabular. Each line gives the noise of a row and a key, or of a row and a range of
//! keys.

use super::super::interval::check_noise;
use super::super::{DenseTable, Flaw, MAX_KEYS, MAX_NOISES, MAX_ROWS, ROW_CYCLE};
use super::error::{ImportError, ImportFlaw, quoted};
use super::{File, Header, natural, noise};

/// The positions and names of the three columns.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    row: (usize, &'static str),
    key: (usize, &'static str),
    noise: (usize, &'static str),
}

impl Columns {
    pub(super) fn of(header: &Header) -> Option<Self> {
        let named = |row, key, noise| {
            Some(Self {
                row: (header.position(row)?, row),
                key: (header.position(key)?, key),
                noise: (header.position(noise)?, noise),
            })
        };
        let columns = named("pcv", "ckey", "pvalue").or_else(|| named("cell_value", "cell_key", "perturbation"))?;
        header.has(3).then_some(columns)
    }
}

/// A line: one noise for one or several keys of a row.
struct Run {
    line: u64,
    row: u32,
    first_key: u32,
    last_key: u32,
    noise: i16,
}

pub(super) fn parse<'a>(
    file: File<'_>,
    header: &Header,
    columns: Columns,
    lines: impl Iterator<Item = (u64, &'a str)>,
) -> Result<DenseTable, ImportError> {
    let mut runs = Vec::new();
    let mut fields = Vec::new();
    for (line, text) in lines {
        let at = |(_, column)| move |flaw| file.error(Some(line), Some(column), flaw);
        header.split(text, &mut fields).map_err(|flaw| file.error(Some(line), None, flaw))?;
        let row = natural(fields[columns.row.0], MAX_ROWS, "a row from 0 to 100000").map_err(at(columns.row))?;
        let (first_key, last_key) = keys(fields[columns.key.0]).map_err(at(columns.key))?;
        let noise =
            noise(fields[columns.noise.0]).and_then(|noise| Ok(check_noise(row, noise)?)).map_err(at(columns.noise))?;
        if runs.len() == MAX_NOISES {
            let limit = Flaw::Limit { what: "lines", limit: MAX_NOISES as u64 };
            return Err(file.error(Some(line), None, limit));
        }
        // check_noise accepts at most MAX_NOISE, so the noise fits 16 bits.
        runs.push(Run { line, row, first_key, last_key, noise: noise as i16 });
    }
    fill(file, columns, &runs)
}

/// The values that the key column may have, for error messages.
const KEY: &str = "a key from 0 to 65535, or a range of keys like 10-20";

/// Parses a key, or an inclusive range of keys such as `10-20`.
fn keys(text: &str) -> Result<(u32, u32), ImportFlaw> {
    let key = |part: &str| {
        // Quote the whole field and not only half of the range, because users search the file for this text.
        natural(part.trim(), MAX_KEYS - 1, KEY).map_err(|_| ImportFlaw::NotWhole { value: quoted(text), expected: KEY })
    };
    let Some((first, last)) = text.split_once('-') else {
        let key = key(text)?;
        return Ok((key, key));
    };
    let (first, last) = (key(first)?, key(last)?);
    if first > last { Err(ImportFlaw::KeyRange(quoted(text))) } else { Ok((first, last)) }
}

/// Fills a table of rows and keys with the runs. Returns an error for a missing or duplicate key.
fn fill(file: File<'_>, columns: Columns, runs: &[Run]) -> Result<DenseTable, ImportError> {
    let whole = |flaw: Flaw| file.error(None, None, flaw);
    let last_row = runs.iter().map(|run| run.row).max().ok_or_else(|| whole(Flaw::NoRows))?;
    let last_key = runs.iter().map(|run| run.last_key).max().unwrap_or(0);
    let row_zero = runs.iter().any(|run| run.row == 0);
    // Check the number of rows before missing rows. In a short table, the number of rows is the problem.
    if last_row < ROW_CYCLE {
        return Err(whole(Flaw::TooFewRows(last_row)));
    }
    let first_row = u32::from(!row_zero);
    // The product fits, because the table has at most 100,001 rows and 65,536 keys.
    let rows = (last_row - first_row) as usize + 1;
    let keys = last_key as usize + 1;
    if rows as u64 * keys as u64 > MAX_NOISES as u64 {
        return Err(whole(Flaw::Limit { what: "noises (rows times keys)", limit: MAX_NOISES as u64 }));
    }
    // Marks a missing noise. This value is outside the limits of MAX_NOISE.
    const MISSING: i16 = i16::MIN;
    let mut noises = vec![MISSING; rows * keys];
    for run in runs {
        let start = (run.row - first_row) as usize * keys;
        let slots = &mut noises[start + run.first_key as usize..=start + run.last_key as usize];
        if let Some(taken) = slots.iter().position(|&noise| noise != MISSING) {
            let flaw = ImportFlaw::Duplicate { row: run.row, key: run.first_key + taken as u32 };
            return Err(file.error(Some(run.line), Some(columns.key.1), flaw));
        }
        slots.fill(run.noise);
    }
    for (row, noises) in (first_row..).zip(noises.chunks_exact(keys)) {
        if let Some(key) = noises.iter().position(|&noise| noise == MISSING) {
            let flaw = if noises.iter().all(|&noise| noise == MISSING) {
                ImportFlaw::MissingRow { row, last: last_row }
            } else {
                ImportFlaw::MissingKey { row, key: key as u32, last: last_key }
            };
            return Err(file.error(None, None, flaw));
        }
    }
    DenseTable::checked(last_key + 1, row_zero, noises).map_err(whole)
}
