//! A build without table methods. The plan refuses a query that needs such a method.

use super::axis::Layout;
use super::error::Error;
use super::query_error::QueryError;
use super::reading::Reading;
use super::rollup::Grid;
use crate::cube::Cube;
use crate::protect::{CompiledMethod, MethodSpec, Protected};

/// The further tables of a plan. This build has none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LinkedReadings {}

pub(super) fn readings(_: &LinkedReadings) -> impl Iterator<Item = &Reading> {
    std::iter::empty()
}

/// A further table of a table method. This build has no table methods, so the type has no values.
#[derive(Debug)]
pub(super) enum LinkedTable<'a> {
    #[expect(dead_code, reason = "names the lifetime")]
    Never(std::convert::Infallible, &'a ()),
}

pub(super) fn protect(
    _: &Cube,
    _: &Layout,
    _: Grid,
    _: &[LinkedTable<'_>],
    _: &CompiledMethod,
    _: &MethodSpec,
    _: &[(usize, Vec<bool>)],
) -> Result<(Grid, Protected), Error> {
    Err(QueryError::NeedsTables.into())
}
