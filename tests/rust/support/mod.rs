//! Shared helpers: cubes in memory, folders for the program, and a small cube for damage tests.

pub mod cube;
pub mod program;
pub mod random;
pub mod small_cube;
pub mod workspace;
