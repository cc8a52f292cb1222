//! Writes the SQL statements with which an engine turns records into cells or into protected views: DuckDB, Spark or
//! BigQuery.
//!
//! The engine writes Parquet that [`CubeSpec::cell_columns`] describes, and a column [`RECORDS`] with the number of records.
//! `cellveil tile --cells` reads it, and gives the same tiles as from the records. The statements do what `collect` does
//! with records: values become codes by `missing` and `cut`, and keys are read, derived and combined. A text that is no
//! code goes to the cells as it is, so that the reader of cells refuses it by name. A key that is not valid ends the
//! statement.
//!
//! For a sealed cube, the statements can also protect the published views. The engine then writes what [`engine`] reads.
//!
//! The statements contain no secret and no salt. They read both from the engine.
//!
//! [`engine`]: super::engine

mod bigquery;
mod dialect;
mod duckdb;
mod query;
mod source;
mod spark;
mod views;

use thiserror::Error;

use super::collect::RECORDS;
use super::engine::{JOB, Plan, ROWS, STEPS, SUM, VALUE, has_steps};
use crate::base::Quoted;
use crate::cube::{Release, sha256_hex};
use crate::key::DrawHash;
use crate::protect::DrawSource;
use crate::spec::{CubeSpec, SpecError};

use bigquery::Bigquery;
use dialect::Dialect;
use duckdb::Duckdb;
use spark::Spark;

pub use source::Source;

/// The name under which statements read the secret of derived keys from the engine.
pub const SECRET: &str = "cellveil_secret";

/// The name under which statements read the salt from the engine.
pub const SALT: &str = "cellveil_salt";

/// The environment variables with the secret of derived keys and with the salt, for the comments of a script.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variables {
    /// The variable with the secret. `None` if the specification contains it.
    pub secret: Option<String>,
    /// The variable with the salt. `None` if the specification contains it.
    pub salt: Option<String>,
}

impl Variables {
    /// What the engine needs before the statements run: what it is, its name in the engine, and its variable.
    fn needed(&self, cells: &query::Cells<'_>) -> Vec<(&'static str, &'static str, &str)> {
        let secret = ("secret of the keys", SECRET, self.secret.as_deref().unwrap_or("CELLVEIL_SECRET"));
        let salt = ("salt", SALT, self.salt.as_deref().unwrap_or("CELLVEIL_SALT"));
        let needed = [(cells.has_secret(), secret), (cells.has_salt(), salt)];
        needed.into_iter().filter_map(|(is_needed, what)| is_needed.then_some(what)).collect()
    }
}

/// An engine that runs the statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// DuckDB, in Python or on its command line.
    Duckdb,
    /// Apache Spark.
    Spark,
    /// Google BigQuery.
    Bigquery,
}

impl Engine {
    /// The engine's name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Duckdb => "DuckDB",
            Self::Spark => "Spark",
            Self::Bigquery => "BigQuery",
        }
    }

    fn dialect(self) -> &'static dyn Dialect {
        match self {
            Self::Duckdb => &Duckdb,
            Self::Spark => &Spark,
            Self::Bigquery => &Bigquery,
        }
    }
}

/// Why there are no statements.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SqlError {
    /// The specification has a step before tabulation.
    #[error("pretabular: {STEPS}")]
    Pretabular,
    /// A preprotected cube has steps before tabulation, or keys that are drawn for each cell.
    #[error(
        "cube.release: \"preprotected\" cubes need steps before tabulation; expected keyed or sealed, or cellveil tile --records"
    )]
    Preprotected,
    /// Two columns of the cells have one name for the engine.
    #[error(
        "column {column} is also {other} for an engine, which ignores capitals; expected columns that differ in another way",
        column = Quoted(.column), other = Quoted(.other))]
    SameColumn {
        /// The column of a dimension.
        column: String,
        /// The other column.
        other: String,
    },
    /// A name or a text cannot be written in the engine's SQL.
    #[error("{what} {text}: {reason}", text = Quoted(.text))]
    Text {
        /// What the text is.
        what: &'static str,
        /// The text.
        text: String,
        /// The problem, and the expected text.
        reason: &'static str,
    },
    /// A bound of `cut` has more digits than the decimals of the engines.
    #[error("dimension {dimension}: cut: the bound {bound} has too many digits for an engine; expected at most 20 before the point and 18 after it", dimension = Quoted(.dimension))]
    Bound {
        /// The dimension.
        dimension: String,
        /// The bound.
        bound: String,
    },
    /// The engine cannot read the records from there, or cannot write there.
    #[error("{flag} {uri}: {reason}")]
    Place {
        /// The argument.
        flag: &'static str,
        /// Its value.
        uri: String,
        /// The problem, and the expected value.
        reason: &'static str,
    },
    /// The specification has no columns of records or of cells.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// Returns the statements that turn records into cells in an engine, or into protected views if there is a `plan`.
///
/// `records` is a [`Source`] in text. `out` is the place of the result.
///
/// ```
/// use cellveil::build::sql::{Engine, Variables, statements};
/// use cellveil::spec::CubeSpec;
/// let spec = CubeSpec::parse(
///     r#"
///     cube = { id = "example", unit = "person", data = "synthetic", audience = "public" }
///     key = { column = "record_key" }
///     dimension = [{ name = "sex" }]
///     "#,
///     &|_| Err("no files here".into()),
///     &|_| None,
/// )?;
/// let text = statements(&spec, Engine::Duckdb, "people.parquet", "cells.parquet", None, &Variables::default())?;
/// assert!(text.contains("GROUP BY"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SqlError`] if the statements cannot do what the specification says.
pub fn statements(
    spec: &CubeSpec,
    engine: Engine,
    records: &str,
    out: &str,
    plan: Option<&Plan>,
    variables: &Variables,
) -> Result<String, SqlError> {
    if has_steps(spec) {
        return Err(SqlError::Pretabular);
    }
    if spec.about.release == Release::Preprotected {
        return Err(SqlError::Preprotected);
    }
    distinct_columns(spec, plan)?;
    let source = Source::parse(records, engine)?;
    let (dialect, cells) = (engine.dialect(), query::Cells::new(spec, source, plan)?);
    cells.columns().try_for_each(|(column, _)| dialect.name(column).map(drop))?;
    dialect.script(&cells, out, variables)
}

/// The digest that identifies a job. Jobs with equal dimensions, views and methods have equal digests, whatever their
/// records, secret, salt and engine.
///
/// # Errors
/// [`SqlError`] if the statements cannot do what the specification says.
fn digest(spec: &CubeSpec, plan: &Plan) -> Result<String, SqlError> {
    let cells = query::Cells::new(spec, Source::Table(vec!["records".to_owned()]), Some(plan))?;
    Ok(sha256_hex(cells.query_with(&Duckdb, "")?.as_bytes())[..16].to_owned())
}

/// The two parts of the column [`JOB`]: the digest of the job and, if the method hashes, a check of the salt. The check is
/// the hash of key 0 and count 0.
///
/// # Errors
/// [`SqlError`] if the statements cannot do what the specification says.
pub fn job(spec: &CubeSpec, plan: &Plan) -> Result<(String, Option<String>), SqlError> {
    let draw = || DrawHash::new(&plan.kind, spec.key.salt.bytes()).draw(0, 0);
    Ok((digest(spec, plan)?, (plan.rows.source == DrawSource::Sha256).then(|| format!("{:08x}", draw()))))
}

/// Refuses columns with names that differ only in capitals. Engines take such names for one.
fn distinct_columns(spec: &CubeSpec, plan: Option<&Plan>) -> Result<(), SqlError> {
    let cells = spec.cell_columns()?.into_iter().chain([RECORDS]).map(str::to_owned);
    let views = plan
        .map(|plan| plan.axes.iter().map(|axis| plan.column(*axis)).chain([VALUE, ROWS, SUM, JOB].map(str::to_owned)));
    for columns in [Some(cells.collect::<Vec<_>>()), views.map(Iterator::collect)].into_iter().flatten() {
        for (at, column) in columns.iter().enumerate() {
            let is_same = |other: &&String| other.to_lowercase() == column.to_lowercase();
            if let Some(other) = columns[..at].iter().find(is_same) {
                return Err(SqlError::SameColumn { column: other.clone(), other: column.clone() });
            }
        }
    }
    Ok(())
}
