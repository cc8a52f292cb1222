//! `cellveil measure` and `cellveil map`, run on cubes made here: the figures beside formulas applied to what `cellveil table --reveal`
//! prints, imputed records, what may not be told, and bad input.

mod disclosure;
mod errors;
mod figures;
mod workspace;
