//! The SQL of Google BigQuery.

use super::dialect::{BYTES, Dialect, NOT_HEX, bytes_of, comment, not_hex, printable};
use super::query::{Cells, case, indent};
use super::source::Source;
use super::{SALT, SECRET, SqlError, Variables};

pub(super) struct Bigquery;

/// The longest statement that BigQuery reads (1 MB), with some room for the rest of the script.
const MOST_CHARACTERS: usize = 1_000_000;
/// Characters that no name of a column may have.
const REFUSED: &[char] =
    &['!', '"', '$', '(', ')', '*', ',', '.', '/', ';', '?', '@', '[', '\\', ']', '^', '`', '{', '}', '~'];

impl Bigquery {
    /// Refuses columns with types that have no exact text, and with a collation, which would unite codes.
    fn types(&self, cells: &Cells<'_>) -> Result<String, SqlError> {
        let Source::Table(parts) = &cells.source else { return Ok(String::new()) };
        let (table, dataset) = parts.split_last().expect("a table has a name");
        let dataset = dataset.iter().map(|part| self.quoted(part)).collect::<Result<Vec<_>, _>>()?.join(".");
        let table = self.text(table)?;
        let wanted = cells.columns().map(|(column, has_fractions)| {
            Ok(format!("  STRUCT({} AS name, {has_fractions} AS has_fractions)", self.text(column)?))
        });
        let wanted = wanted.collect::<Result<Vec<_>, SqlError>>()?.join(",\n");
        let problem = |text: &str| format!("ERROR(CONCAT('cellveil: column ', wanted.name, ': {text}'))");
        let cases = [
            (
                "found.data_type IS NULL".to_owned(),
                problem("absent, or with other capitals; expected it in the records"),
            ),
            (
                "REGEXP_EXTRACT(found.data_type, '^[A-Z0-9]+') IN ('NUMERIC', 'BIGNUMERIC') AND wanted.has_fractions"
                    .to_owned(),
                "'sound'".to_owned(),
            ),
            (
                "REGEXP_EXTRACT(found.data_type, '^[A-Z0-9]+') NOT IN ('STRING', 'INT64', 'BOOL', 'DATE')".to_owned(),
                problem("another type; expected STRING, INT64, BOOL or DATE, or NUMERIC with cut"),
            ),
            (
                "COALESCE(found.collation_name, 'NULL') <> 'NULL'".to_owned(),
                problem("a collation, which would unite codes; expected none"),
            ),
        ];
        Ok(format!(
            "SELECT {}\nFROM UNNEST([\n{wanted}\n]) AS wanted\nLEFT JOIN {dataset}.INFORMATION_SCHEMA.COLUMNS AS found\n  ON \
             found.table_name = {table} AND found.column_name = wanted.name;\n",
            case(&cases, "'sound'")
        ))
    }

    /// A part of a table's name in quotes.
    fn quoted(&self, part: &str) -> Result<String, SqlError> {
        let is_sound = part.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
        match is_sound {
            true => Ok(format!("`{part}`")),
            false => {
                let reason = "not a name in BigQuery; expected letters, digits, - and _";
                Err(SqlError::Text { what: "table", text: part.to_owned(), reason })
            }
        }
    }
}

impl Dialect for Bigquery {
    fn name(&self, name: &str) -> Result<String, SqlError> {
        printable("column", name)?;
        match name.contains(REFUSED) {
            true => {
                let reason = "not the name of a column in BigQuery; expected letters, digits, - and _";
                Err(SqlError::Text { what: "column", text: name.to_owned(), reason })
            }
            false => Ok(format!("`{name}`")),
        }
    }

    fn text(&self, text: &str) -> Result<String, SqlError> {
        printable("text", text)?;
        Ok(format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")))
    }

    fn source(&self, source: &Source) -> Result<String, SqlError> {
        match source {
            Source::Table(parts) => {
                Ok(parts.iter().map(|part| self.quoted(part)).collect::<Result<Vec<_>, _>>()?.join("."))
            }
            Source::Parquet(uri) | Source::Csv(uri) => {
                let reason = "not a table; expected table:DATASET.TABLE, after bq load for files";
                Err(SqlError::Place { flag: "--records", uri: uri.clone(), reason })
            }
        }
    }

    fn value(&self, column: &str, _label: &str, _has_fractions: bool) -> Result<String, SqlError> {
        // The check permits only types whose text is that of the reader of records.
        Ok(format!("COALESCE(CAST({column} AS STRING), '')"))
    }

    fn fail(&self, message: &str) -> Result<String, SqlError> {
        Ok(format!("ERROR({})", self.text(message)?))
    }

    fn matches(&self, text: &str, pattern: &str) -> String {
        format!("REGEXP_CONTAINS({text}, '^{pattern}$')")
    }

    fn decimal(&self, text: &str) -> String {
        format!("SAFE_CAST({text} AS BIGNUMERIC)")
    }

    fn integer(&self, text: &str) -> String {
        format!("SAFE_CAST({text} AS INT64)")
    }

    fn sum_modulo(&self, key: &str, modulus: u64) -> String {
        format!("CAST(MOD(SUM(CAST({key} AS BIGNUMERIC)), CAST({modulus} AS BIGNUMERIC)) AS INT64)")
    }

    fn hmac_modulo(&self, text: &str, modulus: u64) -> String {
        let inner = format!("SHA256(CONCAT((SELECT ipad FROM cellveil_pads), CAST({text} AS BYTES)))");
        let hash = format!("TO_HEX(SHA256(CONCAT((SELECT opad FROM cellveil_pads), {inner})))");
        // An INT64 has a sign, so the 64 bits are read in two halves.
        let half = |from: u32| format!("CAST(CAST(CONCAT('0x', SUBSTR({hash}, {from}, 8)) AS INT64) AS BIGNUMERIC)");
        format!("CAST(MOD({} * 4294967296 + {}, CAST({modulus} AS BIGNUMERIC)) AS INT64)", half(1), half(9))
    }

    fn hmac_parts(&self) -> Result<Vec<(&'static str, String)>, SqlError> {
        let message = format!("cellveil: the parameter {SECRET} is empty; expected the secret of the keys");
        let cases = [
            (format!("COALESCE(@{SECRET}, '') = ''"), self.fail(&message)?),
            (format!("BYTE_LENGTH(@{SECRET}) > 64"), format!("SHA256(CAST(@{SECRET} AS BYTES))")),
        ];
        let bytes = case(&cases, &format!("CAST(@{SECRET} AS BYTES)"));
        let padded = format!("SELECT RPAD({bytes}, 64, b'\\x00') AS bytes");
        let pads =
            "SELECT\n  bytes ^ REPEAT(b'\\x36', 64) AS ipad,\n  bytes ^ REPEAT(b'\\x5c', 64) AS opad\nFROM cellveil_padded"
                .to_owned();
        Ok(vec![("padded", padded), ("pads", pads)])
    }

    fn modulo(&self, number: &str, modulus: u64) -> String {
        format!("MOD({number}, {modulus})")
    }

    fn values(&self, names: &[&str], rows: &[Vec<String>]) -> String {
        let named = |(value, name): (&String, &&str)| format!("{value} AS {name}");
        let row = |(at, row): (usize, &Vec<String>)| match at {
            // The first row names the columns.
            0 => format!("  STRUCT({})", row.iter().zip(names).map(named).collect::<Vec<_>>().join(", ")),
            _ => format!("  STRUCT({})", row.join(", ")),
        };
        let rows: Vec<String> = rows.iter().enumerate().map(row).collect();
        let columns: Vec<String> = names.iter().map(|name| format!("entry.{name}")).collect();
        format!("SELECT {}\nFROM UNNEST([\n{}\n]) AS entry", columns.join(", "), rows.join(",\n"))
    }

    fn hex_number(&self, digits: &str) -> String {
        format!("CAST(CONCAT('0x', {digits}) AS INT64)")
    }

    fn bytes_hex(&self, number: &str) -> String {
        format!("FORMAT({BYTES}, {})", bytes_of(number, &|bits| format!("({number} >> {bits})")))
    }

    fn sha256_start(&self, message: &str) -> String {
        format!("SUBSTR(TO_HEX(SHA256(FROM_HEX({message}))), 1, 8)")
    }

    fn md5_start(&self, number: &str) -> String {
        format!("SUBSTR(TO_HEX(MD5(CAST({number} AS STRING))), 1, 8)")
    }

    fn salts(&self) -> Result<String, SqlError> {
        let message = format!("cellveil: the parameter {SALT} is empty; expected the salt in hexadecimal digits");
        let name = format!("@{SALT}");
        let salt = case(
            &[
                (format!("COALESCE({name}, '') = ''"), self.fail(&message)?),
                (not_hex(self, &name), self.fail(NOT_HEX)?),
            ],
            &name,
        );
        Ok(format!("SELECT\n  {} AS salt", indent(&salt).trim_start()))
    }

    fn script(&self, cells: &Cells<'_>, out: &str, variables: &Variables) -> Result<String, SqlError> {
        let mut script = comment(&cells.purpose());
        for (what, name, variable) in variables.needed(cells) {
            script += &comment(&[
                format!("Give the {what} as a parameter. In Python:"),
                format!("  bigquery.ScalarQueryParameter(\"{name}\", \"STRING\", os.environ[\"{variable}\"])"),
            ]);
        }
        script += &self.types(cells)?;
        if !out.starts_with("gs://") {
            let reason = "not in Cloud Storage; expected an address like gs://BUCKET/FOLDER";
            return Err(SqlError::Place { flag: "--out", uri: out.to_owned(), reason });
        }
        let uri =
            if out.contains('*') { out.to_owned() } else { format!("{}/cells-*.parquet", out.trim_end_matches('/')) };
        let (query, uri) = (cells.query(self)?, self.text(&uri)?);
        if query.len() > MOST_CHARACTERS {
            let reason = "BigQuery reads statements of at most 1 MB, and the codes and the rows of the method are longer; expected \
                          fewer of them, or another engine";
            return Err(SqlError::Place { flag: "--engine", uri: "bigquery".to_owned(), reason });
        }
        Ok(script + &format!("EXPORT DATA OPTIONS (uri = {uri}, format = 'PARQUET', overwrite = false) AS\n{query};\n"))
    }
}
