//! Rules of release, from outside: what passes and what is refused, whatever way it is asked for.
#![cfg(feature = "cli")]
#![allow(missing_docs, clippy::unwrap_used)]

mod areas;
#[path = "../laws/cube.rs"]
#[allow(dead_code)] // its cells are for tests that look at keys
mod cube;
mod limits;
mod naive;
mod nearest;
mod said;
mod sealed;
mod slicing;
mod town;
mod wrong;
