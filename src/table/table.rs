//! Defines the finished table, with the labels that a page or a file shows next to the values.

use serde::Serialize;

use super::areas::{MINUS, level_of};
use super::axis::{Axis, Layout, Places};
use super::cells::{area_selections, block_cells};
use crate::base::{FULL, inert, scaled};
use crate::cube::Cube;
use crate::dimension::{AxisRef, Role, TOTAL, axis_name};
use crate::protect::{Adjustment, MethodSpec, Protected, Status};

/// A protected table.
#[derive(Debug, Clone)]
pub struct Table {
    /// The headings of the rows, then of the columns.
    pub headings: Vec<Heading>,
    /// The values, row-major over the headings. Use a value only if its [`status`](Self::status) is shown.
    values: Vec<i64>,
    status: Vec<Status>,
    /// True counts, keys and noise. Present if the query reveals them and the cube allows it.
    pub revealed: Option<Revealed>,
    /// The filters that restrict the table's population.
    pub filters: Vec<FilterWords>,
    /// How custom areas were built. Present if the query has groups, filters of several codes or `areas`.
    pub areas: Option<Areas>,
    /// What a method that looks at the whole table reports. Absent for other methods.
    pub adjustment: Option<Adjustment>,
}

/// True counts, cell keys and noise of all cells.
#[derive(Debug, Clone)]
pub struct Revealed {
    /// Number of records in each cell.
    pub counts: Vec<u64>,
    /// The key of each cell.
    pub keys: Vec<u64>,
    /// The noise of each cell, before any threshold, in units of 10^-[`decimals`](Table::decimals).
    pub noise: Vec<i64>,
}

/// One axis of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// The axis as the query names it: `dimension` or `dimension:level`.
    pub name: String,
    /// The label to show.
    pub label: String,
    /// `row` or `column`.
    pub axis: &'static str,
    /// The role of the dimension, such as `geo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The places in order. The total comes last, with the code `_T`.
    pub codes: Vec<Category>,
}

/// A place on an axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Category {
    /// The code, or the label of a group.
    pub code: String,
    /// The label to show.
    pub label: String,
}

/// A filter, with labels to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilterWords {
    /// `dimension` or `dimension:level`.
    pub name: String,
    /// The label to show.
    pub label: String,
    /// The retained codes.
    pub codes: Vec<Category>,
}

/// How custom areas were built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Areas {
    /// `exact`: an area is protected as one cell. `blocks`: an area is a sum or difference of protected blocks. `sums`:
    /// an area is a sum of protected blocks.
    pub mode: &'static str,
    /// Blocks with at least this population are unprotected. `None` if all blocks are protected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protect_below: Option<u64>,
    /// The axes and filters that have a place of several blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<AreasAxis>,
}

/// An axis or a filter that has a place of several building blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AreasAxis {
    /// The axis as the query names it, or the dimension of a filter.
    pub name: String,
    /// The places of several blocks. A filter has a single place.
    pub places: Vec<PlaceBlocks>,
}

/// The blocks of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaceBlocks {
    /// The code on the axis, or `None` for a filter.
    pub code: Option<String>,
    /// The blocks, larger ones first.
    pub blocks: Vec<BlockWords>,
    /// Whether a block is subtracted. If so, values can be negative.
    pub negative: bool,
    /// Variance of the place's noise as a multiple of the variance of one cell. It equals the number of blocks if their
    /// noise is independent. For a cell of the table, multiply the variances of its places and of the filters.
    pub variance: u64,
}

/// A building block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockWords {
    /// 1 for an added block, -1 for a subtracted one.
    pub sign: i32,
    /// `dimension` or `dimension:level`, or `None` for the whole dimension.
    pub name: Option<String>,
    /// The code; `_T` for the whole dimension.
    pub code: String,
    /// The label to show.
    pub label: String,
}

impl Table {
    pub(super) fn new(
        headings: Vec<Heading>,
        filters: Vec<FilterWords>,
        areas: Option<Areas>,
        Protected { values, status, adjustment }: Protected,
        revealed: Option<Revealed>,
    ) -> Self {
        Self { headings, values, status, revealed, filters, areas, adjustment }
    }

    /// Number of places on each axis.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.headings.iter().map(|heading| heading.codes.len())
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the table has no cells.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Number of decimals of the values. It is 0 unless a fit to the totals gives fractions.
    pub fn decimals(&self) -> u32 {
        self.adjustment.map_or(0, Adjustment::decimals)
    }

    /// The value of a cell in units of 10^-[`decimals`](Self::decimals), or `None` if the value is not shown.
    ///
    /// # Panics
    /// Panics if `cell` is not below [`len`](Self::len).
    pub fn value(&self, cell: usize) -> Option<i64> {
        (self.status[cell] == Status::Shown).then(|| self.values[cell])
    }

    /// The values of all cells. NaN stands for a missing value, because a suppressed number must not leave the core.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![0.0; self.values.len()];
        let decimals = self.decimals();
        for ((number, &value), &status) in numbers.iter_mut().zip(&self.values).zip(&self.status) {
            *number = if status == Status::Shown { scaled(value, decimals) } else { f64::NAN };
        }
        numbers
    }

    /// The status of every cell.
    pub fn status(&self) -> &[Status] {
        &self.status
    }
}

/// The label of an axis: the label of its level, or of the dimension if the axis has no level.
fn axis_label(cube: &Cube, at: AxisRef, lang: Option<&str>) -> String {
    let dimension = &cube.dimensions[at.dimension];
    at.level.map_or(&dimension.label, |level| &dimension.levels[level].label).resolve(lang).to_owned()
}

pub(super) fn headings(cube: &Cube, layout: &Layout, lang: Option<&str>) -> Vec<Heading> {
    let heading = |axis: &Axis| {
        let list = cube.dimensions[axis.at.dimension].codes_at(axis.at.level);
        let mut codes: Vec<Category> = match &axis.places {
            Places::Codes(codes) => codes.iter().map(|&code| category(list, code, lang)).collect(),
            Places::Groups(groups) => {
                // A reader chose the label, perhaps by a link that somebody else made.
                groups.iter().map(|(label, _)| Category { code: inert(label), label: label.clone() }).collect()
            }
        };
        if layout.totals {
            codes.push(total());
        }
        Heading {
            name: axis.name.clone(),
            label: axis_label(cube, axis.at, lang),
            axis: if axis.is_row { "row" } else { "column" },
            role: cube.dimensions[axis.at.dimension].role,
            codes,
        }
    };
    layout.axes[..layout.shown].iter().map(heading).collect()
}

pub(super) fn filters(cube: &Cube, layout: &Layout, lang: Option<&str>) -> Vec<FilterWords> {
    let words = |(at, codes): &(AxisRef, Vec<u32>)| {
        let list = cube.dimensions[at.dimension].codes_at(at.level);
        FilterWords {
            name: axis_name(&cube.dimensions, *at),
            label: axis_label(cube, *at, lang),
            codes: codes.iter().map(|&code| category(list, code, lang)).collect(),
        }
    };
    layout.query_filters.iter().map(words).collect()
}

fn total() -> Category {
    Category { code: TOTAL.into(), label: "Total".into() }
}

fn category(list: &crate::dimension::CodeList, code: u32, lang: Option<&str>) -> Category {
    Category { code: list.code(code).to_owned(), label: list.label(code).resolve(lang).to_owned() }
}

pub(super) fn areas(
    cube: &Cube,
    layout: &Layout,
    method: &MethodSpec,
    headings: &[Heading],
    lang: Option<&str>,
) -> Option<Areas> {
    let several = layout.query_filters.iter().any(|(_, codes)| codes.len() > 1);
    let groups = layout.axes.iter().any(|axis| matches!(axis.places, Places::Groups(_)));
    if !layout.blocks && !several && !groups {
        return None;
    }
    let mut axes = Vec::new();
    for (at, axis) in layout.axes.iter().enumerate() {
        let Some(blocks) = axis.blocks.as_ref().filter(|_| FULL) else { continue };
        let dimension = axis.at.dimension;
        let mut places = Vec::new();
        for (place, sum) in blocks.sums[..blocks.places].iter().enumerate() {
            if sum.len() == 1 {
                continue;
            }
            let mut parts = Vec::new();
            let mut negative = false;
            for &part in sum {
                let sign = if part & MINUS > 0 { -1 } else { 1 };
                negative |= sign < 0;
                let (name, Category { code, label }) =
                    match level_of(&cube.dimensions[dimension], blocks.nodes[(part & !MINUS) as usize]) {
                        None => (None, total()),
                        Some((level, code)) => {
                            let list = cube.dimensions[dimension].codes_at(level);
                            let name = axis_name(&cube.dimensions, AxisRef { dimension, level });
                            (Some(name), category(list, code, lang))
                        }
                    };
                parts.push(BlockWords { sign, name, code, label });
            }
            let code = headings.get(at).map(|heading| heading.codes[place].code.clone());
            places.push(PlaceBlocks { code, variance: parts.len() as u64, blocks: parts, negative });
        }
        if !places.is_empty() {
            axes.push(AreasAxis { name: axis.name.clone(), places });
        }
    }
    let shows_large = FULL && method.shows_large_blocks() && area_selections(cube, layout).is_some();
    let protect_below = shows_large.then(|| method.shown_from(block_cells(cube, layout)));
    let mode = match layout.blocks {
        true if layout.only_sums => "sums",
        true => "blocks",
        false => "exact",
    };
    Some(Areas { mode, protect_below, axes })
}
