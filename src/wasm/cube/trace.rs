//! Traces of cells. Few pages trace cells, so only the core with table methods has this code.

use wasm_bindgen::prelude::*;

use super::{Answered, WasmCube, needs};
use crate::table::{Query, Traced};
use crate::wasm::convert::to_js;
use crate::wasm::throw;

impl WasmCube {
    /// Traces a cell.
    pub(super) fn trace(&mut self, query: Query) -> Result<Answered, JsValue> {
        Ok(match self.store.trace(query).map_err(throw)? {
            Traced::Missing(files) => ("missing", needs(&files)?),
            Traced::Trace(trace) => ("explanation", to_js(&trace)?),
        })
    }
}
