//! Rolls up the cells of a view to a coarser view.

use std::borrow::Cow;
use std::convert::Infallible;

use super::collect::Cells;
use super::parallel::{in_parallel, in_parts, sort};
use crate::base::bits::width;
use crate::base::threads;
use crate::dimension::{AxisRef, Dimension};
use crate::key::KeyGroup;

/// A roll-up to at most this number of places always uses an array of all combinations of codes.
const SMALL_ARRAY: u128 = 1 << 16;
/// It takes longer to start a thread than to join this number of cells.
const FEW: usize = 1 << 14;
/// Maximum number of places in such an array. A place takes 16 bytes.
const LARGEST_ARRAY: u128 = 1 << 24;

/// The cells of a view in columns, in ascending order of their coordinates. Each cell occurs once.
#[derive(Debug)]
pub(super) struct Columns<'a> {
    /// The axes, in the order of the coordinates.
    pub axes: Vec<AxisRef>,
    /// One column for each axis, with the position of each cell's code.
    pub coordinates: Cow<'a, [Vec<u32>]>,
    pub counts: Cow<'a, [u64]>,
    pub keys: Cow<'a, [u64]>,
}

/// The axes of the finest view: every dimension with all its codes.
pub(super) fn finest_axes(dimensions: &[Dimension]) -> Vec<AxisRef> {
    (0..dimensions.len()).map(|dimension| AxisRef { dimension, level: None }).collect()
}

/// Maps each group of a dimension at the level `from` to the group at the level `to` that contains its codes. Groups
/// without codes map to 0. Returns `None` if a group at `from` has codes in several groups at `to`.
pub(super) fn regroup(dimension: &Dimension, from: Option<usize>, to: Option<usize>) -> Option<Vec<u32>> {
    let mut groups: Vec<Option<u32>> = vec![None; dimension.codes_at(from).len()];
    for code in 0..dimension.codes.len() as u32 {
        let group = dimension.group_of(to, code);
        if *groups[dimension.group_of(from, code) as usize].get_or_insert(group) != group {
            return None;
        }
    }
    Some(groups.into_iter().map(|group| group.unwrap_or(0)).collect())
}

/// An axis of the rolled-up view.
struct Target {
    /// Position of the axis in the source view.
    column: usize,
    /// The new code of each source code.
    map: Vec<u32>,
    codes: usize,
}

impl<'a> Columns<'a> {
    /// The columns of the finest view, without copying the cells.
    pub fn base(cells: &'a Cells) -> Self {
        Self {
            axes: finest_axes(&cells.dimensions),
            coordinates: cells.coords.as_slice().into(),
            counts: cells.counts.as_slice().into(),
            keys: cells.keys.as_slice().into(),
        }
    }

    /// Columns to which cells are then appended.
    pub fn empty(axes: Vec<AxisRef>) -> Self {
        let coordinates = vec![Vec::new(); axes.len()].into();
        Self { axes, coordinates, counts: Vec::new().into(), keys: Vec::new().into() }
    }

    /// Appends some cells of columns with the same axes.
    pub fn append(&mut self, other: &Columns<'_>, takes: impl Fn(usize) -> bool) {
        let cells: Vec<usize> = (0..other.len()).filter(|cell| takes(*cell)).collect();
        for (own, other) in self.coordinates.to_mut().iter_mut().zip(&*other.coordinates) {
            own.extend(cells.iter().map(|&cell| other[cell]));
        }
        self.counts.to_mut().extend(cells.iter().map(|&cell| other.counts[cell]));
        self.keys.to_mut().extend(cells.iter().map(|&cell| other.keys[cell]));
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Rolls up the cells to other axes. Returns `None` if a dimension is missing here, or if these columns join codes
    /// that the new axes separate.
    pub fn rolled(&self, dimensions: &[Dimension], axes: &[AxisRef], group: KeyGroup) -> Option<Columns<'static>> {
        let target = |axis: &AxisRef| {
            let column = self.axes.iter().position(|own| own.dimension == axis.dimension)?;
            let dimension = &dimensions[axis.dimension];
            let map = regroup(dimension, self.axes[column].level, axis.level)?;
            Some(Target { column, map, codes: dimension.codes_at(axis.level).len() })
        };
        let targets: Vec<Target> = axes.iter().map(target).collect::<Option<_>>()?;
        let places = targets.iter().fold(1_u128, |places, target| places.saturating_mul(target.codes as u128));
        let worthwhile = LARGEST_ARRAY.min(4 * self.len() as u128).max(SMALL_ARRAY);
        let bits: u32 = targets.iter().map(|target| width(target.codes as u64 - 1)).sum();
        let rolled = if places <= worthwhile {
            self.added(&targets, places as usize, group)
        } else if bits <= 32 {
            self.sorted(self.packed::<u64>(&targets), &targets, group)
        } else if bits <= 96 {
            self.sorted(self.packed::<u128>(&targets), &targets, group)
        } else {
            self.compared(&targets, group)
        };
        Some(Columns { axes: axes.to_vec(), ..rolled })
    }

    /// Rolls up by adding every cell to an array of all combinations of codes.
    fn added(&self, targets: &[Target], places: usize, group: KeyGroup) -> Columns<'static> {
        let mut at = vec![0_u32; self.len()];
        for target in targets {
            for (at, &code) in at.iter_mut().zip(&self.coordinates[target.column]) {
                *at = *at * target.codes as u32 + target.map[code as usize];
            }
        }
        let (mut counts, mut keys) = (vec![0_u64; places], vec![0_u64; places]);
        for ((&at, &count), &key) in at.iter().zip(&*self.counts).zip(&*self.keys) {
            counts[at as usize] += count;
            keys[at as usize] = group.combine(keys[at as usize], key);
        }
        // A place with a count of 0 has no cell, because every source cell has a count of at least 1.
        let there: Vec<usize> = (0..places).filter(|&at| counts[at] > 0).collect();
        let mut stride = places;
        let column = |target: &Target| {
            stride /= target.codes;
            there.iter().map(|at| (at / stride % target.codes) as u32).collect()
        };
        Columns {
            axes: Vec::new(),
            coordinates: targets.iter().map(column).collect(),
            counts: there.iter().map(|&at| counts[at]).collect(),
            keys: there.iter().map(|&at| keys[at]).collect(),
        }
    }

    /// Packs each cell's new coordinates and its position into one integer, and sorts the integers. This is faster
    /// than comparing columns.
    fn packed<W: Word>(&self, targets: &[Target]) -> Vec<W> {
        let mut packed = vec![W::from(0); self.len()];
        in_parts(&mut packed, |start, part| {
            for target in targets {
                let bits = width(target.codes as u64 - 1);
                for (packed, &code) in part.iter_mut().zip(&self.coordinates[target.column][start..]) {
                    *packed = *packed << bits | W::from(target.map[code as usize]);
                }
            }
            for (packed, cell) in part.iter_mut().zip(start as u32..) {
                *packed = *packed << 32 | W::from(cell);
            }
        });
        sort(&mut packed);
        packed
    }

    /// Joins neighbouring packed cells that have equal coordinates.
    fn sorted<W: Word>(&self, packed: Vec<W>, targets: &[Target], group: KeyGroup) -> Columns<'static> {
        let is_same = |a: &W, b: &W| *a >> 32 == *b >> 32;
        let join = |(): &mut (), part: &&[W]| {
            let (mut counts, mut keys, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
            for same in part.chunk_by(is_same) {
                let cells = || same.iter().map(|cell| cell.low() as usize);
                counts.push(cells().map(|cell| self.counts[cell]).sum::<u64>());
                keys.push(cells().fold(0, |key, cell| group.combine(key, self.keys[cell])));
                firsts.push(same[0].low());
            }
            Ok::<_, Infallible>((counts, keys, firsts))
        };
        // A part ends where the coordinates change.
        let size = packed.len().div_ceil(threads::number()).max(FEW);
        let (mut parts, mut rest) = (Vec::new(), packed.as_slice());
        while !rest.is_empty() {
            let start = size.min(rest.len());
            let more = rest[start - 1..].windows(2).position(|pair| !is_same(&pair[0], &pair[1]));
            let (part, after) = rest.split_at(more.map_or(rest.len(), |more| start + more));
            parts.push(part);
            rest = after;
        }
        let Ok(joined) = in_parallel(&parts, || (), join, &mut |_| ());
        let (mut counts, mut keys, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for (own_counts, own_keys, own_firsts) in joined {
            counts.extend(own_counts);
            keys.extend(own_keys);
            firsts.extend(own_firsts);
        }
        self.joined(targets, &firsts, counts, keys)
    }

    /// Rolls up by comparing columns. This works for coordinates of any width.
    fn compared(&self, targets: &[Target], group: KeyGroup) -> Columns<'static> {
        let code = |target: &Target, cell: u32| target.map[self.coordinates[target.column][cell as usize] as usize];
        let compare = |&a: &u32, &b: &u32| {
            let orders = targets.iter().map(|target| code(target, a).cmp(&code(target, b)));
            orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        };
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(compare);
        let (mut counts, mut keys, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for same in order.chunk_by(|a, b| compare(a, b).is_eq()) {
            counts.push(same.iter().map(|&cell| self.counts[cell as usize]).sum());
            keys.push(same.iter().fold(0, |key, &cell| group.combine(key, self.keys[cell as usize])));
            firsts.push(same[0]);
        }
        self.joined(targets, &firsts, counts, keys)
    }

    /// Builds the columns of a roll-up. `cells` has one source cell for each joined cell, from which the coordinates
    /// come.
    fn joined(&self, targets: &[Target], cells: &[u32], counts: Vec<u64>, keys: Vec<u64>) -> Columns<'static> {
        let column = |target: &Target| -> Vec<u32> {
            let codes = &self.coordinates[target.column];
            cells.iter().map(|&cell| target.map[codes[cell as usize] as usize]).collect()
        };
        let coordinates = if cells.len() < FEW {
            targets.iter().map(column).collect()
        } else {
            let Ok(columns) =
                in_parallel(targets, || (), |(), target| Ok::<_, Infallible>(column(target)), &mut |_| ());
            columns.into()
        };
        Columns { axes: Vec::new(), coordinates, counts: counts.into(), keys: keys.into() }
    }
}

/// An integer that holds packed coordinates. The lowest 32 bits hold the position of the cell.
trait Word:
    Copy
    + Ord
    + Send
    + Sync
    + From<u32>
    + std::ops::Shl<u32, Output = Self>
    + std::ops::Shr<u32, Output = Self>
    + std::ops::BitOr<Output = Self>
{
    fn low(self) -> u32;
}

impl Word for u64 {
    fn low(self) -> u32 {
        self as u32
    }
}

impl Word for u128 {
    fn low(self) -> u32 {
        self as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::dimension::{CodeList, Level};
    use crate::key::{Combine, Modulus};

    /// A dimension with one level. Each group of the level has up to ten codes.
    fn dimension(codes: u32) -> Dimension {
        let list = |codes: u32| CodeList::new((0..codes).map(|code| (code.to_string(), "".into())).collect()).unwrap();
        let tens = Level {
            name: "tens".into(),
            label: "tens".into(),
            codes: list(codes.div_ceil(10)),
            of: (0..codes).map(|code| code / 10).collect(),
        };
        let (name, label) = ("d".into(), "d".into());
        Dimension { name, label, note: None, role: None, codes: list(codes), levels: vec![tens] }
    }

    fn drawn_cells(codes: &[u32], cells: usize, modulus: u64) -> Cells {
        let mut state = 11_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) % below
        };
        let mut drawn = BTreeMap::new();
        for _ in 0..cells {
            // Uses few different codes that are far apart, so that a coarser cell joins several cells.
            let cell: Vec<u32> = codes.iter().map(|&codes| (next(12) * u64::from(codes - 1) / 11) as u32).collect();
            drawn.insert(cell, (1 + next(9), next(modulus)));
        }
        let column = |at: usize| drawn.keys().map(|cell| cell[at]).collect();
        Cells {
            dimensions: codes.iter().map(|&codes| dimension(codes)).collect(),
            coords: (0..codes.len()).map(column).collect(),
            counts: drawn.values().map(|&(count, _)| count).collect(),
            keys: drawn.values().map(|&(_, key)| key).collect(),
            population: 0,
            structural_zeros: Vec::new(),
            altered: Vec::new(),
            key_faults: crate::build::collect::KeyFaults::default(),
            changes: None,
            stated: None,
        }
    }

    /// The expected cells of a view, added one by one.
    fn plain(cells: &Cells, axes: &[AxisRef], group: KeyGroup) -> BTreeMap<Vec<u32>, (u64, u64)> {
        let mut sums = BTreeMap::new();
        for cell in 0..cells.counts.len() {
            let code = |axis: &AxisRef| {
                cells.dimensions[axis.dimension].group_of(axis.level, cells.coords[axis.dimension][cell])
            };
            let sum: &mut (u64, u64) = sums.entry(axes.iter().map(code).collect()).or_default();
            *sum = (sum.0 + cells.counts[cell], group.combine(sum.1, cells.keys[cell]));
        }
        sums
    }

    #[test]
    fn every_way_of_adding_is_the_plain_one() {
        // The cases cover all four ways to roll up: an array, packing in 64 bits, packing in 128 bits, and comparing
        // columns.
        let cases: [&[u32]; 5] = [&[3, 7, 1, 12], &[900, 800, 700], &[70_000, 3, 60_000], &[5000; 4], &[70_000; 6]];
        for (codes, modulus, combine) in cases.into_iter().flat_map(|codes| {
            [(codes, 1000, Combine::Sum), (codes, 1 << 32, Combine::Xor), (codes, 1 << 53, Combine::Sum)]
        }) {
            let group = KeyGroup::new(combine, Modulus::try_from(modulus).unwrap()).unwrap();
            let cells = drawn_cells(codes, 1000, modulus);
            let base = Columns::base(&cells);
            let axis = |(dimension, level): (usize, u32)| match level {
                0 => None,
                1 => Some(AxisRef { dimension, level: None }),
                _ => Some(AxisRef { dimension, level: Some(0) }),
            };
            for number in 0..3_u32.pow(codes.len() as u32) {
                let levels = (0..codes.len()).map(|at| (at, number / 3_u32.pow(at as u32) % 3));
                let mut axes: Vec<AxisRef> = levels.filter_map(axis).collect();
                if number % 2 == 1 {
                    axes.reverse();
                }
                let rolled = base.rolled(&cells.dimensions, &axes, group).unwrap();
                let found: Vec<(Vec<u32>, (u64, u64))> = (0..rolled.len())
                    .map(|at| {
                        let cell = rolled.coordinates.iter().map(|column| column[at]).collect();
                        (cell, (rolled.counts[at], rolled.keys[at]))
                    })
                    .collect();
                let expected: Vec<_> = plain(&cells, &axes, group).into_iter().collect();
                assert_eq!(found, expected, "{axes:?} of {codes:?}");

                // Rolling up through an intermediate view gives the same cells.
                let coarser: Vec<AxisRef> =
                    axes.iter().skip(1).map(|axis| AxisRef { level: Some(0), ..*axis }).collect();
                let expected: Vec<_> = plain(&cells, &coarser, group).into_values().collect();
                let rolled = rolled.rolled(&cells.dimensions, &coarser, group).unwrap();
                let found: Vec<_> = rolled.counts.iter().copied().zip(rolled.keys.iter().copied()).collect();
                assert_eq!(found, expected, "{coarser:?} from {axes:?} of {codes:?}");
                assert_eq!(rolled.axes, coarser);
            }
        }
    }

    #[test]
    fn columns_that_do_not_tell_codes_apart_are_no_source() {
        let cells = drawn_cells(&[20, 30], 100, 256);
        let group = KeyGroup::new(Combine::Sum, Modulus::try_from(256).unwrap()).unwrap();
        let axis = |dimension, level| AxisRef { dimension, level };
        let tens = Columns::base(&cells).rolled(&cells.dimensions, &[axis(0, Some(0))], group).unwrap();
        assert!(tens.rolled(&cells.dimensions, &[axis(0, None)], group).is_none());
        assert!(tens.rolled(&cells.dimensions, &[axis(1, Some(0))], group).is_none());
        assert!(tens.rolled(&cells.dimensions, &[], group).is_some());
    }
}
