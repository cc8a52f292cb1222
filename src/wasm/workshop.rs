//! P-tables without a cube: read, designed, checked and written in other formats.

use wasm_bindgen::prelude::*;

use super::thrown;
use crate::ptable::{Ptable, PtableError};

/// The form that cubes store, of a published file; `name` is the file's, for errors.
#[wasm_bindgen]
pub fn stored(bytes: &[u8], name: &str) -> Result<Vec<u8>, JsValue> {
    Ok(read(bytes, name)?.encode())
}

fn read(bytes: &[u8], name: &str) -> Result<Ptable, JsValue> {
    Ptable::parse(bytes, name).map_err(bad_ptable)
}

fn bad_ptable(error: PtableError) -> JsValue {
    thrown("bad-ptable", "input", &error.to_string())
}
