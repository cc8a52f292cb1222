//! The cell methods compared with the papers: exact distributions from the formulas, printed figures, a million random
//! keys, and refused parameters.

mod analytic;
mod deviations;
mod draws;
mod engine;
mod papers;
mod refusals;
mod rows;
mod statistics;
