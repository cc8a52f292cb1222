//! Bindings that write a table as a file, without its cube. Words are JSON; values and statuses are columns. XLSX has a
//! separate module. The only caller is `www/api/export.js`.

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
