//! Panics of a decoder on damaged bytes, turned into errors.
//!
//! The Parquet crate checks most of what it reads, but asserts the rest: a few percent of single-byte changes to a file
//! end in a panic. Its readers are dropped after one, so no broken state is used.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// What [`decode`] returns for a panic.
pub(super) struct Panicked;

/// Runs a step of a decoder; a panic in it prints nothing and becomes an error.
pub(super) fn decode<T>(step: impl FnOnce() -> T) -> Result<T, Panicked> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !DECODING.get() {
                previous(panic);
            }
        }));
    });
    DECODING.set(true);
    let result = catch_unwind(AssertUnwindSafe(step));
    DECODING.set(false);
    result.map_err(|_| Panicked)
}
