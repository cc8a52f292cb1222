//! Holds the evidence of the attacks: published values, with the truth beside them.

use crate::cube::View;
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::key::KeyGroup;
use crate::protect::{CompiledMethod, MethodSpec, Protected, Status};
use crate::table::{Error, FileError};
use crate::table::{Grid, MethodChoice, Store};

/// Everything that attacks read. The adversary has the published values and the method. The true counts measure an attack's
/// success.
#[derive(Debug)]
pub struct Evidence {
    /// Axes of the data.
    pub dimensions: Vec<Dimension>,
    /// The method of all views.
    pub method: MethodSpec,
    /// The compiled method, which the adversary knows.
    pub compiled: CompiledMethod,
    /// How cell keys combine.
    pub keys: KeyGroup,
    /// The views, fewest axes first. Every view's sub-views with one axis less are present too.
    pub views: Vec<Published>,
}

/// A published view: all combinations of its axes' codes. The last axis varies fastest.
#[derive(Debug)]
pub struct Published {
    /// The axes, each at its own codes or at a level; empty for the whole population.
    pub axes: Vec<AxisRef>,
    /// Number of codes of each axis.
    pub sizes: Vec<usize>,
    /// True counts.
    pub counts: Vec<u64>,
    /// Cell keys.
    pub keys: Vec<u64>,
    /// The values of shown cells, by `status`.
    pub values: Vec<i64>,
    /// The status of each cell.
    pub status: Vec<Status>,
}

impl Evidence {
    /// The values that a keyed cube would publish in these views by a method, or by its default method. All of its files are
    /// loaded.
    ///
    /// # Errors
    /// A method that the cube does not have, or a view of more cells than a table may have.
    pub fn before_sealing(truth: &Store, views: &[Vec<AxisRef>], method: Option<&MethodChoice>) -> Result<Self, Error> {
        Self::with_values(truth, views, method, |_| None)
    }

    /// The values of a sealed cube, with the truth from a keyed cube of the same data. `method` is the method of the sealed
    /// values. All files of both cubes are loaded.
    ///
    /// # Errors
    /// As [`before_sealing`](Self::before_sealing), or dimensions of the sealed cube that are not those of the keyed one.
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
        let mut published = Vec::with_capacity(views.len());
        for (at, axes) in views.iter().enumerate() {
            let (grid, made) = truth.cells_of(axes, method)?;
            let Protected { values, status } = values(at).transpose()?.map_or(made, |(_, given)| given);
            let Grid { sizes, counts, keys } = grid;
            published.push(Published { axes: axes.clone(), sizes, counts, keys, values, status });
        }
        let method = truth.chosen(method)?;
        Ok(Self {
            dimensions: truth.cube().dimensions.clone(),
            compiled: truth.compiled_method(&method)?,
            method: (*method).clone(),
            keys: truth.cube().keys,
            views: published,
        })
    }

    /// The names of the views, such as `region × age`.
    pub fn view_names(&self) -> Vec<String> {
        self.views.iter().map(|view| view_name(&self.dimensions, &view.axes)).collect()
    }
}

/// Finds axes among other dimensions: equal names, equal codes in equal order, and equal groups.
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

/// A view's name, from the names of its axes.
pub(crate) fn view_name(dimensions: &[Dimension], axes: &[AxisRef]) -> String {
    match axes {
        [] => "of the whole population".to_owned(),
        axes => axes.iter().map(|&axis| axis_name(dimensions, axis)).collect::<Vec<_>>().join(" × "),
    }
}

/// The error for a sealed cube whose dimensions differ from those of the keyed cube.
fn not_the_same(sealed: &Store) -> Error {
    let problem = Box::new(FileError::Contents { what: "dimensions" });
    Error::File { path: format!("cube.json of {}", sealed.cube().about.id), problem }
}
