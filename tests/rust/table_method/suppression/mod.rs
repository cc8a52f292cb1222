//! Suppression: what outsiders can compute from random tables and from planted faults.

mod faults;
mod joint;
mod large;
mod laws;
mod outsider;
mod reference;
mod safety;
mod systems;

use cellveil::table_method::suppression::{Pattern, choose};
use cellveil::table_method::{Known, Secondary, Suppression, System, TableMethodError};

/// A rule with secondary cells.
fn rule(threshold: u64) -> Suppression {
    Suppression { threshold, secondary: Secondary::Optimal, protect_zeros: false, certain: false, interval: None }
}

fn hide(system: &System, rule: &Suppression) -> Result<Pattern, TableMethodError> {
    choose(system, rule, &Known::default())
}
