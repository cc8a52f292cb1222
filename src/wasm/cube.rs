//! Bindings for an open cube. They answer the queries of a page.

#[path = "cube/enabled.rs"]
#[cfg(feature = "full")]
mod full;
#[path = "cube/disabled.rs"]
#[cfg(not(feature = "full"))]
mod full;
#[path = "cube/no_trace.rs"]
#[cfg(all(feature = "full", not(feature = "tables")))]
mod trace;
#[cfg(feature = "tables")]
mod trace;

pub(super) use full::add_rule;

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{describe, method_words, to_js};
use super::throw;
use crate::base::scaled;
use crate::protect::{Adjustment, MethodSpec, Status};
use crate::table::{Areas, Caller, FilterWords, Heading, Need, Query, Store};
use full::OwnPtable;

/// An open cube. The only caller is `www/api/engine.js`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmCube {
    pub(super) store: Store,
    language: Option<String>,
    /// The p-table that came with the last query.
    own: Option<OwnPtable>,
    /// The method and the headings of the last table. A description takes longer than building a small table, and pages
    /// ask for many tables with the same headings.
    method: Last<Arc<MethodSpec>>,
    headings: Last<Vec<Heading>>,
}

/// The last value that was described, and its description.
type Last<T> = Option<(T, JsValue)>;

/// The kind of an answer, such as `table` or `missing`, and the answer.
type Answered = (&'static str, JsValue);

#[derive(Serialize)]
struct NeedWords<'a> {
    path: &'a str,
    bytes: u64,
}

/// The texts of a table beside its headings.
#[derive(Serialize)]
struct TableWords<'a> {
    filter: &'a [FilterWords],
    areas: &'a Option<Areas>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjustment: Option<&'a Adjustment>,
}

#[wasm_bindgen]
impl WasmCube {
    /// Reads and checks the bytes of `cube.json`. Labels are in `language` if the cube has that language. `is_decrypted` says
    /// that the bytes were inside encrypted files.
    pub fn open(manifest: &[u8], language: Option<String>, is_decrypted: Option<bool>) -> Result<WasmCube, JsValue> {
        let store = Store::read(manifest, Caller::Page, is_decrypted == Some(true), true).map_err(throw)?;
        Ok(Self { store, language, own: None, method: None, headings: None })
    }

    /// Returns title, dimensions and methods. A page shows them before any table.
    pub fn describe(&self) -> Result<JsValue, JsValue> {
        to_js(&describe(&self.store, self.language.as_deref()))
    }

    /// Checks, reads and stores one of the cube's files.
    pub fn load(&mut self, path: &str, bytes: &[u8]) -> Result<(), JsValue> {
        self.store.load(path, bytes).map_err(throw)
    }

    /// Answers a query with `{ table }`, or with `{ missing }`, the files to load first. A query with a value to
    /// explain gets `{ explanation }`. A query with choices of measures gets `{ measures }`: the measures, or the
    /// answer that `reply` in the choices names. One call covers all kinds of answers, so that a query is read and planned
    /// only once.
    pub fn table(&mut self, query: &str) -> Result<JsValue, JsValue> {
        self.forget();
        self.answer(read(query)?).and_then(tagged)
    }
}

impl WasmCube {
    /// Answers a query and names the kind of the answer.
    fn answer(&mut self, query: Query) -> Result<Answered, JsValue> {
        let query = match self.explain_or_measure(query)? {
            ControlFlow::Break(answer) => return Ok(answer),
            ControlFlow::Continue(query) => query,
        };
        let plan = self.store.plan(&query).map_err(throw)?;
        let missing = self.store.missing(&plan);
        if !missing.is_empty() {
            return Ok(("missing", needs(&missing)?));
        }
        let mut table = self.store.table(&plan, query.reveal, self.language.as_deref()).map_err(throw)?;
        let words = TableWords { filter: &table.filters, areas: &table.areas, adjustment: table.adjustment.as_ref() };
        let words = to_js(&words)?;
        let headings = described(&mut self.headings, mem::take(&mut table.headings), to_js)?;
        let method = |method: &Arc<_>| to_js(&method_words(&self.store, method, self.language.as_deref()));
        let method = described(&mut self.method, plan.method().clone(), method)?;
        let statement = self.store.statement(&query, &plan, self.own()).map_err(throw)?;
        // `www/api/engine.js` names these items. A list takes less time than named fields.
        let items =
            [words, headings, method, statement.into(), floats(&table.numbers()).into(), status(table.status())];
        let items = Array::from_iter(items);
        if let Some(revealed) = &table.revealed {
            let exact = |numbers: &[u64]| floats(&numbers.iter().map(|&number| number as f64).collect::<Vec<_>>());
            let noise = |&noise: &i64| scaled(noise, table.decimals());
            let noise = floats(&revealed.noise.iter().map(noise).collect::<Vec<_>>());
            for item in [exact(&revealed.counts), exact(&revealed.keys), noise] {
                items.push(&item);
            }
        }
        Ok(("table", items.into()))
    }
}

/// Describes a value, unless it is the last one.
fn described<T: PartialEq>(
    last: &mut Last<T>,
    value: T,
    describe: impl FnOnce(&T) -> Result<JsValue, JsValue>,
) -> Result<JsValue, JsValue> {
    let words = match last.take() {
        Some((same, words)) if same == value => words,
        _ => describe(&value)?,
    };
    *last = Some((value, words.clone()));
    Ok(words)
}

/// Reads a query from JSON text. A reader of JavaScript objects would need three times as much code.
pub(super) fn read(query: &str) -> Result<Query, JsValue> {
    Query::from_json(query).map_err(|error| throw(error.into()))
}

fn tagged((name, answer): (&str, JsValue)) -> Result<JsValue, JsValue> {
    let result = Object::new();
    Reflect::set(&result, &name.into(), &answer)?;
    Ok(result.into())
}

pub(super) fn needs(files: &[Need]) -> Result<JsValue, JsValue> {
    to_js(&files.iter().map(|need| NeedWords { path: &need.path, bytes: need.bytes }).collect::<Vec<_>>())
}

fn floats(numbers: &[f64]) -> Float64Array {
    Float64Array::from(numbers)
}

fn status(status: &[Status]) -> JsValue {
    let mut numbers = vec![0; status.len()];
    numbers.iter_mut().zip(status).for_each(|(number, &status)| *number = status as u8);
    Uint8Array::from(numbers.as_slice()).into()
}
