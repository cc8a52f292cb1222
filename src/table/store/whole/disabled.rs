//! A build without table methods has no further tables.

use super::Store;
use crate::protect::MethodSpec;
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::whole::{LinkedReadings, LinkedTable};

/// Checks nothing: the plan has refused a query with further tables.
pub(super) fn check_sealed(_: &Query) -> Result<(), Error> {
    Ok(())
}

impl Store {
    /// No further tables: the plan has refused a query with further tables.
    pub(super) fn linked(&self, _: &Query, _: &Layout, _: &MethodSpec, _: bool) -> Result<LinkedReadings, Error> {
        Ok(LinkedReadings {})
    }

    pub(super) fn linked_tables<'a>(&self, _: &'a Plan) -> Result<Vec<LinkedTable<'a>>, Error> {
        Ok(Vec::new())
    }
}
