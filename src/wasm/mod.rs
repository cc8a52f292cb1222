//! Bindings for JavaScript; no policy lives here. Each call validates, asks the core once and converts the answer. A module
//! has those for cubes or, with the feature `workshop`, those for p-tables or, with the feature `export`, those for files of tables.

#[cfg(feature = "bench")]
mod bench;
#[cfg(not(any(feature = "workshop", feature = "export")))]
mod convert;
#[cfg(not(any(feature = "workshop", feature = "export")))]
mod cube;
#[cfg(feature = "export")]
mod export;
#[cfg(not(any(feature = "workshop", feature = "export")))]
mod throw;
#[cfg(feature = "workshop")]
mod workshop;

use js_sys::{Error as JsError, Reflect};
#[cfg(not(any(feature = "workshop", feature = "export")))]
use throw::throw;
use wasm_bindgen::JsValue;

/// 2.4 KB less in the download than the allocator that comes with the standard library.
#[global_allocator]
static HEAP: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// An `Error` with the stable `code`, and whose `fault` it is.
fn thrown(code: &str, fault: &str, message: &str) -> JsValue {
    let thrown = JsError::new(message);
    // Setting a property of a fresh Error cannot fail.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"fault".into(), &fault.into());
    thrown.into()
}
