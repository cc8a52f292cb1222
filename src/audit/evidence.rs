//! Holds the evidence of the attacks: published values and true counts.

use super::Original;
use super::lines::strides;
use crate::cube::{StructuralZero, View};
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::key::KeyGroup;
use crate::protect::{CompiledMethod, MethodError, MethodKind, MethodSpec, Protected, Status};
use crate::table::{Error, FileError, QueryError};
use crate::table::{Grid, MethodChoice, Store};

/// The input of the attacks. The adversary has the published values and the method. The true counts and keys serve to
/// measure an attack's success. [`score_against`](Self::score_against) replaces them by those of the unchanged records.
#[derive(Debug)]
pub struct Evidence {
    /// Axes of the data.
    pub dimensions: Vec<Dimension>,
    /// The method of all views.
    pub method: MethodSpec,
    /// The compiled method, which the adversary knows.
    pub compiled: CompiledMethod,
    /// How two record keys combine to a cell key: sum or XOR, and the modulus.
    pub keys: KeyGroup,
    /// The combinations of codes that cannot exist. Everybody knows them.
    pub structural_zeros: Vec<StructuralZero>,
    /// Whether each view has draws of its own, so that the same records have another value in another view. False for
    /// every cube; `cellveil study attacks` measures what separate draws would change.
    pub draws_by_view: bool,
    /// The views, in ascending order of their number of axes. For every view, the views with one axis fewer are present
    /// too.
    pub views: Vec<Published>,
}

/// A published view: all combinations of its axes' codes. The last axis varies fastest.
#[derive(Debug, Clone)]
pub struct Published {
    /// The axes, each at its own codes or at a level; empty for the whole population.
    pub axes: Vec<AxisRef>,
    /// Number of codes of each axis.
    pub sizes: Vec<usize>,
    /// Counts of the records behind the values. Tests of the values use these counts.
    pub counts: Vec<u64>,
    /// Cell keys of these records.
    pub keys: Vec<u64>,
    /// Counts and keys of the unchanged records, if records were changed before they were counted.
    pub original: Option<Original>,
    /// The values, valid where `status` is shown.
    pub values: Vec<i64>,
    /// The status of each cell.
    pub status: Vec<Status>,
}

impl Evidence {
    /// Computes the values that a keyed cube would publish in these views, by `method` or by the cube's default method.
    /// All files of the cube must be loaded.
    ///
    /// # Errors
    /// Fails for a method that the cube does not have, and for a view with more cells than a table may have.
    pub fn before_sealing(truth: &Store, views: &[Vec<AxisRef>], method: Option<&MethodChoice>) -> Result<Self, Error> {
        Self::with_values(truth, views, method, |_| None)
    }

    /// Takes the values of a sealed cube, and the truth from a keyed cube of the same data. `method` is the method of
    /// the sealed values. All files of both cubes must be loaded.
    ///
    /// # Errors
    /// Fails like [`before_sealing`](Self::before_sealing), and if a dimension of the sealed cube is missing or
    /// different in the keyed cube.
    pub fn of_sealed(truth: &Store, sealed: &Store, method: Option<&MethodChoice>) -> Result<Self, Error> {
        let (known, own) = (&truth.cube().dimensions, &sealed.cube().dimensions);
        let views = &sealed.cube().views;
        let axes = |view: &View| same_axes(own, &view.axes, known).ok_or_else(|| not_the_same(sealed));
        let axes: Vec<Vec<AxisRef>> = views.iter().map(axes).collect::<Result<_, _>>()?;
        Self::with_values(truth, &axes, method, |at| Some(sealed.cells_of(&views[at].axes, None)))
    }

    /// Takes the views' values from `values`, or computes them from the truth.
    fn with_values(
        truth: &Store,
        views: &[Vec<AxisRef>],
        method: Option<&MethodChoice>,
        values: impl Fn(usize) -> Option<Result<(Grid, Protected), Error>>,
    ) -> Result<Self, Error> {
        let chosen = truth.chosen(method)?;
        if chosen.looks_at_table() {
            let problem = "it looks at the whole table, and the attacks of the audit are made for cell methods";
            let error = MethodError::new(&chosen.name, problem, "a cell method");
            return Err(QueryError::from(error).into());
        }
        if let MethodKind::SmallCell { total_variance: Some(_), .. } = chosen.kind {
            let problem = "with total_variance, the noise of a cell depends on the number of cells of its table";
            let expected = "a method without it: the audit uses one distribution for each count";
            return Err(QueryError::from(MethodError::new(&chosen.name, problem, expected)).into());
        }
        let mut published = Vec::with_capacity(views.len());
        for (at, axes) in views.iter().enumerate() {
            let (grid, made) = truth.cells_of(axes, method)?;
            let Protected { values, status, .. } = values(at).transpose()?.map_or(made, |(_, given)| given);
            let Grid { sizes, counts, keys } = grid;
            published.push(Published { axes: axes.clone(), sizes, counts, keys, original: None, values, status });
        }
        Ok(Self {
            dimensions: truth.cube().dimensions.clone(),
            compiled: truth.compiled_method(&chosen)?,
            method: (*chosen).clone(),
            keys: truth.cube().keys,
            structural_zeros: truth.cube().structural_zeros.clone(),
            draws_by_view: false,
            views: published,
        })
    }

    /// The evidence of some views, by their positions. No value changes.
    pub(super) fn of_views(&self, views: &[usize]) -> Self {
        Self {
            dimensions: self.dimensions.clone(),
            method: self.method.clone(),
            compiled: self.compiled.clone(),
            keys: self.keys,
            structural_zeros: self.structural_zeros.clone(),
            draws_by_view: self.draws_by_view,
            views: views.iter().map(|&view| self.views[view].clone()).collect(),
        }
    }

    /// For each cell of a view, whether one rule of the structural zeros excludes the cell. Cells that only several rules
    /// together exclude do not count.
    pub(super) fn impossible(&self, view: &Published) -> Vec<bool> {
        let mut impossible = vec![false; view.counts.len()];
        for rule in &self.structural_zeros {
            // For each axis of the rule in the view: its position, and the codes that the rule names in full.
            let named = |(dimension, never): &(usize, Vec<bool>)| {
                let at = view.axes.iter().position(|axis| axis.dimension == *dimension)?;
                let mut all = vec![true; view.sizes[at]];
                for (code, never) in (0..).zip(never) {
                    all[self.dimensions[*dimension].group_of(view.axes[at].level, code) as usize] &= never;
                }
                Some((at, all))
            };
            let Some(axes) = rule.iter().map(named).collect::<Option<Vec<_>>>() else { continue };
            let steps = strides(&view.sizes);
            for (cell, impossible) in impossible.iter_mut().enumerate() {
                *impossible |= axes.iter().all(|(at, all)| all[cell / steps[*at] % view.sizes[*at]]);
            }
        }
        impossible
    }

    /// Whether the same records have the same value in every view.
    pub(super) fn is_consistent(&self) -> bool {
        !self.draws_by_view && self.method.properties(None).consistent
    }

    /// Returns the names of the views, such as `region × age`.
    pub fn view_names(&self) -> Vec<String> {
        self.views.iter().map(|view| view_name(&self.dimensions, &view.axes)).collect()
    }
}

/// Finds axes among other dimensions. An axis matches if its name, its codes, their order and its groups are equal.
pub(crate) fn same_axes(own: &[Dimension], axes: &[AxisRef], others: &[Dimension]) -> Option<Vec<AxisRef>> {
    let same = |axis: &AxisRef| {
        let dimension = &own[axis.dimension];
        let other = others.iter().position(|other| other.name == dimension.name)?;
        let level = match axis.level {
            None => None,
            Some(level) => Some(others[other].level(&dimension.levels[level].name)?),
        };
        let codes = |dimension: &Dimension, level| -> Vec<String> {
            dimension.codes_at(level).iter().map(|(code, _)| code.to_owned()).collect()
        };
        let groups =
            |dimension: &Dimension, level: Option<usize>| level.map(|level| dimension.levels[level].of.clone());
        let is_same = codes(dimension, axis.level) == codes(&others[other], level)
            && groups(dimension, axis.level) == groups(&others[other], level);
        is_same.then_some(AxisRef { dimension: other, level })
    };
    axes.iter().map(same).collect()
}

/// Joins the names of a view's axes with ` × `.
pub(crate) fn view_name(dimensions: &[Dimension], axes: &[AxisRef]) -> String {
    match axes {
        [] => "the whole population".to_owned(),
        axes => axes.iter().map(|&axis| axis_name(dimensions, axis)).collect::<Vec<_>>().join(" × "),
    }
}

/// Makes the error for a sealed cube if its dimensions differ from the dimensions of the keyed cube.
pub(super) fn not_the_same(sealed: &Store) -> Error {
    let problem = Box::new(FileError::Contents { what: "dimensions" });
    Error::File { path: format!("cube.json of {}", sealed.cube().about.id), problem }
}
