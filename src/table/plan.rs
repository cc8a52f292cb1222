//! Defines a plan: the views and slices that answer a query.

use std::sync::Arc;

use super::axis::Layout;
use super::checked::CheckedQuestion;
use super::reading::Reading;
use super::whole::LinkedReadings;
use crate::protect::MethodSpec;

/// The plan of a query.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The readings of all views that the plan uses. A keyed cube uses one view. A sealed cube may use several, each
    /// for a part of the table.
    pub readings: Vec<Reading>,
    pub(super) method: Arc<MethodSpec>,
    pub(super) layout: Layout,
    /// The further tables of a table method, each with its reading.
    pub(super) linked: LinkedReadings,
    /// The question and the cells that the publisher's limits check.
    pub(super) rules: Option<Arc<CheckedQuestion>>,
}

impl Plan {
    /// The method that protects the table.
    pub fn method(&self) -> &Arc<MethodSpec> {
        &self.method
    }
}
