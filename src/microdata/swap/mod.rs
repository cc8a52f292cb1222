//! Record swapping: pairs of similar units exchange the values of a variable, mostly their area (Shlomo 2007, section
//! 3.1; Shlomo, Antal and Elliot 2015, section 3.1; Wooton and Fraser 2005, section 6).

mod pair;
mod risky;
mod select;

use super::draw::Draws;
use super::impossible::Impossible;
use super::records::Records;
use super::share::Share;
use super::strata;
use crate::dimension::{AxisRef, Dimension};

/// A step of record swapping.
///
/// # Guarantee
/// Two partners have the same number of records in each combination of the strata. So a table of strata by the swapped
/// variables keeps its counts. A table by groups of the widest `within` also keeps its counts.
///
/// # Caller must ensure
/// All records of a unit have the same codes of `variables`.
#[derive(Debug, Clone, PartialEq)]
pub struct Swap {
    /// The dimensions whose codes partners exchange, at least one. `within` and `apart` are levels of the first.
    pub variables: Vec<usize>,
    /// The column of unit identifiers, or `None` if records swap.
    pub unit: Option<usize>,
    /// The share of units that are selected, at most 1/2. About as many partners also move.
    pub rate: Share,
    /// Partners are in one group of this level. Units without a partner use the next level. Without a level, partners come
    /// from the whole dataset.
    pub within: Vec<Option<usize>>,
    /// Partners are in different groups of this level. Without a level, partners have different codes.
    pub apart: Option<usize>,
    /// The control variables.
    pub strata: Vec<AxisRef>,
    /// The units that are selected.
    pub target: Target,
}

/// The units that record swapping selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Each unit has the same probability.
    Random,
    /// Units at risk come first. Partners at risk are preferred.
    Risky(Risky),
    /// Exactly the units at risk are selected. The rate is not used.
    AllRisky(Risky),
}

/// Tables that show which units are at risk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Risky {
    /// The axes of each table.
    pub tables: Vec<Vec<AxisRef>>,
    /// A cell with 1 to this number of records is small.
    pub small: u64,
}

/// What record swapping did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SwapReport {
    /// The number of units.
    pub units: u64,
    /// The number of units at risk. `None` for a random target.
    pub at_risk: Option<u64>,
    /// The number of units at risk that moved.
    pub at_risk_moved: u64,
    /// The number of selected units.
    pub selected: u64,
    /// The number of pairs that exchanged their values, for each entry of `within`.
    pub pairs: Vec<u64>,
    /// The number of selected units that have no partner.
    pub without_partner: u64,
    /// The number of pairs that kept their values because of structural zeros.
    pub impossible: u64,
    /// The number of records, and of those that moved.
    pub records: u64,
    /// The number of records that moved.
    pub moved: u64,
}

/// Swaps units.
pub(super) fn swap(
    records: &mut Records,
    step: &Swap,
    draws: &Draws,
    dimensions: &[Dimension],
    impossible: &Impossible,
) -> SwapReport {
    let units = records.units(step.unit);
    let many = units.len();
    let variable = step.variables[0];
    let area = |level: Option<usize>, unit: u32| {
        dimensions[variable].group_of(level, records.code(variable, units.first(unit as usize)))
    };
    // For each level, the group of areas in which a unit finds its partner. Without a level, all units are one group.
    let groups = |level: &Option<usize>| -> Vec<u32> {
        (0..many as u32).map(|unit| level.map_or(0, |level| area(Some(level), unit))).collect()
    };
    let groups: Vec<Vec<u32>> = step.within.iter().map(groups).collect();
    let strata = strata::of_units(records, units, &step.strata, dimensions);
    let drawn: Vec<[u64; 2]> = (0..many).map(|unit| draws.of(units.ticket(unit))).map(|[a, b, ..]| [a, b]).collect();
    // Pools of one area and stratum, each in random order. Equal draws are decided by the ticket.
    let in_pools = |groups: &[u32], draw: usize, list: &mut Vec<u32>| {
        list.sort_unstable_by(|&one, &other| {
            let (one, other) = (one as usize, other as usize);
            (groups[one], strata[one], drawn[one][draw])
                .cmp(&(groups[other], strata[other], drawn[other][draw]))
                .then_with(|| units.ticket(one).cmp(&units.ticket(other)))
        });
    };
    let mut order: Vec<u32> = (0..many as u32).collect();
    in_pools(&groups[0], 0, &mut order);
    let at_risk = match &step.target {
        Target::Random => Vec::new(),
        Target::Risky(risky) | Target::AllRisky(risky) => {
            risky::at_risk(records, units, &risky.tables, risky.small, dimensions)
        }
    };
    let selected = match &step.target {
        Target::Random => select::at_rate(&order, step.rate, draws),
        Target::Risky(_) => select::at_risk_first(&order, &at_risk, step.rate, draws),
        Target::AllRisky(_) => order.iter().copied().filter(|&unit| at_risk[unit as usize]).collect(),
    };
    let mut is_selected = vec![false; many];
    selected.iter().for_each(|&unit| is_selected[unit as usize] = true);
    let is_selected = &is_selected;

    let mut report = SwapReport {
        units: many as u64,
        at_risk: (!matches!(step.target, Target::Random))
            .then(|| at_risk.iter().filter(|&&risky| risky).count() as u64),
        selected: selected.len() as u64,
        records: records.len() as u64,
        ..SwapReport::default()
    };
    let class = |unit: u32| area(step.apart, unit);
    let is_risky = |unit: u32| at_risk.get(unit as usize).copied().unwrap_or(false);
    let mut has_partner = vec![false; many];
    let mut chosen: Vec<Vec<(u32, u32)>> = Vec::new();
    for groups in &groups {
        let mut waiting: Vec<u32> = order.iter().copied().filter(|&unit| !has_partner[unit as usize]).collect();
        in_pools(groups, 1, &mut waiting);
        let mut found = Vec::new();
        let pool = |unit: u32| (groups[unit as usize], strata[unit as usize]);
        for pool in waiting.chunk_by_mut(|&a, &b| pool(a) == pool(b)) {
            let part = |wanted: bool| pool.iter().copied().filter(move |&unit| is_selected[unit as usize] == wanted);
            let mut first: Vec<u32> = part(true).collect();
            if first.is_empty() {
                continue;
            }
            let mut second: Vec<u32> = part(false).collect();
            // Stable sorts keep the random order within units at risk, and within the others.
            first.sort_by_key(|&unit| !is_risky(unit));
            second.sort_by_key(|&unit| !is_risky(unit));
            let mut pairs = pair::pairs(&mut first, &mut second, class);
            if matches!(step.target, Target::AllRisky(_)) {
                let mut paired = std::collections::HashSet::new();
                pairs.iter().for_each(|&(one, _)| {
                    paired.insert(one);
                });
                let mut alone: Vec<u32> = first.iter().copied().filter(|unit| !paired.contains(unit)).collect();
                pairs.extend(pair::pairs_among(&mut alone, class));
            }
            found.extend(pairs);
        }
        found.iter().for_each(|&(one, other)| {
            has_partner[one as usize] = true;
            has_partner[other as usize] = true;
        });
        chosen.push(found);
    }
    report.without_partner = selected.iter().filter(|&&unit| !has_partner[unit as usize]).count() as u64;

    let impossible = impossible.about(&step.variables);
    let new_codes = |unit: u32, partner: u32| -> Vec<(usize, u32)> {
        let code = |&variable: &usize| (variable, records.code(variable, units.first(partner as usize)));
        debug_assert_ne!(unit, partner);
        step.variables.iter().map(code).collect()
    };
    let mut changes: Vec<Vec<(usize, u32)>> = vec![Vec::new(); step.variables.len()];
    for pairs in &chosen {
        let mut made = 0;
        for &(one, other) in pairs {
            let sides = [(one, new_codes(one, other)), (other, new_codes(other, one))];
            let cannot = |(unit, codes): &(u32, Vec<(usize, u32)>)| {
                units.members(*unit as usize).any(|record| impossible.covers(records, record, codes))
            };
            if sides.iter().any(cannot) {
                report.impossible += 1;
                continue;
            }
            made += 1;
            for (unit, codes) in &sides {
                report.at_risk_moved += u64::from(is_risky(*unit));
                for record in units.members(*unit as usize) {
                    report.moved += 1;
                    changes.iter_mut().zip(codes).for_each(|(changes, (_, code))| changes.push((record, *code)));
                }
            }
        }
        report.pairs.push(made);
    }
    for (&variable, changes) in step.variables.iter().zip(changes) {
        records.set_codes(variable, changes.into_iter());
    }
    report
}
