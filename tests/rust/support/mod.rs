//! What several tests need: cubes in memory, folders with the program run in them, a small cube to damage.

pub mod cube;
pub mod demo;
pub mod workspace;
