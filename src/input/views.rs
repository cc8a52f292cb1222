//! Reads the protected views that an engine has written: Parquet in a folder or in one file.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::parts::Parts;
use super::{InputError, Progress, RowLocation, read};
use crate::build::engine::{EngineViews, JOB, Plan, ROWS, SUM, VALUE, WrongRow};

/// Why protected views cannot be read. A message has no value of a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewsError {
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row is no cell of a published view.
    #[error("{file}, row {row}: {reason}")]
    Row {
        /// The file as the user named it.
        file: String,
        /// Number of the data row.
        row: u64,
        /// The problem, and the expected row.
        reason: WrongRow,
    },
    /// The files are not those of one job for this specification.
    #[error("{place}: {reason}")]
    Job {
        /// The file or folder as the user named it.
        place: String,
        /// The problem, and the expected files.
        reason: &'static str,
    },
}

/// Reads protected views from a folder or file into `rows`. `job` is the expected digest of the job and check of the salt.
///
/// # Errors
/// Fails if a file cannot be read, a row is no cell of a published view, or the files are not all files of the job.
pub fn views(
    path: &Path,
    plan: &Plan,
    job: &(String, Option<String>),
    rows: &mut EngineViews<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), ViewsError> {
    let wrong = |place: &Path, reason| ViewsError::Job { place: place.display().to_string(), reason };
    let parts = Parts::of(path)?;
    let files: Vec<PathBuf> = parts.map_or_else(|| vec![path.to_owned()], |parts| parts.files);
    let axes: Vec<String> = plan.axes.iter().map(|axis| plan.column(*axis)).collect();
    let columns: Vec<&str> = axes.iter().map(String::as_str).chain([VALUE, ROWS, SUM, JOB]).collect();
    let (digest, check) = job;
    let mut all: Option<(u64, u64)> = None;
    for file in &files {
        read(file, &columns, progress, |place: RowLocation<'_>, values| {
            let (codes, others) = values.split_at(axes.len());
            let (own, salted) = others[3].split_once('-').map_or((others[3], None), |(own, check)| (own, Some(check)));
            if own != digest {
                let reason = "was written for another specification or by another version; expected the statements of this specification, printed and run again";
                return Err(wrong(file, reason));
            }
            if salted != check.as_deref() {
                let reason = "was protected with another salt than that of the specification; expected one salt, in key.salt and as cellveil_salt of the engine";
                return Err(wrong(file, reason));
            }
            let own = others[1].parse().ok().zip(others[2].parse().ok());
            if own.is_none() || *all.get_or_insert(own.unwrap_or_default()) != own.unwrap_or_default() {
                let reason =
                    "parts differ in the columns cellveil_rows and cellveil_sum; expected the parts of one job";
                return Err(wrong(path, reason));
            }
            rows.add(codes, others[0]).map_err(|reason| ViewsError::Row {
                file: place.file.to_owned(),
                row: place.row,
                reason,
            })
        })?;
    }
    match all {
        None => Err(wrong(path, "no rows; expected at least one cell")),
        Some(all) if all != (rows.rows(), rows.sum()) => Err(wrong(
            path,
            "rows or values differ from the columns cellveil_rows and cellveil_sum; expected each part of one job, once",
        )),
        Some(_) => Ok(()),
    }
}
