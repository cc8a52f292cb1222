//! `kind = "random-rounding"`: up or down to a multiple of a base, without bias (Shlomo 2007, section 3.2; Shlomo, Antal
//! and Elliot 2015, section 3.2; with MD5, AlDarmaki and Hodge 2011).
//!
//! A count n with remainder r = n mod b goes up by b − r with probability r / b, else down by r. A multiple of b stays.
//!
//! # Guarantee
//! The mean is exactly n where b divides 2^32, and within b · 2^-32 of it otherwise:
//! (r / b)(b − r) − (1 − r / b) r = 0, and a draw out of 2^32 meets r / b to 2^-32 at most. The result is one of the two
//! multiples next to n, so no value is further than b − 1 from the truth.
//!
//! # Caller must ensure
//! Record keys are secret, and the salt is. MD5 takes no salt: whoever knows the identifiers of a cell's records knows
//! its draw.

use super::KeyContext;
use super::compiled::{Above, CompiledMethod, Draw, Entries, Intervals};
use super::method::Hash;
use crate::key::DrawHash;
use crate::ptable::ONE;

pub(super) fn compile(base: u32, below: Option<u32>, hash: Hash, context: KeyContext<'_>) -> CompiledMethod {
    let mut intervals = Intervals::new();
    let mut round = |count: u32| {
        let rest = count % base;
        // Up when u · b < r with u = draw / 2^32, and so when draw < ⌈r · 2^32 / b⌉.
        intervals.push((base - rest) as i32, (u64::from(rest) * ONE).div_ceil(base.into()));
        intervals.push(-(rest as i32), ONE);
        intervals.end_row();
    };
    // One row for each remainder, which counts use in turn. Or one row for each rounded count, and one row that leaves all other
    // counts unchanged.
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
