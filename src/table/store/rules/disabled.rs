//! Replaces the limits in a build without the feature `full`. Such a build refuses every query of a cube with limits.

use std::borrow::Cow;

use super::Store;
use crate::protect::CompiledMethod;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::query_error::QueryError;

/// The blocked areas of a table. This build blocks no areas.
#[derive(Debug)]
pub(crate) struct Released {
    /// Always empty.
    pub blocked: Vec<(usize, Vec<bool>)>,
}

impl Store {
    /// Returns the query unchanged.
    pub(super) fn offered<'a>(&self, query: &'a Query) -> Result<Cow<'a, Query>, Error> {
        Ok(Cow::Borrowed(query))
    }

    /// Returns the plan unchanged if the cube has no limits.
    ///
    /// # Errors
    /// Fails with [`QueryError::NeedsFull`] if the cube has limits.
    pub(super) fn with_rules(&self, _: &Query, plan: Plan) -> Result<Plan, Error> {
        if self.cube.rules.is_some() { Err(QueryError::NeedsFull.into()) } else { Ok(plan) }
    }

    pub(crate) fn release(&self, _: &Plan, _: &CompiledMethod) -> Result<Released, Error> {
        Ok(Released { blocked: Vec::new() })
    }
}
