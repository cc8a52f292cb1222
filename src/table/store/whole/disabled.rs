//! A build without table methods has no further tables.

use super::Store;
use crate::protect::MethodSpec;
use crate::table::axis::Layout;
use crate::table::error::Error;
use crate::table::plan::Plan;
use crate::table::query::Query;
use crate::table::reading::Reading;
use crate::table::whole::LinkedTable;

impl Store {
    /// No further tables: the plan has refused a query with further tables.
    pub(super) fn linked(
        &self,
        _: &Query,
        _: &Layout,
        _: &MethodSpec,
        _: bool,
    ) -> Result<Vec<(Layout, Reading)>, Error> {
        Ok(Vec::new())
    }

    pub(super) fn linked_tables<'a>(&self, _: &'a Plan) -> Result<Vec<LinkedTable<'a>>, Error> {
        Ok(Vec::new())
    }
}
