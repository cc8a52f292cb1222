//! Bindings for XLSX.

use wasm_bindgen::prelude::*;

use super::wrong;
use crate::export::{Format, Published, write_sheets};

/// Writes a table as a workbook. In `status`, 0 is a shown value, 1 a suppressed value and 2 a blocked value.
#[wasm_bindgen(js_name = writeXlsx)]
pub fn write_xlsx(words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    Published::from_json(words, values, status).and_then(|table| table.write(Format::Xlsx)).map_err(wrong)
}

/// Writes sheets of texts and numbers as a workbook. `workbook` is JSON, which `www/api/workbook.js` writes.
#[wasm_bindgen(js_name = writeWorkbook)]
pub fn write_workbook(workbook: &str) -> Result<Vec<u8>, JsValue> {
    write_sheets(workbook).map_err(wrong)
}
