//! A build without the feature `full` has whole lists of codes only.

use super::CodeList;
use crate::dimension::Text;

impl CodeList {
    /// Iterates over the codes with their labels, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.codes.iter().map(String::as_str).zip(&self.labels)
    }
}
