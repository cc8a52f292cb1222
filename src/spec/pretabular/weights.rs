//! Reads a step of weight perturbation.

use super::{Context, distribution, share};
use crate::base::Quoted;
use crate::microdata::{Draw, Weights};
use crate::spec::error::SpecError;
use crate::spec::fields::Fields;

pub(super) const FIELDS: [&str; 5] = ["strata", "unit", "changed", "distribution", "draw"];
/// The largest weight. Counts stay far below their limit.
const MOST: i32 = 100;

pub(super) fn weights(fields: &Fields<'_>, context: &mut Context<'_>) -> Result<Weights, SpecError> {
    let strata = context.strata(fields, &[])?;
    let expected = "a number above 0: how many units of each stratum get another weight than 1";
    let changed = share(fields, "changed", expected)?;
    let distribution = distribution(fields, "distribution", 0..=MOST, 1)?;
    let word = fields.string("draw")?;
    let draw = match (changed, distribution, word) {
        (Some(_), Some(_), _) => return Err(crate::spec::key::both(fields, "changed", "distribution")),
        (None, None, _) => return Err(fields.missing("changed", "changed or distribution")),
        (Some(changed), ..) if changed.numerator() == 0 => return Err(fields.invalid("changed", "0", expected)),
        (Some(_), None, Some("without-replacement")) => {
            let expected = "a distribution with draw = \"without-replacement\"";
            return Err(fields.invalid("changed", "given", expected));
        }
        (Some(changed), None, None | Some("independent")) => Draw::Changed(changed),
        (None, Some(distribution), None | Some("independent")) => Draw::Independent(distribution),
        (None, Some(distribution), Some("without-replacement")) => Draw::WithoutReplacement(distribution),
        (.., Some(other)) => {
            let expected = "one of independent, without-replacement";
            return Err(fields.invalid("draw", Quoted(other).to_string(), expected));
        }
    };
    Ok(Weights { unit: context.unit(fields)?, strata, draw })
}
