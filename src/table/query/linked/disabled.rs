//! A build without table methods does not read further tables. The plan refuses a query that has some.

use std::marker::PhantomData;

use serde::Serialize;

use crate::base::json::Node;

/// Whether a query has further tables.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FurtherTables(bool);

impl FurtherTables {
    /// Whether the query has no further tables.
    pub fn is_empty(self) -> bool {
        !self.0
    }
}

pub(super) fn read(_: &Node<'_>) -> Result<FurtherTables, String> {
    Ok(FurtherTables(true))
}

/// The further tables in a receipt. This build makes no table that has some.
#[derive(Serialize)]
pub(in crate::table) struct FurtherWords<'a>(PhantomData<&'a ()>);

impl<'a> FurtherWords<'a> {
    pub fn new(_: &'a FurtherTables) -> Self {
        Self(PhantomData)
    }

    pub fn is_empty(&self) -> bool {
        true
    }
}
