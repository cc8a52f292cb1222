//! The audit finds what it should: leaks that are planted in the files of a cube, by their names, on the command line; and sound
//! cubes pass.

mod errors;
mod hypercube;
mod planted;
mod report;
mod sound;
mod threat_model;
mod town;
