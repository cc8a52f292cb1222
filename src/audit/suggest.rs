//! Suggests what to publish instead of views that fail the audit: the largest passing choice that the search finds.
//!
//! **The search** decides, for each variable (a dimension at its codes or at a level), the largest number of dimensions
//! of the tables that contain it. The choice depends on the truth, so the choice itself tells something. A choice among a
//! few sizes for each variable tells little; a choice among all tables would tell which of them have small cells. If the
//! limits leave only few variables for a size, a single table of this size may remain. Such a result tells more.
//!
//! **Steps.** The search starts with the whole population alone, and then allows tables of 1, 2, 3, ... dimensions:
//! 1. If all tables of the next size pass, they are kept.
//! 2. If not, the variables are ranked. For each variable the failed attacks run on the tables of this size that
//!    contain the variable. Each finding has an excess over its limit. The variable's part in the failure is this
//!    excess, divided by the excess for all tables of this size.
//! 3. The ranking starts with the smallest part. Bisection finds how many variables from its start have tables of this
//!    size that pass. Then each other variable is tried once more.
//!
//! During the search, only the attacks that fail for the requested views run. All attacks run on the result. If another
//! attack fails on the result, the search starts again with this attack included.
//!
//! **What it cannot find.** A choice with fewer small tables may allow more large tables. The search prefers small tables.
//! It does not change the method, the codes, or `never_together`.

mod notation;
mod report;

use std::collections::BTreeSet;

use super::attacks::attacks_named;
use super::report::set_limits;
use super::{Caller, Evidence, Figure, Finding, Finest, Report, Truth};
use crate::cube::ViewChoice;
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::table::{Error, MethodChoice, Store};

/// The views that a publisher requests.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The dimensions of the specification, with their codes.
    pub dimensions: Vec<Dimension>,
    /// The choice of views, with positions in `dimensions`.
    pub choice: ViewChoice,
    /// The views of the choice.
    pub sets: Vec<Vec<AxisRef>>,
    /// The axes of each view in the keyed cube.
    pub of_cube: Vec<Vec<AxisRef>>,
}

/// A variable's part in the failure of the requested views.
#[derive(Debug, Clone, PartialEq)]
pub struct VariableShare {
    /// The name of the dimension, or `dimension:level`.
    pub variable: String,
    /// The number of dimensions of the tables that fail.
    pub size: usize,
    /// The finding in which the variable has the largest part.
    pub finding: &'static str,
    /// The finding's first figure, if all tables of this size contain the variable.
    pub figure: Figure,
    /// The limit of the finding.
    pub limit: f64,
}

/// The largest tables that the suggestion allows for a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// The name of the dimension, or `dimension:level`.
    pub variable: String,
    /// The largest number of dimensions in the suggestion. 0: the variable is not published.
    pub most: usize,
    /// The largest number of dimensions that the publisher requests.
    pub requested: usize,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// The audit of the requested views.
    pub requested: Report,
    /// The variables that cause the failure, the smallest size and the largest part first. Empty if the failure does not
    /// depend on the views.
    pub variables: Vec<VariableShare>,
    /// The suggested views and their audit. `None` if the search found no views that pass.
    pub suggested: Option<(ViewChoice, Report)>,
    /// Variables with smaller tables than requested.
    pub restrictions: Vec<Restriction>,
    /// For each number of dimensions from 0: requested views and suggested views.
    pub sizes: Vec<(usize, usize)>,
}

impl Suggestion {
    /// Whether the requested views pass.
    pub fn passes_already(&self) -> bool {
        self.requested.passes()
    }
}

/// Searches the views that pass. `truth` is a keyed cube with all its files loaded, and `about` a report about this cube
/// without findings. `limits` are those of the specification. `scoring` has the unchanged records, if they score the
/// claims. A cube without records has no suggestion.
///
/// # Errors
/// Fails like [`Evidence::before_sealing`].
pub fn suggest(
    truth: &Store,
    planned: &Planned,
    method: Option<&MethodChoice>,
    limits: &[(String, f64)],
    about: &Report,
    scoring: Option<&Truth>,
) -> Result<Suggestion, Error> {
    let mut evidence = Evidence::before_sealing(truth, &planned.of_cube, method)?;
    if let Some(truth) = scoring {
        evidence.score_against(truth);
    }
    let (counts, keys) = truth.finest()?;
    let finest = Finest { counts: &counts, keys: &keys };
    let seed = about.seed.unwrap_or_default();
    Ok(Search { evidence: &evidence, finest, planned, limits, seed }.run(about))
}

/// The input of a search. The evidence has the views of `planned.sets`, in this order.
struct Search<'a> {
    evidence: &'a Evidence,
    finest: Finest<'a>,
    planned: &'a Planned,
    limits: &'a [(String, f64)],
    seed: u64,
}

/// For each variable, the largest number of dimensions of its tables.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sizes {
    variables: Vec<AxisRef>,
    most: Vec<usize>,
}

impl Sizes {
    fn of(&self, axis: &AxisRef) -> usize {
        self.variables.iter().position(|variable| variable == axis).map_or(0, |at| self.most[at])
    }

    /// Whether every axis of a set may have tables as large as the set.
    fn allow(&self, set: &[AxisRef]) -> bool {
        set.iter().all(|axis| self.of(axis) >= set.len())
    }

    /// Allows tables of `size` dimensions for some variables.
    fn raised(&self, variables: &[usize], size: usize) -> Self {
        let mut raised = self.clone();
        variables.iter().for_each(|&variable| raised.most[variable] = size);
        raised
    }
}

impl Search<'_> {
    /// Searches until all attacks pass. `about` is a report without findings.
    fn run(&self, about: &Report) -> Suggestion {
        let all: Vec<usize> = (0..self.planned.sets.len()).collect();
        let requested = self.audit(about, &all);
        let mut names: Vec<&'static str> = requested.exceeding();
        let mut suggestion = Suggestion {
            requested,
            variables: Vec::new(),
            suggested: None,
            restrictions: Vec::new(),
            sizes: self.sizes(&all, &[]),
        };
        if suggestion.requested.is_empty {
            return suggestion;
        }
        if names.is_empty() {
            suggestion.suggested = Some((self.planned.choice.clone(), suggestion.requested.clone()));
            suggestion.sizes = self.sizes(&all, &all);
            return suggestion;
        }
        loop {
            let (sizes, variables) = self.search(&names);
            suggestion.variables = variables;
            let Some(sizes) = sizes else { return suggestion };
            let views = self.views(|set| sizes.allow(set));
            let report = self.audit(about, &views);
            let new: Vec<&'static str> = report.exceeding().into_iter().filter(|name| !names.contains(name)).collect();
            if report.passes() {
                let sets: Vec<&[AxisRef]> = views.iter().map(|&view| &*self.planned.sets[view]).collect();
                suggestion.suggested = Some((notation::choice(self.planned, &sizes, &sets), report));
                suggestion.restrictions = self.restrictions(&sizes);
                suggestion.sizes = self.sizes(&all, &views);
                return suggestion;
            }
            if new.is_empty() {
                return suggestion;
            }
            names.extend(new);
        }
    }

    /// Raises the sizes of tables as far as the named attacks pass. Returns these sizes, or `None` if no table passes.
    /// Also returns the variables that cause a failure.
    fn search(&self, names: &[&'static str]) -> (Option<Sizes>, Vec<VariableShare>) {
        let variables: BTreeSet<AxisRef> = self.planned.sets.iter().flatten().copied().collect();
        let mut sizes = Sizes { most: vec![0; variables.len()], variables: variables.into_iter().collect() };
        let largest = self.planned.sets.iter().map(Vec::len).max().unwrap_or(0);
        let mut shares = Vec::new();
        // A finding that fails for the whole population alone does not depend on the views.
        if !self.passes(&sizes, names) {
            return (None, shares);
        }
        for size in 1..=largest {
            let rising = self.rising(&sizes, size);
            if rising.is_empty() {
                break;
            }
            let all = sizes.raised(&rising, size);
            let mut failed = self.findings(&self.views(|set| all.allow(set)), names);
            failed.retain(|finding| !finding.passes());
            if failed.is_empty() {
                sizes = all;
                continue;
            }
            let is_raised = |set: &[AxisRef]| set.len() == size && all.allow(set);
            let share = |&variable: &usize| {
                let axis = sizes.variables[variable];
                let views = self.views(|set| sizes.allow(set) || (set.contains(&axis) && is_raised(set)));
                let (part, share) = self.share(axis, size, &views, &failed);
                (part, variable, share)
            };
            let mut ranked: Vec<(f64, usize, VariableShare)> = rising.iter().map(share).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let order: Vec<usize> = ranked.iter().map(|(_, variable, _)| *variable).collect();
            // A variable without a part in the failure is no cause.
            shares.extend(ranked.into_iter().rev().filter(|(part, _, _)| *part > 0.0).map(|(_, _, share)| share));
            sizes = self.longest(&sizes, &order, size, names);
        }
        ((sizes.most.iter().any(|&most| most > 0)).then_some(sizes), shares)
    }

    /// The variables that may have tables of `size` dimensions. Each of them is in a requested table of this size, and
    /// all variables of this table have tables of one dimension less.
    fn rising(&self, sizes: &Sizes, size: usize) -> Vec<usize> {
        let is_next = |set: &&Vec<AxisRef>| set.len() == size && set.iter().all(|axis| sizes.of(axis) + 1 >= size);
        let axes: BTreeSet<AxisRef> = self.planned.sets.iter().filter(is_next).flatten().copied().collect();
        (0..sizes.variables.len()).filter(|&at| axes.contains(&sizes.variables[at])).collect()
    }

    /// Raises the longest start of `order` that passes, and then each other variable that still passes.
    fn longest(&self, sizes: &Sizes, order: &[usize], size: usize, names: &[&'static str]) -> Sizes {
        // The first `least` variables pass, and the first `most` fail.
        let (mut least, mut most) = (0, order.len());
        while most - least > 1 {
            let middle = least + (most - least) / 2;
            match self.passes(&sizes.raised(&order[..middle], size), names) {
                true => least = middle,
                false => most = middle,
            }
        }
        let mut best = sizes.raised(&order[..least], size);
        // The variable at `least` was tried with exactly these variables.
        for &variable in order.iter().skip(least + 1) {
            let more = best.raised(&[variable], size);
            if self.passes(&more, names) {
                best = more;
            }
        }
        best
    }

    /// A variable's part in the failed findings, if the tables of `size` dimensions are only those with this variable.
    /// The part is the finding's excess over its limit, divided by the excess for the tables of all variables.
    fn share(&self, axis: AxisRef, size: usize, views: &[usize], failed: &[Finding]) -> (f64, VariableShare) {
        let names: Vec<&'static str> = failed.iter().map(|finding| finding.name).collect();
        let of_variable = self.findings(views, &names);
        let part = |(one, all): (&Finding, &Finding)| excess(one) / excess(all);
        // A finding is absent if its attack found nothing to test.
        let find = |all: &&Finding| of_variable.iter().position(|one| one.name == all.name);
        let pairs = failed.iter().filter_map(|all| Some((&of_variable[find(&all)?], all)));
        let worst = pairs.map(|pair| (part(pair), pair.0)).max_by(|a, b| a.0.total_cmp(&b.0));
        let (part, finding) = worst.unwrap_or((0.0, &failed[0]));
        let variable = axis_name(&self.planned.dimensions, axis);
        let (name, figure, limit) = (finding.name, finding.figures[0].1, finding.limit);
        (part, VariableShare { variable, size, finding: name, figure, limit })
    }

    fn passes(&self, sizes: &Sizes, names: &[&'static str]) -> bool {
        self.findings(&self.views(|set| sizes.allow(set)), names).iter().all(Finding::passes)
    }

    /// The positions of the requested views that pass `is_kept`.
    fn views(&self, is_kept: impl Fn(&[AxisRef]) -> bool) -> Vec<usize> {
        (0..self.planned.sets.len()).filter(|&view| is_kept(&self.planned.sets[view])).collect()
    }

    /// Runs the named attacks on some views.
    fn findings(&self, views: &[usize], names: &[&'static str]) -> Vec<Finding> {
        let evidence = self.evidence.of_views(views);
        let mut findings =
            attacks_named(&evidence, self.finest, &[], self.seed, |name| names.contains(&name), &mut |_| {});
        set_limits(&mut findings, self.limits);
        findings
    }

    /// Runs all attacks on some views.
    fn audit(&self, about: &Report, views: &[usize]) -> Report {
        let evidence = self.evidence.of_views(views);
        let mut report = about.clone();
        report.attack_cells(&evidence, self.finest, &[], &mut |_| {});
        report.with_not_run(Caller::Suggestion).with_limits(self.limits)
    }

    fn restrictions(&self, sizes: &Sizes) -> Vec<Restriction> {
        let restriction = |(axis, &most): (&AxisRef, &usize)| {
            let with_axis = self.planned.sets.iter().filter(|set| set.contains(axis));
            let requested = with_axis.map(Vec::len).max().unwrap_or(0);
            let variable = axis_name(&self.planned.dimensions, *axis);
            (most < requested).then_some(Restriction { variable, most, requested })
        };
        sizes.variables.iter().zip(&sizes.most).filter_map(restriction).collect()
    }

    /// Counts views by their number of dimensions: requested and suggested.
    fn sizes(&self, requested: &[usize], suggested: &[usize]) -> Vec<(usize, usize)> {
        let largest = self.planned.sets.iter().map(Vec::len).max().unwrap_or(0);
        let count = |views: &[usize], size| views.iter().filter(|&&view| self.planned.sets[view].len() == size).count();
        (0..=largest).map(|size| (count(requested, size), count(suggested, size))).collect()
    }
}

/// The excess of a finding over its limit: a number of cases for a share, otherwise a difference. The excess is
/// positive if the finding fails.
fn excess(finding: &Finding) -> f64 {
    match finding.figures[0].1 {
        Figure::Share { of, all } => of as f64 - finding.limit * all as f64,
        figure => figure.value() - finding.limit,
    }
}

#[cfg(test)]
mod tests;
