//! `kind = "threshold-rounding"`: true counts below a threshold are suppressed, all others rounded to the nearest multiple
//! of a base, ties up. With threshold 10 and base 5 it is the 10-5 rule (ONS 2024, section 1).
//!
//! # Guarantee
//! Nothing is drawn: equal counts have equal values, in every table. No value is further than half a base from the truth.
//!
//! # Caller must ensure
//! That no difference of two tables singles out a small group: the same count is always rounded the same way, so adding
//! one record moves a value exactly when its count passes the middle between two multiples.

use super::compiled::{Above, CompiledMethod, Draw, Entries};

pub(super) fn compile(threshold: u64, base: u32) -> CompiledMethod {
    let (wide, half) = (u64::from(base), u64::from(base / 2));
    // No count lies at half of an odd base, so rounding down from count + ⌊base / 2⌋ is right for all bases.
    let nearest = |count: u64| (count + half) / wide * wide;
    let noise = (1..=wide).map(|count| nearest(count) as i32 - count as i32).collect();
    let entries = Entries::Direct { keys: 1, noise };
    let compiled = CompiledMethod::new(wide, wide, Above::Cycle(wide), Draw::Key, 1, entries);
    CompiledMethod { least_count: threshold, ..compiled }
}
