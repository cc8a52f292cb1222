//! `kind = "threshold-rounding"`: suppresses true counts below a threshold, and rounds other counts to the nearest
//! multiple of a base, ties up. The 10-5 rule has threshold 10 and base 5 (ONS 2024, section 1).
//!
//! # Guarantee
//! Nothing is random: equal counts have equal values in every table. A value differs from its count by at most half a
//! base.
//!
//! # Caller must ensure
//! No difference of two tables isolates a small group. A count is always rounded the same way, so one more record
//! changes the value exactly when the count passes the midpoint of two multiples.

use super::compiled::{Above, CompiledMethod, Draw, Entries};

pub(super) fn compile(threshold: u64, base: u32) -> CompiledMethod {
    let (wide, half) = (u64::from(base), u64::from(base / 2));
    // An odd base has no count halfway between two multiples. So rounding count + ⌊base / 2⌋ down is correct for all
    // bases.
    let nearest = |count: u64| (count + half) / wide * wide;
    let noise = (1..=wide).map(|count| nearest(count) as i32 - count as i32).collect();
    let entries = Entries::Direct { keys: 1, noise };
    let compiled = CompiledMethod::new(wide, wide, Above::Cycle(wide), Draw::Key, 1, entries);
    CompiledMethod { least_count: threshold, ..compiled }
}
