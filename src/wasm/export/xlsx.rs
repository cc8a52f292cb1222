//! XLSX.

use wasm_bindgen::prelude::*;

use super::wrong;
use crate::export::{Format, Published};

/// The bytes of a workbook. `status` is 0 where a value is shown, 1 where it is suppressed, 2 where it is blocked.
#[wasm_bindgen(js_name = writeXlsx)]
pub fn write_xlsx(words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    Published::from_json(words, values, status).and_then(|table| table.write(Format::Xlsx)).map_err(wrong)
}
