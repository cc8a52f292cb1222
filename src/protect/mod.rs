//! Protection: computes the value to show from a true count and a cell key.
//!
//! All cell methods share one engine, [`CompiledMethod`]. The count selects a row, and a number drawn from the cell key
//! selects an entry of this row. A cell method only compiles rows ([`compile`]), in a small file of its own. So all
//! cell methods guarantee that the same cell has the same value in every table (Fraser and Wooton 2005; Shlomo, Antal
//! and Elliot 2015, section 3.2).

#[cfg(feature = "tables")]
mod additivity;
#[path = "additivity/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod additivity;
#[cfg(feature = "tables")]
mod adjustment;
#[path = "adjustment/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod adjustment;
mod card;
mod cell_key;
mod compiled;
#[cfg(feature = "full")]
mod deviations;
#[path = "deviations/disabled.rs"]
#[cfg(not(feature = "full"))]
mod deviations;
#[cfg(feature = "full")]
mod explain;
mod fixed_changes;
#[cfg(feature = "make")]
pub mod invariance;
mod method;
mod none;
#[cfg(feature = "full")]
mod outcomes;
mod probability;
mod properties;
mod random_rounding;
mod rest;
#[cfg(feature = "cli")]
mod rows;
pub(crate) mod sealed_values;
#[cfg(feature = "full")]
mod small_cell;
#[cfg(feature = "tables")]
mod table_kind;
#[path = "table_kind/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod table_kind;
mod threshold_rounding;
#[cfg(feature = "tables")]
mod trace;
mod transition_matrix;
mod words;

pub use adjustment::Adjustment;
pub use card::{Card, Parameter, Range};
pub use compiled::{CompiledMethod, Protected, Status};
pub use deviations::Deviations;
#[cfg(feature = "full")]
pub use explain::{Distribution, Explanation, MOST_CAUSES, MOST_PROBABILITIES, Unexplained};
pub use method::{Additivity, Hash, Lookup, MethodError, MethodKind, MethodSpec, Parameters, Totals};
pub use probability::Probability;
pub use properties::Properties;
pub use rest::Rest;
#[cfg(feature = "cli")]
pub use rows::{DrawRange, DrawSource, RowTable};
#[cfg(feature = "full")]
pub use small_cell::LAST_ROW;
#[cfg(feature = "tables")]
pub use table_kind::Control;
pub use table_kind::TableKind;
#[cfg(feature = "tables")]
pub use trace::{RowEntry, RowTrace};

use crate::base::{FULL, Quoted, TABLES};
use crate::key::KeyGroup;
use crate::ptable::Ptable;

/// The parts of a cube that a method may use besides a cell's count and key.
#[derive(Debug, Clone, Copy)]
pub struct KeyContext<'a> {
    /// How record keys combine to a cell key (sum or XOR), and the modulus.
    pub keys: KeyGroup,
    /// Whether record keys are drawn uniformly from 0 to M − 1.
    pub uniform: bool,
    /// The salt of the hashes.
    pub salt: &'a [u8],
}

/// Compiles a method with its p-table.
///
/// # Errors
/// [`MethodError`] if the method or its p-table does not suit the cube's keys, or the p-table is missing.
pub fn compile(
    method: &MethodSpec,
    context: KeyContext<'_>,
    ptable: Option<&Ptable>,
) -> Result<CompiledMethod, MethodError> {
    method.check(context)?;
    // `Store::plan` has already refused such a method. This check ensures that a missing method never shows true
    // counts.
    if !FULL && method.needs_full() || !TABLES && method.looks_at_table() {
        return Err(method.error("it is not in this build", "one with the feature \"full\" or \"tables\""));
    }
    let compiled = match &method.kind {
        MethodKind::None => none::compile(),
        MethodKind::CellKey { ptable: name, threshold, lookup } => {
            let missing = || method.error(&format!("its p-table {} is missing", Quoted(name)), "a p-table of the cube");
            let threshold = *threshold as i64; // at most 2^53, checked when the method was read
            let compiled = cell_key::compile(method, ptable.ok_or_else(missing)?, *lookup, context)?;
            CompiledMethod { threshold, ..compiled }
        }
        MethodKind::RandomRounding { base, below, hash } => random_rounding::compile(*base, *below, *hash, context),
        MethodKind::ThresholdRounding { threshold, base } => threshold_rounding::compile(*threshold, *base),
        MethodKind::SmallCell { x, deviations, .. } => deviations::compile(*x, deviations, context),
        MethodKind::TransitionMatrix { matrix, cap, .. } if FULL => transition_matrix::compile(matrix, *cap, context),
        MethodKind::TransitionMatrix { .. } => none::compile(), // refused above
        MethodKind::Table(kind) => kind.compile(context),
    };
    Ok(CompiledMethod { category_keys: method.category_keys, ..compiled })
}
