//! JSON values whose fields stay in insertion order. serde's maps sort fields in builds without the command line.

use crate::base::json::Value;

/// An object.
pub(super) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A string.
pub(super) fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// A string, or null for `None`.
pub(super) fn maybe(words: Option<&String>) -> Value {
    words.map_or(Value::Null, |words| text(words))
}

/// A list.
pub(super) fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::Array(items.into_iter().collect())
}

/// A whole number that a JavaScript number represents exactly.
pub(super) fn whole(number: i64) -> Value {
    u64::try_from(number).map_or(Value::Other(number as f64), Value::Whole)
}
