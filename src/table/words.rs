//! The finished table, with all the words that a page or a file needs beside the figures.

use serde::Serialize;

use super::axis::{Layout, Places};
use crate::cube::{AxisRef, Cube, Role, TOTAL, axis_name};
use crate::protect::Status;

/// A protected table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Rows, then columns.
    pub headings: Vec<Heading>,
    /// Row-major over the headings; only what [`status`](Self::status) says is shown means anything.
    values: Vec<i64>,
    status: Vec<Status>,
    /// Truth beside the values, where the query asked for it and may have it.
    pub revealed: Option<Revealed>,
    /// The population that the table is about.
    pub filters: Vec<FilterWords>,
}

/// True counts and cell keys, cell by cell. The noise is the difference of value and count.
#[derive(Debug, Clone)]
pub struct Revealed {
    /// Number of records.
    pub counts: Vec<u64>,
    /// Cell keys.
    pub keys: Vec<u64>,
    /// Noise, before any threshold.
    pub noise: Vec<i64>,
}

/// One axis of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// D as asked.
    pub name: String,
    /// For readers.
    pub label: String,
    /// `row` or `column`.
    pub axis: &'static str,
    /// What the codes stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Its places in order; a total, `_T`, comes last.
    pub codes: Vec<Category>,
}

/// A place on an axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Category {
    /// The code, or a group's label.
    pub code: String,
    /// For readers.
    pub label: String,
}

/// A filter in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilterWords {
    /// `dimension` or `dimension:level`.
    pub name: String,
    /// For readers.
    pub label: String,
    /// The codes that count.
    pub codes: Vec<Category>,
}

impl Table {
    pub(super) fn new(
        headings: Vec<Heading>,
        filters: Vec<FilterWords>,
        values: Vec<i64>,
        status: Vec<Status>,
        revealed: Option<Revealed>,
    ) -> Self {
        Self { headings, values, status, revealed, filters }
    }

    /// Number of places of each axis.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.headings.iter().map(|heading| heading.codes.len())
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a cell, where it has one.
    ///
    /// # Panics
    /// When `cell` is not below [`len`](Self::len).
    pub fn value(&self, cell: usize) -> Option<i64> {
        (self.status[cell] == Status::Shown).then(|| self.values[cell])
    }

    /// Why a cell has no value.
    pub fn status(&self) -> &[Status] {
        &self.status
    }
}

/// The label of an axis: its dimension's, and its level's where that says more.
fn axis_label(cube: &Cube, at: AxisRef, lang: Option<&str>) -> String {
    let dimension = &cube.dimensions[at.dimension];
    at.level.map_or(&dimension.label, |level| &dimension.levels[level].label).resolve(lang).to_owned()
}

pub(super) fn headings(cube: &Cube, layout: &Layout, lang: Option<&str>) -> Vec<Heading> {
    let heading = |axis: &super::axis::Axis| {
        let list = cube.dimensions[axis.at.dimension].codes_at(axis.at.level);
        let mut codes: Vec<Category> = match &axis.places {
            Places::Codes(codes) => codes.iter().map(|&code| category(list, code, lang)).collect(),
            Places::Groups(groups) => {
                groups.iter().map(|(label, _)| Category { code: label.clone(), label: label.clone() }).collect()
            }
        };
        if layout.totals {
            codes.push(Category { code: TOTAL.into(), label: "Total".into() });
        }
        Heading {
            name: axis.asked.clone(),
            label: axis_label(cube, axis.at, lang),
            axis: if axis.is_row { "row" } else { "column" },
            role: cube.dimensions[axis.at.dimension].role,
            codes,
        }
    };
    layout.axes.iter().map(heading).collect()
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
    layout.asked_filters.iter().map(words).collect()
}

fn category(list: &crate::cube::CodeList, code: u32, lang: Option<&str>) -> Category {
    Category { code: list.code(code).to_owned(), label: list.label(code).resolve(lang).to_owned() }
}
