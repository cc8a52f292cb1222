//! The small core: accepts no p-tables, and refuses to explain or measure.

use std::ops::ControlFlow;

use wasm_bindgen::JsValue;

use super::{Answered, WasmCube};
use crate::table::{Error, Query, QueryError};
use crate::wasm::throw;

/// A p-table from outside the cube. This build accepts no such p-table, so the type has no values.
#[derive(Debug)]
pub(super) enum OwnPtable {}

impl WasmCube {
    /// Refuses to explain or to measure. Returns any other query.
    pub(super) fn explain_or_measure(&mut self, query: Query) -> Result<ControlFlow<Answered, Query>, JsValue> {
        if query.explain.is_some() || query.measure.is_some() {
            return Err(throw(QueryError::NeedsFull.into()));
        }
        Ok(ControlFlow::Continue(query))
    }

    /// Does nothing: this build has no p-table to unload.
    pub(super) fn forget(&mut self) {}

    /// Returns `None`: in this build, a query has no p-table of its own.
    pub(super) fn own(&self) -> Option<&str> {
        self.own.as_ref().map(|own| match *own {})
    }
}

/// Does nothing: this build does not check release rules.
pub(in crate::wasm) fn add_rule(_: &JsValue, _: &Error) {}
