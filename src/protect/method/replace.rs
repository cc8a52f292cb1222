//! Replaces a method's p-table while a cube is built.

use super::Parameters;
use crate::base::json::Value;

impl Parameters {
    /// Replaces the path of the p-table, if there is one.
    pub(crate) fn set_ptable(&mut self, path: String) {
        if let Some(ptable) = self.0.get_mut("ptable") {
            *ptable = Value::String(path);
        }
    }
}
