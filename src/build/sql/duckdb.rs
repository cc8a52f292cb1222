//! The SQL of DuckDB.

use super::dialect::{BYTES, Dialect, NOT_HEX, bytes_of, comment, not_hex, printable};
use super::query::{Cells, case, indent};
use super::source::Source;
use super::{SALT, SECRET, SqlError, Variables};

pub(super) struct Duckdb;

/// The types of columns that hold codes. A decimal without digits after the point and an enumeration hold codes too.
const CODES: &str = "'VARCHAR', 'BOOLEAN', 'DATE', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', 'USMALLINT', \
                     'UINTEGER', 'UBIGINT', 'FLOAT', 'DOUBLE', '\"NULL\"', 'NULL'";

impl Dialect for Duckdb {
    fn name(&self, name: &str) -> Result<String, SqlError> {
        printable("column", name)?;
        Ok(format!("\"{}\"", name.replace('"', "\"\"")))
    }

    fn text(&self, text: &str) -> Result<String, SqlError> {
        printable("text", text)?;
        Ok(format!("'{}'", text.replace('\'', "''")))
    }

    fn source(&self, source: &Source) -> Result<String, SqlError> {
        Ok(match source {
            Source::Table(parts) => parts.iter().map(|part| self.name(part)).collect::<Result<Vec<_>, _>>()?.join("."),
            Source::Parquet(uri) => {
                format!("read_parquet({}, hive_partitioning = false, binary_as_string = true)", self.text(uri)?)
            }
            // Each option replaces a guess of DuckDB.
            Source::Csv(uri) => format!(
                "read_csv({}, header = true, all_varchar = true, delim = ',', quote = '\"', escape = '\"', comment = '', skip = 0, \
                 files_to_sniff = -1, hive_partitioning = false)",
                self.text(uri)?
            ),
        })
    }

    fn value(&self, column: &str, label: &str, has_fractions: bool) -> Result<String, SqlError> {
        let text = format!("CAST({column} AS VARCHAR)");
        // DuckDB knows the type before it runs the statement, and leaves out the other branches.
        let number = format!("TRY_CAST({text} AS DOUBLE)");
        let whole = format!("CAST(TRY_CAST({number} AS BIGINT) AS VARCHAR)");
        let is_float = format!("typeof({column}) IN ('FLOAT', 'DOUBLE')");
        let mut cases = vec![(format!("{column} IS NULL"), "''".to_owned())];
        if has_fractions {
            cases.push((format!("{is_float} AND {number} = trunc({number}) AND abs({number}) < 9e18"), whole));
            cases.push((format!("{is_float} AND {text} = 'nan'"), "'NaN'".to_owned()));
        } else {
            let limit = "9007199254740992";
            cases.push((format!("{is_float} AND {number} = trunc({number}) AND abs({number}) <= {limit}"), whole));
            let problem = format!(
                "cellveil: column {label}: not a whole number; expected a whole number up to 2^53 or text, or cut in the dimension"
            );
            cases.push((is_float, self.fail(&problem)?));
        }
        let problem =
            format!("cellveil: column {label}: not a date with a year of four digits; expected one from 0001 to 9999");
        cases.push((format!("typeof({column}) = 'DATE' AND length({text}) <> 10"), self.fail(&problem)?));
        Ok(case(&cases, &text))
    }

    fn fail(&self, message: &str) -> Result<String, SqlError> {
        Ok(format!("error({})", self.text(message)?))
    }

    fn matches(&self, text: &str, pattern: &str) -> String {
        format!("regexp_full_match({text}, '{pattern}')")
    }

    fn decimal(&self, text: &str) -> String {
        format!("TRY_CAST({text} AS DECIMAL(38, 18))")
    }

    fn integer(&self, text: &str) -> String {
        format!("TRY_CAST({text} AS BIGINT)")
    }

    fn sum_modulo(&self, key: &str, modulus: u64) -> String {
        // The sum of 64-bit integers has 128 bits.
        format!("CAST(SUM(CAST({key} AS HUGEINT)) % {modulus} AS BIGINT)")
    }

    fn hmac_modulo(&self, text: &str, modulus: u64) -> String {
        let inner = format!("unhex(sha256((SELECT ipad FROM cellveil_pads) || encode({text})))");
        let hash = format!("sha256((SELECT opad FROM cellveil_pads) || {inner})");
        format!("CAST(CAST('0x' || left({hash}, 16) AS UBIGINT) % {modulus} AS BIGINT)")
    }

    fn hmac_parts(&self) -> Result<Vec<(&'static str, String)>, SqlError> {
        let secret = format!("getvariable('{SECRET}')");
        let message = format!("cellveil: the variable {SECRET} is not set; expected the secret of the keys");
        let cases = [
            (format!("coalesce({secret}, '') = ''"), self.fail(&message)?),
            (format!("octet_length(encode({secret})) > 64"), format!("sha256({secret})")),
        ];
        let hex = case(&cases, &format!("hex(encode({secret}))"));
        let padded = format!("SELECT\n  rpad({}, 128, '0') AS digits", indent(&hex).trim_start());
        let pad = |name: &str, byte: u8| {
            let byte = format!("printf('%02x', xor(CAST('0x' || substr(digits, 2 * i + 1, 2) AS INTEGER), {byte}))");
            format!("  unhex(string_agg({byte}, '' ORDER BY i)) AS {name}")
        };
        let pads = format!(
            "SELECT\n{},\n{}\nFROM cellveil_padded, range(64) AS bytes(i)",
            pad("ipad", 0x36),
            pad("opad", 0x5c)
        );
        Ok(vec![("padded", padded), ("pads", pads)])
    }

    fn sum(&self, number: &str) -> String {
        format!("CAST(SUM({number}) AS BIGINT)")
    }

    fn hex_number(&self, digits: &str) -> String {
        format!("CAST(CONCAT('0x', {digits}) AS BIGINT)")
    }

    fn bytes_hex(&self, number: &str) -> String {
        format!("printf({BYTES}, {})", bytes_of(number, &|bits| format!("({number} >> {bits})")))
    }

    fn sha256_start(&self, message: &str) -> String {
        format!("left(sha256(unhex({message})), 8)")
    }

    fn md5_start(&self, number: &str) -> String {
        format!("left(md5(CAST({number} AS VARCHAR)), 8)")
    }

    fn salts(&self) -> Result<String, SqlError> {
        let salt = format!("getvariable('{SALT}')");
        let message = format!("cellveil: the variable {SALT} is not set; expected the salt in hexadecimal digits");
        let salt = case(
            &[
                (format!("coalesce({salt}, '') = ''"), self.fail(&message)?),
                (not_hex(self, &salt), self.fail(NOT_HEX)?),
            ],
            &salt,
        );
        Ok(format!("SELECT\n  {} AS salt", indent(&salt).trim_start()))
    }

    // DuckDB itself ignores capitals in names.
    fn check(&self, cells: &Cells<'_>) -> Result<Option<String>, SqlError> {
        let wanted =
            cells.columns().map(|(column, has_fractions)| Ok(format!("({}, {has_fractions})", self.text(column)?)));
        let wanted = wanted.collect::<Result<Vec<_>, SqlError>>()?.join(", ");
        let cases = [
            (
                "'a' = 'A'".to_owned(),
                "error('cellveil: the setting default_collation unites codes; expected an empty setting, for example for column ' || wanted.name)".to_owned(),
            ),
            (
                "found.column_name IS NULL".to_owned(),
                "error('cellveil: no column ' || wanted.name || ' with exactly this name; expected it in the records')".to_owned(),
            ),
            (
                format!(
                    "NOT (column_type IN ({CODES}) OR column_type LIKE 'ENUM(%' OR column_type LIKE 'DECIMAL(%,0)' OR (has_fractions \
                     AND column_type LIKE 'DECIMAL(%'))"
                ),
                "error('cellveil: column ' || wanted.name || ' has the type ' || column_type || '; expected text, dates or whole numbers')"
                    .to_owned(),
            ),
        ];
        let source = self.source(&cells.source)?;
        Ok(Some(format!(
            "SELECT\n{} AS is_sound\nFROM (VALUES {wanted}) AS wanted(name, has_fractions)\nLEFT JOIN (DESCRIBE SELECT * FROM {source}) AS found ON \
             found.column_name = wanted.name",
            indent(&case(&cases, "true"))
        )))
    }

    fn script(&self, cells: &Cells<'_>, out: &str, variables: &Variables) -> Result<String, SqlError> {
        let mut script = comment(&cells.purpose());
        for (what, name, variable) in variables.needed(cells) {
            script += &comment(&[
                format!("Before, set the {what}. On the command line of DuckDB:"),
                format!("  SET VARIABLE {name} = getenv('{variable}');"),
                "In Python:".to_owned(),
                format!("  connection.execute(\"SET VARIABLE {name} = ?\", [os.environ[\"{variable}\"]])"),
            ]);
        }
        // A folder must be empty. One file is enough for most cubes.
        let form = if out.to_ascii_lowercase().ends_with(".parquet") { "" } else { ", PER_THREAD_OUTPUT" };
        let (query, out) = (indent(&cells.query(self)?), self.text(out)?);
        Ok(script + &format!("COPY (\n{query}\n) TO {out} (FORMAT parquet{form});\n"))
    }
}
