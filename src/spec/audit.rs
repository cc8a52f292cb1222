//! Reads the `[audit]` table: limits for the findings of the audit.

use toml::Value;

use super::error::SpecError;
use super::fields::{Fields, kind};

/// The names of the findings that can have a limit. They are the audit's names with `_` in place of `-`.
pub const AUDIT_LIMITS: &[&str] = &[
    "record_keys",
    "reconstruction",
    "posterior",
    "hidden_presence",
    "profiles",
    "averaging",
    "differencing",
    "overlap",
    "equality",
    "key_algebra",
    "near_zero_keys",
    "largest_noise",
    "impossible_values",
    "certain_zeros",
    "exact_totals",
    "consistency",
    "hidden_elsewhere",
    "composition",
    "churn",
    "leak_test",
    "rebuild",
    "views",
    "small_cells",
    "kept_tables",
    "true_uniques",
    "real_cells",
    "cell_keys",
];

/// A limit that belongs to no finding: `cellveil tile` checks it for a preprotected cube of confidential data.
const DR1: &str = "dr1";

/// The limits that `cellveil tile` checks for a preprotected cube of confidential data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FirstLayerLimits {
    /// The largest share of records in small cells that no step has changed (DR1).
    pub dr1: f64,
    /// The largest share of true uniques that are left.
    pub true_uniques: f64,
    /// The largest share of cells of 1 or 2 whose count is true.
    pub small_cells: f64,
    /// The largest share of real cells among the shown cells with at most two unchanged records.
    pub real_cells: f64,
}

impl Default for FirstLayerLimits {
    /// A claim about a small cell, and a claim about a unique, is as often wrong as right. A claim that somebody has a rare
    /// record is wrong one time in ten.
    fn default() -> Self {
        Self { dr1: 0.5, true_uniques: 0.5, small_cells: 0.5, real_cells: 0.9 }
    }
}

/// Findings with a limit that can be any number from 0. The limits of all other findings are shares from 0 to 1.
const NUMBERS: &[&str] = &[
    "record_keys",
    "profiles",
    "churn",
    "near_zero_keys",
    "exact_totals",
    "leak_test",
    "rebuild",
    "views",
    "kept_tables",
    "cell_keys",
];

/// Reads `[audit]`: the names of findings and their limits, in declared order, and the limits of a first layer.
pub(super) fn audit(root: &Fields<'_>) -> (Vec<(String, f64)>, FirstLayerLimits) {
    let mut first_layer = FirstLayerLimits::default();
    let Some(table) = root.optional(root.table("audit")) else { return (Vec::new(), first_layer) };
    let known = [AUDIT_LIMITS, &[DR1]].concat();
    let fields = Fields::open("audit", table, &known, root.log());
    let limit = |(name, value): (&String, &Value)| {
        let (most, expected) = match NUMBERS.contains(&name.as_str()) {
            true => (f64::MAX, "a number from 0 up"),
            false => (1.0, "a share from 0 to 1, like 0.05"),
        };
        let (limit, found) = match value {
            Value::Integer(whole) => (*whole as f64, whole.to_string()),
            Value::Float(number) => (*number, number.to_string()),
            other => return Err::<(String, f64), SpecError>(fields.invalid(name, kind(other), expected)),
        };
        // The test also refuses NaN, which fails every comparison.
        if limit >= 0.0 && limit <= most {
            Ok((name.clone(), limit))
        } else {
            Err(fields.invalid(name, found, expected))
        }
    };
    // `Fields::open` has reported all other names.
    let given = table.iter().filter(|(name, _)| known.contains(&name.as_str()));
    let mut limits: Vec<(String, f64)> = given.filter_map(|entry| fields.keep(limit(entry))).collect();
    let set = |name: &str| limits.iter().find(|(set, _)| set == name).map(|(_, limit)| *limit);
    first_layer.dr1 = set(DR1).unwrap_or(first_layer.dr1);
    first_layer.true_uniques = set("true_uniques").unwrap_or(first_layer.true_uniques);
    first_layer.small_cells = set("small_cells").unwrap_or(first_layer.small_cells);
    first_layer.real_cells = set("real_cells").unwrap_or(first_layer.real_cells);
    limits.retain(|(name, _)| name != DR1);
    (limits, first_layer)
}

#[cfg(test)]
mod tests {
    use crate::spec::CubeSpec;

    #[test]
    fn limits_are_whole_numbers_or_not() {
        let cube = "[cube]\nid = \"a\"\nunit = \"person\"\naudience = \"internal\"\n[[dimension]]\nname = \"sex\"\n";
        let limits = |text: &str| {
            let spec = CubeSpec::parse(&format!("{cube}{text}"), &|_| Err(String::new()), &|_| None);
            spec.map(|spec| spec.audit)
        };
        assert_eq!(limits(""), Ok(Vec::new()));
        let expected = vec![("views".to_owned(), 2.0), ("equality".to_owned(), 0.125), ("key_algebra".to_owned(), 0.0)];
        assert_eq!(limits("[audit]\nviews = 2\nequality = 0.125\nkey_algebra = 0\n"), Ok(expected));
    }
}
