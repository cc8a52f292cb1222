//! CSV export (RFC 4180, lines end with `\n`): one column for each dimension, then value and status.

use std::fmt::Write as _;

use super::for_each_cell;
use crate::base::decimal;
use crate::table::Table;

/// Headers of the columns after the dimensions. A dimension cannot use these names (`spec/dimension.rs`).
pub(crate) const FIGURES: &str = "value,status";
/// Headers of the additional columns if true counts and keys are revealed.
pub(crate) const REVEALED: &str = "true_count,cell_key,noise";

/// A table as CSV. The columns of the dimensions contain codes, rows before columns, under the names of the dimensions.
/// The next columns are `value` and `status`, then `true_count,cell_key,noise` if cells are revealed. Every combination
/// of codes has a line. Lines are row-major in code order, with the total `_T` last. A missing value is empty, and its
/// status contains the reason.
pub fn to_csv(table: &Table) -> String {
    written(table, "", &|_, _| ())
}

/// Writes a table as CSV with one more column: an estimate of each cell, empty if there is none.
pub fn to_csv_with_estimates(table: &Table, estimates: &[f64]) -> String {
    written(table, ",estimate", &|cell, csv| {
        csv.push(',');
        if estimates[cell].is_finite() {
            let _ = write!(csv, "{:.3}", estimates[cell]); // a string takes all
        }
    })
}

/// Writes a table as CSV with two more columns: the ends of an interval of counts for each cell, empty if there is none.
pub fn to_csv_with_intervals(table: &Table, intervals: &[Option<(u64, u64)>]) -> String {
    written(table, ",low,high", &|cell, csv| {
        let _ = match intervals[cell] {
            Some((low, high)) => write!(csv, ",{low},{high}"),
            None => write!(csv, ",,"),
        };
    })
}

/// Writes a table as CSV. `heads` are the heads of further columns, and `more` writes the fields of a cell in them.
fn written(table: &Table, heads: &str, more: &dyn Fn(usize, &mut String)) -> String {
    let mut csv = head(table.headings.iter().map(|heading| heading.name.as_str()), table.revealed.is_some(), heads);
    lines(table, "", table.len(), more, &mut csv);
    csv
}

/// The first line of a table's CSV. `axes` are the names of the rows, then of the columns.
pub(crate) fn head<'a>(axes: impl Iterator<Item = &'a str>, is_revealed: bool, heads: &str) -> String {
    let mut csv = String::new();
    for name in axes {
        field(name, &mut csv);
        csv.push(',');
    }
    csv.push_str(FIGURES);
    if is_revealed {
        csv.push(',');
        csv.push_str(REVEALED);
    }
    csv.push_str(heads);
    csv.push('\n');
    csv
}

/// Appends the lines of the first `cells` cells. Each line begins with `start`.
pub(crate) fn lines(table: &Table, start: &str, cells: usize, more: &dyn Fn(usize, &mut String), csv: &mut String) {
    let codes: Vec<Vec<String>> =
        table.headings.iter().map(|heading| heading.codes.iter().map(|code| quoted(&code.code)).collect()).collect();
    let sizes: Vec<usize> = table.sizes().collect();
    let decimals = table.decimals();
    for_each_cell(&sizes, |cell, places| {
        if cell >= cells {
            return;
        }
        csv.push_str(start);
        places.iter().zip(&codes).for_each(|(&place, codes)| csv.push_str(&codes[place]));
        if let Some(value) = table.value(cell) {
            csv.push_str(&decimal(value, decimals));
        }
        csv.push(',');
        csv.push_str(table.status()[cell].word());
        if let Some(revealed) = &table.revealed {
            let noise = decimal(revealed.noise[cell], decimals);
            let _ = write!(csv, ",{},{},{noise}", revealed.counts[cell], revealed.keys[cell]); // a string takes all
        }
        more(cell, csv);
        csv.push('\n');
    });
}

/// A code as a field of a line, with the comma after it.
pub(crate) fn quoted(code: &str) -> String {
    let mut quoted = String::new();
    field(code, &mut quoted);
    quoted.push(',');
    quoted
}

/// Appends a field, with quotes if the field needs them.
pub(super) fn field(text: &str, csv: &mut String) {
    if text.contains([',', '"', '\n', '\r']) {
        csv.push('"');
        csv.push_str(&text.replace('"', "\"\""));
        csv.push('"');
    } else {
        csv.push_str(text);
    }
}
