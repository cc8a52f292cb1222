//! Bindings that audit a cube. The caller loads the files of the cubes and passes the choices as JSON. The only caller
//! is `www/api/auditor.js`.

use std::fmt::Display;

use js_sys::Function;
use serde_json::json;
use wasm_bindgen::prelude::*;

use super::thrown;
use crate::audit::{self, AuditError, Format, OnAttack, Request, SealedCube};
use crate::cube::MANIFEST;
use crate::ptable::Ptable;
use crate::table::{Caller, Error, Fault, Store};

/// A cube of an audit. If the audit searches the cube's files for leaks, their bytes are here too.
#[derive(Debug)]
struct Loaded {
    store: Store,
    files: Vec<(String, Vec<u8>)>,
}

/// The cubes of one audit. The caller opens each cube, loads all its files, and then runs the audit.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct WasmAudit {
    truth: Option<Loaded>,
    sealed: Option<Loaded>,
    against: Option<Loaded>,
    with: Vec<Option<Loaded>>,
    original: Option<Loaded>,
}

#[wasm_bindgen]
impl WasmAudit {
    /// Makes an audit without cubes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a cube from the bytes of its manifest. `part` is `truth` for the keyed cube, `sealed`, `against`,
    /// `original`, or `with[0]`, `with[1]` and so on. Returns the files to load as JSON: a list of objects with `path` and `bytes`.
    pub fn open(&mut self, part: &str, manifest: &[u8]) -> Result<String, JsValue> {
        // The caller has the files of the cube, like a user of the command line, so their own method is allowed. The audit
        // itself decides what a report may reveal.
        let mut store = Store::open(manifest, Caller::CommandLine).map_err(|error| throw(&error.into()))?;
        store.keep_at_most(usize::MAX);
        let files: Vec<_> =
            store.cube().files.iter().map(|file| json!({ "path": file.path, "bytes": file.bytes })).collect();
        let loaded = Loaded { store, files: vec![(MANIFEST.to_owned(), manifest.to_vec())] };
        *self.part(part)? = Some(loaded);
        Ok(json!(files).to_string())
    }

    /// Checks, reads and stores one of a cube's files.
    pub fn load(&mut self, part: &str, path: &str, bytes: &[u8]) -> Result<(), JsValue> {
        let is_searched = part == "sealed";
        let Some(loaded) = self.part(part)? else { return Err(missing(part)) };
        loaded.store.load(path, bytes).map_err(|error| throw(&error.into()))?;
        if is_searched {
            loaded.files.push((path.to_owned(), bytes.to_vec()));
        }
        Ok(())
    }

    /// Adds a p-table that is not a file of the keyed cube, for a method that names the p-table.
    pub fn ptable(&mut self, name: &str, file: &[u8]) -> Result<(), JsValue> {
        let ptable = Ptable::parse(file, name).map_err(|error| throw(&Error::from(error).into()))?;
        let Some(truth) = &mut self.truth else { return Err(missing("truth")) };
        truth.store.add_ptable(name, ptable);
        Ok(())
    }

    /// Runs the audit. Returns JSON with the report in the requested format as `text`, and in JSON as `report`.
    /// `on_attack` gets the name of each attack before it begins, the number of attacks before it, and of all attacks.
    pub fn run(&mut self, request: &str, on_attack: &Function) -> Result<String, JsValue> {
        let Some(truth) = &mut self.truth else { return Err(missing("truth")) };
        let Request { choices, format } =
            Request::from_json(request, &truth.store.cube().dimensions).map_err(|error| throw(&error))?;
        if let Some(sealed) = &mut self.sealed {
            sealed.files.sort();
        }
        let sealed = self.sealed.as_ref().map(|Loaded { store, files }| SealedCube { store, files });
        let against = self.against.as_ref().map(|loaded| &loaded.store);
        let with: Vec<&Store> = self.with.iter().flatten().map(|loaded| &loaded.store).collect();
        let original = self.original.as_ref().map(|loaded| &loaded.store);
        let mut hear = |attack: OnAttack| {
            // Progress that cannot be shown does not end the audit.
            let (done, total) = (attack.done as u32, attack.total as u32);
            let _ = on_attack.call3(&JsValue::NULL, &attack.name.into(), &done.into(), &total.into());
        };
        let report = audit::audit(&mut truth.store, sealed.as_ref(), against, &with, original, &choices, &mut hear)
            .map_err(|error| throw(&error))?;
        let reveal = choices.reveal;
        let json = report.to_json(reveal);
        let text = match format {
            Format::Json => json.clone(),
            Format::Markdown => report.to_markdown(reveal),
            Format::Html => report.to_html(reveal),
        };
        Ok(json!({ "text": text, "report": json }).to_string())
    }
}

impl WasmAudit {
    fn part(&mut self, part: &str) -> Result<&mut Option<Loaded>, JsValue> {
        match part {
            "truth" => Ok(&mut self.truth),
            "sealed" => Ok(&mut self.sealed),
            "against" => Ok(&mut self.against),
            "original" => Ok(&mut self.original),
            _ => {
                let number = part.strip_prefix("with[").and_then(|rest| rest.strip_suffix(']')?.parse::<usize>().ok());
                let Some(number) = number.filter(|number| *number <= self.with.len()) else {
                    let expected =
                        "no such part of an audit; expected truth, sealed, against, original, or with and a position";
                    return Err(wrong("bad-audit", &expected));
                };
                if number == self.with.len() {
                    self.with.push(None);
                }
                Ok(&mut self.with[number])
            }
        }
    }
}

fn missing(part: &str) -> JsValue {
    wrong("bad-audit", &format!("{part}: missing; expected an open cube"))
}

fn throw(error: &AuditError) -> JsValue {
    match error {
        AuditError::Cube(cube) if cube.fault() != Fault::Refused => wrong(error.code(), error),
        AuditError::Cube(_) | AuditError::RevealNotAllowed => thrown(error.code(), "refused", &error.to_string()),
        _ => wrong(error.code(), error),
    }
}

fn wrong(code: &str, message: &dyn Display) -> JsValue {
    thrown(code, "input", &message.to_string())
}
