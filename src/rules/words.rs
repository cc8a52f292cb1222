//! Writes limits as sentences.

use super::{CustomAreas, Rules, Threshold};
use crate::dimension::{AxisRef, Dimension, axis_name};

/// The limits of a cube, one sentence each.
pub fn sentences(rules: &Rules, dimensions: &[Dimension]) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(most) = rules.max_dimensions {
        lines.push(format!("max_dimensions: at most {most} dimensions, filters counted"));
    }
    if rules.nested {
        lines.push("nested: codes and groups of levels only, on axes and in filters".to_owned());
    }
    for set in &rules.never {
        let names: Vec<String> = set.iter().map(|&axis: &AxisRef| axis_name(dimensions, axis)).collect();
        let words = if names.len() > 1 { "are not released together" } else { "is not released" };
        lines.push(format!("never: {} {words}", names.join(", ")));
    }
    for (rule, limit, words) in [
        ("average_cell", rules.average_cell, "records a cell and more on average"),
        ("zeros", rules.zeros, "of the cells empty at most"),
        ("small_cells", rules.small_cells, "of the cells of one or two records at most"),
        ("risk_before", rules.risk_before, "of risk R at most before protection"),
        ("risk_after", rules.risk_after, "of risk R at most as published"),
        ("protect_above", rules.protect_above, "of risk R or less before protection needs no protection"),
    ] {
        if let Some(limit) = limit {
            lines.push(format!("{rule}: {limit} {words}"));
        }
    }
    if let Some(way) = rules.custom_areas {
        let words = match way {
            CustomAreas::Exact => "as one protected figure",
            CustomAreas::Blocks => "as protected standard areas, added and subtracted",
            CustomAreas::Sums => "as sums of protected standard areas",
        };
        lines.push(format!("custom_areas: {}, only {words}", way.word()));
    }
    let mut least = |rule: &str, thresholds: &[Threshold], words: &str| {
        for Threshold { name, least, .. } in thresholds {
            lines.push(format!("{rule}.{name}: {least} {words}"));
        }
    };
    least("population", &rules.population.whole, "at least in a table");
    least("population.filtered", &rules.population.filtered, "at least that meet the filters");
    if let Some(areas) = &rules.areas {
        let of = &dimensions[areas.dimension].name;
        least("areas", &areas.least.whole, &format!("at least in an area of {of}, or it is blocked"));
        least(
            "areas.filtered",
            &areas.least.filtered,
            &format!("at least of an area of {of} that meet the filters, or it is blocked there"),
        );
    }
    lines
}
