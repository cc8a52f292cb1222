//! Bindings that synthesize people. The only caller is `www/api/people.js`.

use wasm_bindgen::prelude::*;

use super::thrown;
use crate::synthetic::{Areas, Households, Request, SyntheticError, csv_header, push_csv, specification};

/// Bytes of CSV for each household, by which memory is reserved. Most populations need a little less.
const BYTES: usize = 330;

/// A population: its records and their specification.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmPeople {
    records: Vec<u8>,
    specification: String,
    persons: u32,
    areas: u32,
}

/// Synthesizes a population. Both numbers are whole numbers from 0 to 2^53 - 1.
#[wasm_bindgen]
pub fn synthesize(households: f64, seed: f64) -> Result<WasmPeople, JsValue> {
    let request = Request::in_memory(households as u64, seed as u64).map_err(wrong)?;
    let mut records = Vec::with_capacity(BYTES * request.households() as usize);
    records.extend_from_slice(csv_header().as_bytes());
    let mut persons = 0;
    for household in Households::new(request) {
        persons += household.persons.len() as u32;
        push_csv(&household, &mut records);
    }
    let areas = Areas::settled(request).count() as u32;
    Ok(WasmPeople { records, specification: specification(request), persons, areas })
}

#[wasm_bindgen]
impl WasmPeople {
    /// Hands over the records as CSV, once.
    #[wasm_bindgen(js_name = takeRecords)]
    pub fn take_records(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.records)
    }

    /// The specification, a `cube.toml`.
    #[wasm_bindgen(getter)]
    pub fn specification(&self) -> String {
        self.specification.clone()
    }

    /// Number of persons.
    #[wasm_bindgen(getter)]
    pub fn persons(&self) -> u32 {
        self.persons
    }

    /// Number of areas.
    #[wasm_bindgen(getter)]
    pub fn areas(&self) -> u32 {
        self.areas
    }
}

fn wrong(error: SyntheticError) -> JsValue {
    thrown(error.code(), "input", &error.to_string())
}
