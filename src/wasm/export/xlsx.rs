//! Binding for XLSX.

use wasm_bindgen::prelude::*;

use super::wrong;
use crate::export::{Format, Published};

/// The bytes of a workbook. `status` is 0 for a shown value, 1 for a suppressed value, 2 for a blocked value.
#[wasm_bindgen(js_name = writeXlsx)]
pub fn write_xlsx(words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    Published::from_json(words, values, status).and_then(|table| table.write(Format::Xlsx)).map_err(wrong)
}
