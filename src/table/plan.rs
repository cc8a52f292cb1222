//! Defines a plan: the views and slices that answer a query.

use std::rc::Rc;

use super::axis::Layout;
use super::checked::CheckedQuestion;
use super::reading::Reading;
use crate::protect::MethodSpec;

/// The plan of a query.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The single view of a keyed cube, or all views of a sealed cube that hold a part of the table.
    pub readings: Vec<Reading>,
    pub(super) method: Rc<MethodSpec>,
    pub(super) layout: Layout,
    /// The question and cells for the publisher's limits.
    pub(super) rules: Option<Rc<CheckedQuestion>>,
}

impl Plan {
    /// The method that protects the table.
    pub fn method(&self) -> &Rc<MethodSpec> {
        &self.method
    }
}
