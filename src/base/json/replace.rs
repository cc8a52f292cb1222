//! Gives mutable access to the fields of a JSON value.

use super::Value;

impl Value {
    /// Returns a mutable field of an object; `None` if the field is absent.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter_mut().find(|(field, _)| field == name).map(|(_, value)| value)
    }
}
