//! Why the core stopped: in WebAssembly a panic or a lack of memory ends the call at once. JavaScript asks afterwards.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    /// The message of the step of a decoder that runs now.
    static RISK: RefCell<Option<String>> = const { RefCell::new(None) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Prepares for a call.
pub(super) fn begin() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| panic::set_hook(Box::new(|panic| PANIC.set(Some(panic.to_string())))));
    RISK.set(None);
    PANIC.set(None);
}

/// Announces a step of a decoder that may panic on damaged bytes, with the message of the damage.
pub fn before_risk(message: impl FnOnce() -> String) {
    RISK.set(Some(message()));
}

/// Announces that the step panicked. Nothing else runs in the core after that.
pub fn risk_came_true() {
    PANIC.set(Some(String::new()));
}

/// Announces that the step has ended.
pub fn after_risk() {
    RISK.set(None);
}

/// Describes the end of a call that stopped the core, as a message for the user. A panic of a decoder comes from a
/// damaged file. Without a panic, there was no memory left.
pub fn ended() -> String {
    let risk = RISK.take();
    match PANIC.take() {
        Some(panic) => risk.unwrap_or_else(|| format!("an error of this program, not of the input: {panic}")),
        None => "out of memory: WebAssembly has at most 4 GiB; expected fewer cells, or the native program".to_owned(),
    }
}
