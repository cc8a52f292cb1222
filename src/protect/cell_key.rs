//! `kind = "cell-key"`: noise from a p-table (Fraser and Wooton 2005; Giessing 2016; ONS 2024).
//!
//! An interval p-table gives each row as intervals of u, a number in [0, 1): the cell key divided by M, or a hash of key
//! and count. A dense p-table gives the noise for each of K keys: the entry of the cell key modulo K.
//!
//! # Guarantee
//! Equal sets of records have equal values in every table. The noise has the distribution of the p-table's row, given
//! record keys drawn independently and evenly from 0 to M − 1: the sum, or XOR, of such keys is itself even.
//!
//! # Caller must ensure
//! Record keys are secret, even, and fixed for the life of the data. With `lookup = "key"` the keys of a set and of its
//! parts are tied (the key of the whole is the sum of the parts'), so nested populations share noise to a degree; `hash`
//! ends that.

use super::KeyContext;
use super::method::{Lookup, MethodError, MethodSpec};
use super::rows::{Above, Draw, Entries, Rows};
use crate::key::DrawHash;
use crate::ptable::{DenseTable, IntervalTable, Ptable};

/// The name of the method's kind, which enters its hash.
const KIND: &str = "cell-key";
/// Interval tables are turned into a table of every key up to this many entries: one look-up instead of a search.
const MAX_DIRECT: u64 = 1 << 16;

pub(super) fn rows(
    method: &MethodSpec,
    ptable: &Ptable,
    threshold: u64,
    lookup: Lookup,
    context: KeyContext<'_>,
) -> Result<Rows, MethodError> {
    let threshold = threshold as i64; // at most 2^53, checked when the method was read
    match (ptable, lookup) {
        (Ptable::Dense(table), Lookup::Key) => dense(method, table, threshold, context),
        (Ptable::Dense(_), Lookup::Hash) => {
            Err(method
                .error("has lookup = \"hash\" with a dense p-table", "lookup = \"key\", or a p-table of intervals"))
        }
        (Ptable::Interval(table), _) => Ok(interval(table, threshold, lookup, context)),
    }
}

fn dense(
    method: &MethodSpec,
    table: &DenseTable,
    threshold: i64,
    context: KeyContext<'_>,
) -> Result<Rows, MethodError> {
    let (keys, modulus) = (u64::from(table.keys()), context.keys.modulus().get());
    if modulus % keys != 0 {
        let problem = format!("has a p-table of {keys} keys under modulus {modulus}");
        return Err(method.error(problem, "a number of keys that divides the modulus"));
    }
    Ok(Rows {
        row_zero: table.has_row_zero(),
        last: table.last_row().into(),
        above: Above::Cycle,
        draw: Draw::Key,
        entries: Entries::Direct { keys, noise: table.rows().flatten().map(|&noise| noise.into()).collect() },
        threshold,
    })
}

fn interval(table: &IntervalTable, threshold: i64, lookup: Lookup, context: KeyContext<'_>) -> Rows {
    let range = match lookup {
        Lookup::Key => context.keys.modulus().get(),
        Lookup::Hash => crate::ptable::ONE,
    };
    // u < b / 2^32 with u = draw / range is draw < b · range / 2^32, and so draw < ⌈b · range / 2^32⌉ for whole draws.
    let bound = |upper: u64| (u128::from(upper) * u128::from(range)).div_ceil(u128::from(crate::ptable::ONE)) as u64;
    // Empty cells bypass an interval table, so its row 0 is left out.
    let rows = || table.rows().skip(1);
    let last = u64::from(table.last_row());
    let direct = lookup == Lookup::Key && range.saturating_mul(last) <= MAX_DIRECT;
    let entries = if direct {
        let mut noise = Vec::with_capacity((range * last) as usize);
        for row in rows() {
            let start = noise.len() as u64;
            for entry in row {
                let end = (start + bound(entry.upper)) as usize;
                if end > noise.len() {
                    noise.resize(end, entry.noise);
                }
            }
        }
        Entries::Direct { keys: range, noise }
    } else {
        let mut starts = vec![0];
        let (mut bounds, mut noise) = (Vec::new(), Vec::new());
        for row in rows() {
            bounds.extend(row.iter().map(|entry| bound(entry.upper)));
            noise.extend(row.iter().map(|entry| entry.noise));
            starts.push(bounds.len() as u32); // an interval table has fewer than 2^23 entries
        }
        Entries::Intervals { starts, bounds, noise }
    };
    let draw = match lookup {
        Lookup::Key => Draw::Key,
        Lookup::Hash => Draw::Hash(DrawHash::new(KIND, context.salt)),
    };
    Rows { row_zero: false, last, above: Above::Last, draw, entries, threshold }
}
