//! Removes the parameters that a sealed cube does not publish.

use super::{Parameters, UNDISCLOSED};

impl Parameters {
    /// Removes the parameters that a sealed cube does not publish.
    pub(crate) fn unsaid(mut self) -> Self {
        UNDISCLOSED.iter().for_each(|name| self.0.remove(name));
        self
    }
}
