//! Files of a table: CSV and JSON-stat.

mod csv;
mod json_stat;

pub use csv::to_csv;
pub use json_stat::to_json_stat;

use crate::table::Table;

/// Visits the cells of a table in row-major order with the place of each on every axis.
fn for_each_cell(table: &Table, mut visit: impl FnMut(usize, &[usize])) {
    let sizes: Vec<usize> = table.sizes().collect();
    let mut places = vec![0; sizes.len()];
    for cell in 0..table.len() {
        visit(cell, &places);
        for axis in (0..sizes.len()).rev() {
            places[axis] += 1;
            if places[axis] < sizes[axis] {
                break;
            }
            places[axis] = 0;
        }
    }
}
