//! Errors of the core as JavaScript errors.

use wasm_bindgen::JsValue;

use super::cube::add_rule;
use super::thrown;
use crate::table::{Error, Fault};

/// An `Error` of the core.
pub(super) fn throw(error: Error) -> JsValue {
    let fault = match error.fault() {
        Fault::Refused => "refused",
        Fault::Input => "input",
    };
    let thrown = thrown(error.code(), fault, &error.to_string());
    add_rule(&thrown, &error);
    thrown
}
