//! Resolves the limits of a specification or a manifest to positions in a cube's dimensions.

use std::fmt::Display;

use super::levels::{nests, refines};
use super::part::{RulesPart, ThresholdsPart};
use super::{AreaRules, CustomAreas, Rules, Threshold, Thresholds, Unit};
use crate::base::{MAX_COUNT, Quoted, did_you_mean};
use crate::dimension::{AxisRef, Dimension, Text, axis_name, code_meant, find_axis};
use crate::measure::Weights;

/// The error of a limit: the field, its value and the expected value.
pub(crate) type Wrong = (String, String, String);

/// The name of the unit "record", which is valid in every cube.
const RECORDS: &str = "records";

impl Rules {
    /// Finds the dimensions and codes that the limits name. `unit` is the unit that one record of the cube describes.
    pub(crate) fn resolve(part: &RulesPart, dimensions: &[Dimension], unit: &Text) -> Result<Self, Wrong> {
        let units = units(part, dimensions, unit)?;
        if part.max_dimensions == Some(0) {
            return Err(wrong("max_dimensions", "0", "1 or more"));
        }
        for (field, share) in [
            ("small_cells", part.small_cells),
            ("zeros", part.zeros),
            ("risk_before", part.risk_before),
            ("risk_after", part.risk_after),
            ("protect_above", part.protect_above),
        ] {
            if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
                return Err(wrong(field, "out of range", "a share from 0 to 1, like 0.3"));
            }
        }
        if part.average_cell.is_some_and(|mean| !(mean > 0.0 && mean <= MAX_COUNT as f64)) {
            return Err(wrong("average_cell", "out of range", "a number above 0, like 5"));
        }
        if part.nested {
            for dimension in dimensions {
                check_nesting(dimension, "nested", "true")?;
            }
        }
        let thresholds = |field: &str, part: &ThresholdsPart| {
            Ok::<_, Wrong>(Thresholds {
                whole: least(field, &part.whole, &units, unit)?,
                filtered: least(&format!("{field}.filtered"), &part.filtered, &units, unit)?,
            })
        };
        let areas = match &part.areas {
            None => None,
            Some(areas) => {
                let names =
                    || dimensions.iter().map(|dimension| dimension.name.as_str()).collect::<Vec<_>>().join(", ");
                let found = dimensions.iter().position(|dimension| dimension.name == areas.dimension);
                let dimension = found.ok_or_else(|| {
                    let expected = format!("the name of a dimension: {}", names());
                    wrong("areas.dimension", Quoted(&areas.dimension), expected)
                })?;
                let named = Quoted(&areas.dimension).to_string();
                check_nesting(&dimensions[dimension], "areas.dimension", &named)?;
                Some(AreaRules { dimension, least: thresholds("areas", &areas.least)? })
            }
        };
        Ok(Self {
            max_dimensions: part.max_dimensions.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            nested: part.nested,
            never: never(part, dimensions)?,
            small_cells: part.small_cells,
            zeros: part.zeros,
            average_cell: part.average_cell,
            risk_before: part.risk_before,
            risk_after: part.risk_after,
            protect_above: part.protect_above,
            weights: weights(part)?,
            population: thresholds("population", &part.population)?,
            areas,
            units,
            custom_areas: custom_areas(part)?,
        })
    }
}

fn wrong(field: impl Display, found: impl Display, expected: impl Display) -> Wrong {
    texts(&field, &found, &expected)
}

/// Does the work of [`wrong`] without generics, so that this code is compiled only once.
#[inline(never)]
fn texts(field: &dyn Display, found: &dyn Display, expected: &dyn Display) -> Wrong {
    (field.to_string(), found.to_string(), expected.to_string())
}

fn check_nesting(dimension: &Dimension, field: &str, found: &str) -> Result<(), Wrong> {
    nests(dimension).map_err(|(first, second)| {
        let level =
            |level: usize| axis_name(std::slice::from_ref(dimension), AxisRef { dimension: 0, level: Some(level) });
        let found = format!("{found}, and {} and {} cross each other", level(first), level(second));
        wrong(field, found, "levels of which each group is within one group of every coarser one")
    })
}

fn custom_areas(part: &RulesPart) -> Result<Option<CustomAreas>, Wrong> {
    let Some(word) = &part.custom_areas else { return Ok(None) };
    let found = CustomAreas::of(word);
    let expected = || format!("one of {}{}", CustomAreas::WORDS.join(", "), did_you_mean(word, CustomAreas::WORDS));
    found.map(Some).ok_or_else(|| wrong("custom_areas", Quoted(word), expected()))
}

fn weights(part: &RulesPart) -> Result<Weights, Wrong> {
    let expected = "four numbers from 0 that add up to 1: of zeros, small counts, large counts and size";
    match *part.weights.as_slice() {
        [] => Ok(Weights::default()),
        [zeros, small, large, size] => {
            let weights = Weights { zeros, small, large, size }.checked();
            weights.ok_or_else(|| wrong("weights", "a list with another sum, or a negative number", expected))
        }
        ref other => Err(wrong("weights", format!("a list of {}", other.len()), expected)),
    }
}

fn never(part: &RulesPart, dimensions: &[Dimension]) -> Result<Vec<Vec<AxisRef>>, Wrong> {
    let mut sets = Vec::with_capacity(part.never.len());
    for (number, names) in (1..).zip(&part.never) {
        let field = format!("never[{number}]");
        let mut set: Vec<AxisRef> = Vec::with_capacity(names.len());
        for name in names {
            let axis = find_axis(dimensions, name).map_err(|_| {
                let axes: Vec<String> = dimensions
                    .iter()
                    .flat_map(|of| {
                        let levels = of.levels.iter().map(|level| format!("{}:{}", of.name, level.name));
                        std::iter::once(of.name.clone()).chain(levels)
                    })
                    .collect();
                let near = did_you_mean(name, axes.iter().map(String::as_str));
                let expected = format!("dimensions, each as \"dimension\" or \"dimension:level\"{near}");
                wrong(&field, Quoted(name), expected)
            })?;
            if set.iter().any(|earlier| earlier.dimension == axis.dimension) {
                let found = format!("a list with dimension {} twice", Quoted(&dimensions[axis.dimension].name));
                return Err(wrong(&field, found, "each dimension once"));
            }
            set.push(axis);
        }
        if set.is_empty() {
            return Err(wrong(&field, "empty", "one or more dimensions or levels"));
        }
        sets.push(set);
    }
    Ok(sets)
}

/// Whether a name means records: the word itself, or the cube's unit in any language.
fn is_record(name: &str, unit: &Text) -> bool {
    name == RECORDS || unit.resolve(None) == name || unit.languages().any(|tag| unit.resolve(Some(tag)) == name)
}

fn least(field: &str, part: &[(String, u64)], units: &[Unit], unit: &Text) -> Result<Vec<Threshold>, Wrong> {
    let mut thresholds: Vec<Threshold> = Vec::with_capacity(part.len());
    for (name, least) in part {
        let position = match units.iter().position(|unit| unit.name == *name) {
            Some(at) => at + 1,
            None if is_record(name, unit) => 0,
            None => {
                let own: String = units.iter().map(|unit| format!(", {}", Quoted(&unit.name))).collect();
                let expected = format!(
                    "a unit: \"records\", {} as the cube calls them, or one of [rules.units]{own}",
                    Quoted(unit.resolve(None))
                );
                return Err(wrong(format!("{field}.{name}"), "there", expected));
            }
        };
        if *least == 0 || *least > MAX_COUNT {
            return Err(wrong(format!("{field}.{name}"), least, "a whole number from 1 to 2^52"));
        }
        thresholds.push(Threshold { name: name.clone(), unit: position, least: *least });
    }
    Ok(thresholds)
}

fn units(part: &RulesPart, dimensions: &[Dimension], unit: &Text) -> Result<Vec<Unit>, Wrong> {
    let mut units: Vec<Unit> = Vec::with_capacity(part.units.len());
    for (name, listed) in &part.units {
        let field = format!("units.{name}");
        if is_record(name, unit) || name == "filtered" || name == "dimension" {
            return Err(wrong(
                "units",
                format!("a table with {}", Quoted(name)),
                "names of units other than the record",
            ));
        }
        if units.iter().any(|earlier| earlier.name == *name) {
            return Err(wrong(&field, "given twice", "each unit once"));
        }
        let mut conditions: Vec<(usize, Vec<bool>)> = Vec::with_capacity(listed.len());
        for (name, codes) in listed {
            let field = format!("{field}.{name}");
            let at = dimensions.iter().position(|dimension| dimension.name == *name);
            let at = at.ok_or_else(|| {
                let near = did_you_mean(name, dimensions.iter().map(|dimension| &*dimension.name));
                wrong(&field, "there", format!("names of dimensions{near}"))
            })?;
            let mut marked = vec![false; dimensions[at].codes.len()];
            for code in codes {
                let position = dimensions[at].codes.position(code).ok_or_else(|| {
                    let found = format!("a list with the unknown code {}", Quoted(code));
                    let near = code_meant(code, dimensions[at].codes.iter());
                    wrong(&field, found, format!("codes of dimension {}{near}", Quoted(name)))
                })?;
                marked[position as usize] = true;
            }
            if codes.is_empty() || conditions.iter().any(|(earlier, _)| *earlier == at) {
                return Err(wrong(&field, "empty, or given twice", "one or more codes, each dimension once"));
            }
            conditions.push((at, marked));
        }
        if conditions.is_empty() {
            return Err(wrong(&field, "empty", "at least one dimension with codes"));
        }
        units.push(Unit { name: name.clone(), conditions });
    }
    Ok(units)
}

/// Whether a limit's axis covers another axis: the same dimension, at the same level or a finer one.
pub(super) fn is_named(dimensions: &[Dimension], named: AxisRef, axis: AxisRef) -> bool {
    named.dimension == axis.dimension
        && (named.level.is_none() || refines(&dimensions[axis.dimension], axis.level, named.level))
}
