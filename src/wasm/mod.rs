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
#[cfg(feature = "workshop")]
mod workshop;

use js_sys::{Error as JsError, Reflect};
use wasm_bindgen::JsValue;

#[cfg(not(any(feature = "workshop", feature = "export")))]
use crate::table::{Error, Fault};

/// 2.4 KB less in the download than the allocator that comes with the standard library.
#[global_allocator]
static HEAP: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What the core says of an error.
#[cfg(not(any(feature = "workshop", feature = "export")))]
fn throw(error: Error) -> JsValue {
    let fault = match error.fault() {
        Fault::Refused => "refused",
        Fault::Input => "input",
    };
    let thrown = thrown(error.code(), fault, &error.to_string());
    #[cfg(feature = "full")]
    if let Error::Query(crate::table::QueryError::Rule(refusal)) = &error {
        let nearest = convert::to_js(&refusal.nearest).unwrap_or(JsValue::NULL);
        let _ = Reflect::set(&thrown, &"rule".into(), &refusal.rule.as_str().into());
        let _ = Reflect::set(&thrown, &"nearest".into(), &nearest);
    }
    thrown
}

/// An `Error` with the stable `code`, and whose `fault` it is.
fn thrown(code: &str, fault: &str, message: &str) -> JsValue {
    let thrown = JsError::new(message);
    // Setting a property of a fresh Error cannot fail.
    let _ = Reflect::set(&thrown, &"code".into(), &code.into());
    let _ = Reflect::set(&thrown, &"fault".into(), &fault.into());
    thrown.into()
}
