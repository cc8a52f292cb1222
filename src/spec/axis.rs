//! Finds the dimensions and levels that a text names.

use super::dimension::DimensionSpec;
use crate::base::{Quoted, did_you_mean};
use crate::dimension::AxisRef;

/// Finds the axis of `dimension` or `dimension:level`. The error describes the expected value.
pub(super) fn axis(text: &str, dimensions: &[DimensionSpec]) -> Result<AxisRef, String> {
    let (name, level) = text.split_once(':').map_or((text, None), |(name, level)| (name, Some(level)));
    let wanted = || format!("the name of a dimension: {}", names(dimensions, name));
    let dimension = index_of(dimensions, name).ok_or_else(wanted)?;
    let Some(level) = level else { return Ok(AxisRef { dimension, level: None }) };
    let levels = &dimensions[dimension].levels;
    let found = levels.iter().position(|candidate| candidate.name == level);
    let level = found.ok_or_else(|| {
        let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
        format!(
            "a level of {name}: {}",
            if names.is_empty() { "it has none".to_owned() } else { listed(names, level) },
            name = Quoted(name)
        )
    })?;
    Ok(AxisRef { dimension, level: Some(level) })
}

/// The position of a dimension.
pub(super) fn index_of(dimensions: &[DimensionSpec], name: &str) -> Option<usize> {
    dimensions.iter().position(|dimension| dimension.name == name)
}

/// The names of all dimensions, and a suggestion for a misspelt name.
pub(super) fn names(dimensions: &[DimensionSpec], wrong: &str) -> String {
    listed(dimensions.iter().map(|dimension| dimension.name.as_str()).collect(), wrong)
}

fn listed(names: Vec<&str>, wrong: &str) -> String {
    names.join(", ") + &did_you_mean(wrong, names)
}
