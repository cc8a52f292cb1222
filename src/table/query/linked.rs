//! Reads the further tables of a query.

use super::Query;
use crate::base::json::Node;

/// Reads a list of queries, each with rows, columns, filters and groups only.
pub(super) fn read(node: &Node<'_>) -> Result<Vec<Query>, String> {
    node.list()?.iter().map(table).collect()
}

fn table(node: &Node<'_>) -> Result<Query, String> {
    let mut fields = node.fields()?;
    let query = Query {
        rows: fields.get("rows", Node::strings),
        columns: fields.get_or_default("columns", Node::strings),
        filter: fields.get_or_default("filter", |filters| filters.pairs_of(Node::strings)),
        groups: fields.get_or_default("groups", |groups| groups.pairs_of(|groups| groups.pairs_of(Node::strings))),
        ..Query::default()
    };
    fields.end()?;
    Ok(query)
}
