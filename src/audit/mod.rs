//! The audit: attacks on a cube's published values, by an adversary who knows the method and its p-table but no record
//! key.
//!
//! An audit bounds the risk from below: the risks that it finds exist, and other risks may exist too.

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
