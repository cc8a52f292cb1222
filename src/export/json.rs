//! Makes JSON values with fields in insertion order. In builds without the command line, serde's maps would sort the
//! fields.

use crate::base::json::Value;
use crate::base::scaled;

/// Makes a JSON object with fields in the given order.
pub(super) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Makes a JSON string.
pub(super) fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// Makes a JSON string, or null for `None`.
pub(super) fn maybe(words: Option<&String>) -> Value {
    words.map_or(Value::Null, |words| text(words))
}

/// Makes a JSON list.
pub(super) fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::Array(items.into_iter().collect())
}

/// Makes a JSON number from a whole number that a JavaScript number represents exactly.
/// A number of units of 10^-`decimals`.
pub(super) fn number(units: i64, decimals: u32) -> Value {
    let one = 10_i64.pow(decimals);
    if units % one == 0 { whole(units / one) } else { Value::Other(scaled(units, decimals)) }
}

pub(super) fn whole(number: i64) -> Value {
    u64::try_from(number).map_or(Value::Other(number as f64), Value::Whole)
}
