//! `cellveil audit` finds leaks that the tests plant in the files of a cube, and passes sound cubes.

mod errors;
mod hypercube;
mod original;
mod planted;
mod releases;
mod report;
mod reveal;
mod sound;
mod suggest;
mod threat_model;
mod town;
mod verdict;
