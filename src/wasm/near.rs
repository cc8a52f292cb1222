//! How near a file comes to its design, in the words of `cellveil ptable design`; `tests/js/workshop.test.js` compares them.

use crate::ptable::design::Designed;
use crate::ptable::{Lookup, Ptable};

/// How exact the intervals are.
pub(super) fn intervals(designed: &Designed) -> String {
    let table = Ptable::from(designed.table());
    let noise = |count| table.noise(count, Lookup::Even);
    let rows = &designed.rows[1..];
    let off = rows.iter().map(|row| (noise(row.count).variance() - row.variance).abs()).fold(0.0, f64::max);
    let mean = match rows.iter().filter(|row| noise(row.count).sum() != 0).count() {
        0 => "mean 0 exactly".to_owned(),
        biased => format!("mean 0, but for {biased} whose noises cannot share 2^32 so: below 2^-30"),
    };
    format!("{} rows from 1 on, {mean}, variance to within {}", rows.len(), scientific(off))
}

/// How near so many keys come; `variances` are those designed and those found.
pub(super) fn keys(variances: &[(f64, f64)], keys: u32) -> String {
    let off = variances.iter().map(|(designed, found)| (designed - found).abs()).fold(0.0, f64::max);
    let found = variances.iter().map(|(_, found)| *found);
    let (least, most) = (found.clone().fold(f64::INFINITY, f64::min), found.fold(0.0, f64::max));
    let range = if least == most { short(least) } else { format!("{} to {}", short(least), short(most)) };
    let (rows, off) = (variances.len(), scientific(off));
    format!("{rows} rows with {keys} keys, mean 0 exactly, variance {range}, at most {off} from the one designed")
}

fn scientific(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") }
}

/// Four significant digits, but every digit before the point, with commas.
fn short(number: f64) -> String {
    if number >= 1000.0 {
        let digits = (number.round() as u64).to_string();
        let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
        return groups.join(",");
    }
    if number < 1e-4 && number != 0.0 {
        return format!("{number:.1e}");
    }
    let decimals = if number == 0.0 { 0 } else { (3.0 - number.log10().floor()).max(0.0) as usize };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
