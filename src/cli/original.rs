//! The cube of the unchanged records, with which `cellveil measure` and `cellveil map` compare their tables.

use std::path::{Path, PathBuf};

use super::Failure;
use super::folder::Folder;
use crate::cube::Cube;
use crate::protect::Parameters;
use crate::table::{Error, Query, TrueCounts, Unchanged};

/// Options of tables of changed records.
#[derive(Debug, clap::Args)]
pub(super) struct OriginalArguments {
    /// Folder of the keyed cube of the unchanged records, if records were changed before they were counted: the measures
    /// compare the values with these records
    #[arg(long, value_name = "KEYED")]
    original: Option<PathBuf>,
    /// Share of the records that swapping moved, from 0 to 1, for the risk after protection; by default the share that the
    /// cube states
    #[arg(long, value_name = "SHARE", requires = "original", allow_hyphen_values = true)]
    moved: Option<String>,
    /// Method of the step `noise`, as JSON: the risk after protection applies its probabilities to the counts of the table
    #[arg(long, value_name = "JSON", requires = "original", conflicts_with = "moved")]
    noise: Option<String>,
}

/// The cube of the unchanged records.
pub(super) struct Original {
    folder: Folder,
    moved: Option<f64>,
    noise: Option<Parameters>,
}

impl OriginalArguments {
    /// The folder that the command reads.
    pub(super) fn path(&self) -> Option<&Path> {
        self.original.as_deref()
    }

    /// Opens the cube of the unchanged records, if there is one, and checks that it suits the cube of the changed ones.
    pub(super) fn open(&self, changed: &Cube) -> Result<Option<Original>, Failure> {
        let Some(path) = &self.original else { return Ok(None) };
        let moved = self.moved.as_deref().map(share).transpose()?;
        let noise = self.noise.as_deref().map(Parameters::from_json).transpose();
        let noise = noise.map_err(|error| Failure::wrong(format!("--noise: {error}")))?;
        let folder = Folder::open(path)?;
        if changed.is_sealed() {
            let expected = "expected the keyed cube of the changed records, because a sealed cube has no counts";
            return Err(Failure::wrong(format!("--original: given with a sealed cube; {expected}")));
        }
        folder.store.cube().check_original_of(changed).map_err(|reason| wrong(path, reason.problem()))?;
        Ok(Some(Original { folder, moved, noise }))
    }
}

/// The failure of a cube that cannot have the unchanged records.
pub(super) fn wrong(path: &Path, problem: &str) -> Failure {
    let expected = "expected the keyed cube of the unchanged records";
    Failure::wrong(format!("--original {}: {problem}; {expected}", path.display()))
}

fn share(text: &str) -> Result<f64, Failure> {
    let share = text.trim().parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Failure::wrong(format!("--moved {text}: not a share; expected a number from 0 to 1")))
}

impl Original {
    /// Whether the counts may be disclosed.
    pub(super) fn may_reveal(&self) -> bool {
        self.folder.store.cube().may_reveal()
    }

    /// The true counts of a query's table, or the error that prevents them.
    pub(super) fn unchanged(&mut self, query: &Query) -> Result<Result<Unchanged, Error>, Failure> {
        loop {
            let counts = match self.folder.store.true_counts(query) {
                Err(error) => return Ok(Err(error)),
                Ok(TrueCounts::Missing(files)) => {
                    files.iter().try_for_each(|need| self.folder.load(&need.path))?;
                    continue;
                }
                Ok(TrueCounts::Counts(counts)) => Some(counts),
                Ok(TrueCounts::Undisclosed) => None,
            };
            return Ok(Ok(Unchanged { counts, moved: self.moved, noise: self.noise.clone() }));
        }
    }
}
