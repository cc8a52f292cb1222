//! What is published, with the truth beside it.

use super::lines::Lines;
use super::words;
use crate::cube::{AxisRef, Dimension};
use crate::error::Error;
use crate::key::KeyGroup;
use crate::protect::{MethodSpec, Rows, Status, Totals};
use crate::table::Store;

/// Everything that attacks read: what is published, which is all that the adversary has beside the method, and the truth, by
/// which their success is measured.
#[derive(Debug)]
pub struct Evidence {
    /// Axes of the data.
    pub dimensions: Vec<Dimension>,
    /// The method of all views.
    pub method: MethodSpec,
    /// Its rows, which the adversary is taken to know.
    pub rows: Rows,
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
    /// What a keyed cube would publish of the given views by one of its methods. All of its files are loaded.
    ///
    /// # Errors
    /// A method that the cube does not have, or a view of more cells than a table may have.
    pub fn before_baking(store: &mut Store, views: &[Vec<AxisRef>], method: Option<&str>) -> Result<Self, Error> {
        let mut published = Vec::with_capacity(views.len());
        for axes in views {
            let (grid, protected) = store.cells_of(axes, method)?;
            published.push(Published {
                axes: axes.clone(),
                sizes: grid.sizes,
                counts: grid.counts,
                keys: grid.keys,
                values: protected.values,
                status: protected.status,
            });
        }
        let named = store.methods().iter().find(|known| Some(&*known.name) == method.or(store.default_method()));
        let method = named.expect("the views were made with it").clone();
        Ok(Self {
            dimensions: store.cube().dimensions.clone(),
            rows: store.rows(&method)?,
            method: (*method).clone(),
            keys: store.cube().keys,
            views: published,
        })
    }
    /// The views by their names, like `region × age`.
    pub fn view_names(&self) -> Vec<String> {
        self.views.iter().map(|view| words::view(self, view)).collect()
    }

    /// Positions of the views whose values the rows give for their counts: all, or those that have no parts elsewhere where totals are
    /// the sums of protected parts.
    pub(super) fn views_by_rows(&self) -> Vec<usize> {
        let all = 0..self.views.len();
        if self.method.totals == Totals::Own {
            return all.collect();
        }
        let pairs = Lines::all(self);
        all.filter(|&view| pairs.iter().all(|lines| lines.total_view != view)).collect()
    }

    /// These views.
    pub(super) fn by_rows(&self) -> impl Iterator<Item = &Published> {
        self.views_by_rows().into_iter().map(|view| &self.views[view])
    }
}
