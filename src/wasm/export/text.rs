//! Bindings for all export formats except XLSX.

use wasm_bindgen::prelude::*;

use super::wrong;
use crate::export::{Format, Published};

/// The bytes of a file in a format. `status` is 0 for a shown value, 1 for a suppressed value, 2 for a blocked value.
#[wasm_bindgen]
pub fn write(format: &str, words: &str, values: &[f64], status: &[u8]) -> Result<Vec<u8>, JsValue> {
    let format: Format = format.parse().map_err(wrong)?;
    Published::from_json(words, values, status).and_then(|table| table.write(format)).map_err(wrong)
}
