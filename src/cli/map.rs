//! `cellveil map`: computes the risk–utility map, the risk and utility of tables under several methods (Shlomo, Antal
//! and Elliot 2015, figure 2).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::folder::Folder;
use super::measure::{ChoiceArguments, measures};
use super::original::OriginalArguments;
use super::outputs::{ptable_of, refuse_input};
use super::table::{self, QueryArguments};
use super::{Failure, list, tile};
use crate::base::Quoted;
use crate::protect::MethodSpec;
use crate::table::Error;
use crate::table::Query;

/// Compare methods by the risk and the utility of their protected tables.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    #[command(flatten)]
    query: QueryArguments,
    /// File with more tables: a JSON list of objects with rows, columns, filter, groups and a label
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// A method of the cube by name, or a method as a JSON object (may be repeated) [default: all methods of the cube]
    #[arg(long, value_name = "NAME|JSON")]
    compare: Vec<String>,
    /// Parameter to set in each compared method, and its values: the map has a point for each value
    #[arg(long, value_name = "PARAMETER=V,..")]
    sweep: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    #[command(flatten)]
    original: OriginalArguments,
    /// Format of the map
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Csv,
    Json,
}

/// The CSV columns after risk and utility: the header, and the JSON pointer of the measure.
const MORE: [(&str, &str); 12] = [
    ("dr1", "/risk/dr1"),
    ("dr2", "/risk/dr2"),
    ("hellinger", "/utility/hellinger"),
    ("cramers_v_change", "/utility/cramers_v_change"),
    ("total_noise", "/utility/total_noise"),
    ("average_noise", "/utility/average_noise"),
    ("changed_share", "/utility/changed_share"),
    ("small_unchanged", "/risk/small_counts/unchanged"),
    ("difference_one", "/risk/small_counts/difference_one"),
    ("difference_one_or_two", "/risk/small_counts/difference_one_or_two"),
    ("variance_cell", "/utility/variance/cell"),
    ("variance_total", "/utility/variance/total"),
];

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let choices = arguments.choices.read()?;
    if arguments.query.method().is_some() {
        return Err(Failure::wrong("--method: a map compares several methods; expected --compare, once per method"));
    }
    let ptables: Vec<PathBuf> = arguments.compare.iter().filter_map(|method| ptable_of(Some(method))).collect();
    let read = std::iter::once(&arguments.cube).chain(&arguments.tables).chain(&ptables).map(PathBuf::as_path);
    refuse_input("--output", arguments.output.as_deref(), read.chain(arguments.original.path()))?;
    let mut cube = Folder::open(&arguments.cube)?;
    let mut original = arguments.original.open(cube.store.cube())?;
    let first = table::query(&arguments.query, &cube.store.cube().dimensions)?;
    let mut tables = vec![(title(&first), first)];
    if let Some(path) = &arguments.tables {
        tables.extend(more_tables(path)?);
    }
    let own = || cube.store.methods().iter().map(|method| method.name.clone()).collect();
    let mut compare: Vec<String> = if arguments.compare.is_empty() { own() } else { arguments.compare.clone() };
    if let Some(sweep) = &arguments.sweep {
        compare = swept(sweep, &compare, cube.store.methods())?;
    }
    if compare.is_empty() {
        return Err(Failure::wrong("--compare: missing, and the cube has no method; expected one or more methods"));
    }
    let mut points = Vec::new();
    for (label, query) in &tables {
        for given in &compare {
            let method = table::method("--compare", given)?;
            let query = Query { method: Some(method), measure: Some(choices.clone()), ..query.clone() };
            table::own_ptable(&mut cube, &query)?;
            // An error concerns only this point of the map, so the point records the error and the loop continues.
            let (measures, error) = match measures(&mut cube, original.as_mut(), &query)? {
                Ok(measures) => (measures, None),
                Err(error @ Error::Query(_)) => (Value::Null, Some(error)),
                Err(error) => return Err(error.into()),
            };
            let at = |pointer| measures.pointer(pointer).cloned().unwrap_or(Value::Null);
            let mut point = json!({
                "table": label,
                "method": words(given),
                "risk": at("/risk/after/r"),
                "utility": at("/utility/hellinger_utility"),
                "before": at("/risk/before/r"),
                "measures": measures,
            });
            if let Some(error) = error {
                point["error"] = json!({ "code": error.code(), "message": error.to_string() });
            }
            points.push(point);
        }
    }
    let text = match arguments.format {
        Format::Json => format!("{:#}\n", Value::Array(points)),
        Format::Csv => csv(&points)?,
    };
    table::hand_out(arguments.output.as_deref(), &text)
}

/// The compared methods. Each method occurs once for each value of the swept parameter.
fn swept(sweep: &str, compare: &[String], methods: &[Arc<MethodSpec>]) -> Result<Vec<String>, Failure> {
    let (parameter, values) = list::named("--sweep", sweep)?;
    let mut all = Vec::with_capacity(compare.len() * values.len());
    for given in compare {
        let mut method = match methods.iter().find(|method| method.name == *given) {
            Some(method) => serde_json::to_value(&method.parameters),
            None => serde_json::from_str(given),
        };
        let Ok(Value::Object(parameters)) = &mut method else {
            let expected = "a method of the cube by name, or a method as a JSON object";
            return Err(Failure::wrong(format!("--compare {}: not a method; expected {expected}", Quoted(given))));
        };
        for value in &values {
            // A word such as `hash` is no JSON.
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
            parameters.insert(parameter.to_owned(), value);
            all.push(Value::Object(parameters.clone()).to_string());
        }
    }
    Ok(all)
}

/// Describes a table by its dimensions and filters.
fn title(query: &Query) -> String {
    let axes: Vec<&str> = query.rows.iter().chain(&query.columns).map(String::as_str).collect();
    let filters = query.filter.iter().map(|(name, codes)| format!("{name} = {}", codes.join(",")));
    std::iter::once(axes.join(" × ")).chain(filters).collect::<Vec<_>>().join(", ")
}

/// Describes a method by its name, or by its kind and parameters.
fn words(given: &str) -> String {
    let Ok(Value::Object(parameters)) = serde_json::from_str(given) else { return given.to_owned() };
    let word = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => String::new(),
        value => value.to_string(),
    };
    let kind = parameters.get("kind").map(word).unwrap_or_default();
    let others = parameters.iter().filter(|(name, _)| *name != "kind");
    let others = others.map(|(name, value)| format!("{name} {}", word(value)).trim_end().to_owned());
    std::iter::once(kind).chain(others).collect::<Vec<_>>().join(", ")
}

fn more_tables(path: &Path) -> Result<Vec<(String, Query)>, Failure> {
    let wrong = |problem: String| Failure::wrong(format!("--tables {}: {problem}", path.display()));
    let bytes = tile::read_plain(path).map_err(|error| wrong(error.to_string()))?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(format!("{error}; expected JSON")))?;
    let expected = "expected a list of objects with rows, columns, filter, groups and a label";
    let Value::Array(items) = value else { return Err(wrong(format!("not a list; {expected}"))) };
    let mut tables = Vec::with_capacity(items.len());
    for (at, item) in items.into_iter().enumerate() {
        let Value::Object(mut fields) = item else { return Err(wrong(format!("[{at}] is not an object; {expected}"))) };
        let label = fields.remove("label");
        let known = ["rows", "columns", "filter", "groups", "areas"];
        if let Some(other) = fields.keys().find(|name| !known.contains(&name.as_str())) {
            let expected = format!("only {}, label", known.join(", "));
            return Err(wrong(format!(
                "[{at}]: {other} is not a field of a table; expected {expected}",
                other = Quoted(other)
            )));
        }
        for name in ["filter", "groups"] {
            if let Some(Value::Object(named)) = fields.get(name) {
                let pair = |(name, value): (&String, &Value)| match (name, value) {
                    (name, Value::Object(inner)) => json!([name, inner.iter().collect::<Vec<_>>()]),
                    (name, value) => json!([name, value]),
                };
                fields[name] = named.iter().map(pair).collect();
            }
        }
        let query =
            Query::from_json(&Value::Object(fields).to_string()).map_err(|error| wrong(format!("[{at}]: {error}")))?;
        let label = match label {
            Some(Value::String(label)) => label,
            None => title(&query),
            Some(_) => return Err(wrong(format!("[{at}].label is not a text; {expected}"))),
        };
        tables.push((label, query));
    }
    Ok(tables)
}

fn csv(points: &[Value]) -> Result<String, Failure> {
    let heads = ["table", "method", "before", "risk", "utility"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Failure::wrong(format!("the map: {error}; expected to write it"));
    writer
        .write_record(heads.iter().copied().chain(MORE.iter().map(|(head, _)| *head)).chain(["error"]))
        .map_err(failed)?;
    for point in points {
        let text = |value: Option<&Value>| match value {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        let first = heads.iter().map(|head| text(point.get(head)));
        let more = MORE.iter().map(|(_, at)| text(point["measures"].pointer(at)));
        let error = text(point["error"].get("message"));
        writer.write_record(first.chain(more).chain([error])).map_err(failed)?;
    }
    let bytes =
        writer.into_inner().map_err(|error| Failure::wrong(format!("the map: {error}; expected to write it")))?;
    String::from_utf8(bytes).map_err(|error| Failure::wrong(format!("the map: {error}; expected text")))
}
