//! `cellveil sql`: prints the SQL statements with which an engine turns records into cells or protected views.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::tile::{beside, read_plain, read_ptable};
use super::{Failure, Reported, delivery, folder, note, print, tile};
use crate::build::engine::Plan;
use crate::build::sql::{Engine, SqlError, Variables, statements};
use crate::cube::TOO_MANY;
use crate::host::fs;
use crate::key::derive::Derivation;
use crate::spec::{CubeSpec, KeySource};

/// Print the SQL statements with which an engine turns records into cells.
///
/// The engine writes Parquet, which tile --cells reads. With --protect, the engine also protects the published views of a sealed cube,
/// and tile --views reads them. The tiles are the same as those of tile --records. The statements contain no secret and no salt.
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
    /// Folder for the result: a path or an address; in DuckDB also a .parquet file
    #[arg(long, value_name = "URI")]
    out: String,
    /// Protect the published views of a sealed cube, so that no true count leaves the engine
    #[arg(long)]
    protect: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    Duckdb,
    Spark,
    Bigquery,
}

impl Reported for SqlError {}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { spec: path, engine, records, out, protect } = arguments;
    if delivery::read(path)?.is_some() {
        let problem = "is a delivery of several cubes; expected the specification of one cube";
        return Err(Failure::wrong(format!("{}: {problem}", path.display())));
    }
    let (spec, variables) = specification(path)?;
    let engine = match engine {
        Name::Duckdb => Engine::Duckdb,
        Name::Spark => Engine::Spark,
        Name::Bigquery => Engine::Bigquery,
    };
    let ptable = |name: &str| read_ptable(&beside(path, name), name);
    let plan = protect.then(|| Plan::new(&spec, &ptable)).transpose();
    let plan = plan.map_err(|error| Failure::about(path.display(), &error))?;
    let text = statements(&spec, engine, records, out, plan.as_ref(), &variables);
    let text = text.map_err(|error| Failure::about(path.display(), &error))?;
    if let Some(plan) = &plan {
        for (axes, reason) in plan.refused.iter().filter(|(_, reason)| *reason == TOO_MANY) {
            let axes: Vec<String> = axes.iter().map(|&axis| plan.column(axis)).collect();
            note(format!("warning: {}", tile::omission(&format!("{} {reason}", axes.join(", ")))));
        }
    }
    print(&text)
}

/// Reads a specification without its environment variables, so that no secret can reach the statements. Returns the names of
/// the variables with the secret of derived keys and with the salt.
fn specification(path: &Path) -> Result<(CubeSpec, Variables), Failure> {
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
    let named = |is_it: &dyn Fn(String) -> bool| {
        (0..variables.len()).find(|at| is_it(placeholder(*at))).map(|at| variables[at].clone())
    };
    let secret = match &spec.key.source {
        Some(KeySource::Derived { rule: Derivation::Hmac(secret), .. }) => {
            named(&|placeholder| placeholder.as_bytes() == secret.bytes())
        }
        _ => None,
    };
    let hex: String = spec.key.salt.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let salt = named(&|placeholder| placeholder == hex);
    Ok((spec, Variables { secret, salt }))
}
