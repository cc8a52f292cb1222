//! Checks a query's table against all limits.

use super::area_blocks::AreaBlocks;
use super::resolve::is_named;
use super::unfiltered::{UnfilteredTable, retained_places};
use super::{Question, Rules, Threshold};
use crate::base::json::to_text;
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::key::KeyGroup;

/// The risk R before and after protection; `None` for a table without records.
pub(crate) type Risks = (Option<f64>, Option<f64>);

/// The data that a check needs besides the question.
pub(crate) struct RuleContext<'a, E> {
    pub rules: &'a Rules,
    pub dimensions: &'a [Dimension],
    pub keys: KeyGroup,
    /// Whether messages may quote figures of the data.
    pub may_disclose: bool,
    /// Computes the risk R of a table before and after protection.
    pub risks: &'a dyn Fn(&UnfilteredTable) -> Result<Risks, E>,
}

/// A limit that a question exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub rule: String,
    pub reason: String,
    pub limit: Option<String>,
    pub found: Option<String>,
}

impl Violation {
    fn new(rule: &str, reason: String) -> Option<Self> {
        Some(Self { rule: rule.to_owned(), reason, limit: None, found: None })
    }

    /// A violation with its limit. `found` is the table's figure if the context allows disclosure, otherwise `None`.
    fn limited(rule: &str, reason: String, limit: String, found: Option<String>) -> Option<Self> {
        Some(Self { rule: rule.to_owned(), reason, limit: Some(limit), found })
    }
}

impl<E> RuleContext<'_, E> {
    /// The first limit that a question exceeds. Limits that need no counts are checked first, then the other limits in
    /// the order of `docs/reference/rules.md`. `cells` is the unfiltered table, or `None` if the table is too large or
    /// no limit needs counts.
    pub fn violation(&self, question: &Question, cells: Option<&UnfilteredTable>) -> Result<Option<Violation>, E> {
        if let Some(violation) = self.without_counts(question) {
            return Ok(Some(violation));
        }
        if !self.rules.needs_cells() {
            return Ok(None);
        }
        let table = self.names(&question.unfiltered(self.dimensions));
        let Some(cells) = cells else {
            let reason = format!("the table {table} has more cells than can be looked at");
            return Ok(Violation::new(&self.first(), reason));
        };
        if let Some(violation) = self.areas(question, cells).or_else(|| self.populations(question, cells, &table)) {
            return Ok(Some(violation));
        }
        if let Some(violation) = self.shares(cells, &table) {
            return Ok(Some(violation));
        }
        self.risk(cells, &table)
    }

    /// The pieces of the areas' dimension, if areas have thresholds and the question separates areas.
    pub fn pieces(&self, question: &Question, cells: &UnfilteredTable) -> Option<AreaBlocks> {
        AreaBlocks::new(self.rules.areas.as_ref()?, self.dimensions, question, cells)
    }

    /// Whether a question passes the limits that need no counts.
    pub(super) fn could_pass(&self, question: &Question) -> bool {
        self.without_counts(question).is_none()
    }

    fn without_counts(&self, question: &Question) -> Option<Violation> {
        let unfiltered = question.unfiltered(self.dimensions);
        if let Some(most) = self.rules.max_dimensions.filter(|&most| unfiltered.len() > most) {
            let (names, found) = (self.names(&unfiltered), unfiltered.len());
            let reason = format!("the table {names} has too many dimensions, filters counted");
            return Violation::limited("max_dimensions", reason, most.to_string(), Some(found.to_string()));
        }
        if self.rules.nested {
            let standard = "and only codes and groups of levels are released";
            if let Some(axis) = question.groups {
                let name = self.names(&[axis]);
                return Violation::new("nested", format!("{name} has custom groups, {standard}"));
            }
            let odd = question.filters.iter().find(|(at, retained)| !is_standard(&self.dimensions[*at], retained));
            if let Some((at, _)) = odd {
                let name = &self.dimensions[*at].name;
                return Violation::new("nested", format!("the filter on {name} is a custom set of codes, {standard}"));
            }
        }
        let is_met = |set: &&Vec<AxisRef>| {
            set.iter().all(|&named| unfiltered.iter().any(|&axis| is_named(self.dimensions, named, axis)))
        };
        let set = self.rules.never.iter().find(is_met)?;
        let reason = match set.as_slice() {
            [_] => format!("{} is never released", self.names(set)),
            _ => format!("{} are never released together", self.names(set)),
        };
        Violation::new("never", reason)
    }

    /// The violation by a filter that selects a blocked area, or only some of the areas that are blocked together.
    fn areas(&self, question: &Question, cells: &UnfilteredTable) -> Option<Violation> {
        let dimension = self.rules.areas.as_ref()?.dimension;
        let retained = question.retained(dimension)?;
        let pieces = self.pieces(question, cells)?;
        if pieces.releases((0..retained.len()).filter(|&code| retained[code])) {
            return None;
        }
        let name = &self.dimensions[dimension].name;
        let reason =
            format!("the filter on {name} takes a blocked area, or some of the areas that are blocked together");
        Violation::new("areas", reason)
    }

    fn populations(&self, question: &Question, cells: &UnfilteredTable, table: &str) -> Option<Violation> {
        let least = &self.rules.population;
        let too_few = |thresholds: &[Threshold], rule: &str, of: &str, people: &dyn Fn(usize) -> u64| {
            thresholds.iter().find_map(|Threshold { name, unit, least }| {
                let found = people(*unit);
                if found >= *least {
                    return None;
                }
                let reason = format!("{of} too few of the unit {name}");
                let disclosed = self.may_disclose.then(|| found.to_string());
                Violation::limited(&format!("{rule}.{name}"), reason, least.to_string(), disclosed)
            })
        };
        let whole = |unit: usize| cells.units[unit].iter().sum();
        let violation = too_few(&least.whole, "population", &format!("the table {table} has"), &whole);
        if violation.is_some() || question.filters.is_empty() {
            return violation;
        }
        let retained: Vec<Option<Vec<bool>>> = cells
            .axes
            .iter()
            .map(|axis| {
                let retained = question.retained(axis.dimension)?;
                Some(retained_places(&self.dimensions[axis.dimension], axis.level, retained))
            })
            .collect();
        let filtered = |unit: usize| {
            let mut sum = 0;
            cells.each(&mut |cell, codes| {
                if codes
                    .iter()
                    .zip(&retained)
                    .all(|(&code, retained)| retained.as_ref().is_none_or(|retained| retained[code]))
                {
                    sum += cells.units[unit][cell];
                }
            });
            sum
        };
        too_few(&least.filtered, "population.filtered", "the filters leave", &filtered)
    }

    /// The counts of the cells in areas that are released if there are no filters. Cells in blocked areas are excluded,
    /// because readers cannot see them.
    fn shown(&self, cells: &UnfilteredTable) -> Vec<u64> {
        let pieces = self.pieces(&Question::all(&cells.axes), cells);
        let Some(pieces) = pieces else { return cells.counts().to_vec() };
        let Some(at) = cells.axes.iter().position(|axis| axis.dimension == pieces.dimension) else {
            return cells.counts().to_vec();
        };
        let dimension = &self.dimensions[pieces.dimension];
        let mut codes_of = vec![Vec::new(); cells.sizes[at]];
        for code in 0..dimension.codes.len() {
            codes_of[dimension.group_of(cells.axes[at].level, code as u32) as usize].push(code);
        }
        let released: Vec<bool> = codes_of.iter().map(|codes| pieces.releases(codes.iter().copied())).collect();
        let mut shown = Vec::new();
        cells.each(&mut |cell, codes| {
            if released[codes[at]] {
                shown.push(cells.counts()[cell]);
            }
        });
        shown
    }

    fn shares(&self, cells: &UnfilteredTable, table: &str) -> Option<Violation> {
        let counts = self.shown(cells);
        let all = counts.len() as f64;
        let rules = self.rules;
        let disclosed = |found: f64| self.may_disclose.then(|| rounded(found));
        let mean = counts.iter().sum::<u64>() as f64 / all;
        if let Some(least) = rules.average_cell.filter(|&least| mean < least) {
            let reason = format!("the table {table} has too few records a cell");
            return Violation::limited("average_cell", reason, to_text(&least), disclosed(mean));
        }
        let share = |is_one: &dyn Fn(u64) -> bool| counts.iter().filter(|&&count| is_one(count)).count() as f64 / all;
        for (rule, most, words, is_one) in [
            ("zeros", rules.zeros, "are empty", (&|count: u64| count == 0) as &dyn Fn(u64) -> bool),
            ("small_cells", rules.small_cells, "hold one or two records", &|count| count == 1 || count == 2),
        ] {
            let Some(most) = most else { continue };
            let found = share(is_one);
            if found > most {
                let reason = format!("too many cells of the table {table} {words}");
                return Violation::limited(rule, reason, to_text(&most), disclosed(found));
            }
        }
        None
    }

    fn risk(&self, cells: &UnfilteredTable, table: &str) -> Result<Option<Violation>, E> {
        if self.rules.risk_before.is_none() && self.rules.risk_after.is_none() {
            return Ok(None);
        }
        let (before, after) = (self.risks)(cells)?;
        for (rule, most, found, words) in [
            ("risk_before", self.rules.risk_before, before, ""),
            ("risk_after", self.rules.risk_after, after, " as it would be published"),
        ] {
            let Some(most) = most else { continue };
            let Some(found) = found else {
                // "A table of all zeros would not be permissible" (Shlomo, Antal and Elliot 2015, section 4.1).
                return Ok(Violation::new(rule, format!("the table {table} has no records, and so no risk")));
            };
            if found > most {
                let reason = format!("the risk of the table {table}{words} is too high");
                return Ok(Violation::limited(rule, reason, to_text(&most), self.may_disclose.then(|| rounded(found))));
            }
        }
        Ok(None)
    }

    /// The name of the first limit that needs counts.
    fn first(&self) -> String {
        let rules = self.rules;
        let threshold = |least: &super::Thresholds| {
            let whole = least.whole.first().map(|threshold| format!("population.{}", threshold.name));
            whole.or_else(|| least.filtered.first().map(|threshold| format!("population.filtered.{}", threshold.name)))
        };
        let given = [
            ("average_cell", rules.average_cell),
            ("zeros", rules.zeros),
            ("small_cells", rules.small_cells),
            ("risk_before", rules.risk_before),
            ("risk_after", rules.risk_after),
        ];
        let share = given.iter().find(|(_, limit)| limit.is_some()).map(|(rule, _)| (*rule).to_owned());
        threshold(&rules.population).or(share).unwrap_or_else(|| "areas".into())
    }

    pub(super) fn names(&self, axes: &[AxisRef]) -> String {
        axes.iter().map(|&axis| axis_name(self.dimensions, axis)).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a filter retains one code or exactly one group of a level. A question has no filters that retain all codes.
fn is_standard(dimension: &Dimension, retained: &[bool]) -> bool {
    let mut codes = (0..).zip(retained).filter(|(_, retained)| **retained).map(|(code, _)| code);
    let Some(first) = codes.next() else { return false };
    if codes.next().is_none() {
        return true;
    }
    (0..dimension.levels.len()).any(|level| {
        let of = &dimension.levels[level].of;
        of.iter().zip(retained).all(|(&group, &retained)| retained == (group == of[first as usize]))
    })
}

/// Formats a figure with at most six decimals.
fn rounded(figure: f64) -> String {
    to_text(&((figure * 1e6).round() / 1e6))
}
