//! The `cellveil` command. Its code is in the module `cli` of the crate.

use std::process::ExitCode;

/// The pages of `cellveil site`. `npm run build` makes this archive and sets `pages` for this file alone.
#[cfg(any(pages, feature = "pages"))]
mod pages {
    pub fn carry() {
        cellveil::host::carry_pages(include_bytes!("../pkg/pages.zip"));
    }
}

/// A program without pages, such as the one that the tests of Rust run.
#[cfg(not(any(pages, feature = "pages")))]
mod pages {
    pub fn carry() {}
}

fn main() -> ExitCode {
    pages::carry();
    cellveil::cli::run(cellveil::host::arguments()).into()
}
