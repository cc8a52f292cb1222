//! Bindings that read, design, check and convert p-tables without a cube. Parameters, designs and reports are JSON. The
//! only caller is `www/api/workshop.js`.

use std::fmt::Display;

use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::thrown;
use crate::ptable::Ptable;
use crate::ptable::check::{self, USUAL_LEVEL};
use crate::ptable::convert::{self, ConvertError};
use crate::ptable::design::{Design, DesignError, READY};
use crate::ptable::export::{Format, Shape};

/// Converts a published p-table file to the stored form in cubes. `name` is the file's name, for error messages.
#[wasm_bindgen]
pub fn stored(bytes: &[u8], name: &str) -> Result<Vec<u8>, JsValue> {
    Ok(read(bytes, name)?.encode())
}

/// Computes the rows of a design and returns them as JSON.
#[wasm_bindgen]
pub fn design(parameters: &str) -> Result<String, JsValue> {
    let designed = Design::from_json(parameters).and_then(|design| design.rows()).map_err(not_designed)?;
    Ok(json(&designed))
}

/// Writes a design as a file, with the notes of `cellveil ptable design`. `keys` is the number of keys for formats with
/// keys, by default 256.
#[wasm_bindgen(js_name = designFile)]
pub fn design_file(parameters: &str, format: &str, keys: Option<u32>) -> Result<String, JsValue> {
    let format = format_of(format)?;
    let designed = Design::from_json(parameters).and_then(|design| design.rows()).map_err(not_designed)?;
    let (table, notes) = match format.shape() {
        Shape::Interval if keys.is_some() => return Err(wrong("bad-keys")(ConvertError::NoKeys)),
        Shape::Interval => (designed.table().into(), designed.notes_of_intervals()),
        Shape::Dense => {
            let dense = designed.dense(keys.unwrap_or(check::USUAL_KEYS)).map_err(not_designed)?;
            let notes = designed.notes_of_dense(&dense);
            (Ptable::from(dense.table), notes)
        }
    };
    written(&table, format, notes)
}

/// Lists the ready-made designs: names, uses and parameters.
#[wasm_bindgen]
pub fn ready() -> String {
    #[derive(Serialize)]
    struct Words {
        name: &'static str,
        suits: &'static str,
        parameters: Design,
    }
    json(&READY.map(|ready| Words { name: ready.name, suits: ready.suits, parameters: ready.design() }))
}

/// Describes the effect of a published p-table on counts, in the form of `cellveil ptable check --format json`.
#[wasm_bindgen]
pub fn check(bytes: &[u8], name: &str, keys: Option<u32>) -> Result<String, JsValue> {
    let found = check::check(&read(bytes, name)?, keys, USUAL_LEVEL).map_err(wrong("bad-keys"))?;
    Ok(json(&found))
}

/// Converts a published file to another format, and lists the differences.
#[wasm_bindgen]
pub fn convert(bytes: &[u8], name: &str, format: &str, keys: Option<u32>) -> Result<String, JsValue> {
    let format = format_of(format)?;
    let converted = convert::convert(&read(bytes, name)?, format.shape(), keys).map_err(|error| {
        let code = if error.is_of_keys() { "bad-keys" } else { "not-convertible" };
        wrong(code)(error)
    })?;
    written(&converted.table, format, converted.notes.iter().map(ToString::to_string).collect())
}

/// Returns a file and its notes as JSON.
fn written(table: &Ptable, format: Format, notes: Vec<String>) -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Words {
        text: String,
        notes: Vec<String>,
    }
    let text = table.to_text(format).map_err(wrong("bad-format"))?;
    Ok(json(&Words { text, notes }))
}

/// Writes JSON with serde's form of fractions. `crate::base::json` calls JavaScript for each fraction, which takes
/// longer than computing the design.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() // structs of texts and numbers always convert
}

fn read(bytes: &[u8], name: &str) -> Result<Ptable, JsValue> {
    Ptable::parse(bytes, name).map_err(wrong("bad-ptable"))
}

fn format_of(name: &str) -> Result<Format, JsValue> {
    name.parse().map_err(wrong("bad-format"))
}

fn wrong<E: Display>(code: &'static str) -> impl Fn(E) -> JsValue {
    move |error| thrown(code, "input", &error.to_string())
}

/// Makes the error of an infeasible design, with the row and the nearest variance that every row can have.
fn not_designed(error: DesignError) -> JsValue {
    let DesignError::Infeasible(infeasible) = &error else {
        let code = if matches!(error, DesignError::Keys { .. }) { "bad-keys" } else { "bad-design" };
        return wrong(code)(error);
    };
    let thrown = thrown("infeasible", "input", &error.to_string());
    // Setting a property of a new Error cannot fail.
    let _ = Reflect::set(&thrown, &"row".into(), &infeasible.row.into());
    let _ = Reflect::set(&thrown, &"nearest".into(), &infeasible.nearest().map_or(JsValue::NULL, JsValue::from));
    thrown
}
