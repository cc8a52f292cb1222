//! The audit: attacks on what a cube publishes, by somebody who knows the method and its p-table and not the record keys.
//!
//! An audit bounds the risk from below: what it finds is there, what it does not find may be there all the same.

mod consistency;
mod equality;
mod evidence;
mod finding;
mod lines;
#[cfg(test)]
mod sample;
mod words;

pub use consistency::consistency;
pub use equality::equality;
pub use evidence::{Evidence, Published};
pub use finding::{Example, Figure, Finding};
