//! Turns panics of a decoder on damaged bytes into errors.
//!
//! The Parquet crate returns errors for most invalid input, but has assertions for the rest: a few percent of
//! single-byte changes to a file cause a panic. A reader is dropped after a panic, so no broken state is used.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use crate::host::{after_risk, before_risk, risk_came_true};

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// The error of [`decode`] after a panic.
pub(super) struct Panicked;

/// Runs a step of a decoder. A panic becomes an error and prints nothing. WebAssembly cannot catch a panic: the host
/// then shows `message`, and the program ends.
pub(super) fn decode<T>(message: impl FnOnce() -> String, step: impl FnOnce() -> T) -> Result<T, Panicked> {
    before_risk(message);
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| if DECODING.get() { risk_came_true() } else { previous(panic) }));
    });
    DECODING.set(true);
    let result = catch_unwind(AssertUnwindSafe(step));
    DECODING.set(false);
    after_risk();
    result.map_err(|_| Panicked)
}
