//! Keeps records for the steps before tabulation, applies the steps, and counts the changed records.

mod counted;
mod records;

use crate::microdata::StepReport;

pub(super) use counted::Counted;
pub(super) use records::RecordStore;

/// What the steps before tabulation did to the finest cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Changes {
    /// What each step did, in order.
    pub steps: Vec<StepReport>,
    /// The number of records in cells that show 1 or 2.
    pub small_records: u64,
    /// Of these records, the number of those that no step has changed, in cells whose count no step has changed.
    pub small_unchanged: u64,
    /// The number of cells with one record, before the steps.
    pub uniques: u64,
    /// Of these cells, the number of those that still show 1, for the same, unchanged record.
    pub uniques_left: u64,
    /// The number of cells that show 1 or 2.
    pub small_cells: u64,
    /// Of these cells, the number of those that had this count before the steps.
    pub small_true: u64,
    /// The number of cells that show records and had at most two before the steps.
    pub rare_shown: u64,
    /// Of these cells, the number of those that had one or two.
    pub rare_real: u64,
}

impl Changes {
    /// DR1: the share of records in small cells that are unchanged (Shlomo 2007, section 4.1). `None` without small
    /// cells.
    pub fn dr1(&self) -> Option<f64> {
        (self.small_records > 0).then(|| self.small_unchanged as f64 / self.small_records as f64)
    }

    /// The share of true uniques that are left. `None` without uniques.
    pub fn uniques_share(&self) -> Option<f64> {
        (self.uniques > 0).then(|| self.uniques_left as f64 / self.uniques as f64)
    }

    /// The share of cells that show 1 or 2 and had this count before the steps. `None` without such cells.
    pub fn true_share(&self) -> Option<f64> {
        (self.small_cells > 0).then(|| self.small_true as f64 / self.small_cells as f64)
    }

    /// The share of shown rare cells in which somebody really was. `None` without such cells.
    pub fn real_share(&self) -> Option<f64> {
        (self.rare_shown > 0).then(|| self.rare_real as f64 / self.rare_shown as f64)
    }
}
