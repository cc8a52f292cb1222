//! What differs between the SQL of the engines.

use super::query::Cells;
use super::source::Source;
use super::{SqlError, Variables};

/// The SQL of an engine. The methods return expressions.
pub(super) trait Dialect {
    /// A name in quotes.
    fn name(&self, name: &str) -> Result<String, SqlError>;

    /// A text in quotes.
    fn text(&self, text: &str) -> Result<String, SqlError>;

    /// The records, as they stand after `FROM`.
    fn source(&self, source: &Source) -> Result<String, SqlError>;

    /// A value of the records as the text that the reader of records gives to the collector. A null is an empty text.
    /// `column` is the quoted column, `label` its name for messages.
    fn value(&self, column: &str, label: &str, has_fractions: bool) -> Result<String, SqlError>;

    /// Ends the statement with a message.
    fn fail(&self, message: &str) -> Result<String, SqlError>;

    /// Whether a text is all of a pattern. The pattern uses only what the engines have in common.
    fn matches(&self, text: &str, pattern: &str) -> String;

    /// A text as a decimal number with 20 digits before the point and 18 after it, or null.
    fn decimal(&self, text: &str) -> String;

    /// A text as a 64-bit integer, or null.
    fn integer(&self, text: &str) -> String;

    /// The sum of keys modulo M, as a 64-bit integer.
    fn sum_modulo(&self, key: &str, modulus: u64) -> String;

    /// The keys combined by XOR.
    fn xor(&self, key: &str) -> String {
        format!("bit_xor({key})")
    }

    /// The first 8 bytes of HMAC-SHA-256(secret, text), big-endian, modulo M, as a 64-bit integer.
    fn hmac_modulo(&self, text: &str, modulus: u64) -> String;

    /// Common table expressions that `hmac_modulo` needs: the two pads of HMAC (RFC 2104) from the secret.
    fn hmac_parts(&self) -> Result<Vec<(&'static str, String)>, SqlError>;

    /// A sum of whole numbers as a 64-bit integer.
    fn sum(&self, number: &str) -> String {
        format!("SUM({number})")
    }

    /// A whole number modulo another.
    fn modulo(&self, number: &str, modulus: u64) -> String {
        format!("({number}) % {modulus}")
    }

    /// A query that returns the given rows. `names` are its columns, and the values are SQL expressions.
    fn values(&self, names: &[&str], rows: &[Vec<String>]) -> String {
        let rows: Vec<String> = rows.iter().map(|row| format!("  ({})", row.join(", "))).collect();
        format!("SELECT * FROM (VALUES\n{}\n) AS rows_of({})", rows.join(",\n"), names.join(", "))
    }

    /// Converts a text of eight hexadecimal digits to a 64-bit integer.
    fn hex_number(&self, digits: &str) -> String;

    /// The bytes of a number from 0 to 2^53 in hexadecimal digits: eight bytes, little-endian.
    fn bytes_hex(&self, number: &str) -> String;

    /// The first eight hexadecimal digits of SHA-256. The message is a text of hexadecimal digits.
    fn sha256_start(&self, message: &str) -> String;

    /// The first eight hexadecimal digits of the MD5 of a number's decimal digits.
    fn md5_start(&self, number: &str) -> String;

    /// A query of the salt, in a column `salt`, as hexadecimal digits.
    fn salts(&self) -> Result<String, SqlError>;

    /// A common table expression `sound` that ends the statement if a column is missing or holds no codes. Its column
    /// `is_sound` is true.
    fn check(&self, _cells: &Cells<'_>) -> Result<Option<String>, SqlError> {
        Ok(None)
    }

    /// The whole script: comments, checks, and the statement that writes to `out`.
    fn script(&self, cells: &Cells<'_>, out: &str, variables: &Variables) -> Result<String, SqlError>;
}

/// Refuses characters that no statement should contain.
pub(super) fn printable(what: &'static str, text: &str) -> Result<(), SqlError> {
    match text.chars().any(char::is_control) {
        true => {
            let reason = "has a control character; expected letters, digits and signs";
            Err(SqlError::Text { what, text: text.to_owned(), reason })
        }
        false => Ok(()),
    }
}

/// The expressions of a number's eight bytes, the lowest first. `shift` returns the number without its lowest bits.
pub(super) fn bytes_of(number: &str, shift: &dyn Fn(u32) -> String) -> String {
    let byte = |at: u32| if at == 0 { format!("{number} & 255") } else { format!("{} & 255", shift(8 * at)) };
    (0..8).map(byte).collect::<Vec<_>>().join(", ")
}

/// The format of eight bytes in hexadecimal digits.
pub(super) const BYTES: &str = "'%02x%02x%02x%02x%02x%02x%02x%02x'";

/// The message for a salt that is no hexadecimal number. The engine's own message would quote the salt.
pub(super) const NOT_HEX: &str =
    "cellveil: the salt is not written in pairs of hexadecimal digits; expected key.salt of the specification";

/// Whether a text is not written in pairs of hexadecimal digits.
pub(super) fn not_hex(sql: &dyn Dialect, text: &str) -> String {
    format!("NOT ({})", sql.matches(text, "([0-9A-Fa-f][0-9A-Fa-f])+"))
}

/// Comment lines of a script.
pub(super) fn comment(lines: &[String]) -> String {
    lines.iter().map(|line| format!("-- {}\n", line.replace(['\n', '\r'], " "))).collect()
}
