//! Reads the manifest of a cube and checks it.

mod check;
mod digest;
#[cfg(feature = "make")]
pub mod encrypted;
#[cfg(feature = "full")]
mod explain;
#[path = "explain/disabled.rs"]
#[cfg(not(feature = "full"))]
mod explain;
mod manifest;
#[cfg(feature = "audit")]
mod original;
#[cfg(feature = "full")]
mod part_file;
#[cfg(feature = "full")]
mod pretabular;
#[path = "pretabular/disabled.rs"]
#[cfg(not(feature = "full"))]
mod pretabular;
#[cfg(feature = "audit")]
mod published;
mod read;
mod short;
mod terms;

#[cfg(feature = "make")]
pub(crate) use check::MAX_CODES;
pub use check::{Cube, CubeFile, PartOf, Refused, Slice, StructuralZero, View};
#[cfg(feature = "full")]
pub(crate) use check::{slices, slices_of_view};
#[cfg(feature = "audit")]
pub(crate) use digest::hex;
pub use digest::sha256_hex;
#[cfg(feature = "make")]
pub(crate) use digest::{is_sealed, seal};
pub use explain::ExplainPart;
#[cfg(feature = "make")]
pub(crate) use explain::explanations_of;
#[cfg(feature = "full")]
pub use explain::{Causes, Explanations};
pub(crate) use manifest::NEWEST_OF_FULL;
pub use manifest::{
    CodesPart, DimensionPart, FilePart, Form, KeyPart, LevelFilePart, LevelPart, ListPart, MANIFEST, Manifest,
    ManifestError, PropertiesPart, RefusedPart, TilePart, TilesPart, VERSION, ViewPart,
};
#[cfg(feature = "audit")]
pub use original::NotTheOriginal;
#[cfg(feature = "full")]
pub(crate) use part_file::PartFile;
pub use pretabular::PretabularPart;
#[cfg(feature = "full")]
pub use pretabular::{MatrixBlock, MatrixPart, StepPart};
#[cfg(feature = "audit")]
pub use published::{MOST_VIEWS, PublishedViews, TOO_MANY, TooManyViews, ViewChoice};
#[cfg(feature = "make")]
pub(crate) use published::{combinations, longest};
pub use terms::{About, Audience, Data, Release};
