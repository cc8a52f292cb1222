//! Reads sorted cells in blocks.

use std::fmt;
use std::ops::Range;
use std::sync::Mutex;

use super::row::{RowForm, code, values};
use super::runs::Sorted;
use super::{Temporary, lost, read_at, wrong};
use crate::build::coarsen::{Columns, finest_axes};
use crate::build::collect::{Cells, CollectError};

/// Number of cells in a block.
const BLOCK: u64 = 1 << 18;

/// The distinct cells of a cube in a temporary file, in the order of [`Cells`].
pub struct StoredCells {
    /// What [`Cells`] has beside the cells. Its columns are empty.
    head: Cells,
    file: Mutex<Box<dyn Temporary>>,
    form: RowForm,
    cells: u64,
    memory: u64,
}

impl fmt::Debug for StoredCells {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StoredCells").field("head", &self.head).field("cells", &self.cells).finish_non_exhaustive()
    }
}

impl StoredCells {
    pub(in crate::build) fn new(head: Cells, sorted: Sorted) -> Self {
        let form = RowForm::new(head.dimensions.iter().map(|dimension| dimension.codes.len()));
        Self { head, file: Mutex::new(sorted.file), form, cells: sorted.cells, memory: sorted.memory }
    }

    /// What [`Cells`] has beside the cells. Its columns are empty.
    pub fn head(&self) -> &Cells {
        &self.head
    }

    /// Number of cells.
    pub(in crate::build) fn len(&self) -> u64 {
        self.cells
    }

    /// Number of cells with this number of axes that half of the memory holds. Positions of cells have 32 bits.
    pub(in crate::build) fn room(&self, axes: usize) -> u64 {
        (self.memory / (8 * axes as u64 + 40)).clamp(1, 1 << 28)
    }

    /// Passes a range of cells to `each` in blocks.
    ///
    /// # Errors
    /// Fails if the temporary file cannot be read, or if `each` fails.
    pub(in crate::build) fn blocks<E: From<CollectError>>(
        &self,
        cells: Range<u64>,
        each: &mut dyn FnMut(&Columns<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let axes = finest_axes(&self.head.dimensions);
        let len = self.form.len();
        let mut bytes = Vec::new();
        let mut start = cells.start;
        while start < cells.end {
            let now = BLOCK.min(cells.end - start);
            bytes.resize(now as usize * len, 0);
            let mut file = self.file.lock().map_err(|_| lost())?;
            read_at(&mut file, start * len as u64, &mut bytes).map_err(|error| wrong(&error))?;
            drop(file);
            let rows = || bytes.chunks_exact(len);
            let column = |field: Range<usize>| rows().map(|row| code(&row[field.clone()])).collect();
            let (counts, keys): (Vec<u64>, Vec<u64>) = rows().map(values).unzip();
            each(&Columns {
                axes: axes.clone(),
                coordinates: self.form.fields().map(column).collect(),
                counts: counts.into(),
                keys: keys.into(),
            })?;
            start += now;
        }
        Ok(())
    }
}
