//! Checks that one cube can have the unchanged records of another.

use super::{Cube, Release};
use crate::dimension::contains;

/// Why a cube cannot be the cube of the unchanged records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTheOriginal {
    /// The cube is not a keyed cube, so it has no true counts.
    Class,
    /// A dimension, code or level of the changed records is missing.
    Dimensions,
    /// The records are of another unit.
    Unit,
    /// The records were changed too.
    Changed,
    /// The steps add and remove no records, and the numbers of records differ.
    Number,
    /// The steps keep the tables of single variables, and these tables differ.
    Tables,
}

impl NotTheOriginal {
    /// Returns the problem in words.
    pub fn problem(self) -> &'static str {
        match self {
            Self::Class => "not a keyed cube",
            Self::Dimensions => "dimensions, codes or levels differ from the cube of the changed records",
            Self::Unit => "its records are of another unit",
            Self::Changed => "its records were changed before they were counted",
            Self::Number => "its number of records differs, and the steps of the cube add and remove none",
            Self::Tables => "its tables of single variables differ, and the steps of the cube keep them",
        }
    }
}

impl Cube {
    /// Whether this cube can have the unchanged records of a cube of changed records. It needs all dimensions, codes and
    /// levels of the other cube, and may have more. Other people of the same unit cannot be told apart here.
    ///
    /// # Errors
    /// Fails with the reason why it cannot have these records.
    pub fn check_original_of(&self, changed: &Self) -> Result<(), NotTheOriginal> {
        if self.about.release != Release::Keyed {
            return Err(NotTheOriginal::Class);
        }
        if self.pretabular.is_some() {
            return Err(NotTheOriginal::Changed);
        }
        if !contains(&self.dimensions, &changed.dimensions) {
            return Err(NotTheOriginal::Dimensions);
        }
        if self.about.unit == changed.about.unit { Ok(()) } else { Err(NotTheOriginal::Unit) }
    }
}
