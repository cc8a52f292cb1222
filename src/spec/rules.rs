//! Reads the `[rules]` table: the publisher's limits on tables.

use std::collections::{HashMap, HashSet};

use toml::{Table, Value};

use super::dimension::DimensionSpec;
use super::error::SpecError;
use super::fields::{Fields, Log, kind};
use super::level::LevelSpec;
use crate::dimension::{CodeList, Dimension, Level, Role, Text};
use crate::rules::{AreasPart, Conditions, Rules, RulesPart, ThresholdsPart};

const FIELDS: &[&str] = &[
    "max_dimensions",
    "nested",
    "never",
    "small_cells",
    "zeros",
    "average_cell",
    "risk_before",
    "risk_after",
    "protect_above",
    "weights",
    "population",
    "areas",
    "custom_areas",
    "units",
];
const UNITS: &str = "a table from units to least numbers, like { person = 100 }";

/// Reads `[rules]` and checks it against the dimensions. `unit` is the cube's unit.
pub(super) fn rules(root: &Fields<'_>, dimensions: &[DimensionSpec], unit: &Text) -> Option<RulesPart> {
    let table = root.optional(root.table("rules"))?;
    let log = root.log();
    let before = log.len();
    let fields = Fields::open("rules", table, FIELDS, log);
    let share = |field| fields.optional(number(&fields, field, SHARE));
    let nested = match fields.get("nested") {
        None => Ok(false),
        Some(Value::Boolean(nested)) => Ok(*nested),
        Some(other) => Err(fields.invalid("nested", kind(other), "true or false")),
    };
    let population = fields.optional(fields.table("population"));
    let population = population.and_then(|table| fields.keep(thresholds("rules.population", table, "", log)));
    let areas_table = fields.optional(fields.table("areas"));
    let units_table = fields.optional(fields.table("units"));
    let part = RulesPart {
        max_dimensions: fields.optional(fields.integer("max_dimensions", 1..=u64::from(u32::MAX))),
        nested: fields.keep(nested).unwrap_or_default(),
        never: fields.keep(never(&fields)).unwrap_or_default(),
        small_cells: share("small_cells"),
        zeros: share("zeros"),
        average_cell: fields.optional(number(&fields, "average_cell", "a number above 0, like 5")),
        risk_before: share("risk_before"),
        risk_after: share("risk_after"),
        protect_above: share("protect_above"),
        weights: fields.keep(weights(&fields)).unwrap_or_default(),
        population: population.unwrap_or_default(),
        areas: areas_table.and_then(|table| fields.keep(areas(table, dimensions, log))),
        custom_areas: fields.optional(fields.string("custom_areas")).map(str::to_owned),
        units: units_table.and_then(|table| fields.keep(units(table, log))).unwrap_or_default(),
    };
    // What follows concerns several fields. With a wrong field it would report what is missing because of that field.
    if log.len() > before {
        return None;
    }
    let has_risk = [part.risk_before, part.risk_after, part.protect_above].iter().any(Option::is_some);
    if !has_risk && !part.weights.is_empty() {
        let expected = "risk_before, risk_after or protect_above beside it";
        log.add(fields.invalid("weights", "given without a rule on risk", expected));
    }
    let known: Vec<Dimension> = dimensions.iter().map(|dimension| stand_in(dimension, &part)).collect();
    log.keep(Rules::resolve(&part, &known, unit).map_err(SpecError::of_rule));
    Some(part)
}

const SHARE: &str = "a share from 0 to 1, like 0.3";

fn number(fields: &Fields<'_>, field: &str, expected: &str) -> Result<Option<f64>, SpecError> {
    fields.get(field).map(|value| float(fields, field, value, expected)).transpose()
}

fn float(fields: &Fields<'_>, field: &str, value: &Value, expected: &str) -> Result<f64, SpecError> {
    match value {
        Value::Integer(whole) => Ok(*whole as f64),
        Value::Float(number) => Ok(*number),
        other => Err(fields.invalid(field, kind(other), expected)),
    }
}

fn weights(fields: &Fields<'_>) -> Result<Vec<f64>, SpecError> {
    let items = fields.list("weights", "four numbers")?.iter().enumerate();
    let weights: Vec<f64> = items
        .map(|(at, item)| float(fields, &format!("weights[{}]", at + 1), item, "a number from 0 to 1"))
        .collect::<Result<_, _>>()?;
    match fields.get("weights") {
        Some(_) if weights.is_empty() => Err(fields.invalid("weights", "empty", "four numbers that add up to 1")),
        _ => Ok(weights),
    }
}

fn never(fields: &Fields<'_>) -> Result<Vec<Vec<String>>, SpecError> {
    let mut sets = Vec::new();
    for (index, item) in fields.list("never", "lists of dimensions and levels")?.iter().enumerate() {
        let names = fields.strings(&format!("never[{}]", index + 1), item, "dimensions and levels")?;
        sets.push(names.into_iter().map(str::to_owned).collect());
    }
    Ok(sets)
}

/// Reads minimum numbers by unit. `beside` names a field that is not a unit.
fn thresholds(at: &str, table: &Table, beside: &str, log: &Log) -> Result<ThresholdsPart, SpecError> {
    let fields = Fields::open(at, table, &table.keys().map(String::as_str).collect::<Vec<_>>(), log);
    let mut part = ThresholdsPart::default();
    for (name, value) in table.iter().filter(|(name, _)| *name != beside) {
        if name == "filtered" {
            let Value::Table(table) = value else { return Err(fields.invalid("filtered", kind(value), UNITS)) };
            let at = format!("{at}.filtered");
            let fields = Fields::open(&at, table, &table.keys().map(String::as_str).collect::<Vec<_>>(), log);
            part.filtered = table.iter().map(|(name, value)| least(&fields, name, value)).collect::<Result<_, _>>()?;
        } else {
            part.whole.push(least(&fields, name, value)?);
        }
    }
    if part.whole.is_empty() && part.filtered.is_empty() {
        return Err(SpecError::Value {
            at: at.to_owned(),
            field: "the table".to_owned(),
            found: "without a threshold".to_owned(),
            expected: UNITS.to_owned(),
        });
    }
    Ok(part)
}

fn least(fields: &Fields<'_>, name: &str, value: &Value) -> Result<(String, u64), SpecError> {
    let expected = "a whole number from 1 to 2^52";
    match value {
        Value::Integer(least) => match u64::try_from(*least) {
            Ok(least) => Ok((name.to_owned(), least)),
            Err(_) => Err(fields.invalid(name, least.to_string(), expected)),
        },
        other => Err(fields.invalid(name, kind(other), expected)),
    }
}

fn areas(table: &Table, dimensions: &[DimensionSpec], log: &Log) -> Result<AreasPart, SpecError> {
    let at = "rules.areas";
    let least = thresholds(at, table, "dimension", log)?;
    let dimension = match table.get("dimension") {
        Some(Value::String(name)) => name.clone(),
        Some(other) => {
            return Err(SpecError::Value {
                at: at.to_owned(),
                field: "dimension".to_owned(),
                found: kind(other).to_owned(),
                expected: "the name of a dimension".to_owned(),
            });
        }
        None => {
            let roles = dimensions.iter().map(|dimension| (dimension.name.as_str(), dimension.role));
            let only = only_areas(roles).ok_or_else(|| SpecError::Missing {
                at: at.to_owned(),
                field: "dimension",
                expected: "the name of a dimension, as not exactly one has role = \"geo\"".to_owned(),
            })?;
            only.to_owned()
        }
    };
    Ok(AreasPart { dimension, least })
}

fn units(table: &Table, log: &Log) -> Result<Vec<(String, Conditions)>, SpecError> {
    let names: Vec<&str> = table.keys().map(String::as_str).collect();
    let fields = Fields::open("rules.units", table, &names, log);
    let mut units = Vec::with_capacity(table.len());
    for (name, value) in table {
        let Value::Table(conditions) = value else {
            return Err(fields.invalid(name, kind(value), "a table from dimensions to codes, like { sex = [\"1\"] }"));
        };
        let mut listed = Conditions::with_capacity(conditions.len());
        for (dimension, codes) in conditions {
            let codes = fields.strings(&format!("{name}.{dimension}"), codes, "codes")?;
            listed.push((dimension.clone(), codes.into_iter().map(str::to_owned).collect()));
        }
        units.push((name.clone(), listed));
    }
    Ok(units)
}

/// A provisional dimension, used to check the limits before the data are read. If the specification has no codes, the
/// dimension gets the codes that all levels list and the codes in the conditions of units. The builder later checks
/// these codes.
fn stand_in(dimension: &DimensionSpec, part: &RulesPart) -> Dimension {
    let mut codes: Vec<&str> = match &dimension.codes {
        Some(codes) => codes.iter().map(|code| code.code.as_str()).collect(),
        None => {
            let listed = |level: &LevelSpec| -> HashSet<String> {
                level.groups.iter().flat_map(|group| group.of.iter().cloned()).collect()
            };
            let all: Vec<HashSet<String>> = dimension.levels.iter().map(listed).collect();
            let first =
                dimension.levels.first().into_iter().flat_map(|level| &level.groups).flat_map(|group| &group.of);
            first.filter(|code| all.iter().all(|listed| listed.contains(*code))).map(String::as_str).collect()
        }
    };
    let conditions = part.units.iter().flat_map(|(_, conditions)| conditions);
    for code in conditions.filter(|(name, _)| *name == dimension.name).flat_map(|(_, codes)| codes) {
        if dimension.codes.is_none() && !codes.contains(&code.as_str()) {
            codes.push(code);
        }
    }
    let list = |codes: &mut dyn Iterator<Item = &str>| {
        let entries = codes.map(|code| (code.to_owned(), Text::default())).collect();
        CodeList::new(entries).or_else(|_| CodeList::new(Vec::new())).expect("a list of nothing repeats nothing")
    };
    let level = |level: &LevelSpec| {
        let groups =
            (0..).zip(&level.groups).flat_map(|(at, group)| group.of.iter().map(move |code| (code.as_str(), at)));
        let group_of: HashMap<&str, u32> = groups.collect();
        // The last group is for codes that are in no group. No limit depends on the codes of groups.
        let numbers: Vec<String> = (0..=level.groups.len()).map(|number| number.to_string()).collect();
        Level {
            name: level.name.clone(),
            label: Text::default(),
            codes: list(&mut numbers.iter().map(String::as_str)),
            of: codes.iter().map(|code| group_of.get(code).copied().unwrap_or(level.groups.len() as u32)).collect(),
        }
    };
    Dimension {
        name: dimension.name.clone(),
        label: Text::default(),
        note: None,
        role: dimension.role,
        levels: dimension.levels.iter().map(level).collect(),
        codes: list(&mut codes.iter().copied()),
    }
}

/// The default dimension of `[rules.areas]`: the only dimension with `role = "geo"`.
fn only_areas<'a>(roles: impl Iterator<Item = (&'a str, Option<Role>)>) -> Option<&'a str> {
    let mut areas = roles.filter(|(_, role)| *role == Some(Role::Geo)).map(|(name, _)| name);
    areas.next().filter(|_| areas.next().is_none())
}
