//! Finds the blocked cells of a sealed cube's view. Readers slice the view without any check. So every slice that
//! filters can select is checked beforehand. Such a slice runs along one axis and has one code on each other axis.

use super::area_blocks::AreaBlocks;
use super::{RuleContext, UnfilteredTable};

impl<E> RuleContext<'_, E> {
    /// Marks the blocked cells of a view.
    pub fn blocked_cells(&self, cells: &UnfilteredTable) -> Vec<bool> {
        let mut blocked = vec![false; cells.counts().len()];
        self.block_areas(cells, &mut blocked);
        self.block_lines(cells, &mut blocked);
        blocked
    }

    /// Blocks areas with too few people, in the whole view or in one combination of the other axes' codes.
    fn block_areas(&self, cells: &UnfilteredTable, blocked: &mut [bool]) {
        let Some(rules) = &self.rules.areas else { return };
        let Some(at) = cells.axes.iter().position(|axis| axis.dimension == rules.dimension) else { return };
        let (level, dimension) = (cells.axes[at].level, &self.dimensions[rules.dimension]);
        let mut codes_of = vec![Vec::new(); cells.sizes[at]];
        for code in 0..dimension.codes.len() {
            codes_of[dimension.group_of(level, code as u32) as usize].push(code);
        }
        let mut whole: Vec<Vec<u64>> = cells.units.iter().map(|_| vec![0; cells.sizes[at]]).collect();
        cells.each(&mut |cell, codes| {
            for (sums, unit) in whole.iter_mut().zip(&cells.units).filter(|(_, unit)| !unit.is_empty()) {
                sums[codes[at]] += unit[cell];
            }
        });
        let is_blocked = |filtered: Option<&[Vec<u64>]>| -> Vec<bool> {
            let pieces = AreaBlocks::of(rules, dimension, level, &whole, filtered);
            codes_of.iter().map(|codes| !pieces.releases(codes.iter().copied())).collect()
        };
        let everywhere = is_blocked(None);
        let by_slice = cells.sizes.len() > 1 && !rules.least.filtered.is_empty();
        for line in lines(&cells.sizes, at) {
            let of = |unit: &Vec<u64>| line.clone().map(|cell| unit.get(cell).copied().unwrap_or(0)).collect();
            let own = by_slice.then(|| is_blocked(Some(&cells.units.iter().map(of).collect::<Vec<_>>())));
            for (cell, is_blocked) in line.clone().zip(own.as_ref().unwrap_or(&everywhere)) {
                blocked[cell] |= is_blocked;
            }
        }
    }

    /// Blocks every line of cells with too few people. A line runs along one axis, as if all other axes were filters.
    fn block_lines(&self, cells: &UnfilteredTable, blocked: &mut [bool]) {
        let least = &self.rules.population.filtered;
        if least.is_empty() || cells.sizes.len() < 2 {
            return;
        }
        for at in 0..cells.sizes.len() {
            for line in lines(&cells.sizes, at) {
                let people = |unit: usize| line.clone().map(|cell| cells.units[unit][cell]).sum::<u64>();
                if least.iter().any(|threshold| people(threshold.unit) < threshold.least) {
                    line.for_each(|cell| blocked[cell] = true);
                }
            }
        }
    }
}

/// The numbers of the cells in each line along an axis.
fn lines(sizes: &[usize], axis: usize) -> impl Iterator<Item = impl Iterator<Item = usize> + Clone> {
    let inner: usize = sizes[axis + 1..].iter().product();
    let (outer, size): (usize, usize) = (sizes[..axis].iter().product(), sizes[axis]);
    (0..outer * inner).map(move |line| {
        let start = line / inner * size * inner + line % inner;
        (0..size).map(move |place| start + place * inner)
    })
}

/// The reason why a sealed cube does not contain a view, in words that follow the axes' names. The words contain no
/// figure.
pub(crate) fn words_of_view(rule: &str) -> &'static str {
    match rule {
        "max_dimensions" => "are more dimensions than the rule max_dimensions lets pass",
        "never" => "do not pass the rule never",
        "small_cells" => "do not pass the rule small_cells",
        "zeros" => "do not pass the rule zeros",
        "average_cell" => "do not pass the rule average_cell",
        "risk_before" => "do not pass the rule risk_before",
        "risk_after" => "do not pass the rule risk_after",
        _ => "do not pass the rule population",
    }
}
