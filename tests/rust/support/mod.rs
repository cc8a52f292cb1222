//! Shared helpers: cubes in memory, folders in which the program runs, and a small cube to damage.

pub mod cube;
pub mod program;
pub mod random;
pub mod small_cube;
pub mod workspace;
