//! Resolves the names in a query to positions of codes. Determines which records count, and their places on each axis.

use super::areas::{self, Blocks};
use super::query::{Group, Query};
use super::query_error::QueryError;
use super::selection::{DROPPED, Selection};
use crate::base::{FULL, MAX_TABLE_CELLS, Quoted, did_you_mean, inert};
use crate::cube::Cube;
use crate::dimension::{AxisRef, CodeList, Dimension, NoSuchAxis, TOTAL, code_meant, find_axis};
use crate::protect::Totals;

/// One axis of the table.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The axis as the query names it: `dimension` or `dimension:level`.
    pub name: String,
    pub at: AxisRef,
    pub is_row: bool,
    pub selection: Selection,
    /// Marks the codes that the filters retain; `None` without a filter.
    pub retained: Option<Vec<bool>>,
    pub places: Places,
    /// The building blocks, if a place consists of several. The classes of `selection` are then parts of blocks.
    pub blocks: Option<Blocks>,
}

impl Axis {
    /// The classes of each place in the grid to protect. If totals are sums, the single classes follow the groups, as
    /// parts of the total.
    pub fn sets(&self, with_total: bool, totals: Totals) -> Vec<Vec<u32>> {
        if let Some(blocks) = &self.blocks {
            return blocks.sets.clone();
        }
        let own = with_total && totals == Totals::Own;
        let mut sets = Vec::new();
        let mut each = true;
        if let Places::Groups(groups) = &self.places {
            groups.iter().for_each(|(_, classes)| sets.push(classes.clone()));
            each = with_total && !own;
        }
        let mut all = Vec::new();
        for class in 0..self.selection.classes as u32 {
            all.push(class);
            if each {
                sets.push(vec![class]);
            }
        }
        if own {
            sets.push(all);
        }
        sets
    }

    /// Number of places whose values a total adds: the codes of the axis, even if the axis has groups.
    pub fn parts(&self) -> usize {
        match &self.places {
            Places::Codes(codes) => codes.len(),
            Places::Groups(groups) => groups.len().max(self.selection.classes),
        }
    }

    /// Resolves the places into building blocks if any place needs several.
    fn take_blocks(&mut self, dimension: &Dimension, with_total: bool, totals: Totals, only_sums: bool) {
        let sets = self.sets(with_total, totals);
        let places = self.places.len() + usize::from(with_total && totals == Totals::Own);
        let found = areas::resolve(dimension, self.at.level, &self.selection, &sets, places, only_sums);
        if let Some((selection, blocks)) = found {
            (self.selection, self.blocks) = (selection, Some(blocks));
        }
    }
}

/// The places of an axis, without its total.
#[derive(Debug, Clone)]
pub(super) enum Places {
    /// One place for each class. Holds the positions of the codes, in order.
    Codes(Vec<u32>),
    /// Named sets of classes, which may overlap.
    Groups(Vec<(String, Vec<u32>)>),
}

impl Places {
    pub fn len(&self) -> usize {
        match self {
            Self::Codes(codes) => codes.len(),
            Self::Groups(groups) => groups.len(),
        }
    }
}

/// A query, resolved against a cube.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// The rows, then the columns. A filter that needs several building blocks follows as an axis with one place and no
    /// total.
    pub axes: Vec<Axis>,
    /// Number of axes that are rows or columns.
    pub shown: usize,
    /// Filters on the other dimensions. Each has one class, the retained codes.
    pub filters: Vec<Selection>,
    /// All filters of the query, with their codes resolved to distinct positions.
    pub query_filters: Vec<(AxisRef, Vec<u32>)>,
    pub totals: bool,
    /// Whether the query builds custom areas from building blocks.
    pub blocks: bool,
    /// Whether building blocks are only added, and not subtracted.
    pub only_sums: bool,
}

impl Layout {
    pub fn resolve(cube: &Cube, query: &Query, totals: Totals) -> Result<Self, QueryError> {
        let (blocks, only_sums) = match query.areas.as_deref() {
            None | Some("exact") => (false, false),
            Some(_) if !FULL => return Err(QueryError::NeedsFull),
            Some("blocks") => (true, false),
            Some("sums") => (true, true),
            Some(found) => return Err(QueryError::Areas { found: found.to_owned() }),
        };
        let (retained, query_filters) = filters(cube, query)?;
        let rows = query.rows.iter().map(|name| ("rows", name));
        let columns = query.columns.iter().map(|name| ("columns", name));
        let mut axes: Vec<Axis> = Vec::new();
        for (field, name) in rows.chain(columns) {
            let at = find(cube, field, name)?;
            if axes.iter().any(|earlier| earlier.at.dimension == at.dimension) {
                let name = cube.dimensions[at.dimension].name.clone();
                return Err(QueryError::RepeatedDimension { field: field.to_owned(), name });
            }
            let retained = retained[at.dimension].clone();
            let groups = query.groups.iter().find(|(on, _)| on == name);
            let dimension = &cube.dimensions[at.dimension];
            let (selection, places) = match groups {
                None => codes_axis(dimension, at, retained.as_deref()),
                Some((_, groups)) => {
                    groups_axis(dimension, at, name, retained.as_deref(), groups, totals == Totals::Sum)?
                }
            };
            let name = name.clone();
            axes.push(Axis { name, at, is_row: field == "rows", selection, retained, places, blocks: None });
        }
        for (at, (name, _)) in query.groups.iter().enumerate() {
            find(cube, "groups", name)?;
            if query.groups[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(QueryError::Shape(format!("groups: {name} is given twice; expected it once")));
            }
            if !axes.iter().any(|axis| axis.name == *name) {
                return Err(QueryError::GroupWithoutAxis { axis: name.clone() });
            }
        }
        let shown = axes.len();
        // Checks the table's size without blocks first, because the search for blocks takes time.
        check_cells(&axes, &|axis| axis.places.len() + usize::from(query.totals), MAX_TABLE_CELLS)?;
        if blocks {
            for axis in &mut axes {
                axis.take_blocks(&cube.dimensions[axis.at.dimension], query.totals, totals, only_sums);
            }
        }
        let mut filters = Vec::new();
        for (at, retained) in retained.into_iter().enumerate() {
            let on_axis = axes[..shown].iter().any(|axis| axis.at.dimension == at);
            let Some(retained) = retained.filter(|_| !on_axis) else { continue };
            let class_of = retained.iter().map(|&retained| if retained { 0 } else { DROPPED }).collect();
            let selection = Selection { dimension: at, class_of, classes: 1 };
            let (name, places) = (cube.dimensions[at].name.clone(), Places::Codes(vec![0]));
            let at = AxisRef { dimension: at, level: None };
            let mut axis = Axis { name, at, is_row: false, selection, retained: Some(retained), places, blocks: None };
            if blocks {
                axis.take_blocks(&cube.dimensions[at.dimension], false, totals, only_sums);
            }
            match axis.blocks {
                Some(_) => axes.push(axis),
                None => filters.push(axis.selection),
            }
        }
        let layout = Self { axes, shown, filters, query_filters, totals: query.totals, blocks, only_sums };
        layout.check_size()?;
        Ok(layout)
    }

    /// The selections of all dimensions that the query names.
    pub fn selections(&self) -> impl Iterator<Item = &Selection> {
        self.axes.iter().map(|axis| &axis.selection).chain(&self.filters)
    }

    /// Checks the size of the grid to protect. Groups and blocks add up classes, so classes can outnumber places.
    fn check_size(&self) -> Result<(), QueryError> {
        let total = usize::from(self.totals);
        let size = |axis: &Axis| match (&axis.blocks, &axis.places) {
            (Some(blocks), _) => blocks.sets.len().max(blocks.sums.len()) + axis.selection.classes,
            (None, Places::Codes(places)) => places.len() + total,
            (None, Places::Groups(places)) => places.len() + axis.selection.classes,
        };
        check_cells(&self.axes, &size, 4 * MAX_TABLE_CELLS)
    }
}

fn check_cells(axes: &[Axis], size: &dyn Fn(&Axis) -> usize, most: usize) -> Result<(), QueryError> {
    let cells = axes.iter().fold(1u64, |cells, axis| cells.saturating_mul(size(axis) as u64));
    if cells > most as u64 { Err(QueryError::TooLarge { cells }) } else { Ok(()) }
}

/// Finds a dimension or a level by name. `field` is the part of the query with the name.
pub(super) fn find(cube: &Cube, field: &str, name: &str) -> Result<AxisRef, QueryError> {
    let quoted =
        |names: Vec<&str>| names.into_iter().map(|name| Quoted(name).to_string()).collect::<Vec<_>>().join(", ");
    let names: Vec<&str> = cube.dimensions.iter().map(|dimension| dimension.name.as_str()).collect();
    find_axis(&cube.dimensions, name).map_err(|missing| match missing {
        NoSuchAxis::Dimension(name) => QueryError::UnknownDimension {
            field: field.to_owned(),
            known: quoted(names.clone()) + &did_you_mean(&name, names),
            name,
        },
        NoSuchAxis::Level { dimension, level } => {
            let at = cube.dimensions.iter().find(|found| found.name == dimension);
            let names: Vec<&str> = at.into_iter().flat_map(|at| &at.levels).map(|level| level.name.as_str()).collect();
            let near = did_you_mean(&level, names.iter().copied());
            let known =
                if names.is_empty() { "the dimension alone".into() } else { format!("one of {}{near}", quoted(names)) };
            QueryError::UnknownLevel { field: field.to_owned(), dimension, level, known }
        }
    })
}

/// The distinct positions of codes, in the query's order.
fn positions(list: &CodeList, field: &str, name: &str, codes: &[String]) -> Result<Vec<u32>, QueryError> {
    if codes.is_empty() {
        return Err(QueryError::NoCodes { field: field.to_owned(), axis: name.to_owned() });
    }
    let mut found = Vec::with_capacity(codes.len());
    for code in codes {
        let position = list.position(code).ok_or_else(|| QueryError::UnknownCode {
            field: field.to_owned(),
            axis: name.to_owned(),
            code: code.clone(),
            example: list.first().to_owned(),
            near: code_meant(code, list.iter()),
        })?;
        found.push(position);
    }
    let mut seen = vec![false; list.len()];
    found.retain(|&position| !std::mem::replace(&mut seen[position as usize], true));
    Ok(found)
}

/// First, for each dimension, marks of the codes that the filters retain. Then the query's filters, with codes as
/// positions.
type ResolvedFilters = (Vec<Option<Vec<bool>>>, Vec<(AxisRef, Vec<u32>)>);

fn filters(cube: &Cube, query: &Query) -> Result<ResolvedFilters, QueryError> {
    let mut retained: Vec<Option<Vec<bool>>> = vec![None; cube.dimensions.len()];
    let mut query_filters = Vec::new();
    for (name, codes) in &query.filter {
        let at = find(cube, "filter", name)?;
        let dimension = &cube.dimensions[at.dimension];
        let list = dimension.codes_at(at.level);
        let codes = positions(list, "filter", name, codes)?;
        let mut listed = vec![false; list.len()];
        codes.iter().for_each(|&code| listed[code as usize] = true);
        let retained = retained[at.dimension].get_or_insert_with(|| vec![true; dimension.codes.len()]);
        for (code, retained) in retained.iter_mut().enumerate() {
            *retained &= listed[dimension.group_of(at.level, code as u32) as usize];
        }
        if !retained.contains(&true) {
            return Err(QueryError::EmptyFilter { name: dimension.name.clone() });
        }
        query_filters.push((at, codes));
    }
    Ok((retained, query_filters))
}

/// An axis of a level's codes. Leaves out the codes that a filter drops.
fn codes_axis(dimension: &Dimension, at: AxisRef, retained: Option<&[bool]>) -> (Selection, Places) {
    let is_retained = |code: usize| retained.is_none_or(|retained| retained[code]);
    // A filter that retains every code is ignored. The level then shows all its groups, even empty ones.
    let mut remains = vec![(0..dimension.codes.len()).all(is_retained); dimension.codes_at(at.level).len()];
    for code in (0..dimension.codes.len()).filter(|&code| is_retained(code)) {
        remains[dimension.group_of(at.level, code as u32) as usize] = true;
    }
    let places: Vec<u32> = (0..remains.len() as u32).filter(|&place| remains[place as usize]).collect();
    let mut class = vec![DROPPED; remains.len()];
    places.iter().enumerate().for_each(|(number, &place)| class[place as usize] = number as u32);
    let class_of = (0..dimension.codes.len())
        .map(|code| if is_retained(code) { class[dimension.group_of(at.level, code as u32) as usize] } else { DROPPED })
        .collect();
    (Selection { dimension: at.dimension, class_of, classes: places.len() }, Places::Codes(places))
}

/// An axis of groups. Codes in the same groups form one class. With `singles`, every code is a class of its own.
fn groups_axis(
    dimension: &Dimension,
    at: AxisRef,
    name: &str,
    retained: Option<&[bool]>,
    groups: &[Group],
    singles: bool,
) -> Result<(Selection, Places), QueryError> {
    let list = dimension.codes_at(at.level);
    if groups.is_empty() {
        return Err(QueryError::NoCodes { field: "groups".into(), axis: name.to_owned() });
    }
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); list.len()];
    for (number, (label, codes)) in groups.iter().enumerate() {
        let wrong = |problem| Err(QueryError::GroupLabel { axis: name.to_owned(), label: label.clone(), problem });
        if label.is_empty() {
            return wrong("is empty");
        }
        if label == TOTAL || list.position(&inert(label)).is_some() || list.position(label).is_some() {
            return wrong("is also a code");
        }
        if groups[..number].iter().any(|(earlier, _)| inert(earlier) == inert(label)) {
            return wrong("is given twice");
        }
        for position in positions(list, "groups", name, codes)? {
            members[position as usize].push(number as u32);
        }
    }
    // A class is one code of the level, or all codes in the same set of groups.
    let (base, _) = codes_axis(dimension, at, retained);
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let mut class_of_place = vec![DROPPED; list.len()];
    let mut class_of = vec![DROPPED; dimension.codes.len()];
    for code in (0..dimension.codes.len()).filter(|&code| base.class_of[code] != DROPPED) {
        let place = dimension.group_of(at.level, code as u32) as usize;
        if class_of_place[place] == DROPPED {
            let next = sets.len() as u32;
            let same = || sets.iter().position(|set| *set == members[place]);
            let class = if singles { next } else { same().map_or(next, |class| class as u32) };
            if class == next {
                sets.push(members[place].clone());
            }
            class_of_place[place] = class;
        }
        class_of[code] = class_of_place[place];
    }
    let places = groups
        .iter()
        .enumerate()
        .map(|(number, (label, _))| {
            let within = |class: &u32| sets[*class as usize].contains(&(number as u32));
            (label.clone(), (0..sets.len() as u32).filter(within).collect())
        })
        .collect();
    let selection = Selection { dimension: at.dimension, class_of, classes: sets.len() };
    Ok((selection, Places::Groups(places)))
}
