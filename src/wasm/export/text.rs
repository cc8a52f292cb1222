//! Bindings for all export formats except XLSX.

use wasm_bindgen::prelude::*;

use super::wrong;
use crate::export::{Format, Published};

/// Writes a table as a file. In `status`, 0 is a shown value, 1 a suppressed value and 2 a blocked value.
#[wasm_bindgen]
pub fn write(format: &str, words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    let format: Format = format.parse().map_err(wrong)?;
    Published::from_json(words, values, status).and_then(|table| table.write(format)).map_err(wrong)
}
