//! The full core: also accepts p-tables with a query, and answers with explanations and measures.

use std::ops::ControlFlow;

use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{Answered, WasmCube, floats, needs, read, tagged};
use crate::dimension::Text;
use crate::table::{Answer, Category, Error, Estimated, FoundCodes, Measured, Query, QueryError, Reply, TrueCounts};
use crate::wasm::convert::to_js;
use crate::wasm::{throw, thrown};

/// What a search for codes found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    codes: Vec<Category>,
    has_more: bool,
}

/// A p-table from outside the cube.
#[derive(Debug)]
pub(super) struct OwnPtable {
    name: String,
    /// SHA-256 of the p-table's file.
    sha256: String,
}

#[wasm_bindgen]
impl WasmCube {
    /// Answers a query like [`table`](Self::table), with a p-table from outside the cube. `stored` is the stored form
    /// of the p-table, and `name` its name in the query's method. `sha256` is the digest of the original file, for the
    /// receipt. The p-table stays loaded while queries use it.
    #[wasm_bindgen(js_name = tableWith)]
    pub fn table_with(&mut self, query: &str, name: &str, stored: &[u8], sha256: &str) -> Result<JsValue, JsValue> {
        let query = read(query)?;
        self.load_own(name, stored, sha256).map_err(throw)?;
        self.answer(query).and_then(tagged)
    }
}

impl WasmCube {
    /// Explains a value or measures the table if the query requests this. Otherwise returns the query. First names the
    /// parts of the manifest that the query needs.
    pub(super) fn explain_or_measure(&mut self, query: Query) -> Result<ControlFlow<Answered, Query>, JsValue> {
        let lacking = self.store.lacking(&query);
        if !lacking.is_empty() {
            return Ok(ControlFlow::Break(("missing", needs(&lacking)?)));
        }
        let answer = if query.explain.as_ref().is_some_and(|ask| ask.trace) {
            self.trace(query)?
        } else if query.explain.is_some() {
            match self.store.explain(query).map_err(throw)? {
                Answer::Missing(files) => ("missing", needs(&files)?),
                Answer::Explained(explanation) => ("explanation", to_js(&explanation)?),
                Answer::Distributions(found) => ("explanation", floats(&found.numbers()).into()),
            }
        } else if let Some(reply) = query.measure.as_ref().map(|measure| measure.reply) {
            match reply {
                Reply::Measures => match self.store.measure(query).map_err(throw)? {
                    Measured::Missing(files) => ("missing", needs(&files)?),
                    Measured::Measures(measures) => ("measures", to_js(&measures)?),
                    Measured::Published(measures) => ("measures", to_js(&measures)?),
                },
                Reply::TrueCounts => match self.store.true_counts(&query).map_err(throw)? {
                    TrueCounts::Missing(files) => ("missing", needs(&files)?),
                    TrueCounts::Counts(counts) => {
                        let exact: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
                        ("measures", floats(&exact).into())
                    }
                    TrueCounts::Undisclosed => ("measures", JsValue::NULL),
                },
                Reply::Description => ("description", self.describe()?),
                Reply::Codes => {
                    let search = query.measure.unwrap_or_default();
                    match self
                        .store
                        .find_codes(search.by.as_deref().unwrap_or_default(), &search.text)
                        .map_err(throw)?
                    {
                        FoundCodes::Missing(files) => ("missing", needs(&files)?),
                        FoundCodes::Codes { codes, has_more } => ("found", to_js(&self.found(codes, has_more))?),
                    }
                }
                Reply::Estimates => match self.store.estimates(&query).map_err(throw)? {
                    Estimated::Missing(files) => ("missing", needs(&files)?),
                    Estimated::Estimates(estimates) => ("measures", floats(&estimates).into()),
                    Estimated::Impossible(error) => return Err(thrown("no-estimate", "input", &error.to_string())),
                },
            }
        } else {
            return Ok(ControlFlow::Continue(query));
        };
        Ok(ControlFlow::Break(answer))
    }

    /// What a search for codes found, in the page's language.
    fn found(&self, codes: Vec<(String, Text)>, has_more: bool) -> Found {
        let language = self.language.as_deref();
        let category = |(code, label): (String, Text)| Category { code, label: label.resolve(language).to_owned() };
        Found { codes: codes.into_iter().map(category).collect(), has_more }
    }

    /// Reads a p-table, unless it is already loaded.
    fn load_own(&mut self, name: &str, stored: &[u8], sha256: &str) -> Result<(), Error> {
        if self.own.as_ref().is_some_and(|own| own.name == name && own.sha256 == sha256) {
            return Ok(());
        }
        self.forget();
        self.store.add_stored(name, stored)?;
        self.own = Some(OwnPtable { name: name.to_owned(), sha256: sha256.to_owned() });
        Ok(())
    }

    /// Unloads the p-table of the last query.
    pub(super) fn forget(&mut self) {
        if let Some(OwnPtable { name, .. }) = self.own.take() {
            self.store.unload(&name);
            // A method stores only the p-table's name. The next p-table with this name may differ.
            self.method = None;
        }
    }

    /// Returns the SHA-256 of the p-table that came with the query.
    pub(super) fn own(&self) -> Option<&str> {
        self.own.as_ref().map(|own| own.sha256.as_str())
    }
}

/// Adds to an `Error` the rule that refused the table, and the nearest permitted table.
pub(in crate::wasm) fn add_rule(thrown: &JsValue, error: &Error) {
    if let Error::Query(QueryError::Rule(refusal)) = error {
        let nearest = to_js(&refusal.nearest).unwrap_or(JsValue::NULL);
        // Setting a property of a new Error cannot fail.
        let _ = Reflect::set(thrown, &"rule".into(), &refusal.rule.as_str().into());
        let _ = Reflect::set(thrown, &"nearest".into(), &nearest);
    }
}
