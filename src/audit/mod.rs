//! The audit: attacks on what a cube publishes, by somebody who knows the method and its p-table and not the record keys.
//!
//! An audit bounds the risk from below: what it finds is there, what it does not find may be there all the same.

mod causes;
mod certain_zeros;
mod chance;
mod composition;
mod consistency;
mod equality;
mod evidence;
mod exact_totals;
mod finding;
mod key_algebra;
mod largest_noise;
mod lines;
mod report;
#[cfg(test)]
mod sample;
mod words;

pub use certain_zeros::certain_zeros;
pub use composition::{OldRelease, OldView, composition, composition_of_methods};
pub use consistency::consistency;
pub use equality::equality;
pub use evidence::{Evidence, Published};
pub use exact_totals::exact_totals;
pub use finding::{Example, Figure, Finding};
pub use key_algebra::{Finest, key_algebra, near_zero_keys};
pub use largest_noise::{impossible_values, largest_noise};
pub use report::{CAVEAT, Report};
