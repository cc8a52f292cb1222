//! `cellveil measure` and `cellveil map` on small cubes. The tests recompute the figures from the output of `cellveil
//! table --reveal`.

mod disclosure;
mod errors;
mod figures;
mod original;
mod workspace;
