//! The place of the records: a table of the engine, or files.

use super::query::PREFIX;
use super::{Engine, SqlError};

/// Where an engine finds the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A table or view, as the parts of its name: `table:people` or `table:project.dataset.people`.
    Table(Vec<String>),
    /// Parquet files: a path, an address or a pattern.
    Parquet(String),
    /// CSV files with commas, plain or compressed with gzip.
    Csv(String),
}

impl Source {
    /// Reads `--records`. DuckDB distinguishes files by their ending. Spark reads Parquet, also from folders.
    ///
    /// # Errors
    /// [`SqlError::Place`] if the engine has no such source.
    pub fn parse(uri: &str, engine: Engine) -> Result<Self, SqlError> {
        let wrong = |reason| SqlError::Place { flag: "--records", uri: uri.to_owned(), reason };
        if let Some(name) = uri.strip_prefix("table:") {
            let parts: Vec<String> = name.split('.').map(str::to_owned).collect();
            let is_sound = parts.len() <= 3 && parts.iter().all(|part| !part.is_empty());
            return match (is_sound, engine) {
                (false, _) => {
                    Err(wrong("not the name of a table; expected up to three names with points between them"))
                }
                // The check of the columns' types reads the dataset's INFORMATION_SCHEMA.
                (true, Engine::Bigquery) if parts.len() < 2 => Err(wrong(
                    "a table without its dataset; expected table:DATASET.TABLE or table:PROJECT.DATASET.TABLE",
                )),
                (true, _) if parts.len() == 1 && name.to_lowercase().starts_with(PREFIX) => Err(wrong(
                    "a name that begins like those of the statements; expected one that does not begin with cellveil_",
                )),
                (true, _) => Ok(Self::Table(parts)),
            };
        }
        let lower = uri.to_ascii_lowercase();
        let is_csv = lower.ends_with(".csv") || lower.ends_with(".csv.gz");
        match engine {
            Engine::Bigquery => Err(wrong("not a table; expected table:DATASET.TABLE, after bq load for files")),
            Engine::Spark if is_csv => {
                Err(wrong("CSV, of which Spark reads other values than cellveil; expected Parquet, or table:NAME"))
            }
            Engine::Spark => Ok(Self::Parquet(uri.to_owned())),
            Engine::Duckdb if is_csv => Ok(Self::Csv(uri.to_owned())),
            Engine::Duckdb if lower.ends_with(".parquet") => Ok(Self::Parquet(uri.to_owned())),
            Engine::Duckdb => {
                Err(wrong("neither Parquet nor CSV by its ending; expected .parquet, .csv, .csv.gz or table:NAME"))
            }
        }
    }
}
