//! The cell methods against the papers: exact distributions computed here from the formulas, the figures that the
//! papers print, a million random keys, and parameters that have to be refused.

mod analytic;
mod draws;
mod engine;
mod papers;
mod refusals;
mod rows;
mod statistics;
