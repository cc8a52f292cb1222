//! Changes a method's parameters while a cube is built.

use super::{Parameters, UNDISCLOSED};
use crate::base::json::Value;

impl Parameters {
    /// Removes the parameters that a sealed cube does not publish.
    pub(crate) fn unsaid(mut self) -> Self {
        UNDISCLOSED.iter().for_each(|name| self.0.remove(name));
        self
    }

    /// Replaces the path of the p-table, if there is one.
    pub(crate) fn set_ptable(&mut self, path: String) {
        if let Some(ptable) = self.0.get_mut("ptable") {
            *ptable = Value::String(path);
        }
    }
}
