//! Reads a step of PRAM.

use super::{Context, matrix, share, switch};
use crate::base::Quoted;
use crate::microdata::{Moves, Pram};
use crate::spec::axis::axis;
use crate::spec::error::SpecError;
use crate::spec::fields::Fields;

pub(super) const FIELDS: [&str; 6] = ["variable", "unit", "matrix", "move", "invariant", "within"];

pub(super) fn pram(fields: &Fields<'_>, context: &mut Context<'_>) -> Result<Pram, SpecError> {
    let text = fields.required("variable", "the dimension whose codes change, or one of its levels")?;
    let found = axis(text, context.dimensions)
        .map_err(|wanted| fields.invalid("variable", Quoted(text).to_string(), wanted))?;
    let (variable, level) = (found.dimension, found.level);
    context.dimension(fields, "variable", &context.dimensions[variable].name)?;
    let expected = "a probability above 0, up to 1, like 0.05: of a move from the smallest category";
    let moves = match (share(fields, "move", expected)?, fields.string("matrix")?) {
        (Some(_), Some(_)) => return Err(crate::spec::key::both(fields, "move", "matrix")),
        (None, None) => return Err(fields.missing("move", "move or matrix")),
        (Some(share), None) if share.numerator() == 0 || share.numerator() > share.denominator() => {
            return Err(fields.invalid("move", share.to_string(), expected));
        }
        (Some(share), None) => Moves::ToOthers(share),
        (None, Some(file)) => {
            if fields.get("within").is_some() {
                return Err(crate::spec::key::both(fields, "matrix", "within"));
            }
            let rows = matrix::read(fields, file, &context.dimensions[variable], level, context.resolve)?;
            Moves::Matrix { rows, invariant: switch(fields, "invariant")? }
        }
    };
    if matches!(moves, Moves::ToOthers(_)) && fields.get("invariant").is_some() {
        let expected = "no invariant with move, whose matrix is always invariant";
        return Err(fields.invalid("invariant", "given", expected));
    }
    let within = fields.string("within")?;
    let within = within.map(|name| context.level(fields, "within", variable, name)).transpose()?;
    if let (Some(level), Some(within)) = (level, within) {
        nested(fields, context, variable, level, within)?;
    }
    Ok(Pram { variable, level, unit: context.unit(fields)?, within, moves })
}

/// Checks that each group of `level` is within one group of `within`.
fn nested(
    fields: &Fields<'_>,
    context: &Context<'_>,
    variable: usize,
    level: usize,
    within: usize,
) -> Result<(), SpecError> {
    let dimension = &context.dimensions[variable];
    let both = [level, within].map(|level| &dimension.levels[level].groups);
    if both.iter().any(|groups| groups.iter().any(|group| !group.ranges.is_empty())) {
        let found = format!("{}, and a level has a range of codes that are found in the data", Quoted(&dimension.name));
        return Err(fields.invalid(
            "within",
            found,
            "codes declared in the dimension, or groups that list their codes",
        ));
    }
    let outer = |code: &String| dimension.levels[within].groups.iter().position(|group| group.of.contains(code));
    for group in &dimension.levels[level].groups {
        let mut outer = group.of.iter().map(outer);
        let first = outer.next();
        if outer.any(|other| Some(other) != first) {
            let found = Quoted(&dimension.levels[within].name).to_string();
            let expected = format!(
                "a level with each group of {} as a whole in one of its groups: {} is in several",
                Quoted(&dimension.levels[level].name),
                Quoted(&group.code)
            );
            return Err(fields.invalid("within", found, expected));
        }
    }
    Ok(())
}
