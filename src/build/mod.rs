//! Builds a cube: collects records and cells, chooses or seals views, writes tiles and manifest.

mod coarsen;
pub mod collect;
mod error;
mod files;
mod keyed;
mod published;
mod sealed;
mod slices;
mod views;

use crate::cube::Release;
use crate::spec::CubeSpec;
use collect::Cells;

pub use error::Error;
pub use files::BuiltFile;
pub use published::PublishedViews;

/// Builds all files of a cube; the manifest comes last. `ptable` reads the p-table file that a method names. `progress`
/// receives the number of written cells and of all cells.
///
/// # Errors
/// A method that is not valid or does not suit the keys, a p-table that is not one, or views that cannot be built. The
/// same cells and specification give the same bytes.
pub fn build(
    spec: &CubeSpec,
    cells: &Cells,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    match spec.about.release {
        Release::Sealed => sealed::build(spec, cells, ptable, progress),
        Release::Keyed | Release::Preprotected => keyed::build(spec, cells, ptable, progress),
    }
}
