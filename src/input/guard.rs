//! Turns panics of a decoder on damaged bytes into errors.
//!
//! The Parquet crate returns errors for most invalid input, but has assertions for the rest: a few percent of
//! single-byte changes to a file cause a panic. A reader is dropped after a panic, so no broken state is used.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// The error of [`decode`] after a panic.
pub(super) struct Panicked;

/// Runs a step of a decoder. A panic becomes an error and prints nothing.
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
