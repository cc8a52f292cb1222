//! Build tool: `cellveil-bindgen WASM OUT NAME` writes the JavaScript package of a compiled wasm file. The tool uses
//! the wasm-bindgen version that `Cargo.lock` pins for the library.

use std::error::Error;
use std::path::{Path, PathBuf};

use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, FunctionBuilder, FunctionKind, Module};
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

/// Bytes of a `core::panic::Location`.
const PLACE: usize = 16;
/// Maximum length of the name of a file in a `core::panic::Location`.
const MAX_NAME: usize = 200;

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
        forget_places(&mut module);
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

/// Clears the places in the source code that panics would report: file, line and column. Without their messages, no code
/// reads the places. They take 0.7 KB of the small core's download. A new comment line moves the code below it, and would
/// change the core.
///
/// A place is a `core::panic::Location`: the address and length of the file's name, then the line and the column.
fn forget_places(module: &mut Module) {
    let start_of = |kind: &DataKind| match kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => Some(*start as usize),
        _ => None,
    };
    let segments: Vec<(usize, Vec<u8>)> =
        module.data.iter().filter_map(|data| Some((start_of(&data.kind)?, data.value.clone()))).collect();
    let name_at = |address: usize, length: usize| {
        segments.iter().find_map(|segment| {
            let (start, bytes) = segment;
            let at = address.checked_sub(*start)?;
            bytes.get(at..at.checked_add(length)?)
        })
    };
    let mut cleared: Vec<(usize, usize)> = Vec::new();
    for (start, bytes) in &segments {
        for at in (0..bytes.len().saturating_sub(PLACE - 1)).filter(|at| (start + at) % 4 == 0) {
            let number = |word: usize| {
                let from = at + 4 * word;
                u32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]) as usize
            };
            let (address, length) = (number(0), number(1));
            if (6..=MAX_NAME).contains(&length) && name_at(address, length).is_some_and(is_source) {
                cleared.extend([(address, length), (start + at + 8, 8)]);
            }
        }
    }
    let ids: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    for id in ids {
        let data = module.data.get_mut(id);
        let Some(start) = start_of(&data.kind) else { continue };
        for &(address, length) in &cleared {
            let at = address.wrapping_sub(start);
            if let Some(bytes) = data.value.get_mut(at..at.saturating_add(length)) {
                bytes.fill(0);
            }
        }
    }
}

/// Whether a text is the name of a file of Rust code, such as `src/tile/decode.rs`.
fn is_source(name: &[u8]) -> bool {
    name.ends_with(b".rs")
        && name.contains(&b'/')
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+".contains(byte))
}
