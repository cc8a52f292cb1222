//! Build tool: `cellveil-bindgen WASM OUT NAME` writes the JavaScript package of a compiled wasm file, with the very
//! wasm-bindgen version that `Cargo.lock` pins for the library itself.

use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(input), Some(out), Some(name), None) = (args.next(), args.next(), args.next(), args.next()) else {
        eprintln!("usage: cellveil-bindgen WASM OUT NAME");
        std::process::exit(2);
    };
    let mut bindgen = Bindgen::new();
    let built = bindgen
        .input_path(input)
        .web(true)
        .and_then(|b| b.typescript(true).reset_state_function(true).out_name(&name.to_string_lossy()).generate(out));
    if let Err(error) = built {
        eprintln!("cellveil-bindgen: {error:#}");
        std::process::exit(1);
    }
}
