//! A build without table methods does not read further tables. The plan refuses a query that has some.

use super::Query;
use crate::base::json::Node;

pub(super) fn read(_: &Node<'_>) -> Result<Vec<Query>, String> {
    Ok(vec![Query::default()])
}
