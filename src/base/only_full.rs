//! Values that only a build with the feature `full` has.

use serde::{Serialize, Serializer};

/// A value that only a build with the feature `full` has. In other builds the type has no value, so the compiler drops the
/// code that uses one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlyFull<T>(T);

impl<T> OnlyFull<T> {
    /// Wraps a value. Other builds return `None`.
    pub fn new(value: T) -> Option<Self> {
        Some(Self(value))
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// The value, to change it.
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.0
    }

    /// The value itself.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: Serialize> Serialize for OnlyFull<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
