//! Build tool: `cellveil-bindgen WASM OUT NAME` writes the JavaScript package of a compiled wasm file. The tool uses
//! the wasm-bindgen version that `Cargo.lock` pins for the library.

use std::error::Error;
use std::path::{Path, PathBuf};

use walrus::{FunctionBuilder, FunctionKind, Module};
use wasm_bindgen_cli_support::Bindgen;

/// Suffixes of the mangled names of functions in `core`, `alloc` and `std`. Every panic calls one of these functions.
const PANICS: &[&str] = &[
    "panic",
    "panic_fmt",
    "panic_bounds_check",
    "panic_const_div_by_zero",
    "panic_const_rem_by_zero",
    "unwrap_failed",
    "expect_failed",
    "assert_failed",
    "len_mismatch_fail",
    "slice_index_fail",
    "slice_error_fail",
    "capacity_overflow",
    "handle_error",
    "handle_alloc_error",
];

/// The core whose panics reach its user, because it reads files that may be damaged.
const KEEPS_PANICS: &str = "cellveil_make";

fn main() {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(input), Some(out), Some(name), None) = (args.next(), args.next(), args.next(), args.next()) else {
        eprintln!("usage: cellveil-bindgen WASM OUT NAME");
        std::process::exit(2);
    };
    if let Err(error) = generate(&input, &out, &name.to_string_lossy()) {
        eprintln!("cellveil-bindgen: {error:#}");
        std::process::exit(1);
    }
}

fn generate(input: &Path, out: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let mut module = Module::from_file(input)?;
    if name != KEEPS_PANICS {
        silence(&mut module);
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_module(name, module).web(true)?;
    bindgen.typescript(true).reset_state_function(true).out_name(name).generate(out)?;
    Ok(())
}

/// Makes a panic stop the wasm at once. In a browser a panic message is not shown, and the panic ends in a trap anyway.
/// The download becomes smaller without the code that formats panic messages.
fn silence(module: &mut Module) {
    let is_panic = |name: &str| {
        let from_std = ["4core", "5alloc", "3std"].iter().any(|of| name.starts_with("_R") && name.contains(of));
        from_std && PANICS.iter().any(|panic| name.ends_with(&format!("{}{panic}", panic.len())))
    };
    for function in module.funcs.iter_mut().filter(|function| function.name.as_deref().is_some_and(is_panic)) {
        let FunctionKind::Local(old) = &function.kind else { continue };
        let (params, results) = module.types.params_results(old.ty());
        let (params, results) = (params.to_vec(), results.to_vec());
        let mut trap = FunctionBuilder::new(&mut module.types, &params, &results);
        trap.func_body().unreachable();
        function.kind = FunctionKind::Local(trap.local_func(old.args.clone()));
    }
}
