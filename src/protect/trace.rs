//! Follows a cell from its key to its noise: the draw, and the entry of the row that the draw selects.

use serde::Serialize;

use super::compiled::{CompiledMethod, Draw, Entries};

/// How a method selects an entry of the row of a cell's count.
///
/// ```
/// # use cellveil::key::{Combine, KeyGroup, Modulus};
/// # use cellveil::protect::{KeyContext, MethodSpec, Parameters, compile};
/// let keys = KeyGroup::new(Combine::Sum, Modulus::default())?;
/// let method = MethodSpec::new("m", &Parameters::from_json(r#"{ "kind": "random-rounding", "base": 3 }"#)?)?;
/// let rows = compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None)?;
/// let row = rows.trace(7, 50).ok_or("no row")?;
/// let chosen = row.entries.iter().find(|entry| row.draw < entry.until).ok_or("no entry")?;
/// assert_eq!(7 + i64::from(chosen.noise), rows.protect(&[7], &[50]).values[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowTrace {
    /// What the draw is made from: `key`, the cell key itself; `hash`, a hash of key, count and salt; `md5`, a hash of the
    /// key's digits.
    pub source: &'static str,
    /// The draw, from 0 to [`draws`](Self::draws) less one.
    pub draw: u64,
    /// The number of possible draws.
    pub draws: u64,
    /// The entries of the row in the order of their draws. The first entry with `draw < until` is the one selected.
    pub entries: Vec<RowEntry>,
}

/// An entry of a row: a noise, and the draws that select the entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowEntry {
    /// The noise.
    pub noise: i32,
    /// The end of the entry's draws, exclusive. The draws begin where those of the entry before end.
    pub until: u64,
}

impl CompiledMethod {
    /// Follows a cell from its key to its noise. `None` for an empty cell that the method leaves empty.
    pub fn trace(&self, count: u64, key: u64) -> Option<RowTrace> {
        let key = match count {
            0 if !self.row_zero => return None,
            0 if !self.category_keys => 0,
            _ => key,
        };
        let row = self.row(count);
        let source = match self.draw {
            Draw::Key => "key",
            Draw::Hash(_) => "hash",
            Draw::Md5 => "md5",
        };
        let draw = self.draw(count, key);
        let mut entries: Vec<RowEntry> = Vec::new();
        match &self.entries {
            Entries::Direct { keys, noise } => {
                let width = *keys as usize; // a p-table has few entries
                for (until, &noise) in (1..).zip(&noise[row * width..(row + 1) * width]) {
                    match entries.last_mut() {
                        Some(last) if last.noise == noise => last.until = until,
                        _ => entries.push(RowEntry { noise, until }),
                    }
                }
                Some(RowTrace { source, draw: draw % keys, draws: *keys, entries })
            }
            Entries::Intervals(intervals) => {
                for at in intervals.starts[row] as usize..intervals.starts[row + 1] as usize {
                    entries.push(RowEntry { noise: intervals.noise[at], until: intervals.bounds[at] });
                }
                Some(RowTrace { source, draw, draws: self.draws, entries })
            }
        }
    }
}
