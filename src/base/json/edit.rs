//! Removes fields of a JSON value.

use super::Value;

impl Value {
    /// Removes a field of an object, if the field is present.
    pub fn remove(&mut self, name: &str) {
        if let Self::Object(fields) = self {
            fields.retain(|(field, _)| field != name);
        }
    }
}
