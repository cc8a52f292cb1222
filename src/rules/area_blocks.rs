//! Blocks single areas while the rest of the table is released.
//!
//! A country's total minus all regions but one discloses the remaining region. Therefore the blocked parts of a
//! released area always have enough people together. First, every part below a threshold is blocked. Then the smallest
//! other parts are blocked until all blocked parts together reach the threshold. All areas within a blocked area are
//! blocked too.
//!
//! # Guarantee
//! The *pieces* are the finest released areas and the sets of areas that are blocked together. Pieces partition the
//! codes. A set of codes (an area, a custom group, a filter, a total) is released only if it is a union of pieces. Then
//! every sum and difference of released sets is a union of pieces too, so no such result contains only a part of a
//! blocked set. By induction from the whole, each blocked set has enough people, or is an entire released area.

use super::unfiltered::{UnfilteredTable, retained_places};
use super::{AreaRules, Question, Threshold};
use crate::base::order::sort_positions;
use crate::dimension::Dimension;

/// Assigns each code of the area dimension to a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AreaBlocks {
    pub dimension: usize,
    piece_of: Vec<u32>,
    /// Number of codes in each piece.
    codes: Vec<usize>,
}

impl AreaBlocks {
    /// The pieces for a query, from its unfiltered table. `None` if the table does not separate areas.
    pub fn new(
        rules: &AreaRules,
        dimensions: &[Dimension],
        question: &Question,
        cells: &UnfilteredTable,
    ) -> Option<Self> {
        let elsewhere: Vec<(usize, &[bool])> = question
            .filters
            .iter()
            .filter(|(at, _)| *at != rules.dimension)
            .map(|(at, retained)| (*at, retained.as_slice()))
            .collect();
        let at = cells.axes.iter().position(|axis| axis.dimension == rules.dimension)?;
        let populations = |filters: &[(usize, &[bool])]| {
            let retained: Vec<Option<Vec<bool>>> = cells
                .axes
                .iter()
                .map(|axis| {
                    let (_, retained) = filters.iter().find(|(on, _)| *on == axis.dimension)?;
                    Some(retained_places(&dimensions[axis.dimension], axis.level, retained))
                })
                .collect();
            let mut sums: Vec<Vec<u64>> = cells.units.iter().map(|_| vec![0; cells.sizes[at]]).collect();
            cells.each(&mut |cell, codes| {
                if codes
                    .iter()
                    .zip(&retained)
                    .all(|(&code, retained)| retained.as_ref().is_none_or(|retained| retained[code]))
                {
                    for (sums, unit) in sums.iter_mut().zip(&cells.units).filter(|(_, unit)| !unit.is_empty()) {
                        sums[codes[at]] += unit[cell];
                    }
                }
            });
            sums
        };
        let whole = populations(&[]);
        let filtered = (!elsewhere.is_empty() && !rules.least.filtered.is_empty()).then(|| populations(&elsewhere));
        Some(Self::of(rules, &dimensions[rules.dimension], cells.axes[at].level, &whole, filtered.as_deref()))
    }

    /// The pieces of a level's areas, given their populations in each unit.
    pub fn of(
        rules: &AreaRules,
        dimension: &Dimension,
        level: Option<usize>,
        whole: &[Vec<u64>],
        filtered: Option<&[Vec<u64>]>,
    ) -> Self {
        let areas = dimension.codes_at(level).len();
        let chain = chain(dimension, level, areas);
        let enough = |least: &[Threshold], populations: &[Vec<u64>], set: &[usize]| {
            least.iter().all(|threshold| {
                let people: u64 = set.iter().map(|&area| populations[threshold.unit][area]).sum();
                people >= threshold.least
            })
        };
        let size = |set: &[usize]| set.iter().map(|&area| whole[0][area]).sum();
        let first = pieces(&chain, areas, &|set| !enough(&rules.least.whole, whole, set), &size);
        // Areas that are blocked without filters stay in one piece, even if the filters block more areas.
        let pieces = match filtered {
            None => first,
            Some(filtered) => {
                let fails = |set: &[usize]| !is_union(&first, set) || !enough(&rules.least.filtered, filtered, set);
                pieces(&chain, areas, &fails, &size)
            }
        };
        let piece_of: Vec<u32> =
            (0..dimension.codes.len() as u32).map(|code| pieces[dimension.group_of(level, code) as usize]).collect();
        let mut codes = vec![0; pieces.iter().max().map_or(0, |&last| last as usize + 1)];
        piece_of.iter().for_each(|&piece| codes[piece as usize] += 1);
        Self { dimension: rules.dimension, piece_of, codes }
    }

    /// Whether a set of codes of the areas' dimension is released.
    pub fn releases(&self, codes: impl Iterator<Item = usize>) -> bool {
        let mut found = vec![0; self.codes.len()];
        codes.for_each(|code| found[self.piece_of[code] as usize] += 1);
        found.iter().zip(&self.codes).all(|(&found, &all)| found == 0 || found == all)
    }
}

/// The group of each area at this level and all coarser levels, coarsest first.
fn chain(dimension: &Dimension, level: Option<usize>, areas: usize) -> Vec<Vec<Option<usize>>> {
    let mut chain: Vec<Vec<Option<usize>>> = Vec::new();
    for coarse in (0..dimension.levels.len()).filter(|&coarse| super::levels::refines(dimension, level, Some(coarse))) {
        let mut group_of = vec![None; areas];
        for code in 0..dimension.codes.len() as u32 {
            group_of[dimension.group_of(level, code) as usize] = Some(dimension.group_of(Some(coarse), code) as usize);
        }
        chain.push(group_of);
    }
    let groups: Vec<usize> = chain.iter().map(|group_of| groups(group_of)).collect();
    let mut order: Vec<u32> = (0..chain.len() as u32).collect();
    sort_positions(&mut order, &|a, b| groups[a as usize].cmp(&groups[b as usize]).then(a.cmp(&b)));
    let mut chain: Vec<_> = order.iter().map(|&at| std::mem::take(&mut chain[at as usize])).collect();
    // The last entry is the areas themselves. Areas without codes have no people and need no protection.
    let mut own = vec![None; areas];
    (0..dimension.codes.len() as u32).for_each(|code| {
        let area = dimension.group_of(level, code) as usize;
        own[area] = Some(area);
    });
    chain.push(own);
    chain
}

/// Number of groups that contain at least one area.
fn groups(group_of: &[Option<usize>]) -> usize {
    let mut met = vec![false; group_of.iter().flatten().max().map_or(0, |&last| last + 1)];
    group_of.iter().flatten().for_each(|&group| met[group] = true);
    met.iter().filter(|&&met| met).count()
}

/// Divides areas into pieces, from the coarsest level to the areas themselves. `fails` is true for a set with too few
/// people.
fn pieces(
    chain: &[Vec<Option<usize>>],
    areas: usize,
    fails: &dyn Fn(&[usize]) -> bool,
    size: &dyn Fn(&[usize]) -> u64,
) -> Vec<u32> {
    let mut piece_of = vec![0; areas];
    let mut number = 0;
    let mut piece = |set: &[usize]| {
        set.iter().for_each(|&area| piece_of[area] = number);
        number += 1;
    };
    // The released sets of the previous level. The first set contains all areas, so it does not disclose any single
    // area.
    let mut open: Vec<Vec<usize>> =
        vec![(0..areas).filter(|&area| chain.iter().all(|of| of[area].is_some())).collect()];
    for group_of in chain {
        let mut opened = Vec::new();
        for set in open {
            let parts = parts(&set, group_of);
            // If there is only one part, it equals the released set, so it is released too.
            if parts.len() == 1 {
                opened.push(set);
                continue;
            }
            let (mut blocked, mut rest) = (Vec::new(), Vec::new());
            for part in parts {
                if fails(&part) {
                    blocked.extend(part);
                } else {
                    rest.push(part);
                }
            }
            if !blocked.is_empty() {
                let sizes: Vec<u64> = rest.iter().map(|part| size(part)).collect();
                let mut order: Vec<u32> = (0..rest.len() as u32).collect();
                let key = |at: u32| (sizes[at as usize], rest[at as usize][0]);
                sort_positions(&mut order, &|a, b| key(a).cmp(&key(b)));
                rest = order.iter().map(|&at| std::mem::take(&mut rest[at as usize])).collect();
                let mut taken = 0;
                while taken < rest.len() && fails(&blocked) {
                    blocked.append(&mut rest[taken]);
                    taken += 1;
                }
                piece(&blocked);
                rest.drain(..taken);
            }
            opened.append(&mut rest);
        }
        open = opened;
    }
    open.iter().for_each(|set| piece(set));
    piece_of
}

/// Splits a set of areas by group. The areas of each part are in ascending order.
fn parts(set: &[usize], group_of: &[Option<usize>]) -> Vec<Vec<usize>> {
    let mut order: Vec<u32> = set.iter().map(|&area| area as u32).collect();
    let group = |area: u32| group_of[area as usize];
    sort_positions(&mut order, &|a, b| group(a).cmp(&group(b)).then(a.cmp(&b)));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut last = None;
    for area in order {
        match parts.last_mut() {
            Some(part) if last == group(area) => part.push(area as usize),
            _ => parts.push(vec![area as usize]),
        }
        last = group(area);
    }
    parts
}

/// Whether a set of areas is a union of pieces.
fn is_union(piece_of: &[u32], set: &[usize]) -> bool {
    let mut found = vec![0; piece_of.len() + 1];
    let mut all = found.clone();
    set.iter().for_each(|&area| found[piece_of[area] as usize] += 1);
    piece_of.iter().for_each(|&piece| all[piece as usize] += 1);
    found.iter().zip(&all).all(|(&found, &all)| found == 0 || found == all)
}
