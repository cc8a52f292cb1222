//! Writes dense tables in the formats of the ONS package and Cantabular.

use std::fmt::Write as _;

use super::super::DenseTable;

/// Writes `pcv,ckey,pvalue`, with one line for each row and key.
pub(super) fn ons(table: &DenseTable) -> String {
    let mut text = String::from("pcv,ckey,pvalue\n");
    for (row, noises) in (table.first_row()..).zip(table.rows()) {
        for (key, noise) in noises.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{row},{key},{noise}");
        }
    }
    text
}

/// Writes `cell_value,cell_key,perturbation`, with one line for each run of keys with equal noise. The text `10-20`
/// stands for keys 10 to 20.
pub(super) fn cantabular(table: &DenseTable) -> String {
    let mut text = String::from("cell_value,cell_key,perturbation\n");
    for (row, noises) in (table.first_row()..).zip(table.rows()) {
        let mut first = 0;
        for run in noises.chunk_by(|a, b| a == b) {
            let (last, noise) = (first + run.len() - 1, run[0]);
            let _ = match run.len() {
                1 => writeln!(text, "{row},{first},{noise}"),
                _ => writeln!(text, "{row},{first}-{last},{noise}"),
            };
            first = last + 1;
        }
    }
    text
}
