//! Shares by groups of tables, so that harmless tables do not hide others.
//!
//! A share over all views falls with every harmless view that a publisher adds. So each attack has one share for each
//! group of views: those with the same number of dimensions that have one dimension in common. The group with the largest
//! share counts.

use std::collections::BTreeMap;

use super::draw::wilson;
use super::{Evidence, Published};

/// The fewest cases for which a group has a share of its own.
pub(super) const FEWEST: u64 = 20;

/// Cases of an attack, by number of axes and dimension of the view, and over all views.
#[derive(Debug, Default)]
pub(super) struct Groups {
    by_group: BTreeMap<(usize, usize), Cases>,
    all: Cases,
}

/// The cases of an attack, and how often it succeeds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cases {
    pub right: u64,
    pub cases: u64,
}

impl Cases {
    /// Successes as a share of the cases; 0 without cases.
    pub fn share(self) -> f64 {
        if self.cases == 0 { 0.0 } else { self.right as f64 / self.cases as f64 }
    }

    /// The lower end of the 95 % interval of the share (Wilson), because chance matters in a small group.
    pub fn beyond_chance(self) -> f64 {
        if self.cases == 0 { 0.0 } else { wilson(self.right as usize, self.cases as usize).0 }
    }

    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.cases += other.cases;
    }
}

/// The group with the largest share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worst {
    /// The cases of the group, or those of all views if no group has enough.
    pub cases: Cases,
    /// Number of axes and dimension of the group.
    group: Option<(usize, usize)>,
}

impl Groups {
    /// Adds the cases of a view to each of its groups.
    pub fn add(&mut self, view: &Published, cases: Cases) {
        self.all.add(cases);
        for group in groups_of(view) {
            self.by_group.entry(group).or_default().add(cases);
        }
    }

    /// The cases over all views.
    pub fn all(&self) -> Cases {
        self.all
    }

    /// The group with at least [`FEWEST`] cases whose share, by `share`, is the largest. The first of equal groups counts.
    pub fn worst(&self, share: impl Fn(Cases) -> f64) -> Worst {
        let large = self.by_group.iter().filter(|(_, cases)| cases.cases >= FEWEST);
        let worst = large.rev().max_by(|a, b| share(*a.1).total_cmp(&share(*b.1)));
        match worst {
            Some((&group, &cases)) => Worst { cases, group: Some(group) },
            None => Worst { cases: self.all, group: None },
        }
    }
}

/// The groups of a view: its number of axes, with each of its dimensions.
pub(super) fn groups_of(view: &Published) -> impl Iterator<Item = (usize, usize)> {
    view.axes.iter().map(|axis| (view.axes.len(), axis.dimension))
}

impl Worst {
    /// Names the group.
    pub fn words(&self, evidence: &Evidence) -> String {
        words(evidence, self.group)
    }
}

/// Names a group by its number of axes and its dimension: `tables of 2 dimensions with origin`.
pub(super) fn words(evidence: &Evidence, group: Option<(usize, usize)>) -> String {
    match group {
        None => "all tables together".to_owned(),
        Some((1, dimension)) => format!("the table of {}", evidence.dimensions[dimension].name),
        Some((axes, dimension)) => format!("tables of {axes} dimensions with {}", evidence.dimensions[dimension].name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    /// The tables with dimension 2 have few successes, so they do not hide those of the other tables.
    #[test]
    fn harmless_tables_do_not_hide_others() {
        let evidence = Sample::drawn(&[3, 2, 4], 50, 1).pairs();
        let mut groups = Groups::default();
        for view in evidence.views.iter().filter(|view| view.axes.len() == 2) {
            let has_third = view.axes.iter().any(|axis| axis.dimension == 2);
            groups.add(view, if has_third { Cases { right: 1, cases: 1000 } } else { Cases { right: 15, cases: 30 } });
        }
        assert_eq!(groups.all(), Cases { right: 17, cases: 2030 });
        let worst = groups.worst(Cases::share);
        assert_eq!(
            (worst.cases, worst.words(&evidence).as_str()),
            (Cases { right: 16, cases: 1030 }, "tables of 2 dimensions with 0")
        );
    }

    #[test]
    fn groups_with_few_cases_count_together() {
        let evidence = Sample::drawn(&[3, 2], 50, 1).pairs();
        let mut groups = Groups::default();
        evidence.views.iter().for_each(|view| groups.add(view, Cases { right: 1, cases: FEWEST / 4 }));
        let worst = groups.worst(Cases::share);
        assert_eq!(
            (worst.cases, worst.words(&evidence).as_str()),
            (Cases { right: 4, cases: 20 }, "all tables together")
        );
    }
}
