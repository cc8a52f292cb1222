//! Gives the builder the cells of a part of a view, and checks an index.

use std::ops::Range;

use super::Store;
use crate::dimension::{AxisRef, CodeList, Dimension, Text, axis_name, index_of};
use crate::protect::Protected;
use crate::table::error::Error;
use crate::table::query::Query;
use crate::table::rollup::Grid;

impl Store {
    /// The cells of some codes of one axis, as in [`cells_of`](Self::cells_of).
    pub(crate) fn cells_of_part(
        &self,
        axes: &[AxisRef],
        axis: usize,
        codes: Range<u32>,
    ) -> Result<(Grid, Protected), Error> {
        let list = self.cube.dimensions[axes[axis].dimension].codes_at(axes[axis].level);
        let codes = codes.map(|code| list.code(code).to_owned()).collect();
        let filter = vec![(axis_name(&self.cube.dimensions, axes[axis]), codes)];
        self.cells_of_query(&Query { filter, ..self.all_of(axes) })
    }

    /// The name of a dimension whose index has other words than its codes. All files of both are loaded.
    pub(crate) fn wrong_index(&self) -> Option<&str> {
        let entries = |list: &CodeList| list.iter().map(|(code, label)| (code.to_owned(), label.clone())).collect();
        let is_wrong = |(dimension, index): &(&Dimension, &Option<CodeList>)| {
            let codes: Vec<(String, Text)> = entries(&dimension.codes);
            index.as_ref().is_some_and(|index| !index.is_whole() || index_of(&codes) != entries(index))
        };
        self.cube.dimensions.iter().zip(&self.cube.indexes).find(is_wrong).map(|(dimension, _)| dimension.name.as_str())
    }
}
