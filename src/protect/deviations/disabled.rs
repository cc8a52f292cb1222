//! A build without rare methods does not read the parameters of `kind = "small-cell"`. It refuses such a method with the
//! error code `needs-full`.

use super::card::parameter::TOTAL_VARIANCE;
use super::method::{MethodKind, MethodSpec, Reader, Totals};
use super::{CompiledMethod, KeyContext, MethodError, none};

/// A placeholder for the distribution of a record's deviation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviations;

/// Accepts all parameters. Only the presence of `total_variance` matters, because the method is then not consistent.
pub(super) fn small_cell(fields: &mut Reader<'_>) -> Result<MethodKind, String> {
    let total_variance = fields.0.maybe(TOTAL_VARIANCE.name).map(|_| 0);
    Ok(MethodKind::SmallCell { x: 0, deviations: Deviations, total_variance })
}

/// The effect of the method in words, for any parameters.
pub(super) fn text(_: u32, _: &Deviations) -> String {
    "In each count some records are counted several times or not at all, at random.".into()
}

/// Leaves the check to a build that reads the parameters.
pub(super) fn check(_: &MethodKind, _: Totals) -> Result<(), String> {
    Ok(())
}

pub(super) fn compile(_: u32, _: &Deviations, _: KeyContext<'_>) -> CompiledMethod {
    none::compile() // `compile` has refused the method
}

impl MethodSpec {
    /// Leaves the method as it is.
    pub(crate) fn for_cells(&self, _: u64) -> Result<Option<Self>, MethodError> {
        Ok(None)
    }
}
