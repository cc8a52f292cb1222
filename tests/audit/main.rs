//! The audit finds what it should: leaks that are planted in the files of a cube, by their names, on the command line; and sound
//! cubes pass.
#![cfg(feature = "cli")]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../laws/cube.rs"]
#[allow(dead_code)] // it also builds tables and reads their cells
mod cube;
#[path = "../bad_input/workspace.rs"]
#[allow(dead_code)] // it also has the figures that no message of the bad input may have
mod workspace;

mod hypercube;
mod planted;
mod sound;
mod town;
