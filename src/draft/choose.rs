//! Chooses the dimensions of a wide file. The other columns stay in the specification as comments.

use super::fields::{ColumnDraft, Kind, Use};
use super::names;

/// The most dimensions of a proposed cube. With more, nearly every record is a cell of its own: the cube is as large as
/// the records, and builds slowly in a page.
pub(super) const MOST_DIMENSIONS: usize = 12;
/// The most dimensions with more codes than [`LONG`].
const MOST_LONG: usize = 2;
const LONG: u64 = 1000;

/// Leaves dimensions out, so that the cube stays small.
pub(super) fn choose(columns: &mut [ColumnDraft]) {
    let mut order: Vec<usize> = (0..columns.len()).filter(|at| columns[*at].role == Use::Dimension).collect();
    order.sort_by_key(|at| rank(&columns[*at], *at));
    let (mut chosen, mut long) = (0, 0);
    for at in order {
        let column = &mut columns[at];
        let is_long = column.dimension.as_ref().is_some_and(|made| made.cut.is_none()) && column.distinct > LONG;
        if chosen == MOST_DIMENSIONS {
            leave(column, "A cube of all columns would be as large as the records. This column waits in a comment.");
        } else if is_long && long == MOST_LONG {
            leave(column, "Two other dimensions have long code lists already. This column waits in a comment.");
        } else {
            chosen += 1;
            long += usize::from(is_long);
        }
    }
}

fn leave(column: &mut ColumnDraft, reason: &str) {
    column.role = Use::LeftOut;
    reason.clone_into(&mut column.reason);
}

/// The order of choice: areas, periods, sex and age first, then columns with few codes, then numbers.
fn rank(column: &ColumnDraft, at: usize) -> (u8, bool, u64, usize) {
    let role = column.dimension.as_ref().and_then(|dimension| dimension.role.as_deref());
    let rank = if role.is_some() { 0 } else { names::rank(&column.name) };
    let is_cut = column.dimension.as_ref().is_some_and(|dimension| dimension.cut.is_some());
    (rank, is_cut || column.kind == Kind::Number, if is_cut { 6 } else { column.distinct }, at)
}
