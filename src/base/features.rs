//! The optional parts that this build of the crate contains.

#[cfg(not(feature = "full"))]
use std::{convert::Infallible, marker::PhantomData};

use serde::{Serialize, Serializer};

/// Whether this build contains the methods and queries that few tables need. Other builds refuse such a query with the
/// error code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");

/// Whether this build contains table methods. Other builds refuse a table with such a method with the error code
/// `needs-tables`.
pub(crate) const TABLES: bool = cfg!(feature = "tables");

/// Whether error messages suggest similar names. The command line does, also as wasm. The other wasm builds suggest no
/// names: the comparison of names would add two kilobytes to each wasm core.
pub(crate) const SUGGESTS: bool = cfg!(any(feature = "make", not(target_family = "wasm")));

/// A value that only a build with the feature `full` has. In other builds the type has no value, so the compiler drops the
/// code that uses one.
#[cfg(feature = "full")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlyFull<T>(T);

#[cfg(not(feature = "full"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlyFull<T>(Infallible, PhantomData<T>);

#[cfg(feature = "full")]
impl<T> OnlyFull<T> {
    /// Wraps a value. Other builds return `None`.
    pub fn new(value: T) -> Option<Self> {
        Some(Self(value))
    }

    pub fn get(&self) -> &T {
        &self.0
    }

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.0
    }

    pub fn into_inner(self) -> T {
        self.0
    }
}

#[cfg(not(feature = "full"))]
impl<T> OnlyFull<T> {
    pub fn new(_: T) -> Option<Self> {
        None
    }

    pub fn get(&self) -> &T {
        match self.0 {}
    }

    pub fn into_inner(self) -> T {
        match self.0 {}
    }
}

impl<T: Serialize> Serialize for OnlyFull<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}
