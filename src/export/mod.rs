//! Exports of a table in the formats that statistical offices exchange (`docs/reference/exports.md`). All formats
//! except CSV are written from one model, [`Published`], and one table of statuses, so their contents agree.

mod csv;
#[cfg(feature = "export")]
mod csvw;
#[cfg(feature = "export")]
mod error;
#[cfg(feature = "export")]
mod format;
#[cfg(feature = "export")]
mod json;
#[cfg(feature = "export")]
mod json_stat;
#[cfg(feature = "make")]
mod parquet;
#[path = "parquet/disabled.rs"]
#[cfg(all(feature = "export", not(feature = "make")))]
mod parquet;
#[cfg(feature = "export")]
mod published;
#[cfg(feature = "export")]
mod px;
#[cfg(feature = "export")]
mod sdmx_csv;
#[cfg(feature = "export")]
mod shorthand;
#[cfg(feature = "export")]
mod words;
#[cfg(feature = "xlsx")]
mod xlsx;
#[path = "xlsx/disabled.rs"]
#[cfg(all(feature = "export", not(feature = "xlsx")))]
mod xlsx;

#[cfg(feature = "make")]
pub(crate) use csv::{FIGURES, REVEALED, head, lines, quoted};
pub use csv::{to_csv, to_csv_with_estimates, to_csv_with_intervals};
#[cfg(feature = "export")]
pub use error::ExportError;
#[cfg(feature = "export")]
pub use format::Format;
#[cfg(feature = "export")]
pub use published::{CubeWords, MethodWords, Published};
#[cfg(feature = "xlsx")]
pub use xlsx::write_sheets;

/// Visits the cells of a table in row-major order, with the cell's place on every axis.
fn for_each_cell(sizes: &[usize], mut visit: impl FnMut(usize, &[usize])) {
    let mut places = vec![0; sizes.len()];
    for cell in 0..sizes.iter().product() {
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
