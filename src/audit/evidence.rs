//! What is published, with the truth beside it.

use crate::cube::View;
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::key::KeyGroup;
use crate::protect::{CompiledMethod, MethodSpec, Protected, Status};
use crate::table::{Error, FileError};
use crate::table::{Grid, MethodChoice, Store};

/// Everything that attacks read: what is published, which is all that the adversary has beside the method, and the truth, by
/// which their success is measured.
#[derive(Debug)]
pub struct Evidence {
    /// Axes of the data.
    pub dimensions: Vec<Dimension>,
    /// The method of all views.
    pub method: MethodSpec,
    /// Its rows, which the adversary is taken to know.
    pub compiled: CompiledMethod,
    /// How cell keys combine.
    pub keys: KeyGroup,
    /// The views, those of fewer axes first; with each, all that have its axes but one are there as well.
    pub views: Vec<Published>,
}

/// A published view: all combinations of the codes of its axes, the last axis running fastest.
#[derive(Debug)]
pub struct Published {
    /// Dimensions, each at its own codes or at a level; none for the whole population.
    pub axes: Vec<AxisRef>,
    /// Number of codes of each axis.
    pub sizes: Vec<usize>,
    /// True counts.
    pub counts: Vec<u64>,
    /// Cell keys.
    pub keys: Vec<u64>,
    /// What is shown, where `status` says that it is.
    pub values: Vec<i64>,
    /// Why a value is not shown.
    pub status: Vec<Status>,
}

impl Evidence {
    /// What a keyed cube would publish of the given views by a method, its default where none is given. All of its files are
    /// loaded.
    ///
    /// # Errors
    /// A method that the cube does not have, or a view of more cells than a table may have.
    pub fn before_sealing(truth: &Store, views: &[Vec<AxisRef>], method: Option<&MethodChoice>) -> Result<Self, Error> {
        Self::with_values(truth, views, method, |_| None)
    }

    /// What a sealed cube publishes, with the truth from a keyed one of the same data; the method is the one that its values
    /// were made with. All files of both are loaded.
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

    /// The values of views are those given, or what the method makes of the truth.
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

    /// The views by their names, like `region × age`.
    pub fn view_names(&self) -> Vec<String> {
        self.views.iter().map(|view| view_name(&self.dimensions, &view.axes)).collect()
    }
}

/// Axes of some dimensions among others: the same names, codes in the same order, and groups.
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

/// A view by the names of its axes.
pub(crate) fn view_name(dimensions: &[Dimension], axes: &[AxisRef]) -> String {
    match axes {
        [] => "of the whole population".to_owned(),
        axes => axes.iter().map(|&axis| axis_name(dimensions, axis)).collect::<Vec<_>>().join(" × "),
    }
}

/// The error for a sealed cube whose views are not among the keyed one's dimensions.
fn not_the_same(sealed: &Store) -> Error {
    let problem = Box::new(FileError::Contents { what: "dimensions" });
    Error::File { path: format!("cube.json of {}", sealed.cube().about.id), problem }
}
