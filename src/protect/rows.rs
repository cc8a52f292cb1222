//! The rows of a cell method as a table, with which a database can join cells.

use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};

/// The rows of a compiled cell method.
///
/// A count selects a row: a count of at most `own` its own row, any other count the last row or, with a `period` p, row
/// ((n − 1) mod p) + last − (p − 1). A draw modulo `draws` selects an entry of the row, and the entry has the noise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowTable {
    /// The largest count with a row of its own.
    pub own: u64,
    /// Number of the last row.
    pub last: u64,
    /// The number of rows that repeat for larger counts. `None` if these counts have the last row.
    pub period: Option<u64>,
    /// The source of the draws.
    pub source: DrawSource,
    /// Draws are taken modulo this number.
    pub draws: u64,
    /// The entries of all rows. The ranges of a row divide the draws from 0 to `draws` − 1.
    pub entries: Vec<DrawRange>,
    /// True counts below this number are suppressed.
    pub least_count: u64,
    /// Values below this number, after the noise, are suppressed.
    pub threshold: i64,
}

/// The source of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawSource {
    /// The cell key.
    Key,
    /// The hash that [`DrawHash::draw`](crate::key::DrawHash::draw) states.
    Sha256,
    /// The hash that [`md5_draw`](crate::key::md5_draw) states.
    Md5,
}

/// The draws from `least` to `below` − 1 of a row, and their noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawRange {
    /// The number of the row, which is a count.
    pub row: u64,
    /// The first draw.
    pub least: u64,
    /// The first draw of the next entry.
    pub below: u64,
    /// The noise.
    pub noise: i32,
}

impl CompiledMethod {
    /// The rows of counts above 0 as a table. `None` if the method may change an empty cell: a database lists no empty
    /// cells.
    ///
    /// ```
    /// # use cellveil::key::{Combine, KeyGroup, Modulus};
    /// # use cellveil::protect::{DrawRange, KeyContext, MethodSpec, Parameters, compile};
    /// let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
    /// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 2 }"#)?)?;
    /// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?.row_table().expect("zeros stay");
    /// assert_eq!(rows.entries[0], DrawRange { row: 1, least: 0, below: 1 << 31, noise: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row_table(&self) -> Option<RowTable> {
        if self.distribution(0).0.iter().any(|(noise, _)| *noise != 0) {
            return None;
        }
        let mut entries = Vec::new();
        let mut add = |index: usize, least: u64, below: u64, noise: i32| {
            let row = index as u64 + u64::from(!self.row_zero);
            match entries.last_mut() {
                _ if row == 0 => {}
                Some(DrawRange { row: last, below: end, noise: same, .. }) if (*last, *same) == (row, noise) => {
                    *end = below
                }
                _ => entries.push(DrawRange { row, least, below, noise }),
            }
        };
        let draws = match &self.entries {
            Entries::Direct { keys, noise } => {
                for (index, row) in noise.chunks_exact(*keys as usize).enumerate() {
                    (0..).zip(row).for_each(|(draw, &noise)| add(index, draw, draw + 1, noise));
                }
                *keys
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                for (index, row) in starts.windows(2).enumerate() {
                    let mut least = 0;
                    for at in row[0] as usize..row[1] as usize {
                        add(index, least, bounds[at], noise[at]);
                        least = bounds[at];
                    }
                }
                self.draws
            }
        };
        Some(RowTable {
            own: self.own,
            last: self.last,
            period: match self.above {
                Above::Last => None,
                Above::Cycle(period) => Some(period),
            },
            source: match self.draw {
                Draw::Key => DrawSource::Key,
                Draw::Hash(_) => DrawSource::Sha256,
                Draw::Md5 => DrawSource::Md5,
            },
            draws,
            entries,
            least_count: self.least_count,
            threshold: self.threshold,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::key::{Combine, KeyGroup, Modulus};
    use crate::protect::{KeyContext, MethodSpec, Parameters, compile};
    use crate::ptable::Ptable;
    use crate::ptable::design::Ready;

    /// The noise by the table, as a database finds it.
    fn noise(table: &RowTable, count: u64, draw: u64) -> i32 {
        let row = match table.period {
            _ if count <= table.own => count,
            None => table.last,
            Some(period) => (count - 1) % period + table.last - (period - 1),
        };
        let is_it = |range: &&DrawRange| range.row == row && (range.least..range.below).contains(&(draw % table.draws));
        let found: Vec<&DrawRange> = table.entries.iter().filter(is_it).collect();
        assert_eq!(found.len(), 1, "count {count}, draw {draw}");
        found[0].noise
    }

    #[test]
    fn the_table_gives_the_noise_of_each_method() {
        let kinds = [
            r#"{ "kind": "none" }"#,
            r#"{ "kind": "random-rounding", "base": 7 }"#,
            r#"{ "kind": "random-rounding", "base": 10, "below": 25, "hash": "md5" }"#,
            r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#,
            r#"{ "kind": "small-cell", "x": 2 }"#,
            r#"{ "kind": "transition-matrix", "matrix": [[1, 0, 0], [0.5, 0, 0.5], [0, 0.25, 0.75]], "cap": 2 }"#,
            r#"{ "kind": "cell-key", "ptable": "standard", "threshold": 3 }"#,
            r#"{ "kind": "cell-key", "ptable": "standard", "lookup": "hash" }"#,
        ];
        for (kind, modulus) in kinds.iter().flat_map(|kind| [(kind, 1 << 32), (kind, 1 << 53)]) {
            let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(modulus).unwrap()).unwrap();
            let method = MethodSpec::new("m", &Parameters::from_json(kind).unwrap()).unwrap();
            let ptable = Ready::table("standard").unwrap();
            let compiled = compile(&method, KeyContext { keys, uniform: true, salt: &[7] }, Some(&ptable)).unwrap();
            let table = compiled.row_table().unwrap();
            for count in (1..60).chain([999, 1000, 1001, 1_000_000, 1 << 52]) {
                for key in [0, 1, 255, modulus / 3, modulus / 2, modulus - 1] {
                    let value = compiled.protect(&[count], &[key]).values[0];
                    let draw = compiled.draw(count, key);
                    assert_eq!(count as i64 + i64::from(noise(&table, count, draw)), value, "{kind}: {count}, {key}");
                }
            }
        }
    }

    #[test]
    fn a_method_that_changes_empty_cells_has_no_table() {
        let keys = KeyGroup::new(Combine::Sum, Modulus::default()).unwrap();
        let context = KeyContext { keys, uniform: true, salt: &[] };
        let kind = r#"{ "kind": "cell-key", "ptable": "p", "zeros": "category-keys" }"#;
        let method = MethodSpec::new("m", &Parameters::from_json(kind).unwrap()).unwrap();
        let of = |zeros: &str| {
            let text = format!("i,j,p,v,p_int_lb,p_int_ub,type\n{zeros}1,1,1,0,0,1,all\n");
            compile(&method, context, Some(&Ptable::parse(text.as_bytes(), "p").unwrap())).unwrap().row_table()
        };
        assert!(of("0,0,1,0,0,1,all\n").is_some());
        assert!(of("0,0,0.5,0,0,0.5,all\n0,1,0.5,1,0.5,1,all\n").is_none());
    }
}
