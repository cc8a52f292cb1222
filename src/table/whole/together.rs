//! Protects the tables that a sealed cube publishes.

use super::linked::WholeTable;
use super::solve;
use crate::cube::Cube;
use crate::protect::{CompiledMethod, MethodSpec, Protected};
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::rollup::Grid;

/// Protects several tables together, for a cube that publishes them. Returns for each table its sizes and values, with
/// totals. The axes of each layout must be in the order of the cube's dimensions. `joint` is a table that suppression
/// needs and that no reader sees ([`joint`](super::joint())).
pub(in crate::table) fn protect_together(
    cube: &Cube,
    tables: &[(Layout, Grid)],
    joint: Option<(Layout, Grid)>,
    compiled: &CompiledMethod,
    method: &MethodSpec,
) -> Result<Vec<(Vec<usize>, Protected)>, Error> {
    let mut tables: Vec<_> =
        tables.iter().map(|(layout, grid)| WholeTable::new(cube, layout, grid.clone(), method)).collect();
    let published = tables.len();
    if let Some((layout, grid)) = &joint {
        tables.push(WholeTable { is_published: false, ..WholeTable::new(cube, layout, grid.clone(), method) });
    }
    let protected = solve(cube, &tables, compiled, method)?;
    tables.truncate(published);
    Ok(tables.into_iter().map(|table| table.grid.sizes).zip(protected).collect())
}
