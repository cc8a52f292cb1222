//! The audit: attacks on what a cube publishes, by somebody who knows the method and its p-table and not the record keys.
//!
//! An audit bounds the risk from below: what it finds is there, what it does not find may be there all the same.

mod averaging;
mod bounds;
mod differencing;
mod evidence;
#[cfg(test)]
mod figures;
mod finding;
mod inverse;
mod lines;
mod place;
mod program;
mod reconstruction;
mod sample;
#[cfg(test)]
mod testing;

pub use averaging::averaging;
pub use differencing::differencing;
pub use evidence::{Evidence, Published};
pub use finding::{Example, Figure, Finding};
pub use reconstruction::reconstruction;
