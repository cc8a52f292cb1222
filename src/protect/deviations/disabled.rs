//! A build without rare methods does not read the parameters of `kind = "small-cell"`. It refuses such a method with the
//! error code `needs-full`.

use super::card::parameter::TOTAL_VARIANCE;
use super::method::{MethodKind, Reader};

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
