//! The audit: attacks on what a cube publishes, by somebody who knows the method and its p-table and not the record keys.
//!
//! An audit bounds the risk from below: what it finds is there, what it does not find may be there all the same.

mod averaging;
mod bounds;
mod differencing;
mod draw;
mod equations;
mod evidence;
#[cfg(test)]
mod figures;
mod finding;
mod inverse;
mod leaks;
mod place;
mod program;
mod reconstruction;
#[cfg(test)]
mod testing;
mod views;

pub use averaging::averaging;
pub use differencing::differencing;
pub use evidence::{Evidence, Published};
pub(crate) use evidence::{same_axes, view_name};
pub use finding::{Example, Figure, Finding};
pub use leaks::leak_test;
pub use reconstruction::reconstruction;
pub use views::views;
