//! Compares a cube with earlier releases, and with other cubes of the same people.

use super::{Evidence, Finding, OldRelease, Other, Truth, churn, composition};

/// An earlier release, for the comparison with the present one.
#[derive(Debug)]
pub struct Earlier {
    /// The name of the release in reports.
    pub name: String,
    /// The release. Some of its views have the dimensions and codes of the present cube.
    pub release: OldRelease,
    /// The true counts of the release, if they are known.
    pub truth: Option<Truth>,
}

/// Compares the published cells with each earlier release, and with the same views of other cubes. Returns the worst
/// comparison of each kind.
pub fn comparisons(evidence: &Evidence, truth: &Truth, earlier: &[Earlier], others: &[Other]) -> Vec<Finding> {
    let (mut compositions, mut churns) = (Vec::new(), Vec::new());
    for Earlier { name, release, truth: old_truth } in earlier {
        compositions.push((name.clone(), composition(evidence, release)));
        churns.push((name.clone(), churn(evidence, release, truth, old_truth.as_ref())));
    }
    let shared = others.iter().filter(|other| other.release.shares_a_view(evidence));
    compositions.extend(shared.map(|other| (other.name.clone(), composition(evidence, &other.release))));
    [Finding::worst(compositions), Finding::worst(churns)].into_iter().flatten().collect()
}
