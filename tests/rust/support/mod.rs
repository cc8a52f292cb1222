//! Shared by the tests: cubes in memory, folders in which the program runs, a small cube to damage.

pub mod cube;
pub mod program;
pub mod small_cube;
pub mod workspace;
