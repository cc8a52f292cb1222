//! What a cube is: its specification, dimensions, manifest and release class.

#[cfg(feature = "cli")]
mod bake;
#[cfg(feature = "cli")]
pub mod build;
mod check;
#[cfg(feature = "cli")]
pub mod collect;
#[cfg(feature = "cli")]
mod cut;
mod digest;
mod dimension;
#[cfg(feature = "full")]
mod explain;
mod manifest;
#[cfg(feature = "cli")]
mod published;
mod read;
#[cfg(feature = "cli")]
mod roll;
#[cfg(feature = "cli")]
pub mod spec;
mod terms;
#[cfg(feature = "cli")]
mod views;

pub use check::{Cube, CubeFile, MAX_COUNT, Refused, Slice, StructuralZero, View};
pub use digest::sha256_hex;
#[cfg(feature = "cli")]
pub(crate) use digest::{is_sealed, seal};
pub use dimension::{AxisRef, CodeList, Dimension, Level, NoSuchAxis, TOTAL, axis_name, find_axis};
#[cfg(feature = "full")]
pub use explain::{Causes, ExplainPart, Explanations};
pub use manifest::{
    DimensionPart, FilePart, KeyPart, LevelPart, MANIFEST, Manifest, ManifestError, PropertiesPart, RefusedPart,
    TilePart, VERSION, ViewPart,
};
#[cfg(feature = "cli")]
pub use published::PublishedViews;
pub use terms::{About, Audience, Data, Release, Rest, Role, Text, TextError};
