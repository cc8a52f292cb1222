//! The cells of a table without filters, which coarser tables are added up from.

use super::levels::refines;
use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;

/// Numbers of records and other units of all combinations of some axes' codes, the last axis running fastest.
#[derive(Debug, Clone)]
pub(crate) struct UnfilteredTable {
    pub axes: Vec<AxisRef>,
    pub sizes: Vec<usize>,
    /// Cell keys of the records.
    pub keys: Vec<u64>,
    /// Numbers of records first, then of each unit; empty where nothing asks for that unit.
    pub units: Vec<Vec<u64>>,
}

impl UnfilteredTable {
    /// Numbers of records.
    pub fn counts(&self) -> &[u64] {
        &self.units[0]
    }

    /// The cells of other axes: of each of these one coarser, or none where it is added up. None where a level cannot be had
    /// from the one that is there.
    pub fn rolled_up(&self, dimensions: &[Dimension], keys: KeyGroup, to: &[Option<Option<usize>>]) -> Option<Self> {
        let mut axes = Vec::new();
        let mut sizes = Vec::new();
        // For each axis the place that each of its places goes to; none for a group that no code is in.
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

/// For each place of an axis whether a filter keeps it: some of its codes, and so all, where the axis tells them apart.
pub(crate) fn retained_places(dimension: &Dimension, level: Option<usize>, retained: &[bool]) -> Vec<bool> {
    let mut places = vec![false; dimension.codes_at(level).len()];
    for (code, _) in (0..).zip(retained).filter(|(_, retained)| **retained) {
        places[dimension.group_of(level, code) as usize] = true;
    }
    places
}
