//! Runs every attack on the published values of one release. The truth scores the claims.

use std::cell::LazyCell;

use super::system::System;
use super::{
    Evidence, Finding, Finest, Other, averaging, certain_zeros, consistency, differencing, equality, exact_totals,
    hidden_elsewhere, hidden_presence, impossible_values, key_algebra, largest_noise, near_zero_keys, overlap,
    posterior, profiles, reconstruction, record_keys,
};

/// Runs the attacks in the order of the report. `finest` holds the non-empty cells of all dimensions together, `others`
/// are sealed cubes of the same people, and `seed` determines the random samples.
pub fn attacks(
    evidence: &Evidence,
    finest: Finest<'_>,
    others: &[Other],
    seed: u64,
    on_attack: &mut dyn FnMut(OnAttack),
) -> Vec<Finding> {
    attacks_named(evidence, finest, others, seed, |_| true, on_attack)
}

/// The attack that an audit begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnAttack {
    /// The name of its finding.
    pub name: &'static str,
    /// The number of attacks before this one.
    pub done: usize,
    /// The number of all attacks.
    pub total: usize,
}

/// Runs the attacks whose names pass `is_wanted`, in the order of the report.
pub(super) fn attacks_named(
    evidence: &Evidence,
    finest: Finest<'_>,
    others: &[Other],
    seed: u64,
    is_wanted: impl Fn(&str) -> bool,
    on_attack: &mut dyn FnMut(OnAttack),
) -> Vec<Finding> {
    // The equations of a large cube take long to list, so three attacks share them.
    let system = LazyCell::new(|| System::new(evidence));
    let all: [(&'static str, &dyn Fn() -> Finding); 16] = [
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
    let wanted: Vec<_> = all.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    let total = wanted.len();
    let mut findings: Vec<Finding> = Vec::with_capacity(total + 1);
    for (done, (name, attack)) in wanted.into_iter().enumerate() {
        on_attack(OnAttack { name, done, total });
        findings.push(attack());
    }
    if is_wanted("hidden-elsewhere") {
        findings.extend(hidden_elsewhere(evidence));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::{SOUND, Sample};

    /// Three attacks share one system. Each finds the same alone.
    #[test]
    fn attacks_together_find_what_each_attack_finds_alone() {
        let mut levels = Sample::drawn(&[6, 4, 5], 500, 2);
        levels.level(0, "half", &[0, 0, 0, 1, 1, 1]);
        let threshold = SOUND.replace('}', ", \"threshold\": 5 }");
        let suppressed = Sample::drawn(&[6, 4, 5], 500, 3);
        let suppressed = suppressed.clone().method(&threshold, &suppressed.method.1);
        let views = ["", "0", "1", "0 1"];
        for (sample, evidence) in [
            (&levels, levels.evidence(&["", "0", "0:half", "1", "0 1", "0:half 1", "0 1 2"])),
            (&suppressed, suppressed.evidence(&views)),
        ] {
            let (counts, keys) = sample.finest();
            let finest = Finest { counts: &counts, keys: &keys };
            let mut begun = Vec::new();
            let together = attacks(&evidence, finest, &[], 1, &mut |attack| begun.push(attack));
            assert!(begun.iter().enumerate().all(|(at, attack)| (attack.done, attack.total) == (at, begun.len())));
            assert!(together.iter().map(|finding| finding.name).eq(begun.iter().map(|attack| attack.name)));
            for finding in &together {
                let alone = attacks_named(&evidence, finest, &[], 1, |name| name == finding.name, &mut |_| {});
                assert_eq!(alone, std::slice::from_ref(finding));
            }
            let of = |name: &str| together.iter().find(|finding| finding.name == name).expect("a finding").clone();
            assert_eq!(reconstruction(&evidence, 1), of("reconstruction"));
            assert_eq!(posterior(&evidence), of("posterior"));
            assert_eq!(hidden_presence(&evidence), of("hidden-presence"));
        }
    }

    /// No attack changes what the others find: the order of the attacks does not matter.
    #[test]
    fn attacks_on_a_system_in_any_order_find_the_same() {
        let evidence = Sample::drawn(&[6, 4, 5], 500, 4).pairs();
        let system = System::new(&evidence);
        let first = [hidden_presence::prove(&system), posterior::claim(&system)];
        let second = reconstruction::reconstruct(&system, 1);
        assert_eq!(first, [hidden_presence(&evidence), posterior(&evidence)]);
        assert_eq!(second, reconstruction(&evidence, 1));
        assert_eq!(posterior::claim(&system), first[1]);
    }
}
