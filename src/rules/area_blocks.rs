//! Areas that are blocked one by one, while the rest of the table is released.
//!
//! Whoever has the total of a country and all of its regions but one has the one that is left. So what is blocked is always a set of
//! areas whose population together would be enough for an area: within each area that is released, the parts below a threshold are
//! blocked, then the smallest of the others until all that are blocked there have enough people together. What lies within a blocked
//! area is blocked as well.
//!
//! # Guarantee
//! Let the *pieces* be the finest areas that are released, and each set of areas that are blocked together. They are a partition of
//! the codes. A set of codes (an area, a custom group, a filter, a total) is released only where it is a union of pieces. So is then
//! every sum and difference of released sets: none has a part of a set that is blocked. By induction from the whole, each such
//! set has enough people, or is all of an area that is released as a whole.

use super::unfiltered::{UnfilteredTable, retained_places};
use super::{AreaRules, Question, Threshold};
use crate::base::order::sort_positions;
use crate::dimension::Dimension;

/// For each code of the areas' dimension the number of its piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AreaBlocks {
    pub dimension: usize,
    piece_of: Vec<u32>,
    /// How many codes each piece has.
    codes: Vec<usize>,
}

impl AreaBlocks {
    /// The pieces for a question, from its table without filters; none where it does not tell areas apart.
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

    /// The pieces by the populations, unit by unit, of the areas of a level.
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
        // Those that are blocked in every table stay together, whatever the filters block besides.
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

/// For each level that is as coarse as this one or coarser, the coarsest first, the group of each area.
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
    // The areas themselves, those that no code is in aside: they have nobody, and nothing to hide.
    let mut own = vec![None; areas];
    (0..dimension.codes.len() as u32).for_each(|code| {
        let area = dimension.group_of(level, code) as usize;
        own[area] = Some(area);
    });
    chain.push(own);
    chain
}

/// How many groups there are that an area is in.
fn groups(group_of: &[Option<usize>]) -> usize {
    let mut met = vec![false; group_of.iter().flatten().max().map_or(0, |&last| last + 1)];
    group_of.iter().flatten().for_each(|&group| met[group] = true);
    met.iter().filter(|&&met| met).count()
}

/// The pieces of some areas, from the coarsest level to the areas themselves. `fails` says of a set whether it has too few people.
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
    // Sets that are released, at the level before. The whole says nothing of where somebody lives.
    let mut open: Vec<Vec<usize>> =
        vec![(0..areas).filter(|&area| chain.iter().all(|of| of[area].is_some())).collect()];
    for group_of in chain {
        let mut opened = Vec::new();
        for set in open {
            let parts = parts(&set, group_of);
            // All of an area that is released is released.
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

/// The areas of a set, which are in ascending order, group by group.
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

/// Whether a set of areas has each piece whole or not at all.
fn is_union(piece_of: &[u32], set: &[usize]) -> bool {
    let mut found = vec![0; piece_of.len() + 1];
    let mut all = found.clone();
    set.iter().for_each(|&area| found[piece_of[area] as usize] += 1);
    piece_of.iter().for_each(|&piece| all[piece as usize] += 1);
    found.iter().zip(&all).all(|(&found, &all)| found == 0 || found == all)
}
