//! Converts errors of the core into JavaScript errors.

use wasm_bindgen::JsValue;

use super::cube::add_rule;
use super::thrown;
use crate::table::{Error, Fault};

/// Converts a core error into a JavaScript `Error`.
pub(super) fn throw(error: Error) -> JsValue {
    let fault = match error.fault() {
        Fault::Refused => "refused",
        Fault::Input => "input",
    };
    let thrown = thrown(error.code(), fault, &error.to_string());
    add_rule(&thrown, &error);
    thrown
}
