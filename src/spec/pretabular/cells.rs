//! Reads the steps that change the finest cells: deviations and noise.

use super::{Context, distribution, share};
use crate::microdata::{Deviations, Distribution, Noise};
use crate::protect::{MethodSpec, Parameters};
use crate::ptable::Ptable;
use crate::ptable::design::Ready;
use crate::ptable::export::Format;
use crate::spec::error::SpecError;
use crate::spec::fields::Fields;
use crate::spec::method::json;

pub(super) const DEVIATIONS: [&str; 2] = ["x", "distribution"];
pub(super) const NOISE: [&str; 1] = ["method"];
/// The largest deviation, as for the method `small-cell`.
const MOST: i32 = 10;

pub(super) fn deviations(fields: &Fields<'_>) -> Result<Deviations, SpecError> {
    let expected = "a number above 0: how many records of a cell deviate on average";
    let x = share(fields, "x", expected)?.ok_or_else(|| fields.missing("x", expected))?;
    if x.numerator() == 0 {
        return Err(fields.invalid("x", "0", expected));
    }
    let given = distribution(fields, "distribution", -1..=MOST, 0)?;
    Ok(Deviations { x, distribution: given.unwrap_or_else(Distribution::of_paper_deviations) })
}

pub(super) fn noise(fields: &Fields<'_>, context: &Context<'_>) -> Result<Noise, SpecError> {
    let expected = "a cell method, like { kind = \"random-rounding\", base = 3 }";
    let table = fields.table("method")?.ok_or_else(|| fields.missing("method", expected))?;
    let parameter =
        |(name, value): (&String, &toml::Value)| Ok((name.clone(), json(fields, &format!("method.{name}"), value)?));
    let parameters: serde_json::Map<_, _> = table.iter().map(parameter).collect::<Result<_, SpecError>>()?;
    let wrong = |reason| SpecError::Method { name: fields.at().to_owned(), reason };
    let text = serde_json::Value::Object(parameters).to_string();
    let given = Parameters::from_json(&text).map_err(wrong)?;
    let method = MethodSpec::new("noise", &given).map_err(|error| wrong(error.to_string()))?;
    if method.looks_at_table() {
        return Err(fields.invalid("method", "a table method", expected));
    }
    let ptable = method.ptable().map(|name| ptable(name, context)).transpose().map_err(wrong)?;
    Ok(Noise { method, ptable })
}

/// Reads a p-table: a file, or a ready-made p-table if there is no such file.
fn ptable(name: &str, context: &Context<'_>) -> Result<Ptable, String> {
    let bytes = (context.resolve)(name).or_else(|error| match Ready::table(name) {
        Some(table) => table.to_text(Format::Ptable).map(String::into_bytes).map_err(|error| error.to_string()),
        None => Err(error),
    });
    Ptable::parse(&bytes?, name).map_err(|error| error.to_string())
}
