//! Parses a delivery: one specification that names the specifications and files of several cubes. A census delivers
//! persons, households and dwellings together, and each of these record types is a cube with its own unit.

use toml::{Table, Value};

use super::error::SpecError;
use super::fields::{Fields, Log};
use crate::base::Problems;

/// The fields of a cube in a delivery.
const FIELDS: [&str; 3] = ["spec", "records", "cells"];

/// Several cubes that are made together.
///
/// ```
/// use cellveil::spec::Delivery;
/// let text = r#"
///     [[cube]]
///     spec = "persons.toml"
///     records = ["persons.csv"]
///     [[cube]]
///     spec = "households.toml"
///     records = "households.csv"
/// "#;
/// let delivery = Delivery::parse(text)?.expect("a list of cubes");
/// assert_eq!(delivery.cubes[1].records, ["households.csv"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The cubes in declared order, at least one.
    pub cubes: Vec<DeliveredCube>,
}

/// A cube of a delivery. File names are relative to the delivery's own file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredCube {
    /// The file of the cube's specification.
    pub spec: String,
    /// The files of records.
    pub records: Vec<String>,
    /// The files of counted cells.
    pub cells: Vec<String>,
}

impl Delivery {
    /// Parses the text of a delivery. `None` is a text that is no delivery: the specification of one cube has a table
    /// `cube`, and a delivery has a list of such tables.
    ///
    /// # Errors
    /// Fails with all problems: the place, the value and the expected value of each.
    pub fn parse(toml_text: &str) -> Result<Option<Self>, Problems<SpecError>> {
        // The parser of one cube reports wrong syntax.
        let Ok(root) = toml_text.parse::<Table>() else { return Ok(None) };
        let Some(Value::Array(items)) = root.get("cube") else { return Ok(None) };
        let log = Log::default();
        let top = Fields::open("delivery", &root, &["cube"], &log);
        if items.is_empty() {
            log.add(top.invalid("cube", "an empty list", "a table [[cube]] for each record type"));
        }
        let tables = top.tables("cube", "cubes").into_iter();
        let cubes = tables.filter_map(|(at, table)| cube(at + 1, table, &log)).collect();
        log.into_problems().or(Some(Self { cubes }))
    }
}

fn cube(number: usize, table: &Table, log: &Log) -> Option<DeliveredCube> {
    let fields = Fields::open(format!("cube[{number}]"), table, &FIELDS, log);
    let files = |field: &str| {
        let names = match fields.get(field) {
            None => Ok(Vec::new()),
            Some(Value::String(_)) => fields.string(field).map(|name| name.into_iter().collect()),
            Some(value) => fields.strings(field, value, "names of files"),
        };
        log.keep(names).map(|names| names.into_iter().map(str::to_owned).collect())
    };
    let spec = log.keep(fields.required("spec", "the specification of one cube, a TOML file")).map(str::to_owned);
    let (records, cells): (Option<Vec<String>>, Option<Vec<String>>) = (files("records"), files("cells"));
    if let (Some([]), Some([])) = (records.as_deref(), cells.as_deref()) {
        log.add(fields.missing("records", "the names of the files of records, or cells"));
    }
    Some(DeliveredCube { spec: spec?, records: records?, cells: cells? })
}
