//! Protection: from a true count and a cell key to the value that may be shown.
//!
//! There is one engine, [`Rows`]: a row for the count, an entry of the row for a number drawn from the cell key. A cell
//! method is a way to compile rows ([`compile`]), one small file each; none has a loop of its own. So the same cell has
//! the same value in whatever table it stands, which is the guarantee that all of them share (Fraser and Wooton 2005;
//! Shlomo, Antal and Elliot 2015, section 3.2).

mod cell_key;
mod method;
mod none;
mod probability;
mod rows;

pub use method::{Lookup, MethodError, MethodKind, MethodSpec, Parameters, Totals};
pub use probability::Probability;
pub use rows::{Protected, Rows, Status};

use crate::key::KeyGroup;
use crate::ptable::Ptable;

/// What a method may know of the cube beside a cell's count and key.
#[derive(Debug, Clone, Copy)]
pub struct KeyContext<'a> {
    /// How cell keys combine, and below which number they are.
    pub keys: KeyGroup,
    /// Whether record keys are drawn evenly from 0 to M − 1.
    pub uniform: bool,
    /// Enters the hashes.
    pub salt: &'a [u8],
}

/// The rows of a method, with the p-table that it names.
///
/// # Errors
/// [`MethodError`] where the method does not suit the cube's keys, or its p-table does not.
pub fn compile(method: &MethodSpec, context: KeyContext<'_>, ptable: Option<&Ptable>) -> Result<Rows, MethodError> {
    method.check(context)?;
    match &method.kind {
        MethodKind::None => Ok(none::rows()),
        MethodKind::CellKey { ptable: name, threshold, lookup } => {
            let missing = || method.error(format!("the p-table {name:?} is not at hand"), "a p-table of the cube");
            cell_key::rows(method, ptable.ok_or_else(missing)?, *threshold, *lookup, context)
        }
    }
}
