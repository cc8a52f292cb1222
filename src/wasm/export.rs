//! Bindings that write a table as a file, without the cube. Texts come as JSON, values and statuses as columns. XLSX
//! has a separate module. The only caller is `www/api/export.js`.

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
