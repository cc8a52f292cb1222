//! Plain definitions of the rules, record by record, for comparison. The test of areas is in `areas`.

use super::town::{Cell, DIMENSIONS};

/// A dimension and its level: 0 for codes, then the levels from fine to coarse.
pub type Axis = (usize, usize);

/// Axes and filters. A filter has an axis and the position of a group of that axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub axes: Vec<Axis>,
    pub filters: Vec<(Axis, usize)>,
}

/// The rules that are checked here.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    pub max_dimensions: Option<usize>,
    pub never: Vec<Vec<Axis>>,
    pub zeros: Option<f64>,
    pub small_cells: Option<f64>,
    pub average_cell: Option<f64>,
    pub filtered: Option<u64>,
    pub filtered_heads: Option<u64>,
}

/// Returns the groups of a level, in order.
pub fn groups((dimension, level): Axis) -> Vec<&'static str> {
    let mut groups = match level {
        0 => DIMENSIONS[dimension].1.to_vec(),
        level => DIMENSIONS[dimension].2[level - 1].1.to_vec(),
    };
    groups.dedup();
    groups
}

/// Returns the group of a code.
pub fn group_of(axis: Axis, code: usize) -> usize {
    let name = match axis.1 {
        0 => DIMENSIONS[axis.0].1[code],
        level => DIMENSIONS[axis.0].2[level - 1].1[code],
    };
    groups(axis).iter().position(|group| *group == name).unwrap()
}

pub fn name((dimension, level): Axis) -> String {
    let (name, _, levels) = DIMENSIONS[dimension];
    if level == 0 { name.to_owned() } else { format!("{name}:{}", levels[level - 1].0) }
}

/// Returns the coarsest level at which the filter retains complete groups.
fn coarsest(filter: (Axis, usize)) -> usize {
    let (dimension, _) = filter.0;
    let codes = 0..DIMENSIONS[dimension].1.len();
    let is_kept = |code: usize| group_of(filter.0, code) == filter.1;
    let tells = |level: &usize| {
        codes.clone().all(|a| {
            codes.clone().all(|b| {
                group_of((dimension, *level), a) != group_of((dimension, *level), b) || is_kept(a) == is_kept(b)
            })
        })
    };
    (0..=DIMENSIONS[dimension].2.len()).rev().find(tells).unwrap()
}

/// Returns the axes of the table without filters.
pub fn unfiltered(question: &Question) -> Vec<Axis> {
    let mut axes = question.axes.clone();
    for &filter in &question.filters {
        let level = coarsest(filter);
        match axes.iter_mut().find(|(dimension, _)| *dimension == filter.0.0) {
            Some(axis) => axis.1 = axis.1.min(level),
            None => axes.push((filter.0.0, level)),
        }
    }
    axes
}

/// Returns whether a query passes the rules.
pub fn passes(cells: &[Cell], limits: &Limits, question: &Question) -> bool {
    let axes = unfiltered(question);
    if limits.max_dimensions.is_some_and(|most| axes.len() > most) {
        return false;
    }
    // In `never`, level 0 means all levels. Another level means itself and finer levels.
    let has =
        |&(dimension, level): &Axis| axes.iter().any(|axis| axis.0 == dimension && (level == 0 || axis.1 <= level));
    if limits.never.iter().any(|set| set.iter().all(has)) {
        return false;
    }
    let mut counts = vec![0; axes.iter().map(|&axis| groups(axis).len()).product()];
    let (mut retained, mut heads) = (0, 0);
    for (codes, count) in cells {
        let place = axes.iter().fold(0, |place, &axis| place * groups(axis).len() + group_of(axis, codes[axis.0]));
        counts[place] += count;
        if question.filters.iter().all(|&(axis, group)| group_of(axis, codes[axis.0]) == group) {
            retained += count;
            heads += count * codes[3] as u64;
        }
    }
    let share = |is_one: &dyn Fn(u64) -> bool| {
        counts.iter().filter(|&&count| is_one(count)).count() as f64 / counts.len() as f64
    };
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    limits.zeros.is_none_or(|most| share(&|count| count == 0) <= most)
        && limits.small_cells.is_none_or(|most| share(&|count| count == 1 || count == 2) <= most)
        && limits.average_cell.is_none_or(|least| mean >= least)
        && (question.filters.is_empty()
            || limits.filtered.is_none_or(|least| retained >= least)
                && limits.filtered_heads.is_none_or(|least| heads >= least))
}
