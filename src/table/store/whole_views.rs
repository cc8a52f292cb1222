//! Protects the views that a sealed cube publishes, with a method that looks at the whole table.

use super::Store;
use crate::dimension::{AxisRef, axis_name};
use crate::protect::Protected;
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::rollup::Grid;
use crate::table::whole;

impl Store {
    /// The sizes and protected values of published views, totals included, with a method that looks at the whole table.
    /// Suppression protects all views together. Other methods protect each view for itself. All files of the cube must
    /// be loaded.
    pub(crate) fn whole_views(&self, views: &[Vec<AxisRef>]) -> Result<Vec<(Vec<usize>, Protected)>, Error> {
        let method = self.method(&Query::default())?;
        let compiled = self.compiled_method(&method)?;
        let table = |axes: &Vec<AxisRef>| -> Result<(Layout, Grid), Error> {
            let query = Query {
                rows: axes.iter().map(|&axis| axis_name(&self.cube.dimensions, axis)).collect(),
                totals: false,
                reveal: self.cube.may_reveal(),
                ..Query::default()
            };
            let plan = self.plan_any(&query, false)?;
            let grid = self.roll_up(&plan)?;
            Ok((plan.layout, grid))
        };
        let tables: Vec<(Layout, Grid)> = views.iter().map(table).collect::<Result<_, _>>()?;
        if method.protects_together() {
            let layouts: Vec<&Layout> = tables.iter().map(|(layout, _)| layout).collect();
            let joint = whole::joint(&self.cube, &layouts, &method)?.map(|layout| -> Result<_, Error> {
                let readings = vec![self.cheapest(&layout, false)?];
                let linked = Vec::new();
                let plan = Plan { readings, method: method.clone(), layout, linked, rules: None };
                let grid = self.roll_up(&plan)?;
                Ok((plan.layout, grid))
            });
            return whole::protect_together(&self.cube, &tables, joint.transpose()?, &compiled, &method);
        }
        let mut protected = Vec::with_capacity(tables.len());
        for table in tables {
            protected.extend(whole::protect_together(&self.cube, &[table], None, &compiled, &method)?);
        }
        Ok(protected)
    }
}
