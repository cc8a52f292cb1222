//! What differs between the SQL of the engines.

use super::SqlError;
use super::query::Cells;
use super::source::Source;

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

    /// A common table expression `sound` that ends the statement if a column is missing or holds no codes. Its column
    /// `is_sound` is true.
    fn check(&self, _cells: &Cells<'_>) -> Result<Option<String>, SqlError> {
        Ok(None)
    }

    /// The whole script: comments, checks, and the statement that writes the cells to `out`.
    fn script(&self, cells: &Cells<'_>, out: &str, variable: Option<&str>) -> Result<String, SqlError>;
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

/// Comment lines of a script.
pub(super) fn comment(lines: &[String]) -> String {
    lines.iter().map(|line| format!("-- {}\n", line.replace(['\n', '\r'], " "))).collect()
}
