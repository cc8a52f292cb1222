//! Profiles: a cell is one person, and the tables with one more variable give this person's record.
//!
//! **The adversary** has every published value and the method with its p-table, and no key. They take a cell with a
//! positive value that one person can have, and every table that splits the cell by one more variable. In each of these
//! tables, exactly one part has the cell's value, and all other parts may be empty. As in `equality`, they conclude that
//! everybody in the cell has the code of this part. Put together, the conclusions are a record with more variables than
//! any of the tables. Most such cells have one person, because many persons rarely agree in all variables.
//!
//! **Formula.** The finest published codes of each dimension are its variable. A cell is a *base* if at least two
//! variables each split it in a published table. The adversary claims the record only if every such table has a
//! conclusion. Bases that give the same record support each other. Claims are made in the order of their number of bases,
//! as long as at least half of all claims are right; the truth gives the end of the list, as in `posterior`. The first
//! figure is the number of persons whose record is rightly claimed. Bases with the same records count these persons once.
//!
//! **Scores.** A claim is right if everybody in the cell has the claimed record, so that the cell and its parts have equal
//! counts. Two baselines claim a record for the same cells with less. One knows the distribution of each variable, and claims
//! its most frequent code. The other knows the tables with as many variables as the base: it claims the code with the
//! largest product of values, over all tables that replace one variable of the base by the new one.
//!
//! **Source**: the rule of equal values is that of `equality`. Linking tables of a unique to a record: Fienberg and Makov
//! (1998), "Confidentiality, uniqueness, and disclosure limitation for categorical data", Journal of Official Statistics 14(4).
//!
//! **What it cannot find**: larger groups with one record (`equality`), persons whose base is published as 0, records with a blocked or unpublished cell, and records
//! that are only likely (`posterior`).

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::Candidates;
use super::equality::only_part;
use super::lines::{Lines, strides};
use super::{Evidence, Example, Figure, Finding, words};
use crate::dimension::{AxisRef, axis_name};
use crate::protect::Status;

/// Default limit: no person.
const LIMIT: f64 = 0.0;
/// The share of right claims from which a claim is more likely right than wrong.
const PRECISION: f64 = 0.5;
/// The fewest variables that split a base. With one, the record is a cell of a published table.
const FEWEST: usize = 2;

/// A record: the code of each variable, or `None` if no table splits the base by the variable.
type Record = Vec<Option<u32>>;

/// The bases that give one record.
#[derive(Debug, Default)]
struct Claim {
    /// View and cell of each base.
    bases: Vec<(usize, usize)>,
    is_right: bool,
}

/// Everything that the search for records finds.
#[derive(Debug, Default)]
struct Search {
    claims: BTreeMap<Record, Claim>,
    /// Count and key of every base of one person.
    alone: BTreeSet<(u64, u64)>,
    /// Cells with a value that one person can have, and those of them with a blocked part.
    bases: u64,
    blocked: u64,
}

/// Claims records of persons from tables with one more variable each.
pub fn profiles(evidence: &Evidence) -> Finding {
    let variables = variables(evidence);
    let search = Search::new(evidence, &variables);
    let claims = search.accepted();
    let right: Vec<(&Record, &Claim)> = claims.iter().copied().filter(|(_, claim)| claim.is_right).collect();
    let groups: BTreeSet<(u64, u64)> = right.iter().map(|(_, claim)| group(evidence, claim.bases[0])).collect();
    let persons = groups.iter().map(|&(count, _)| count).sum();
    let alone = groups.iter().filter(|&&(count, _)| count == 1).count() as u64;
    let baselines = Baselines::new(evidence, &variables);
    let of_margins = |claim: &Claim| baselines.is_right(claim, |_, axis| baselines.most_frequent(axis));
    let of_lower = |claim: &Claim| baselines.is_right(claim, |base, axis| baselines.likeliest(base, axis));
    let rightly = |is_right: &dyn Fn(&Claim) -> bool| {
        Figure::Count(claims.iter().filter(|(_, claim)| is_right(claim)).count() as u64)
    };
    Finding {
        name: "profiles",
        says: format!(
            "An attacker takes a cell whose value one person can have, and all tables that split the cell by one more variable. If one part of each table has the \
             cell's value and the other parts may be empty, they claim this record for everybody in the cell. They claim \
             {} records, and {} are right.",
            claims.len(),
            right.len()
        ),
        figures: vec![
            ("persons whose record is rightly claimed", Figure::Count(persons)),
            (
                "right claims of a record (share of the claims)",
                Figure::Share { of: right.len() as u64, all: claims.len() as u64 },
            ),
            (
                "persons alone in a cell whose record is rightly claimed",
                Figure::Share { of: alone, all: search.alone.len() as u64 },
            ),
            ("right claims for the same cells from single variables alone", rightly(&of_margins)),
            ("right claims for the same cells from lower tables alone", rightly(&of_lower)),
        ],
        limit: LIMIT,
        blocked: (2 * search.blocked > search.bases).then(|| {
            format!("{} of {} cells have a blocked part, which prevents the claim", search.blocked, search.bases)
        }),
        example: right.iter().max_by_key(|(_, claim)| claim.bases.len()).map(|(record, claim)| {
            let (view, cell) = claim.bases[0];
            let published = &evidence.views[view];
            let base = words::cell(evidence, published, cell);
            let text = record_text(evidence, &variables, record);
            Example {
                published: format!("{base}: everybody has the record {text}"),
                truth: format!("the cell has {} persons with this record", published.scoring_counts()[cell]),
                steps: Vec::new(),
            }
        }),
        remedy: "Publish fewer dimensions together (publish.max_dimensions), or use coarser codes, so that no person is alone in \
                 a cell that another variable splits.",
    }
}

/// The finest published axis of each dimension.
fn variables(evidence: &Evidence) -> Vec<AxisRef> {
    let mut finest: Vec<Option<(usize, AxisRef)>> = vec![None; evidence.dimensions.len()];
    for view in &evidence.views {
        for (&axis, &size) in view.axes.iter().zip(&view.sizes) {
            let best = &mut finest[axis.dimension];
            if best.is_none_or(|(most, _)| size > most) {
                *best = Some((size, axis));
            }
        }
    }
    finest.into_iter().flatten().map(|(_, axis)| axis).collect()
}

/// Count and key of a cell: cells with the same records agree in both.
fn group(evidence: &Evidence, (view, cell): (usize, usize)) -> (u64, u64) {
    let view = &evidence.views[view];
    (view.scoring_counts()[cell], view.scoring_keys()[cell])
}

/// The conclusions about the cells of one view.
struct Conclusions {
    /// Whether each cell still has a conclusion from every table.
    is_open: Vec<bool>,
    is_right: Vec<bool>,
    has_blocked: Vec<bool>,
    /// For each variable that splits the view: the code that each cell gets.
    codes: Vec<(usize, Vec<u32>)>,
}

impl Conclusions {
    fn new(
        evidence: &Evidence,
        candidates: &Candidates<'_>,
        variables: &[AxisRef],
        is_base: &[bool],
        tables: &[Lines<'_>],
    ) -> Self {
        let cells = is_base.len();
        let mut found = Self {
            is_open: is_base.to_vec(),
            is_right: vec![true; cells],
            has_blocked: vec![false; cells],
            codes: Vec::with_capacity(tables.len()),
        };
        for table in tables {
            let Some(variable) = variables.iter().position(|axis| *axis == table.split()) else { continue };
            let (part, total, mut codes) = (table.part, table.total.scoring_counts(), vec![0; cells]);
            table.each(|cell, parts| {
                found.has_blocked[cell] |= parts.iter().any(|&at| part.status[at] == Status::Blocked);
                if !found.is_open[cell] {
                    return;
                }
                match only_part(evidence, candidates, table, cell, parts) {
                    Some(only) => {
                        codes[cell] = table.code(only);
                        // A claim about nobody is not right.
                        found.is_right[cell] &= total[cell] > 0 && part.scoring_counts()[only] == total[cell];
                    }
                    None => found.is_open[cell] = false,
                }
            });
            found.codes.push((variable, codes));
        }
        found
    }
}

impl Search {
    fn new(evidence: &Evidence, variables: &[AxisRef]) -> Self {
        let mut tables: BTreeMap<usize, Vec<Lines<'_>>> = BTreeMap::new();
        for lines in Lines::all(evidence) {
            if variables.contains(&lines.split()) {
                tables.entry(lines.total_view).or_default().push(lines);
            }
        }
        let (candidates, mut search) = (Candidates::new(&evidence.compiled), Self::default());
        for (view, tables) in tables.into_iter().filter(|(_, tables)| tables.len() >= FEWEST) {
            let published = &evidence.views[view];
            let has_one = |value: i64| candidates.counts(value).iter().any(|&(count, _)| count == 1);
            let is_base = |cell: usize| {
                let value = published.values[cell];
                published.status[cell] == Status::Shown && value > 0 && has_one(value)
            };
            let is_base: Vec<bool> = (0..published.counts.len()).map(is_base).collect();
            let found = Conclusions::new(evidence, &candidates, variables, &is_base, &tables);
            for (cell, &is_right) in found.is_right.iter().enumerate() {
                search.bases += u64::from(is_base[cell]);
                search.blocked += u64::from(is_base[cell] && found.has_blocked[cell]);
                if published.scoring_counts()[cell] == 1 {
                    search.alone.insert(group(evidence, (view, cell)));
                }
                if !found.is_open[cell] {
                    continue;
                }
                let mut record: Record = vec![None; variables.len()];
                for (axis, code) in published.axes.iter().zip(codes_of(&published.sizes, cell)) {
                    if let Some(variable) = variables.iter().position(|variable| variable == axis) {
                        record[variable] = Some(code as u32);
                    }
                }
                found.codes.iter().for_each(|(variable, codes)| record[*variable] = Some(codes[cell]));
                let claim = search.claims.entry(record).or_default();
                // A right base comes first, because its records are those of the claim.
                let at = if is_right && !claim.is_right { 0 } else { claim.bases.len() };
                claim.bases.insert(at, (view, cell));
                claim.is_right |= is_right;
            }
        }
        search
    }

    /// The most claims, by falling number of bases, of which at least [`PRECISION`] are right. Claims with equally many
    /// bases are made together.
    fn accepted(&self) -> Vec<(&Record, &Claim)> {
        let mut claims: Vec<(&Record, &Claim)> = self.claims.iter().collect();
        claims.sort_by_key(|(_, claim)| std::cmp::Reverse(claim.bases.len()));
        let (mut right, mut accepted) = (0, 0);
        for (at, (_, claim)) in claims.iter().enumerate() {
            right += usize::from(claim.is_right);
            let is_last = claims.get(at + 1).is_none_or(|(_, next)| next.bases.len() < claim.bases.len());
            if is_last && right as f64 >= PRECISION * (at + 1) as f64 {
                accepted = at + 1;
            }
        }
        claims.truncate(accepted);
        claims
    }
}

/// The code of a cell on each axis.
fn codes_of(sizes: &[usize], cell: usize) -> Vec<usize> {
    strides(sizes).iter().zip(sizes).map(|(stride, size)| cell / stride % size).collect()
}

/// Attackers who claim a record for a cell with less evidence.
struct Baselines<'a> {
    evidence: &'a Evidence,
    variables: &'a [AxisRef],
    /// The views by their sorted axes.
    views: BTreeMap<Vec<AxisRef>, usize>,
}

impl<'a> Baselines<'a> {
    fn new(evidence: &'a Evidence, variables: &'a [AxisRef]) -> Self {
        let views = evidence.views.iter().enumerate().map(|(at, view)| (sorted(&view.axes), at)).collect();
        Self { evidence, variables, views }
    }

    /// Checks a claim: everybody in its first base must have the guessed code of each variable that splits the base.
    fn is_right(&self, claim: &Claim, guess: impl Fn(&[(AxisRef, usize)], AxisRef) -> Option<usize>) -> bool {
        let (view, cell) = claim.bases[0];
        let published = &self.evidence.views[view];
        let count = published.scoring_counts()[cell];
        if count == 0 {
            return false;
        }
        let codes = codes_of(&published.sizes, cell);
        let base: Vec<(AxisRef, usize)> = published.axes.iter().copied().zip(codes).collect();
        self.variables.iter().filter(|axis| !published.axes.contains(axis)).all(|&axis| {
            // A level of the same dimension gives way to the finer codes.
            let others = base.iter().copied().filter(|(other, _)| other.dimension != axis.dimension);
            let others: Vec<(AxisRef, usize)> = others.collect();
            let Some((table, cells)) = self.line(&others, axis) else { return true };
            let counts = self.evidence.views[table].scoring_counts();
            guess(&others, axis).is_some_and(|code| counts[cells[code]] == count)
        })
    }

    /// The view of these axes and one more, and its cells for each code of the further axis.
    fn line(&self, base: &[(AxisRef, usize)], axis: AxisRef) -> Option<(usize, Vec<usize>)> {
        let axes: Vec<AxisRef> = base.iter().map(|&(axis, _)| axis).chain([axis]).collect();
        let view = *self.views.get(&sorted(&axes))?;
        let published = &self.evidence.views[view];
        let steps = strides(&published.sizes);
        let (mut first, mut step, mut codes) = (0, 0, 0);
        for (at, own) in published.axes.iter().enumerate() {
            match base.iter().find(|(other, _)| other == own) {
                Some((_, code)) => first += code * steps[at],
                None => (step, codes) = (steps[at], published.sizes[at]),
            }
        }
        Some((view, (0..codes).map(|code| first + code * step).collect()))
    }

    /// The values of a line. Hidden values are 0.
    fn values(&self, base: &[(AxisRef, usize)], axis: AxisRef) -> Option<Vec<f64>> {
        let (view, cells) = self.line(base, axis)?;
        let published = &self.evidence.views[view];
        let value =
            |cell: usize| if published.status[cell] == Status::Shown { published.values[cell] as f64 } else { 0.0 };
        Some(cells.into_iter().map(value).collect())
    }

    /// The code with the largest value in the table of the variable alone.
    fn most_frequent(&self, axis: AxisRef) -> Option<usize> {
        largest(&self.values(&[], axis)?)
    }

    /// The code with the largest product of values, over all tables that replace one axis of the base by the variable.
    /// A value below 1 counts as one half, so that a single 0 does not exclude a code.
    fn likeliest(&self, base: &[(AxisRef, usize)], axis: AxisRef) -> Option<usize> {
        let tables = (0..base.len()).filter_map(|left_out| {
            let others: Vec<(AxisRef, usize)> =
                base.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, &axis)| axis).collect();
            self.values(&others, axis)
        });
        let product = tables.reduce(|product, values| {
            product.iter().zip(&values).map(|(product, value)| product.max(0.5) * value.max(0.5)).collect()
        });
        product.map_or_else(|| self.most_frequent(axis), |product| largest(&product))
    }
}

/// The position of the first largest number.
fn largest(values: &[f64]) -> Option<usize> {
    (0..values.len()).rev().max_by(|&a, &b| values[a].total_cmp(&values[b]))
}

fn sorted(axes: &[AxisRef]) -> Vec<AxisRef> {
    let mut axes = axes.to_vec();
    axes.sort_unstable();
    axes
}

/// Joins the codes of a record: `area = 3, sex = 1`.
fn record_text(evidence: &Evidence, variables: &[AxisRef], record: &Record) -> String {
    let code = |(&axis, code): (&AxisRef, &Option<u32>)| {
        let codes = evidence.dimensions[axis.dimension].codes_at(axis.level);
        code.map(|code| format!("{} = {}", axis_name(&evidence.dimensions, axis), codes.code(code)))
    };
    variables.iter().zip(record).filter_map(code).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
