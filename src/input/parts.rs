//! A folder of cells that an engine has written: Parquet files, in any order.

use std::path::{Path, PathBuf};

use super::InputError;
use crate::base::Quoted;
use crate::host::{self, fs};

/// The Parquet files of a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The files, sorted by name.
    pub files: Vec<PathBuf>,
    /// Whether the files have the names of Spark, but the mark of a finished job is missing.
    pub lacks_success: bool,
}

impl Parts {
    /// The parts of a folder. `None` if the path is no folder.
    ///
    /// Names that begin with a point or an underscore are those of logs and of metadata. Engines ignore them too.
    pub fn of(path: &Path) -> Result<Option<Self>, InputError> {
        if !host::is_dir(path) {
            return Ok(None);
        }
        let failed =
            |error: std::io::Error| InputError::Open { file: path.display().to_string(), reason: error.to_string() };
        let wrong = |found: String, expected| InputError::Format { file: path.display().to_string(), found, expected };
        let mut names = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        let is_hidden = |name: &str| name.starts_with(['.', '_']);
        if names.iter().any(|name| name == "_temporary") {
            let found = "is the folder of a job that has not ended".to_owned();
            return Err(wrong(found, "the folder after the job, without _temporary"));
        }
        let has_success = names.iter().any(|name| name == "_SUCCESS");
        names.retain(|name| !is_hidden(name));
        if let Some(name) = names.iter().find(|name| host::is_dir(&path.join(name))) {
            let found = format!("has the folder {} in it", Quoted(name));
            return Err(wrong(found, "Parquet files only, without partitions"));
        }
        if let Some(name) = names.iter().find(|name| !name.to_ascii_lowercase().ends_with(".parquet")) {
            let found = format!("has the file {}, which is no part in Parquet", Quoted(name));
            return Err(wrong(found, "Parquet files only"));
        }
        if names.is_empty() {
            return Err(wrong("is a folder without Parquet files".to_owned(), "the parts that an engine has written"));
        }
        let lacks_success = !has_success && names.iter().any(|name| name.starts_with("part-"));
        Ok(Some(Self { files: names.iter().map(|name| path.join(name)).collect(), lacks_success }))
    }
}

/// The sum of the counts of a folder's cells, and the number of records in the column `cellveil_records`.
#[derive(Debug, Default)]
pub(super) struct Tally {
    sum: u64,
    /// The number of records, as text.
    records: Option<String>,
    /// Whether rows have different numbers of records.
    differs: bool,
}

impl Tally {
    pub fn add(&mut self, count: &str, records: &str) {
        self.sum = self.sum.saturating_add(count.parse().unwrap_or(0));
        match &self.records {
            None => self.records = Some(records.to_owned()),
            Some(earlier) => self.differs |= earlier != records,
        }
    }

    /// What is wrong with the parts. No message has a count.
    pub fn problem(&self, folder: &Path) -> Option<InputError> {
        let wrong = |found: &str, expected| {
            Some(InputError::Format { file: folder.display().to_string(), found: found.to_owned(), expected })
        };
        if self.differs {
            let found = "its parts differ in the column cellveil_records, so they are parts of different jobs";
            return wrong(found, "all parts of one job, and no others");
        }
        let is_sum = self.records.as_ref().is_none_or(|records| records.parse() == Ok(self.sum));
        match is_sum {
            true => None,
            false => {
                let found = "its counts do not add up to the number of records in the column cellveil_records";
                wrong(found, "all parts of one job, and no others: a part is missing, given twice or of another job")
            }
        }
    }
}
