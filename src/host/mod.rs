//! The machine under the command line: files and folders, environment variables, standard streams, the terminal and
//! randomness. `cli` and `input` reach all of them through this folder alone, so that the same code runs natively, in
//! Node and in a page.
//!
//! `fs` has the names of [`std::fs`]. Natively it *is* `std::fs`.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    Bar, absolute, after_risk, arguments, before_risk, carry_pages, exists, fs, is_dir, is_file, pages, process_id,
    random, risk_came_true, stderr, stdout, stdout_is_terminal, temporary, variable,
};
#[cfg(target_arch = "wasm32")]
pub use wasm::{
    Bar, Given, NodeHost, absolute, after_risk, before_risk, ended, exists, fs, in_node, in_page, is_dir, is_file,
    pages, process_id, random, risk_came_true, stderr, stdout, stdout_is_terminal, variable,
};
