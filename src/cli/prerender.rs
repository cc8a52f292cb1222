//! `cellveil prerender`: writes the tables of a page's elements into the page. The npm package does this in Node, with the
//! element's own drawing code (`www/prerender`). This file only describes the arguments and refuses the command.

use super::Failure;

/// Write the tables of cellveil-table elements into HTML pages, for readers without scripts. Only npx cellveil.
///
/// The table replaces the content between the element's tags. Browsers show this table before any script runs. Then the
/// element builds the table from the cube, and keeps the written table if both are equal. Run the command again when the
/// cube changes.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// HTML pages, or folders of pages
    #[arg(value_name = "PAGE", required = true)]
    _pages: Vec<String>,
    /// Folder that the server serves at "/"; all pages must be in this folder
    #[arg(long = "root", value_name = "DIR")]
    _root: Option<String>,
    /// Write nothing; exit status 1 if a page is out of date
    #[arg(long = "check")]
    _check: bool,
}

pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(Failure::wrong("prerender: only the npm package writes tables into pages; expected npx cellveil prerender"))
}
