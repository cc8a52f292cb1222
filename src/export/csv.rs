//! CSV: a column a dimension, then value and status; RFC 4180 with `\n`.

use std::fmt::Write as _;

use super::for_each_cell;
use crate::table::Table;

/// Heads of the columns after those of the dimensions; no dimension may be called so (`spec/dimension.rs`).
pub(crate) const FIGURES: &str = "value,status";
/// Heads of those that follow where cells are revealed.
pub(crate) const REVEALED: &str = "true_count,cell_key,noise";

/// A table as CSV: columns headed by the dimensions as asked for, rows before columns, holding codes; then `value` and
/// `status`; with revealed cells `true_count,cell_key,noise` as well. Every combination is there, row-major in code
/// order, the total `_T` last; the value is empty where the status says why.
pub fn to_csv(table: &Table) -> String {
    let mut csv = String::new();
    for heading in &table.headings {
        field(&heading.name, &mut csv);
        csv.push(',');
    }
    csv.push_str(FIGURES);
    if table.revealed.is_some() {
        csv.push(',');
        csv.push_str(REVEALED);
    }
    csv.push('\n');
    let quote = |code: &str| {
        let mut quoted = String::new();
        field(code, &mut quoted);
        quoted.push(',');
        quoted
    };
    let codes: Vec<Vec<String>> =
        table.headings.iter().map(|heading| heading.codes.iter().map(|code| quote(&code.code)).collect()).collect();
    let sizes: Vec<usize> = table.sizes().collect();
    for_each_cell(&sizes, |cell, places| {
        places.iter().zip(&codes).for_each(|(&place, codes)| csv.push_str(&codes[place]));
        if let Some(value) = table.value(cell) {
            let _ = write!(csv, "{value}"); // writing to a string cannot fail
        }
        csv.push(',');
        csv.push_str(table.status()[cell].word());
        if let Some(revealed) = &table.revealed {
            let _ = write!(csv, ",{},{},{}", revealed.counts[cell], revealed.keys[cell], revealed.noise[cell]);
        }
        csv.push('\n');
    });
    csv
}

/// Appends a field, quoted where it has to be.
pub(super) fn field(text: &str, csv: &mut String) {
    if text.contains([',', '"', '\n', '\r']) {
        csv.push('"');
        csv.push_str(&text.replace('"', "\"\""));
        csv.push('"');
    } else {
        csv.push_str(text);
    }
}
