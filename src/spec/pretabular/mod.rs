//! Reads the `[[pretabular]]` tables: the steps that change records before tabulation.

mod cells;
mod matrix;
mod pram;
mod swap;
mod weights;

use toml::{Table, Value};

use super::axis::{axis, index_of, names};
use super::dimension::DimensionSpec;
use super::error::SpecError;
use super::fields::{Fields, Log, kind};
use super::key::{both, from_hex, variable_of};
use super::{Environment, Resolve};
use crate::base::{Quoted, did_you_mean};
use crate::cube::Data;
use crate::dimension::AxisRef;
use crate::key::derive::Secret;
use crate::microdata::{Distribution, DistributionError, Share, Step, StepKind};

/// The fewest bytes of a seed for confidential data. Somebody who guesses the seed can undo the changes.
const SEED: usize = 16;
/// The kinds of steps.
const KINDS: [&str; 5] = ["swap", "pram", "weights", "deviations", "noise"];

/// The steps before tabulation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pretabular {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The columns of unit identifiers that the steps use.
    pub units: Vec<String>,
}

impl Pretabular {
    /// Whether a step changes records, and not only cells.
    pub fn changes_records(&self) -> bool {
        self.steps.iter().any(|step| !matches!(step.kind, StepKind::Noise(_)))
    }
}

/// What the readers of all kinds use.
struct Context<'a> {
    dimensions: &'a [DimensionSpec],
    resolve: Resolve<'a>,
    log: &'a Log,
    units: Vec<String>,
}

/// Reads all steps. A step with a problem is left out.
pub(super) fn pretabular(
    root: &Fields<'_>,
    data: Data,
    dimensions: &[DimensionSpec],
    resolve: Resolve<'_>,
    environment: Environment<'_>,
) -> Pretabular {
    let log = root.log();
    let mut context = Context { dimensions, resolve, log, units: Vec::new() };
    let mut steps: Vec<Step> = Vec::new();
    for (index, table) in root.tables("pretabular", "tables") {
        let at = format!("pretabular[{}]", index + 1);
        let Some(step) = log.keep(step(&at, table, data, &mut context, environment)) else { continue };
        let earlier = steps.last().map(|step| &step.kind);
        let found = format!("{} after {}", Quoted(step.kind.name()), earlier.map_or("", StepKind::name));
        match (earlier, &step.kind) {
            (Some(StepKind::Noise(_)), _) => {
                log.add(invalid(&at, "kind", found, "no step after noise, which needs the finished cells"));
            }
            (Some(StepKind::Deviations(_)), StepKind::Noise(_)) | (None, _) => {}
            (Some(StepKind::Deviations(_)), _) => {
                log.add(invalid(&at, "kind", found, "only noise after deviations, which need the changed records"));
            }
            _ => {}
        }
        if let Some((earlier, dimension)) = other_unit(&steps, &step.kind) {
            let name = Quoted(&dimensions[dimension].name);
            let found = format!("another one than in pretabular[{}], which also changes {name}", earlier + 1);
            log.add(invalid(&at, "unit", found, "the same unit in all steps that change a variable"));
        }
        steps.push(step);
    }
    Pretabular { steps, units: context.units }
}

/// The dimensions whose codes a step changes, and its unit.
fn changed_by(kind: &StepKind) -> (&[usize], Option<usize>) {
    match kind {
        StepKind::Swap(swap) => (&swap.variables, swap.unit),
        StepKind::Pram(pram) => (std::slice::from_ref(&pram.variable), pram.unit),
        StepKind::Weights(_) | StepKind::Deviations(_) | StepKind::Noise(_) => (&[], None),
    }
}

/// The first earlier step that changes a dimension of this step for other units, and the dimension. After such a step, the
/// records of a unit have different codes.
fn other_unit(earlier: &[Step], kind: &StepKind) -> Option<(usize, usize)> {
    let (own, unit) = changed_by(kind);
    earlier.iter().enumerate().find_map(|(at, step)| {
        let (variables, other) = changed_by(&step.kind);
        let shared = own.iter().find(|dimension| variables.contains(dimension)).filter(|_| other != unit)?;
        Some((at, *shared))
    })
}

fn step(
    at: &str,
    table: &Table,
    data: Data,
    context: &mut Context<'_>,
    environment: Environment<'_>,
) -> Result<Step, SpecError> {
    let all: Vec<&str> = table.keys().map(String::as_str).collect();
    let log = context.log;
    let word = Fields::open(at, table, &all, log).required("kind", &format!("one of {}", KINDS.join(", ")))?;
    let at = format!("{at} {}", Quoted(word));
    let open = |own: &[&str]| Fields::open(&*at, table, &[&["kind", "seed", "seed_env", "publish"], own].concat(), log);
    let (fields, kind) = match word {
        "swap" => {
            let fields = open(&swap::FIELDS);
            let step = StepKind::Swap(swap::swap(&fields, context)?);
            (fields, step)
        }
        "pram" => {
            let fields = open(&pram::FIELDS);
            let step = StepKind::Pram(pram::pram(&fields, context)?);
            (fields, step)
        }
        "weights" => {
            let fields = open(&weights::FIELDS);
            let step = StepKind::Weights(weights::weights(&fields, context)?);
            (fields, step)
        }
        "deviations" => {
            let fields = open(&cells::DEVIATIONS);
            let step = StepKind::Deviations(cells::deviations(&fields)?);
            (fields, step)
        }
        "noise" => {
            let fields = open(&cells::NOISE);
            let step = StepKind::Noise(cells::noise(&fields, context)?);
            (fields, step)
        }
        other => {
            let expected = format!("one of {}{}", KINDS.join(", "), did_you_mean(other, KINDS));
            return Err(invalid(&at, "kind", Quoted(other).to_string(), &expected));
        }
    };
    Ok(Step { kind, seed: seed(&fields, data, environment)?, publish: switch(&fields, "publish")? })
}

fn invalid(at: &str, field: &str, found: String, expected: &str) -> SpecError {
    SpecError::Value { at: at.to_owned(), field: field.to_owned(), found, expected: expected.to_owned() }
}

fn seed(fields: &Fields<'_>, data: Data, environment: Environment<'_>) -> Result<Secret, SpecError> {
    let expected = "pairs of hexadecimal digits, like \"00ff\"";
    let bytes = match (fields.string("seed")?, fields.string("seed_env")?) {
        (Some(_), Some(_)) => return Err(both(fields, "seed", "seed_env")),
        (None, None) => return Err(fields.missing("seed_env", "seed_env, or seed for data that are not confidential")),
        (Some(_), None) if data == Data::Confidential => {
            return Err(fields.invalid("seed", "written in the file", "seed_env, because the data are confidential"));
        }
        (Some(text), None) => from_hex(text).ok_or_else(|| fields.invalid("seed", "not hexadecimal", expected))?,
        (None, Some(variable)) => {
            let text = variable_of(fields, variable, environment, expected)?;
            let problem = |problem, expected| SpecError::Environment {
                at: fields.at().to_owned(),
                variable: variable.to_owned(),
                problem,
                expected,
            };
            let bytes = from_hex(&text).ok_or_else(|| problem("is not hexadecimal", expected))?;
            if data == Data::Confidential && bytes.len() < SEED {
                return Err(problem("is too short", "16 random bytes or more, from openssl rand -hex 16"));
            }
            bytes
        }
    };
    Ok(Secret::new(bytes))
}

fn switch(fields: &Fields<'_>, field: &str) -> Result<bool, SpecError> {
    match fields.get(field) {
        None => Ok(false),
        Some(Value::Boolean(on)) => Ok(*on),
        Some(other) => Err(fields.invalid(field, kind(other), "true or false")),
    }
}

/// Reads a number of at least 0 as an exact share.
fn share(fields: &Fields<'_>, field: &'static str, expected: &str) -> Result<Option<Share>, SpecError> {
    let Some(value) = fields.get(field) else { return Ok(None) };
    share_of(value).map(Some).ok_or_else(|| {
        let found = match value {
            Value::Integer(_) | Value::Float(_) | Value::String(_) => value.to_string(),
            other => kind(other).to_owned(),
        };
        fields.invalid(field, found, expected)
    })
}

fn share_of(value: &Value) -> Option<Share> {
    match value {
        Value::Integer(number) => Share::parse(&number.to_string()),
        // The shortest decimal text of a float is the number in the file.
        Value::Float(number) => Share::parse(&number.to_string()),
        Value::String(text) => Share::parse(text),
        _ => None,
    }
}

/// Reads a distribution: a list of pairs of a whole number and its probability.
fn distribution(
    fields: &Fields<'_>,
    field: &'static str,
    numbers: std::ops::RangeInclusive<i32>,
    mean: i32,
) -> Result<Option<Distribution>, SpecError> {
    if fields.get(field).is_none() {
        return Ok(None);
    }
    let expected = format!(
        "pairs of a whole number from {} to {} and its probability, like [{}, \"1/3\"], with mean {mean}",
        numbers.start(),
        numbers.end(),
        numbers.end().min(&3),
    );
    let wrong = |found: &str| fields.invalid(field, found, expected.clone());
    let mut list = Vec::new();
    for item in fields.list(field, "pairs")? {
        let pair = item.as_array().map(Vec::as_slice).unwrap_or_default();
        let [number, probability] = pair else { return Err(wrong("a list with an item that is no pair")) };
        let number = number.as_integer().and_then(|number| i32::try_from(number).ok());
        let number = number.filter(|number| numbers.contains(number));
        let number = number.ok_or_else(|| wrong("a list with another number"))?;
        list.push((number, share_of(probability).ok_or_else(|| wrong("a list with another probability"))?));
    }
    let made = Distribution::new(&list, mean).map_err(|error| match error {
        DistributionError::Twice(number) => wrong(&format!("a list with {number} twice")),
        DistributionError::Denominator => wrong("a list whose probabilities have no common denominator up to 2^32"),
        DistributionError::Sum => wrong("a list whose probabilities do not add up to 1"),
        DistributionError::Mean => wrong("a list with another mean"),
    })?;
    Ok(Some(made))
}

/// Reads a list of axes, each as `dimension` or `dimension:level`.
fn axes_of(
    fields: &Fields<'_>,
    field: &str,
    value: &Value,
    dimensions: &[DimensionSpec],
) -> Result<Vec<AxisRef>, SpecError> {
    let mut axes: Vec<AxisRef> = Vec::new();
    for text in fields.strings(field, value, "dimensions, each as \"dimension\" or \"dimension:level\"")? {
        let new = axis(text, dimensions).map_err(|wanted| fields.invalid(field, Quoted(text).to_string(), wanted))?;
        if axes.contains(&new) {
            return Err(fields.repeated("axis", text));
        }
        axes.push(new);
    }
    Ok(axes)
}

impl Context<'_> {
    /// Reads `strata`. The strata may not contain a variable that the step changes.
    fn strata(&self, fields: &Fields<'_>, changed: &[usize]) -> Result<Vec<AxisRef>, SpecError> {
        let Some(value) = fields.get("strata") else { return Ok(Vec::new()) };
        let axes = axes_of(fields, "strata", value, self.dimensions)?;
        if let Some(axis) = axes.iter().find(|axis| axis.level.is_none() && changed.contains(&axis.dimension)) {
            let name = &self.dimensions[axis.dimension].name;
            let expected = "other dimensions, or a level of the variable";
            return Err(fields.invalid("strata", format!("a list with the variable {}", Quoted(name)), expected));
        }
        Ok(axes)
    }

    /// Reads `unit`: the position of the column of identifiers.
    fn unit(&mut self, fields: &Fields<'_>) -> Result<Option<usize>, SpecError> {
        let Some(column) = fields.string("unit")? else { return Ok(None) };
        if let Some(dimension) = self.dimensions.iter().find(|dimension| dimension.column == column) {
            let found = format!("the column of dimension {}", Quoted(&dimension.name));
            return Err(fields.invalid("unit", found, "the column of an identifier, like a household number"));
        }
        let known = self.units.iter().position(|unit| unit == column);
        Ok(Some(known.unwrap_or_else(|| {
            self.units.push(column.to_owned());
            self.units.len() - 1
        })))
    }

    /// Finds a dimension.
    fn dimension(&self, fields: &Fields<'_>, field: &str, name: &str) -> Result<usize, SpecError> {
        let expected = || format!("the name of a dimension: {}", names(self.dimensions, name));
        let found = index_of(self.dimensions, name);
        let found = found.filter(|&dimension| !self.dimensions[dimension].marks_changes);
        found.ok_or_else(|| fields.invalid(field, Quoted(name).to_string(), expected()))
    }

    /// Finds a level of a dimension.
    fn level(&self, fields: &Fields<'_>, field: &str, dimension: usize, name: &str) -> Result<usize, SpecError> {
        let DimensionSpec { name: of, levels, .. } = &self.dimensions[dimension];
        levels.iter().position(|level| level.name == name).ok_or_else(|| {
            let known: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
            let known = match known.is_empty() {
                true => "it has none".to_owned(),
                false => known.join(", ") + &did_you_mean(name, known),
            };
            fields.invalid(field, Quoted(name).to_string(), format!("a level of {}: {known}", Quoted(of)))
        })
    }
}
