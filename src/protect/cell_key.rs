//! `kind = "cell-key"`: noise from a p-table (Fraser and Wooton 2005; Giessing 2016; ONS 2024).
//!
//! In an interval p-table, each row divides [0, 1) into intervals, each with a noise. The number u selects the
//! interval: u is the cell key divided by the modulus M, or a hash of key and count. In a dense p-table, each row has K
//! noises. The cell key modulo K selects the noise.
//!
//! # Guarantee
//! The same set of records has the same value in every table. The noise has the distribution of the p-table's row if
//! record keys are independent and uniform from 0 to M − 1: the sum or XOR of such keys is uniform too.
//!
//! # Caller must ensure
//! Record keys are secret, uniform, and fixed for the life of the data. With `lookup = "key"`, the key of a set
//! combines the keys of its parts, so the noise of a population depends on the same keys as the noise of its parts.
//! `lookup = "hash"` prevents this.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use super::method::{Lookup, MethodError, MethodSpec};
use crate::key::DrawHash;
use crate::ptable::{DenseTable, IntervalTable, ONE, Ptable, ROW_CYCLE};

/// The method's kind, an input of the hash.
const KIND: &str = "cell-key";
/// Maximum size of a table with an entry for every key. An interval p-table within this size is compiled to such a
/// table, because a look-up is faster than a search.
const MAX_DIRECT: u64 = 1 << 16;

/// Compiles the rows of a p-table. With `category_keys`, empty cells draw from row 0.
pub(super) fn compile(
    method: &MethodSpec,
    ptable: &Ptable,
    lookup: Lookup,
    context: KeyContext<'_>,
) -> Result<CompiledMethod, MethodError> {
    match (ptable, lookup) {
        (Ptable::Dense(table), Lookup::Key) => dense(method, table, context),
        (Ptable::Dense(_), Lookup::Hash) => {
            Err(method.error("lookup is \"hash\" with a dense p-table", "lookup = \"key\", or a p-table of intervals"))
        }
        (Ptable::Interval(table), _) => Ok(interval(table, lookup, method.category_keys, context)),
    }
}

fn dense(method: &MethodSpec, table: &DenseTable, context: KeyContext<'_>) -> Result<CompiledMethod, MethodError> {
    let (keys, modulus) = (u64::from(table.keys()), context.keys.modulus().get());
    if modulus % keys != 0 {
        let problem = format!("its p-table has {keys} keys under modulus {modulus}");
        return Err(method.error(&problem, "a number of keys that divides the modulus"));
    }
    if method.category_keys && !table.has_row_zero() {
        return Err(method.error("zeros is \"category-keys\", and its p-table has no row 0", "a row 0 for empty cells"));
    }
    let last = table.last_row().into();
    let entries = Entries::Direct { keys, noise: table.rows().flatten().map(|&noise| noise.into()).collect() };
    let compiled = CompiledMethod::new(last, last, Above::Cycle(ROW_CYCLE.into()), Draw::Key, modulus, entries);
    Ok(CompiledMethod { row_zero: table.has_row_zero(), ..compiled })
}

fn interval(table: &IntervalTable, lookup: Lookup, row_zero: bool, context: KeyContext<'_>) -> CompiledMethod {
    let (draw, draws) = match lookup {
        Lookup::Key => (Draw::Key, context.keys.modulus().get()),
        Lookup::Hash => (Draw::Hash(DrawHash::new(KIND, context.salt)), ONE),
    };
    // With u = draw / draws, u < b / 2^32 means draw < b · draws / 2^32. A draw is a whole number, so the bound is
    // rounded up.
    let bound = |upper: u64| (u128::from(upper) * u128::from(draws)).div_ceil(u128::from(ONE)) as u64;
    // Without category keys, empty cells stay empty, so row 0 is not compiled.
    let rows = || table.rows().skip(usize::from(!row_zero));
    let last = u64::from(table.last_row());
    let direct = lookup == Lookup::Key && draws.saturating_mul(last + 1) <= MAX_DIRECT;
    let entries = if direct {
        let mut noise = Vec::with_capacity((draws * (last + 1)) as usize);
        for row in rows() {
            let start = noise.len() as u64;
            for entry in row {
                let end = (start + bound(entry.upper)) as usize;
                if end > noise.len() {
                    noise.resize(end, entry.noise);
                }
            }
        }
        Entries::Direct { keys: draws, noise }
    } else {
        let mut intervals = Intervals::new();
        for row in rows() {
            row.iter().for_each(|entry| intervals.push(entry.noise, bound(entry.upper)));
            intervals.end_row();
        }
        intervals.index(draws);
        Entries::Intervals(intervals)
    };
    CompiledMethod { row_zero, ..CompiledMethod::new(last, last, Above::Last, draw, draws, entries) }
}
