//! Bindings for JavaScript. They add no rules of their own. Each call validates, calls the core once and converts the
//! answer. A build contains one set of bindings: for cubes, for p-tables (feature `workshop`), for exported tables
//! (feature `export`), for audits (feature `audit`), or for synthetic people (feature `people`).

#[cfg(feature = "audit")]
mod audit;
#[cfg(feature = "bench")]
mod bench;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod convert;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod cube;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "people")]
mod people;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod throw;
#[cfg(feature = "workshop")]
mod workshop;

use js_sys::{Error as JsError, Reflect};
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
use throw::throw;
use wasm_bindgen::JsValue;

/// A small allocator. It saves 2.4 KB of the download compared with the standard library's allocator.
#[global_allocator]
static HEAP: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Makes an `Error` with a stable `code` and with the `fault`, the party that caused the error.
fn thrown(code: &str, fault: &str, message: &str) -> JsValue {
    let thrown = JsError::new(message);
    // Setting a property of a new Error cannot fail.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"fault".into(), &fault.into());
    thrown.into()
}
