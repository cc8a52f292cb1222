//! Replaces `trace.rs` in the full core without table methods.

use wasm_bindgen::prelude::*;

use super::{Answered, WasmCube};
use crate::table::{Query, QueryError};
use crate::wasm::throw;

impl WasmCube {
    /// Refuses to trace a cell, so that the page loads the core with table methods.
    pub(super) fn trace(&mut self, _: Query) -> Result<Answered, JsValue> {
        Err(throw(QueryError::NeedsTables.into()))
    }
}
