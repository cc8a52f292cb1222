//! What a cube is: its specification, dimensions, manifest and release class.

#[cfg(feature = "cli")]
pub mod collect;
#[cfg(feature = "cli")]
pub mod spec;
mod terms;

pub use terms::{Audience, Data, Release, Role, Text, TextError};
