//! Notes on the difference between a table of whole numbers and its design, for users of the file.

use super::error::number;
use super::{Dense, Designed};
use crate::ptable::{Lookup, Ptable};

impl Designed {
    /// Notes on the interval table, followed by the notes of the design. Notes have no full stop.
    pub fn notes_of_intervals(&self) -> Vec<String> {
        let table = Ptable::from(self.table());
        let found = |count| table.noise(count, Lookup::Even).variance();
        let off = self.rows[1..].iter().map(|row| (found(row.count) - row.variance).abs()).fold(0.0, f64::max);
        let first = format!("{}, mean 0 exactly, variance to within {off:.1e}", rows(self.rows.len() - 1));
        std::iter::once(first).chain(self.notes.iter().cloned()).collect()
    }

    /// Notes on a dense table of this design, followed by the notes of the design.
    pub fn notes_of_dense(&self, dense: &Dense) -> Vec<String> {
        let off = dense.variances.iter().map(|(designed, found)| (designed - found).abs()).fold(0.0, f64::max);
        let found = dense.variances.iter().map(|(_, found)| *found);
        let (least, most) = (found.clone().fold(f64::INFINITY, f64::min), found.fold(0.0, f64::max));
        let range = if least == most { number(least) } else { format!("{} to {}", number(least), number(most)) };
        let (rows, keys) = (rows(dense.variances.len()), dense.table.keys());
        let mut notes = vec![format!(
            "{rows}, with {keys} keys: mean 0 exactly, variance {range}, at most {off:.1e} from the one designed"
        )];
        if !dense.unproved.is_empty() {
            let rows: Vec<String> = dense.unproved.iter().map(ToString::to_string).collect();
            let rows = rows.join(", ");
            notes.push(format!("not proved to be the nearest variance with {keys} keys: row {rows}"));
        }
        notes.extend(self.notes.iter().cloned());
        notes
    }
}

/// Writes the number of designed rows. Row 0 does not count, because it adds nothing.
fn rows(number: usize) -> String {
    if number == 1 { "1 row above row 0".into() } else { format!("{number} rows above row 0") }
}
