//! A build without the feature `full` has none of these values.

use std::convert::Infallible;
use std::marker::PhantomData;

use serde::{Serialize, Serializer};

/// A value that only a build with the feature `full` has. This type has no value, so the compiler drops the code that uses
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlyFull<T>(Infallible, PhantomData<T>);

impl<T> OnlyFull<T> {
    /// Drops the value.
    pub fn new(_: T) -> Option<Self> {
        None
    }

    /// The value.
    pub fn get(&self) -> &T {
        match self.0 {}
    }

    /// The value itself.
    pub fn into_inner(self) -> T {
        match self.0 {}
    }
}

impl<T> Serialize for OnlyFull<T> {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match self.0 {}
    }
}
