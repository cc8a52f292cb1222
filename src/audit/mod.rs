//! The audit: attacks on what a cube publishes, by somebody who knows the method and its p-table and not the record keys.
//!
//! An audit bounds the risk from below: what it finds is there, what it does not find may be there all the same.

mod averaging;
mod bounds;
mod candidates;
mod certain_zeros;
mod chance;
mod composition;
mod consistency;
mod differencing;
pub(crate) mod draw;
mod equality;
mod equations;
mod evidence;
mod exact_totals;
#[cfg(test)]
mod figures;
mod finding;
mod key_algebra;
mod largest_noise;
mod leaks;
mod lines;
mod program;
mod rebuild;
mod reconstruction;
mod report;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod testing;
mod views;
mod words;

pub use averaging::averaging;
pub use certain_zeros::certain_zeros;
pub use composition::{OldRelease, OldView, composition, composition_of_methods};
pub use consistency::consistency;
pub use differencing::differencing;
pub use equality::equality;
pub use evidence::{Evidence, Published};
pub(crate) use evidence::{same_axes, view_name};
pub use exact_totals::exact_totals;
pub use finding::{Example, Figure, Finding};
pub use key_algebra::{Finest, key_algebra, near_zero_keys};
pub use largest_noise::{impossible_values, largest_noise};
pub use leaks::leak_test;
pub use rebuild::rebuild;
pub use reconstruction::reconstruction;
pub use report::{CAVEAT, Report};
pub use views::views;
