//! A plan: the views and slices that answer a query.

use std::rc::Rc;

use super::axis::Layout;
use super::checked::CheckedQuestion;
use super::reading::Reading;
use crate::protect::MethodSpec;

/// What answering a question takes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The one view of a keyed cube that answers; of a sealed one all those that a part of the table is in.
    pub readings: Vec<Reading>,
    pub(super) method: Rc<MethodSpec>,
    pub(super) layout: Layout,
    /// What checking the cube's rules takes.
    pub(super) rules: Option<Rc<CheckedQuestion>>,
}

impl Plan {
    /// The method that protects the table.
    pub fn method(&self) -> &Rc<MethodSpec> {
        &self.method
    }
}
