//! Reads the further tables of a query.

use serde::Serialize;

use super::{Group, Query};
use crate::base::json::Node;

/// The further tables of a query.
pub type FurtherTables = Vec<Query>;

/// The further tables in a receipt.
#[derive(Serialize)]
#[serde(transparent)]
pub(in crate::table) struct FurtherWords<'a>(Vec<TableWords<'a>>);

#[derive(Serialize)]
struct TableWords<'a> {
    rows: &'a [String],
    columns: &'a [String],
    filter: &'a [(String, Vec<String>)],
    groups: &'a [(String, Vec<Group>)],
}

impl<'a> FurtherWords<'a> {
    pub fn new(tables: &'a FurtherTables) -> Self {
        let words = |query: &'a Query| TableWords {
            rows: &query.rows,
            columns: &query.columns,
            filter: &query.filter,
            groups: &query.groups,
        };
        Self(tables.iter().map(words).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

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
