//! Bindings for JavaScript; no policy lives here. Each call validates, asks the core once and converts the answer.

#[cfg(feature = "bench")]
mod bench;
mod convert;

use std::rc::Rc;

use js_sys::{Float64Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::protect::{MethodSpec, Status};
#[cfg(feature = "full")]
use crate::table::Answer;
#[cfg(not(feature = "full"))]
use crate::table::QueryError;
use crate::table::{Caller, Need, Query, Store, Table};
use convert::{describe, method_words, throw, to_js};

/// 2.4 KB less in the download than the allocator that comes with the standard library.
#[global_allocator]
static HEAP: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A cube opened for questions: see `www/api/engine.js`, the only caller.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmCube {
    store: Store,
    language: Option<String>,
    /// The method of the last table and its words: what a method is takes longer to say than a small table.
    said: Option<(Rc<MethodSpec>, JsValue)>,
}

#[derive(Serialize)]
struct NeedWords<'a> {
    path: &'a str,
    bytes: u64,
}

#[wasm_bindgen]
impl WasmCube {
    /// Reads and checks the bytes of `cube.json`; labels are in `language` where the cube has it.
    pub fn open(manifest: &[u8], language: Option<String>) -> Result<WasmCube, JsValue> {
        let store = Store::open(manifest, Caller::Page).map_err(throw)?;
        Ok(Self { store, language, said: None })
    }

    /// Title, dimensions, methods: what a page shows before any table.
    pub fn describe(&self) -> Result<JsValue, JsValue> {
        to_js(&describe(&self.store, self.language.as_deref()))
    }

    /// Checks a query and names the files that it still needs.
    #[cfg(feature = "bench")]
    pub fn plan(&self, query: &str) -> Result<JsValue, JsValue> {
        let plan = self.store.plan(&read(query)?).map_err(throw)?;
        needs(&self.store.missing(&plan))
    }

    /// Checks, reads and keeps one of the cube's files.
    pub fn load(&mut self, path: &str, bytes: &[u8]) -> Result<(), JsValue> {
        self.store.load(path, bytes).map_err(throw)
    }

    /// Builds the protected table of a query. Where files are missing it gives their list instead: an array, which no
    /// table is, so that a query is read and planned once. A query with a value to explain has its explanation instead.
    pub fn table(&mut self, query: &str) -> Result<JsValue, JsValue> {
        let query = read(query)?;
        #[cfg(feature = "full")]
        if query.explain.is_some() {
            return match self.store.explain(query).map_err(throw)? {
                Answer::Missing(files) => needs(&files),
                Answer::Explained(explanation) => to_js(&explanation),
            };
        }
        #[cfg(not(feature = "full"))]
        if query.explain.is_some() {
            return Err(throw(QueryError::NeedsFull.into()));
        }
        let plan = self.store.plan(&query).map_err(throw)?;
        let missing = self.store.missing(&plan);
        if !missing.is_empty() {
            return needs(&missing);
        }
        let table = self.store.table(&plan, query.reveal, self.language.as_deref()).map_err(throw)?;
        let result = Object::new();
        let put = |name: &str, value: &JsValue| Reflect::set(&result, &name.into(), value).map(drop);
        put("dimensions", &to_js(&table.headings)?)?;
        put("filter", &to_js(&table.filters)?)?;
        put("method", &self.said(plan.method())?)?;
        put("areas", &to_js(&table.areas)?)?;
        put("values", &values(&table))?;
        put("status", &status(table.status()))?;
        put("statement", &self.store.statement(&query, None).map_err(throw)?.into())?;
        if let Some(revealed) = &table.revealed {
            let exact = |numbers: &[u64]| floats(&numbers.iter().map(|&number| number as f64).collect::<Vec<_>>());
            put("trueCounts", &exact(&revealed.counts))?;
            put("cellKeys", &exact(&revealed.keys))?;
            put("noise", &floats(&revealed.noise.iter().map(|&noise| noise as f64).collect::<Vec<_>>()))?;
        }
        Ok(result.into())
    }
}

impl WasmCube {
    /// A method in words, after a table was made with it.
    fn said(&mut self, method: &Rc<MethodSpec>) -> Result<JsValue, JsValue> {
        if let Some((said, words)) = &self.said
            && said == method
        {
            return Ok(words.clone());
        }
        let words = to_js(&method_words(&self.store, method))?;
        self.said = Some((method.clone(), words.clone()));
        Ok(words)
    }
}

/// A query as JSON: reading text takes a third of the code that reading JavaScript objects would.
fn read(query: &str) -> Result<Query, JsValue> {
    Query::from_json(query).map_err(|error| throw(error.into()))
}

fn needs(files: &[Need]) -> Result<JsValue, JsValue> {
    to_js(&files.iter().map(|need| NeedWords { path: &need.path, bytes: need.bytes }).collect::<Vec<_>>())
}

/// Values as numbers, NaN where there is none: a missing value must not leave, whatever it was.
fn values(table: &Table) -> JsValue {
    floats(&table.numbers())
}

fn floats(numbers: &[f64]) -> JsValue {
    Float64Array::from(numbers).into()
}

fn status(status: &[Status]) -> JsValue {
    let mut numbers = vec![0; status.len()];
    numbers.iter_mut().zip(status).for_each(|(number, &status)| *number = status as u8);
    Uint8Array::from(numbers.as_slice()).into()
}
