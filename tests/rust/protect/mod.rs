//! Protection methods.

mod cards;
mod explain;
mod methods;
mod transition_matrix;
