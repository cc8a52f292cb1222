//! `kind = "random-rounding"`: rounds up or down to a multiple of a base, without bias (Shlomo 2007, section 3.2;
//! Shlomo, Antal and Elliot 2015, section 3.2; with MD5, AlDarmaki and Hodge 2011).
//!
//! A count n with remainder r = n mod b rises by b − r with probability r / b, and otherwise falls by r. A multiple of
//! b does not change.
//!
//! # Guarantee
//! The mean is exactly n if b divides 2^32, and otherwise within b · 2^-32 of n. With the exact probability r / b, the
//! mean noise is `(r / b)(b − r) − (1 − r / b) r = 0`. A draw has 2^32 possible numbers, so the engine's probability is
//! within 2^-32 of r / b. The result is one of the two multiples next to n, so a value differs from its count by at
//! most b − 1.
//!
//! # Caller must ensure
//! Record keys and salt are secret. MD5 uses no salt: people who know the identifiers of a cell's records can compute
//! the draw.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use super::method::Hash;
use crate::key::DrawHash;
use crate::ptable::ONE;

pub(super) fn compile(base: u32, below: Option<u32>, hash: Hash, context: KeyContext<'_>) -> CompiledMethod {
    let mut intervals = Intervals::new();
    let mut round = |count: u32| {
        let rest = count % base;
        // Round up if u < r / b with u = draw / 2^32. For whole draws, this means draw < ⌈r · 2^32 / b⌉.
        intervals.push((base - rest) as i32, (u64::from(rest) * ONE).div_ceil(base.into()));
        intervals.push(-(rest as i32), ONE);
        intervals.end_row();
    };
    // Without `below`, each remainder has a row. With `below`, each rounded count has a row, and a last row leaves all
    // other counts unchanged.
    let (last, above) = match below {
        None => {
            (1..=base).for_each(round);
            (base, Above::Cycle(base.into()))
        }
        Some(below) => {
            (1..below).for_each(&mut round);
            round(base);
            (below, Above::Last)
        }
    };
    let draw = match hash {
        Hash::Sha256 => Draw::Hash(DrawHash::new("random-rounding", context.salt)),
        Hash::Md5 => Draw::Md5,
    };
    CompiledMethod::new(last.into(), last.into(), above, draw, ONE, Entries::Intervals(intervals))
}
