//! Runs every attack that needs only the published values and the truth to score it.

use std::cell::LazyCell;

use super::system::System;
use super::{
    Evidence, Finding, Finest, Other, averaging, certain_zeros, consistency, differencing, equality, exact_totals,
    hidden_elsewhere, hidden_presence, impossible_values, key_algebra, largest_noise, near_zero_keys, overlap,
    posterior, profiles, reconstruction, record_keys,
};

/// Runs the attacks in the order of the report. `finest` holds the non-empty cells of all dimensions together, `others`
/// are sealed cubes of the same people, and `seed` determines the random samples.
pub fn attacks(evidence: &Evidence, finest: Finest<'_>, others: &[Other], seed: u64) -> Vec<Finding> {
    attacks_named(evidence, finest, others, seed, |_| true)
}

/// Runs the attacks whose names pass `is_wanted`, in the order of the report.
pub(super) fn attacks_named(
    evidence: &Evidence,
    finest: Finest<'_>,
    others: &[Other],
    seed: u64,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Finding> {
    // The equations of a large cube take long to list, so three attacks share them.
    let system = LazyCell::new(|| System::new(evidence));
    let all: [(&str, &dyn Fn() -> Finding); 16] = [
        ("record-keys", &|| record_keys(evidence, finest)),
        ("reconstruction", &|| reconstruction::reconstruct(&system, seed)),
        ("posterior", &|| posterior::claim(&system)),
        ("hidden-presence", &|| hidden_presence::prove(&system)),
        ("profiles", &|| profiles(evidence)),
        ("equality", &|| equality(evidence)),
        ("key-algebra", &|| key_algebra(evidence, finest)),
        ("near-zero-keys", &|| near_zero_keys(evidence, finest)),
        ("averaging", &|| averaging(evidence)),
        ("differencing", &|| differencing(evidence)),
        ("overlap", &|| overlap(evidence, others)),
        ("largest-noise", &|| largest_noise(evidence)),
        ("impossible-values", &|| impossible_values(evidence)),
        ("certain-zeros", &|| certain_zeros(evidence)),
        ("exact-totals", &|| exact_totals(evidence)),
        ("consistency", &|| consistency(evidence)),
    ];
    let wanted = all.into_iter().filter(|(name, _)| is_wanted(name));
    let mut findings: Vec<Finding> = wanted.map(|(_, attack)| attack()).collect();
    if is_wanted("hidden-elsewhere") {
        findings.extend(hidden_elsewhere(evidence));
    }
    findings
}
