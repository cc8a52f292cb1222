//! Searches for the nearest coarser table that passes all limits.
//!
//! A step makes one axis one level coarser, removes one filter, or removes one axis. The search is breadth first. Steps
//! have this order: axes one level coarser, last axis first and levels in declared order; then removed filters, last
//! first; then removed axes, last first. The examined tables have no custom groups. Their cells are sums of the query's
//! cells, so the search fetches no tiles.

use super::check::{RuleContext, Violation};
use super::levels::coarser;
use super::{Nearest, Question, Refusal, UnfilteredTable};
use crate::dimension::{AxisRef, axis_name};

/// Maximum number of tables to examine.
const MOST_TABLES: usize = 4096;
/// Maximum number of cells and codes to read for all examined tables. The search then takes less than a second.
const MOST_WORK: usize = 1 << 26;

/// For each axis the number of its level ([`of_level`]), then [`RETAINED`] for each filter. Removed axes and filters
/// have [`LEFT_OUT`].
type State = Vec<u32>;

const LEFT_OUT: u32 = 0;
const RETAINED: u32 = 1;

fn of_level(level: Option<usize>) -> u32 {
    level.map_or(RETAINED, |level| level as u32 + 2)
}

/// The inverse of [`of_level`].
fn level_of(number: u32) -> Option<usize> {
    number.checked_sub(2).map(|level| level as usize)
}

/// The known steps: for each dimension and level, the next coarser levels.
type Coarser = Vec<((usize, Option<usize>), Vec<Option<usize>>)>;

impl<E> RuleContext<'_, E> {
    /// The refusal of a question, given its violation, its cells and its filters. `method` is set if the suggested
    /// query must name the method.
    pub fn refusal(
        &self,
        violation: Violation,
        question: &Question,
        cells: Option<&UnfilteredTable>,
        filters: &[(AxisRef, Vec<u32>)],
        method: Option<String>,
    ) -> Result<Refusal, E> {
        let (found, all) = self.nearest(question, cells)?;
        let Violation { rule, reason, limit, found: disclosed } = violation;
        let nearest = found.map(|found| Nearest { method, ..self.words(&found, filters) });
        Ok(Refusal { rule, reason, limit, found: disclosed, nearest, all })
    }

    /// The nearest question that passes, and whether the search examined all coarser questions.
    fn nearest(&self, question: &Question, cells: Option<&UnfilteredTable>) -> Result<(Option<Question>, bool), E> {
        let mut start: State = question.axes.iter().map(|&(axis, _)| of_level(axis.level)).collect();
        start.resize(start.len() + question.filters.len(), RETAINED);
        // All known states in search order, and their positions sorted by state.
        let (mut states, mut known) = (vec![start], vec![0]);
        let mut above = Coarser::new();
        let codes: usize = question.unfiltered(self.dimensions).iter().map(|axis| self.codes(axis.dimension)).sum();
        let mut work = 0;
        let mut at = 0;
        while at < states.len() {
            work += codes;
            if work > MOST_WORK {
                return Ok((None, false));
            }
            let candidate = question_of(&states[at], question);
            if let Some(candidate) = candidate.filter(|candidate| candidate != question) {
                let rolled_up = match cells {
                    Some(cells) if self.could_pass(&candidate) => {
                        work += cells.counts().len();
                        self.cells_of(&candidate, cells)
                    }
                    _ => None,
                };
                let known = rolled_up.is_some() || !self.rules.needs_cells();
                if known && self.violation(&candidate, rolled_up.as_ref())?.is_none() {
                    return Ok((Some(candidate), true));
                }
            }
            for (place, number) in self.steps(&states[at], question, &mut above) {
                let mut next = states[at].clone();
                next[place] = number;
                if let Err(place) = known.binary_search_by(|&known: &usize| states[known].cmp(&next)) {
                    if known.len() == MOST_TABLES {
                        return Ok((None, false));
                    }
                    known.insert(place, states.len());
                    states.push(next);
                }
            }
            at += 1;
        }
        Ok((None, cells.is_some() || !self.rules.needs_cells()))
    }

    /// The unfiltered table of a coarser question.
    fn cells_of(&self, candidate: &Question, cells: &UnfilteredTable) -> Option<UnfilteredTable> {
        let axes = candidate.unfiltered(self.dimensions);
        let level = |dimension| axes.iter().find(|axis| axis.dimension == dimension).map(|axis| axis.level);
        let to: Vec<Option<Option<usize>>> = cells.axes.iter().map(|axis| level(axis.dimension)).collect();
        cells.rolled_up(self.dimensions, self.keys, &to)
    }

    fn codes(&self, dimension: usize) -> usize {
        self.dimensions[dimension].codes.len()
    }

    /// The steps from a state: the position to change and the new number.
    fn steps(&self, state: &[u32], question: &Question, known: &mut Coarser) -> Vec<(usize, u32)> {
        let axes = question.axes.len();
        let mut steps = Vec::new();
        for at in (0..axes).rev().filter(|&at| state[at] != LEFT_OUT) {
            let (dimension, level) = (question.axes[at].0.dimension, level_of(state[at]));
            let found = known.iter().position(|(of, _)| *of == (dimension, level)).unwrap_or_else(|| {
                known.push(((dimension, level), coarser(&self.dimensions[dimension], level)));
                known.len() - 1
            });
            known[found].1.iter().for_each(|&coarse| steps.push((at, of_level(coarse))));
        }
        for at in (axes..state.len()).rev().chain((0..axes).rev()) {
            if state[at] != LEFT_OUT {
                steps.push((at, LEFT_OUT));
            }
        }
        steps
    }

    fn words(&self, found: &Question, filters: &[(AxisRef, Vec<u32>)]) -> Nearest {
        let of = |is_row: bool| -> Vec<String> {
            let axes = found.axes.iter().filter(|(_, row)| *row == is_row);
            axes.map(|&(axis, _)| axis_name(self.dimensions, axis)).collect()
        };
        let (mut rows, mut columns) = (of(true), of(false));
        if rows.is_empty() {
            std::mem::swap(&mut rows, &mut columns);
        }
        let mut retained: Vec<(AxisRef, Vec<u32>)> = Vec::new();
        for (axis, codes) in filters.iter().filter(|(axis, _)| found.retained(axis.dimension).is_some()) {
            match retained.iter_mut().find(|(earlier, _)| earlier == axis) {
                Some((_, both)) => both.retain(|code| codes.contains(code)),
                None => retained.push((*axis, codes.clone())),
            }
        }
        let filter = |(axis, codes): (AxisRef, Vec<u32>)| {
            let list = self.dimensions[axis.dimension].codes_at(axis.level);
            (axis_name(self.dimensions, axis), codes.iter().map(|&code| list.code(code).to_owned()).collect())
        };
        Nearest { rows, columns, filter: retained.into_iter().map(filter).collect(), method: None }
    }
}

/// The question of a state, or `None` if no axis remains.
fn question_of(state: &[u32], question: &Question) -> Option<Question> {
    let (of_axes, of_filters) = state.split_at(question.axes.len());
    let mut candidate = Question { axes: Vec::new(), filters: Vec::new(), groups: None };
    for (&number, &(axis, is_row)) in of_axes.iter().zip(&question.axes) {
        if number != LEFT_OUT {
            candidate.axes.push((AxisRef { dimension: axis.dimension, level: level_of(number) }, is_row));
        }
    }
    for (&number, filter) in of_filters.iter().zip(&question.filters) {
        if number != LEFT_OUT {
            candidate.filters.push(filter.clone());
        }
    }
    (!candidate.axes.is_empty()).then_some(candidate)
}
