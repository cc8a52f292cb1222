//! An open cube: what a page asks, and the table that it gets.

use std::rc::Rc;

use js_sys::{Float64Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{describe, method_words, to_js};
use super::throw;
use crate::protect::{MethodSpec, Status};
#[cfg(not(feature = "full"))]
use crate::table::QueryError;
#[cfg(feature = "full")]
use crate::table::{Answer, Measured};
use crate::table::{Caller, Need, Query, Store, Table};

/// A cube opened for questions: see `www/api/engine.js`, the only caller.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmCube {
    pub(super) store: Store,
    language: Option<String>,
    /// The p-table that the last query brought with it.
    #[cfg(feature = "full")]
    own: Option<OwnPtable>,
    /// The method of the last table with its description, which takes longer to write than a small table.
    described: Option<(Rc<MethodSpec>, JsValue)>,
}

/// A p-table that is not among the cube's files.
#[cfg(feature = "full")]
#[derive(Debug)]
struct OwnPtable {
    name: String,
    /// SHA-256 of its file.
    sha256: String,
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
        Ok(Self {
            store,
            language,
            #[cfg(feature = "full")]
            own: None,
            described: None,
        })
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

    /// Answers a query with `{ table }`, or `{ missing }`: the files to load first. A query with a value to explain has
    /// `{ explanation }`, one with choices to measure by `{ measures }`. One call, so that a query is read and planned once.
    pub fn table(&mut self, query: &str) -> Result<JsValue, JsValue> {
        #[cfg(feature = "full")]
        self.forget();
        self.answer(read(query)?).and_then(tagged)
    }

    /// The same with a p-table that is not among the cube's files: one in its stored form, under the name that the
    /// query's method gives it, with the SHA-256 of the file that it was read from, for the receipt. It stays for as long as
    /// queries bring it.
    #[cfg(feature = "full")]
    #[wasm_bindgen(js_name = tableWith)]
    pub fn table_with(&mut self, query: &str, name: &str, stored: &[u8], sha256: &str) -> Result<JsValue, JsValue> {
        let query = read(query)?;
        self.keep(name, stored, sha256).map_err(throw)?;
        self.answer(query).and_then(tagged)
    }
}

impl WasmCube {
    /// An answer with the name of what it is.
    fn answer(&mut self, query: Query) -> Result<(&'static str, JsValue), JsValue> {
        #[cfg(feature = "full")]
        if query.explain.is_some() {
            return match self.store.explain(query).map_err(throw)? {
                Answer::Missing(files) => Ok(("missing", needs(&files)?)),
                Answer::Explained(explanation) => Ok(("explanation", to_js(&explanation)?)),
            };
        }
        #[cfg(feature = "full")]
        if query.measure.is_some() {
            return match self.store.measure(query).map_err(throw)? {
                Measured::Missing(files) => Ok(("missing", needs(&files)?)),
                Measured::Measures(measures) => Ok(("measures", to_js(&measures)?)),
                Measured::Published(measures) => Ok(("measures", to_js(&measures)?)),
            };
        }
        #[cfg(not(feature = "full"))]
        if query.explain.is_some() {
            return Err(throw(QueryError::NeedsFull.into()));
        }
        let plan = self.store.plan(&query).map_err(throw)?;
        let missing = self.store.missing(&plan);
        if !missing.is_empty() {
            return Ok(("missing", needs(&missing)?));
        }
        let table = self.store.table(&plan, query.reveal, self.language.as_deref()).map_err(throw)?;
        let result = Object::new();
        let put = |name: &str, value: &JsValue| Reflect::set(&result, &name.into(), value).map(drop);
        put("dimensions", &to_js(&table.headings)?)?;
        put("filter", &to_js(&table.filters)?)?;
        put("method", &self.method(plan.method())?)?;
        put("areas", &to_js(&table.areas)?)?;
        put("values", &values(&table))?;
        put("status", &status(table.status()))?;
        put("statement", &self.store.statement(&query, self.own()).map_err(throw)?.into())?;
        if let Some(revealed) = &table.revealed {
            let exact = |numbers: &[u64]| floats(&numbers.iter().map(|&number| number as f64).collect::<Vec<_>>());
            put("trueCounts", &exact(&revealed.counts))?;
            put("cellKeys", &exact(&revealed.keys))?;
            put("noise", &floats(&revealed.noise.iter().map(|&noise| noise as f64).collect::<Vec<_>>()))?;
        }
        Ok(("table", result.into()))
    }

    /// Reads a p-table, unless it is the one that is there.
    #[cfg(feature = "full")]
    fn keep(&mut self, name: &str, stored: &[u8], sha256: &str) -> Result<(), crate::table::Error> {
        if self.own.as_ref().is_some_and(|own| own.name == name && own.sha256 == sha256) {
            return Ok(());
        }
        self.forget();
        self.store.add_stored(name, stored)?;
        self.own = Some(OwnPtable { name: name.to_owned(), sha256: sha256.to_owned() });
        Ok(())
    }

    #[cfg(feature = "full")]
    fn forget(&mut self) {
        if let Some(OwnPtable { name, .. }) = self.own.take() {
            self.store.unload(&name);
            // A method has the p-table's name only: the next of that name may do something else.
            self.described = None;
        }
    }

    /// The SHA-256 of the p-table that the query brought.
    #[cfg(feature = "full")]
    fn own(&self) -> Option<&str> {
        self.own.as_ref().map(|own| own.sha256.as_str())
    }

    #[cfg(not(feature = "full"))]
    fn own(&self) -> Option<&str> {
        None
    }

    /// The description of a method, after a table was made with it.
    fn method(&mut self, method: &Rc<MethodSpec>) -> Result<JsValue, JsValue> {
        if let Some((described, words)) = &self.described
            && described == method
        {
            return Ok(words.clone());
        }
        let words = to_js(&method_words(&self.store, method))?;
        self.described = Some((method.clone(), words.clone()));
        Ok(words)
    }
}

/// A query as JSON: reading text takes a third of the code that reading JavaScript objects would.
pub(super) fn read(query: &str) -> Result<Query, JsValue> {
    Query::from_json(query).map_err(|error| throw(error.into()))
}

fn tagged((name, answer): (&str, JsValue)) -> Result<JsValue, JsValue> {
    let result = Object::new();
    Reflect::set(&result, &name.into(), &answer)?;
    Ok(result.into())
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
