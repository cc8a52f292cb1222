//! Bindings for JavaScript. They add no rules of their own. Each call validates, calls the core once and converts the
//! answer. A build contains one set of bindings: for cubes, for p-tables (feature `workshop`), for exported tables
//! (feature `export`), for audits (feature `audit`), for synthetic people (feature `people`), or for the command line
//! (feature `make`).

#[cfg(all(feature = "audit", not(feature = "make")))]
mod audit;
#[cfg(feature = "bench")]
mod bench;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod convert;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod cube;
#[cfg(all(feature = "export", not(feature = "make")))]
mod export;
#[cfg(not(feature = "make"))]
mod heap;
#[cfg(feature = "make")]
mod make;
#[cfg(all(feature = "people", not(feature = "make")))]
mod people;
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
mod throw;
#[cfg(all(feature = "workshop", not(feature = "make")))]
mod workshop;

use js_sys::{Error as JsError, Reflect};
#[cfg(not(any(feature = "workshop", feature = "export", feature = "audit", feature = "people")))]
use throw::throw;
use wasm_bindgen::JsValue;

/// Makes an `Error` with a stable `code` and with the `fault`, the party that caused the error.
fn thrown(code: &str, fault: &str, message: &str) -> JsValue {
    let thrown = JsError::new(message);
    // Setting a property of a new Error cannot fail.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"fault".into(), &fault.into());
    thrown.into()
}
