//! Builds a cube. Collects records and cells, chooses the views, and protects their cells if the cube is sealed. Then
//! writes the tiles and the manifest.

mod coarsen;
pub mod collect;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[path = "disk/absent.rs"]
#[cfg(target_arch = "wasm32")]
mod disk;
#[cfg(feature = "cli")]
pub mod engine;
mod error;
mod files;
pub mod first_layer;
mod keyed;
mod methods;
mod parallel;
mod parts;
mod published;
mod sealed;
mod slices;
#[cfg(feature = "cli")]
pub mod sql;
mod views;
mod weaknesses;

use crate::cube::Release;
use crate::spec::CubeSpec;
use collect::{Cells, Collected};
use slices::FutureManifest;
use views::Finest;

pub use disk::*;
pub use error::Error;
pub use files::BuiltFile;
pub use parts::{InParts, Lengths, in_parts};
pub use weaknesses::{Verdict, Weakness, verdict, weaknesses};

/// Builds all files of a cube. The manifest comes last. The same specification and cells give the same bytes.
///
/// `ptable` reads the p-table file that a method names. `progress` receives the number of cells so far and of all cells:
/// cells that are written, and cells that are read to choose views.
///
/// # Caller must ensure
/// The [`verdict`] on the [`weaknesses`] of keys, salt and secret is not [`Verdict::Refused`].
///
/// # Errors
/// Fails if a method is invalid or does not suit the keys, if a p-table is invalid, or if views cannot be built.
pub fn build(
    spec: &CubeSpec,
    cells: &Cells,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    of_finest(spec, Finest::InMemory(cells), FutureManifest::Whole, ptable, progress)
}

/// Builds all files of a cube from cells in memory or on disk. [`in_parts`] must follow, unless the cube is encrypted: in a
/// view with many slices, the codes of a tile count from the slice's first code.
///
/// # Caller must ensure
/// The same as for [`build`].
///
/// # Errors
/// Fails in the same cases as [`build`], and if temporary files cannot be read.
pub fn build_collected(
    spec: &CubeSpec,
    collected: &Collected,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let finest = match collected {
        Collected::InMemory(cells) => Finest::InMemory(cells),
        Collected::OnDisk(stored) => Finest::OnDisk(stored),
    };
    of_finest(spec, finest, FutureManifest::InParts, ptable, progress)
}

fn of_finest(
    spec: &CubeSpec,
    finest: Finest<'_>,
    future: FutureManifest,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    match spec.about.release {
        Release::Sealed => sealed::build(spec, finest, None, future, ptable, progress),
        Release::Keyed | Release::Preprotected => keyed::build(spec, finest, future, ptable, progress),
    }
}
