//! Reads a step of record swapping.

use toml::Value;

use super::{Context, axes_of, share};
use crate::base::Quoted;
use crate::microdata::{Risky, Share, Swap, Target};
use crate::spec::error::SpecError;
use crate::spec::fields::{Fields, kind};

pub(super) const FIELDS: [&str; 9] =
    ["variable", "unit", "rate", "within", "apart", "strata", "target", "tables", "small"];
/// The entry of `within` for the whole dataset.
const ALL: &str = "all";
/// The values of `target`.
const TARGETS: &str = "one of random, risky, all-risky";

pub(super) fn swap(fields: &Fields<'_>, context: &mut Context<'_>) -> Result<Swap, SpecError> {
    let variables = variables(fields, context)?;
    let within = within(fields, context, variables[0])?;
    let apart = fields.string("apart")?;
    let apart = apart.map(|name| context.level(fields, "apart", variables[0], name)).transpose()?;
    let target = target(fields, context)?;
    let expected = "a share above 0, up to 0.5, like 0.1: as many partners also move";
    let rate = match (share(fields, "rate", expected)?, &target) {
        (Some(rate), Target::AllRisky(_)) => {
            let expected = "no rate with target = \"all-risky\", which selects all units at risk";
            return Err(fields.invalid("rate", rate.to_string(), expected));
        }
        (None, Target::AllRisky(_)) => Share::new(1, 1).expect("1 is a share"),
        (None, _) => return Err(fields.missing("rate", expected)),
        (Some(rate), _) if rate.numerator() > 0 && 2 * rate.numerator() <= rate.denominator() => rate,
        (Some(rate), _) => return Err(fields.invalid("rate", rate.to_string(), expected)),
    };
    let strata = context.strata(fields, &variables)?;
    Ok(Swap { unit: context.unit(fields)?, variables, rate, within, apart, strata, target })
}

fn variables(fields: &Fields<'_>, context: &Context<'_>) -> Result<Vec<usize>, SpecError> {
    let expected = "the dimension whose codes partners exchange, mostly an area";
    let names = match fields.get("variable") {
        None => return Err(fields.missing("variable", expected)),
        Some(Value::String(name)) => vec![name.as_str()],
        Some(value) => fields.strings("variable", value, "dimensions")?,
    };
    if names.is_empty() {
        return Err(fields.invalid("variable", "an empty list", expected));
    }
    let mut variables = Vec::new();
    for name in names {
        let dimension = context.dimension(fields, "variable", name)?;
        if variables.contains(&dimension) {
            return Err(fields.repeated("dimension", name));
        }
        variables.push(dimension);
    }
    Ok(variables)
}

fn within(fields: &Fields<'_>, context: &Context<'_>, variable: usize) -> Result<Vec<Option<usize>>, SpecError> {
    let names = match fields.get("within") {
        None => return Ok(vec![None]),
        Some(Value::String(name)) => vec![name.as_str()],
        Some(Value::Array(_)) => fields.strings("within", fields.get("within").expect("it is a list"), "levels")?,
        Some(other) => {
            return Err(fields.invalid(
                "within",
                kind(other),
                "a level, or a list of levels, each wider than the last",
            ));
        }
    };
    let mut within = Vec::new();
    for name in names {
        let level = match (name, context.level(fields, "within", variable, name)) {
            (_, Ok(level)) => Some(level),
            (ALL, Err(_)) => None,
            (_, Err(error)) => return Err(error),
        };
        if within.contains(&level) {
            return Err(fields.repeated("level", name));
        }
        within.push(level);
    }
    match within.is_empty() {
        true => Err(fields.invalid("within", "an empty list", "one or more levels, or \"all\" for the whole dataset")),
        false => Ok(within),
    }
}

fn target(fields: &Fields<'_>, context: &Context<'_>) -> Result<Target, SpecError> {
    let small = fields.integer("small", 1..=1_000_000)?;
    let mut tables = Vec::new();
    for (index, item) in fields.list("tables", "lists of dimensions")?.iter().enumerate() {
        let field = format!("tables[{}]", index + 1);
        let axes = axes_of(fields, &field, item, context.dimensions)?;
        if axes.is_empty() {
            return Err(fields.invalid(&field, "empty", "one or more dimensions"));
        }
        tables.push(axes);
    }
    let word = fields.string("target")?.unwrap_or("random");
    let has_tables = !tables.is_empty();
    let risky = Risky { tables, small: small.unwrap_or(2) };
    match word {
        "random" if has_tables => Err(fields.invalid("tables", "given", "no tables with target = \"random\"")),
        "random" if small.is_some() => Err(fields.invalid("small", "given", "no small with target = \"random\"")),
        "random" => Ok(Target::Random),
        "risky" | "all-risky" if !has_tables => Err(fields
            .missing("tables", "tables like [[\"area\", \"age:band\"]], whose small cells show the units at risk")),
        "risky" => Ok(Target::Risky(risky)),
        "all-risky" => Ok(Target::AllRisky(risky)),
        other => Err(fields.invalid("target", Quoted(other).to_string(), TARGETS)),
    }
}
