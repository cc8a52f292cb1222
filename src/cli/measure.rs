//! `cellveil measure`: measures risk and utility of a protected table.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use super::folder::Folder;
use super::original::{Original, OriginalArguments};
use super::outputs::refuse_input;
use super::table::{self, QueryArguments};
use super::{Failure, list, note};
use crate::base::Quoted;
use crate::base::json;
use crate::measure::{Divisor, Multiplier, Suppressed, Weights};
use crate::table::Error;
use crate::table::{Measure, Measured, Query, Reply};

/// Measure the disclosure risk and the utility of a protected table.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    #[command(flatten)]
    query: QueryArguments,
    #[command(flatten)]
    choices: ChoiceArguments,
    #[command(flatten)]
    original: OriginalArguments,
    /// Format of the measures
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Json,
    Text,
}

/// Options of the measures.
#[derive(Debug, clap::Args)]
pub(super) struct ChoiceArguments {
    /// Weights in the risk R: for empty cells, small counts, larger counts and table size
    #[arg(long, value_name = "W,W,W,W", allow_hyphen_values = true, default_value = "0.1,0.7,0.1,0.1")]
    weights: String,
    /// Factor for entropies after protection: one for all counts, or one for small and one for larger counts [default:
    /// the means of the diagonal of the method's transition matrix, for the counts up to 6 and for larger counts]
    #[arg(long, value_name = "M|M,M", allow_hyphen_values = true)]
    multiplier: Option<String>,
    /// Number of cells that share the records behind a published value, in the risk after protection: the expected
    /// number, or the realised number of Shlomo, Antal and Elliot 2015
    #[arg(long, value_name = "expected|realised", default_value = "expected")]
    divisor: DivisorArgument,
    /// Value of a suppressed cell: zero, or an equal share of the remainder of its row
    #[arg(long, value_name = "zero|average", default_value = "zero")]
    suppressed: SuppressedArgument,
    /// Dimension of the areas, in the rows or columns [default: the cube's dimension of areas, or the first dimension]
    #[arg(long, value_name = "D")]
    by: Option<String>,
    /// Codes of the target category on an axis (may be repeated) [default: the first code of each axis]
    #[arg(long, value_name = "D=code,..")]
    target: Vec<String>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum DivisorArgument {
    Expected,
    Realised,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum SuppressedArgument {
    Zero,
    Average,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let choices = arguments.choices.read()?;
    table::refuse_inputs("--output", arguments.output.as_deref(), &arguments.cube, &arguments.query)?;
    refuse_input("--output", arguments.output.as_deref(), arguments.original.path())?;
    let mut cube = Folder::open(&arguments.cube)?;
    let mut original = arguments.original.open(cube.store.cube())?;
    let query = table::query(&arguments.query, &cube.store.cube().dimensions)?;
    table::own_ptable(&mut cube, &query)?;
    let measures = measures(&mut cube, original.as_mut(), &Query { measure: Some(choices), ..query })??;
    if !(cube.store.cube().may_reveal() && original.as_ref().is_none_or(Original::may_reveal)) {
        note(
            "note: the true counts are confidential or not in this cube: measures that its publisher did not publish are null",
        );
    }
    let text = match arguments.format {
        Format::Json => format!("{measures:#}\n"),
        Format::Text => lines(&measures),
    };
    table::hand_out(arguments.output.as_deref(), &text)
}

/// Returns the measures of a query's table as JSON, or the error that prevents them.
pub(super) fn measures(
    cube: &mut Folder,
    original: Option<&mut Original>,
    query: &Query,
) -> Result<Result<Value, Error>, Failure> {
    let unchanged = match original.map(|original| original.unchanged(query)).transpose()?.transpose() {
        Ok(unchanged) => unchanged,
        Err(error) => return Ok(Err(error)),
    };
    loop {
        let measured = match &unchanged {
            None => cube.store.measure(query.clone()),
            Some(unchanged) => cube.store.measure_against(query.clone(), unchanged),
        };
        let text = match measured {
            Err(error) => return Ok(Err(error)),
            Ok(Measured::Missing(files)) => {
                files.iter().try_for_each(|need| cube.load(&need.path))?;
                continue;
            }
            Ok(Measured::Measures(measures)) => json::to_text(&measures),
            Ok(Measured::Published(measures)) => json::to_text(&measures),
        };
        let value = serde_json::from_str(&text);
        return value.map(Ok).map_err(|error| Failure::wrong(format!("measures: {error}; expected numbers")));
    }
}

/// Writes one measure per line, in groups.
fn lines(measures: &Value) -> String {
    let mut text = String::new();
    let mut leaves = Vec::new();
    leaves_of("", measures, &mut leaves);
    let width = leaves.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in leaves {
        let figure = if value.is_null() { "-".to_owned() } else { value.to_string() };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:width$}  {figure}");
    }
    text
}

fn leaves_of<'a>(path: &str, value: &'a Value, leaves: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                leaves_of(&path, value, leaves);
            }
        }
        value => leaves.push((path.to_owned(), value)),
    }
}

impl ChoiceArguments {
    pub(super) fn read(&self) -> Result<Measure, Failure> {
        let weights = match numbers("--weights", &self.weights)?[..] {
            [zeros, small, large, size] => Weights { zeros, small, large, size }.checked(),
            _ => None,
        };
        let expected = "four numbers from 0 to 1 that add up to 1";
        let wrong = |option: &str, found: &str, expected: &str| {
            Failure::wrong(format!("{option} {found}; expected {expected}"))
        };
        let multiplier = match &self.multiplier {
            None => None,
            Some(text) => {
                let both = match numbers("--multiplier", text)?[..] {
                    [both] => Multiplier { small: both, large: both }.checked(),
                    [small, large] => Multiplier { small, large }.checked(),
                    _ => None,
                };
                Some(both.ok_or_else(|| wrong("--multiplier", text, "one or two numbers from 0 to 1"))?)
            }
        };
        let target = self.target.iter().map(|text| list::named("--target", text));
        Ok(Measure {
            weights: weights.ok_or_else(|| wrong("--weights", &self.weights, expected))?,
            multiplier,
            divisor: match self.divisor {
                DivisorArgument::Expected => Divisor::Expected,
                DivisorArgument::Realised => Divisor::Realised,
            },
            suppressed: match self.suppressed {
                SuppressedArgument::Zero => Suppressed::Zero,
                SuppressedArgument::Average => Suppressed::Average,
            },
            by: self.by.clone(),
            target: target.map(|read| read.map(|(axis, codes)| (axis.to_owned(), codes))).collect::<Result<_, _>>()?,
            original: None,
            text: String::new(),
            reply: Reply::Measures,
        })
    }
}

fn numbers(option: &str, text: &str) -> Result<Vec<f64>, Failure> {
    let number = |field: &String| {
        let wrong = || {
            Failure::wrong(format!(
                "{option} {text}: {field} is not a number; expected numbers from 0 to 1",
                field = Quoted(field)
            ))
        };
        field.trim().parse::<f64>().map_err(|_| wrong())
    };
    list::fields(option, text)?.iter().map(number).collect()
}
