//! The SQL of Apache Spark.

use super::dialect::{BYTES, Dialect, NOT_HEX, bytes_of, comment, not_hex, printable};
use super::query::{Cells, case, indent};
use super::source::Source;
use super::{SALT, SECRET, SqlError, Variables};

pub(super) struct Spark;

/// The types of columns that hold codes, besides decimals.
const CODES: &str = "'string', 'boolean', 'date', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'void'";

impl Dialect for Spark {
    fn name(&self, name: &str) -> Result<String, SqlError> {
        printable("column", name)?;
        // Spark replaces variables in the text of a statement, also within quotes.
        if name.contains("${") {
            let reason = "has \"${\", with which Spark begins a variable; expected another name";
            return Err(SqlError::Text { what: "column", text: name.to_owned(), reason });
        }
        Ok(format!("`{}`", name.replace('`', "``")))
    }

    fn text(&self, text: &str) -> Result<String, SqlError> {
        printable("text", text)?;
        // A setting decides whether a backslash escapes the next character. Bytes mean the same with each setting.
        if text.contains(['\'', '\\', '$']) {
            let bytes: String = text.bytes().map(|byte| format!("{byte:02X}")).collect();
            return Ok(format!("CAST(X'{bytes}' AS STRING)"));
        }
        Ok(format!("'{text}'"))
    }

    fn source(&self, source: &Source) -> Result<String, SqlError> {
        match source {
            Source::Table(parts) => {
                Ok(parts.iter().map(|part| self.name(part)).collect::<Result<Vec<_>, _>>()?.join("."))
            }
            Source::Parquet(uri) | Source::Csv(uri) => Ok(format!("parquet.{}", self.name(uri)?)),
        }
    }

    fn value(&self, column: &str, label: &str, has_fractions: bool) -> Result<String, SqlError> {
        let text = format!("CAST({column} AS STRING)");
        let type_of = format!("typeof({column})");
        let number = format!("try_cast({text} AS DOUBLE)");
        let whole = format!("CAST(try_cast({number} AS BIGINT) AS STRING)");
        let is_float = format!("{type_of} IN ('float', 'double')");
        let decimal = if has_fractions { "decimal(%" } else { "decimal(%,0)" };
        let begin = self.text(&format!("cellveil: column {label} has the type "))?;
        let mut cases = vec![
            (
                format!("{type_of} NOT IN ({CODES}) AND {type_of} NOT LIKE '{decimal}'"),
                format!("raise_error(concat({begin}, {type_of}, '; expected text, dates or whole numbers'))"),
            ),
            (format!("{column} IS NULL"), "''".to_owned()),
        ];
        if has_fractions {
            cases.push((format!("{is_float} AND {number} = floor({number}) AND abs({number}) < 9e18"), whole));
            // From 10^7, Spark writes 1.25E7.
            cases.push((
                format!("{is_float} AND {text} LIKE '%E%' AND {text} NOT LIKE '%E-%'"),
                format!("CAST(try_cast({text} AS DECIMAL(38, 18)) AS STRING)"),
            ));
        } else {
            let limit = "9007199254740992";
            cases.push((format!("{is_float} AND {number} = floor({number}) AND abs({number}) <= {limit}"), whole));
            let problem = format!(
                "cellveil: column {label}: not a whole number; expected a whole number up to 2^53 or text, or cut in the dimension"
            );
            cases.push((is_float, self.fail(&problem)?));
        }
        let problem =
            format!("cellveil: column {label}: not a date with a year of four digits; expected one from 0000 to 9999");
        cases.push((format!("{type_of} = 'date' AND length({text}) <> 10"), self.fail(&problem)?));
        Ok(case(&cases, &text))
    }

    fn fail(&self, message: &str) -> Result<String, SqlError> {
        Ok(format!("raise_error({})", self.text(message)?))
    }

    fn matches(&self, text: &str, pattern: &str) -> String {
        // In Java, `$` is also before a line feed at the end of the text.
        format!("{text} <> '' AND regexp_extract({text}, '^{pattern}', 0) = {text}")
    }

    fn decimal(&self, text: &str) -> String {
        format!("try_cast({text} AS DECIMAL(38, 18))")
    }

    fn integer(&self, text: &str) -> String {
        format!("try_cast({text} AS BIGINT)")
    }

    fn sum_modulo(&self, key: &str, modulus: u64) -> String {
        // The sum of a DECIMAL(28, 0) is a DECIMAL(38, 0): 2^52 keys below 2^53 fit.
        format!("CAST(SUM(CAST({key} AS DECIMAL(28, 0))) % CAST({modulus} AS DECIMAL(28, 0)) AS BIGINT)")
    }

    fn hmac_modulo(&self, text: &str, modulus: u64) -> String {
        let inner = format!("unhex(sha2(concat((SELECT ipad FROM cellveil_pads), encode({text}, 'UTF-8')), 256))");
        let hash = format!("sha2(concat((SELECT opad FROM cellveil_pads), {inner}), 256)");
        format!(
            "CAST(CAST(conv(left({hash}, 16), 16, 10) AS DECIMAL(20, 0)) % CAST({modulus} AS DECIMAL(20, 0)) AS BIGINT)"
        )
    }

    fn hmac_parts(&self) -> Result<Vec<(&'static str, String)>, SqlError> {
        let message = format!("cellveil: the view {SECRET} is empty; expected the secret of the keys");
        let cases = [
            ("coalesce(secret, '') = ''".to_owned(), self.fail(&message)?),
            ("octet_length(encode(secret, 'UTF-8')) > 64".to_owned(), "sha2(encode(secret, 'UTF-8'), 256)".to_owned()),
        ];
        let hex = case(&cases, "hex(encode(secret, 'UTF-8'))");
        let padded = format!("SELECT\n  rpad({}, 128, '0') AS digits\nFROM {SECRET}", indent(&hex).trim_start());
        let pad = |name: &str, byte: u8| {
            let number = "CAST(conv(substring(digits, 2 * i + 1, 2), 16, 10) AS INT)";
            let byte = format!("lpad(hex({number} ^ {byte}), 2, '0')");
            format!("  unhex(concat_ws('', transform(sequence(0, 63), i -> {byte}))) AS {name}")
        };
        let pads = format!("SELECT\n{},\n{}\nFROM cellveil_padded", pad("ipad", 0x36), pad("opad", 0x5c));
        Ok(vec![("padded", padded), ("pads", pads)])
    }

    fn hex_number(&self, digits: &str) -> String {
        format!("CAST(conv({digits}, 16, 10) AS BIGINT)")
    }

    fn bytes_hex(&self, number: &str) -> String {
        format!("format_string({BYTES}, {})", bytes_of(number, &|bits| format!("shiftright({number}, {bits})")))
    }

    fn sha256_start(&self, message: &str) -> String {
        format!("left(sha2(unhex({message}), 256), 8)")
    }

    fn md5_start(&self, number: &str) -> String {
        format!("left(md5(CAST({number} AS STRING)), 8)")
    }

    fn salts(&self) -> Result<String, SqlError> {
        let message = format!("cellveil: the view {SALT} is empty; expected the salt in hexadecimal digits");
        let salt = case(
            &[
                ("coalesce(salt, '') = ''".to_owned(), self.fail(&message)?),
                (not_hex(self, "salt"), self.fail(NOT_HEX)?),
            ],
            "salt",
        );
        Ok(format!("SELECT\n  {} AS salt\nFROM {SALT}", indent(&salt).trim_start()))
    }

    fn script(&self, cells: &Cells<'_>, out: &str, variables: &Variables) -> Result<String, SqlError> {
        let mut script = comment(&cells.purpose()) + &comment(&["Spark replaces the folder.".to_owned()]);
        for (what, name, variable) in variables.needed(cells) {
            let column = name.trim_start_matches("cellveil_");
            let frame = format!("spark.createDataFrame([(os.environ[\"{variable}\"],)], \"{column} string\")");
            script += &comment(&[
                format!("Before, set the {what}. In Python:"),
                format!("  {frame}.createOrReplaceTempView(\"{name}\")"),
            ]);
        }
        let (query, folder) = (cells.query(self)?, self.text(out)?);
        if !folder.starts_with('\'') {
            let reason = "has a quote, a backslash or a dollar sign; expected an address without them";
            return Err(SqlError::Place { flag: "--out", uri: out.to_owned(), reason });
        }
        Ok(script + &format!("INSERT OVERWRITE DIRECTORY {folder} USING parquet\n{query};\n"))
    }
}
