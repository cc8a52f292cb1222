//! Files of a table, without its cube: words as JSON, values and statuses as columns. XLSX has a module of its own.
//! `www/api/export.js` is the only caller.

#[cfg(not(feature = "xlsx"))]
mod text;
#[cfg(feature = "xlsx")]
mod xlsx;

use wasm_bindgen::JsValue;

use super::thrown;
use crate::export::ExportError;

#[expect(clippy::needless_pass_by_value, reason = "what map_err hands over")]
fn wrong(error: ExportError) -> JsValue {
    thrown(error.code(), "input", &error.to_string())
}
