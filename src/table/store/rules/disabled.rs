//! The build without limits. It answers no query of a cube with limits.

use super::Store;
use crate::protect::CompiledMethod;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::query_error::QueryError;

/// The blocked areas of a table: none in this build.
#[derive(Debug)]
pub(crate) struct Released {
    /// No areas.
    pub blocked: Vec<(usize, Vec<bool>)>,
}

impl Store {
    /// The plan of a cube without rules.
    ///
    /// # Errors
    /// [`QueryError::NeedsFull`] if the cube has rules.
    pub(super) fn with_rules(&self, _: &Query, plan: Plan) -> Result<Plan, Error> {
        if self.cube.rules.is_some() { Err(QueryError::NeedsFull.into()) } else { Ok(plan) }
    }

    pub(crate) fn release(&self, _: &Plan, _: &CompiledMethod) -> Result<Released, Error> {
        Ok(Released { blocked: Vec::new() })
    }
}
