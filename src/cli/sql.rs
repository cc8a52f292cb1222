//! `cellveil sql`: prints the SQL statements with which an engine turns records into cells.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::tile::{beside, read_plain};
use super::{Failure, Reported, delivery, folder, print};
use crate::build::sql::{Engine, SqlError, statements};
use crate::host::fs;
use crate::key::derive::Derivation;
use crate::spec::{CubeSpec, KeySource};

/// Print the SQL statements with which an engine turns records into cells.
///
/// The engine writes Parquet, which tile --cells reads. The tiles are the same as those of tile --records. The statements contain no
/// secret.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Specification of the cube, a TOML file
    #[arg(value_name = "SPEC")]
    spec: PathBuf,
    /// Engine that runs the statements
    #[arg(long, value_enum)]
    engine: Name,
    /// Records: table:NAME, or the path, address or pattern of Parquet or CSV files
    #[arg(long, value_name = "URI")]
    records: String,
    /// Folder for the cells: a path or an address; in DuckDB also a .parquet file
    #[arg(long, value_name = "URI")]
    out: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    Duckdb,
    Spark,
    Bigquery,
}

impl Reported for SqlError {}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { spec: path, engine, records, out } = arguments;
    if delivery::read(path)?.is_some() {
        let problem = "is a delivery of several cubes; expected the specification of one cube";
        return Err(Failure::wrong(format!("{}: {problem}", path.display())));
    }
    let (spec, variable) = specification(path)?;
    let engine = match engine {
        Name::Duckdb => Engine::Duckdb,
        Name::Spark => Engine::Spark,
        Name::Bigquery => Engine::Bigquery,
    };
    let text = statements(&spec, engine, records, out, variable.as_deref());
    print(&text.map_err(|error| Failure::about(path.display(), &error))?)
}

/// Reads a specification without its environment variables, so that no secret can reach the statements. Returns the name of
/// the variable with the secret of derived keys, if there is one.
fn specification(path: &Path) -> Result<(CubeSpec, Option<String>), Failure> {
    let text = fs::read_to_string(path).map_err(|error| {
        let expected = "expected a specification in TOML";
        Failure::wrong(format!("{}: {}; {expected}", path.display(), folder::plain(&error)))
    })?;
    let variables = RefCell::new(Vec::new());
    // A salt and a seed are pairs of hexadecimal digits, so each placeholder is too.
    let placeholder = |at: usize| format!("{at:032x}");
    let environment = |name: &str| {
        let mut variables = variables.borrow_mut();
        variables.push(name.to_owned());
        Some(placeholder(variables.len() - 1))
    };
    let spec = CubeSpec::parse(&text, &|name| read_plain(&beside(path, name)), &environment)
        .map_err(|problems| Failure::of_problems(&problems, |problem| format!("{}: {problem}", path.display())))?;
    let variables = variables.into_inner();
    let variable = match &spec.key.source {
        Some(KeySource::Derived { rule: Derivation::Hmac(secret), .. }) => {
            let of_secret = |at: &usize| placeholder(*at).as_bytes() == secret.bytes();
            (0..variables.len()).find(of_secret).map(|at| variables[at].clone())
        }
        _ => None,
    };
    Ok((spec, variable))
}
