//! Bindings that run the command line: `cellveil tile` and the other commands, in Node and in a page. The callers are
//! `www/node/cellveil.js` and `www/api/maker.js`.

use std::ffi::OsString;
use std::io::{Cursor, Write};

use js_sys::{Function, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::thrown;
use crate::cli;
use crate::draft::{Draft, DraftFile};
use crate::host::{self, Given, NodeHost};

/// Runs a command in Node and returns its exit status. `arguments` begin with the name of the program.
#[wasm_bindgen]
pub fn run(arguments: Vec<String>, machine: NodeHost) -> u8 {
    host::in_node(machine, || cli::run(arguments.into_iter().map(OsString::from)))
}

/// Describes why the last call ended the core: a damaged file, or no memory. The core must not be used afterwards.
#[wasm_bindgen]
pub fn ended() -> String {
    host::ended()
}

/// A file of a page: a `Blob`, a `Uint8Array` or a text.
#[derive(Deserialize)]
struct PageFile {
    path: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    content: JsValue,
}

/// What a command printed and wrote in a page.
#[derive(Serialize)]
struct Done {
    status: u8,
    out: String,
    err: String,
    files: Vec<MadeFile>,
}

#[derive(Serialize)]
struct MadeFile {
    path: String,
    /// An array of `Uint8Array` and `Blob`.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    parts: JsValue,
}

/// Runs a command with files of a page, and returns what it printed and wrote. `arguments` begin with the first word
/// after `cellveil`.
#[wasm_bindgen(js_name = runInPage)]
pub fn run_in_page(arguments: Vec<String>, files: JsValue, progress: Function) -> Result<JsValue, JsValue> {
    let files: Vec<PageFile> = serde_wasm_bindgen::from_value(files)?;
    let given = files.into_iter().map(|PageFile { path, content }| Given { name: path, content }).collect();
    let words = std::iter::once("cellveil".to_owned()).chain(arguments).map(OsString::from);
    let (status, written) =
        host::in_page(given, progress, || cli::run(words)).map_err(|error| wrong(&error.to_string()))?;
    let files = written.files.into_iter().map(|made| MadeFile { path: made.path, parts: made.parts });
    let done = Done { status, out: written.out, err: written.err, files: files.collect() };
    Ok(serde_wasm_bindgen::to_value(&done)?)
}

/// A specification with the files that it names.
#[derive(Serialize)]
struct Specification {
    text: String,
    files: Vec<DraftFile>,
}

/// Writes a draft, as JSON, as a specification.
#[wasm_bindgen]
pub fn toml(draft: &str) -> Result<JsValue, JsValue> {
    let draft: Draft = serde_json::from_str(draft).map_err(|error| thrown("bad-draft", "input", &error.to_string()))?;
    Ok(serde_wasm_bindgen::to_value(&Specification { text: draft.to_toml(), files: draft.files })?)
}

/// A file for a ZIP file.
#[derive(Deserialize)]
struct Packed {
    path: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    bytes: Uint8Array,
}

/// Packs files as a ZIP file. The same files give the same bytes.
#[wasm_bindgen(js_name = zipFiles)]
pub fn zip_files(files: JsValue) -> Result<Vec<u8>, JsValue> {
    let files: Vec<Packed> = serde_wasm_bindgen::from_value(files)?;
    // The default time of the crate is the first of the format, 1980. The files have no time of their own.
    let options = SimpleFileOptions::default();
    let failed = |error: &dyn std::fmt::Display| wrong(&format!("the ZIP file cannot be written: {error}"));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for Packed { path, bytes } in files {
        writer.start_file(path, options).map_err(|error| failed(&error))?;
        writer.write_all(&bytes.to_vec()).map_err(|error| failed(&error))?;
    }
    Ok(writer.finish().map_err(|error| failed(&error))?.into_inner())
}

fn wrong(message: &str) -> JsValue {
    thrown("bad-files", "input", message)
}
