//! Writes the SQL statements with which an engine turns records into cells: DuckDB, Spark or BigQuery.
//!
//! The engine writes Parquet that [`CubeSpec::cell_columns`] describes, and a column [`RECORDS`] with the number of records.
//! `cellveil tile --cells` reads it, and gives the same tiles as from the records. The statements do what `collect` does
//! with records: values become codes by `missing` and `cut`, and keys are read, derived and combined. A text that is no
//! code goes to the cells as it is, so that the reader of cells refuses it by name. A key that is not valid ends the
//! statement.
//!
//! The statements contain no secret. They read it from the engine.

mod bigquery;
mod dialect;
mod duckdb;
mod query;
mod source;
mod spark;

use thiserror::Error;

use super::collect::RECORDS;
use crate::base::Quoted;
use crate::cube::Release;
use crate::spec::{CubeSpec, SpecError};

use bigquery::Bigquery;
use dialect::Dialect;
use duckdb::Duckdb;
use spark::Spark;

pub use source::Source;

/// The name under which statements read the secret of derived keys from the engine.
pub const SECRET: &str = "cellveil_secret";

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
    #[error(
        "pretabular: steps before tabulation change records, which the statements cannot do; expected no [[pretabular]], or \
         cellveil tile --records"
    )]
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

/// Returns the statements that turn records into cells in an engine.
///
/// `records` is a [`Source`] in text. `out` is the place of the cells. `variable` is the environment variable with the
/// secret of derived keys, for the comments.
///
/// ```
/// use cellveil::build::sql::{Engine, statements};
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
/// let text = statements(&spec, Engine::Duckdb, "people.parquet", "cells.parquet", None)?;
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
    variable: Option<&str>,
) -> Result<String, SqlError> {
    if !spec.pretabular.steps.is_empty() || spec.dimensions.iter().any(|dimension| dimension.marks_changes) {
        return Err(SqlError::Pretabular);
    }
    if spec.about.release == Release::Preprotected {
        return Err(SqlError::Preprotected);
    }
    distinct_columns(spec)?;
    let source = Source::parse(records, engine)?;
    let (dialect, cells) = (engine.dialect(), query::Cells::new(spec, source)?);
    cells.columns().try_for_each(|(column, _)| dialect.name(column).map(drop))?;
    dialect.script(&cells, out, variable)
}

/// Refuses columns with names that differ only in capitals. Engines take such names for one.
fn distinct_columns(spec: &CubeSpec) -> Result<(), SqlError> {
    let mut columns = spec.cell_columns()?;
    columns.push(RECORDS);
    for (at, column) in columns.iter().enumerate() {
        let is_same = |other: &&&str| other.to_lowercase() == column.to_lowercase();
        if let Some(other) = columns[..at].iter().find(is_same) {
            return Err(SqlError::SameColumn { column: (*other).to_owned(), other: (*column).to_owned() });
        }
    }
    Ok(())
}
