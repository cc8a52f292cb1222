//! Holds the cells of an unfiltered table and rolls them up to coarser tables.

use super::levels::refines;
use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;

/// Numbers of records and other units for all combinations of the axes' codes. The last axis varies fastest.
#[derive(Debug, Clone)]
pub(crate) struct UnfilteredTable {
    pub axes: Vec<AxisRef>,
    pub sizes: Vec<usize>,
    /// The cell key of each cell.
    pub keys: Vec<u64>,
    /// The number of records in each cell, then the numbers of each unit. The list of a unit that no limit uses is
    /// empty.
    pub units: Vec<Vec<u64>>,
}

impl UnfilteredTable {
    /// The number of records in each cell.
    pub fn counts(&self) -> &[u64] {
        &self.units[0]
    }

    /// Rolls up to other axes. `to` has a level for each axis, or `None` to sum over the axis. Returns `None` if a
    /// level is neither the present level nor coarser.
    pub fn rolled_up(&self, dimensions: &[Dimension], keys: KeyGroup, to: &[Option<Option<usize>>]) -> Option<Self> {
        let mut axes = Vec::new();
        let mut sizes = Vec::new();
        // For each axis, the place to which each present place rolls up; `None` for a group without codes.
        let mut places: Vec<Vec<Option<usize>>> = Vec::new();
        for (axis, to) in self.axes.iter().zip(to) {
            let dimension = &dimensions[axis.dimension];
            let here = dimension.codes_at(axis.level).len();
            let Some(level) = *to else {
                places.push(vec![Some(0); here]);
                continue;
            };
            if !refines(dimension, axis.level, level) {
                return None;
            }
            let mut place = vec![None; here];
            for code in 0..dimension.codes.len() as u32 {
                place[dimension.group_of(axis.level, code) as usize] = Some(dimension.group_of(level, code) as usize);
            }
            axes.push(AxisRef { dimension: axis.dimension, level });
            sizes.push(dimension.codes_at(level).len());
            places.push(place);
        }
        let cells: usize = sizes.iter().product();
        let mut stride = cells;
        let mut next = sizes.iter();
        for (places, to) in places.iter_mut().zip(to) {
            if to.is_some() {
                stride /= next.next().copied().unwrap_or(1).max(1);
            }
            let stride = if to.is_some() { stride } else { 0 };
            places.iter_mut().flatten().for_each(|place| *place *= stride);
        }
        let mut found = Self {
            axes,
            sizes,
            keys: vec![0; cells],
            units: self.units.iter().map(|unit| vec![0; if unit.is_empty() { 0 } else { cells }]).collect(),
        };
        self.each(&mut |at, codes| {
            let place = codes.iter().zip(&places).try_fold(0, |sum, (&code, places)| Some(sum + places[code]?));
            let Some(place) = place else { return };
            found.keys[place] = keys.combine(found.keys[place], self.keys[at]);
            for (to, from) in found.units.iter_mut().zip(&self.units).filter(|(_, from)| !from.is_empty()) {
                to[place] += from[at];
            }
        });
        Some(found)
    }

    /// Calls a function with every cell: its number and its place along each axis.
    pub fn each(&self, call: &mut dyn FnMut(usize, &[usize])) {
        let mut codes = vec![0; self.sizes.len()];
        for at in 0..self.units[0].len() {
            call(at, &codes);
            for (code, &size) in codes.iter_mut().zip(&self.sizes).rev() {
                *code += 1;
                if *code < size {
                    break;
                }
                *code = 0;
            }
        }
    }
}

/// For each place of an axis, whether a filter retains the place. The axis must separate the filter's codes, so that
/// each place is retained or removed as a whole.
pub(crate) fn retained_places(dimension: &Dimension, level: Option<usize>, retained: &[bool]) -> Vec<bool> {
    let mut places = vec![false; dimension.codes_at(level).len()];
    for (code, _) in (0..).zip(retained).filter(|(_, retained)| **retained) {
        places[dimension.group_of(level, code) as usize] = true;
    }
    places
}
