//! Files of a table, without its cube: words as JSON, values and statuses as columns. XLSX has a module of its own.
//! `www/api/export.js` is the only caller.

use wasm_bindgen::prelude::*;

use super::thrown;
use crate::export::{ExportError, Format, Published};

/// The bytes of a file in a format. `status` is 0 where a value is shown, 1 where it is suppressed, 2 where it is blocked.
#[cfg(not(feature = "xlsx"))]
#[wasm_bindgen]
pub fn write(format: &str, words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    let format: Format = format.parse().map_err(wrong)?;
    Published::from_json(words, values, status).and_then(|table| table.write(format)).map_err(wrong)
}

/// The bytes of a workbook; `status` as above.
#[cfg(feature = "xlsx")]
#[wasm_bindgen(js_name = writeXlsx)]
pub fn write_xlsx(words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    Published::from_json(words, values, status).and_then(|table| table.write(Format::Xlsx)).map_err(wrong)
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err hands over")]
fn wrong(error: ExportError) -> JsValue {
    thrown(error.code(), "input", &error.to_string())
}
