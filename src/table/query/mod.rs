//! Reads a query from JSON, for the command line, JavaScript and tests.

#[cfg(feature = "full")]
mod explain;
#[path = "explain/disabled.rs"]
#[cfg(not(feature = "full"))]
mod explain;
#[cfg(feature = "tables")]
mod linked;
#[path = "linked/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod linked;
#[cfg(feature = "full")]
mod measure;
#[path = "measure/disabled.rs"]
#[cfg(not(feature = "full"))]
mod measure;

pub use explain::Explain;
pub use linked::FurtherTables;
pub(in crate::table) use linked::FurtherWords;
pub use measure::Measure;
#[cfg(feature = "full")]
pub use measure::Reply;

use super::query_error::QueryError;
use crate::base::json::{Node, Value};
use crate::protect::Parameters;

/// The label and the codes of a group.
pub type Group = (String, Vec<String>);

/// A query for a table. An axis is named `dimension` or `dimension:level`.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The name of each row axis, outermost first.
    pub rows: Vec<String>,
    /// The name of each column axis, outermost first.
    pub columns: Vec<String>,
    /// Names of axes, each with the retained codes. A record counts if it has a retained code on each of these axes.
    pub filter: Vec<(String, Vec<String>)>,
    /// Names of axes, each with the groups that replace its codes.
    pub groups: Vec<(String, Vec<Group>)>,
    /// The method. Defaults to the cube's default method.
    pub method: Option<MethodChoice>,
    /// Further tables that are published beside this one, for a table method. Suppression hides cells of all these
    /// tables together. Only rows, columns, filters and groups of a further table are used.
    pub with: FurtherTables,
    /// Whether to add totals on each axis.
    pub totals: bool,
    /// How to build custom areas: `exact` (the default) protects an area as one cell. `blocks` adds and subtracts
    /// protected standard areas.
    pub areas: Option<String>,
    /// Whether to return true counts, cell keys and noise too.
    pub reveal: bool,
    /// Requests an explanation of a value instead of the table.
    pub explain: Option<Explain>,
    /// Requests measures of the table instead of the table.
    pub measure: Option<Measure>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            columns: Vec::new(),
            filter: Vec::new(),
            groups: Vec::new(),
            method: None,
            with: FurtherTables::default(),
            totals: true,
            areas: None,
            reveal: false,
            explain: None,
            measure: None,
        }
    }
}

/// The method of a query.
#[derive(Debug, Clone, PartialEq)]
pub enum MethodChoice {
    /// One of the cube's methods, by name.
    Name(String),
    /// The caller's own method, by kind and parameters.
    Custom(Parameters),
}

impl Query {
    /// Reads a query from JSON. Filters and groups are lists of pairs, because JSON objects have no order.
    ///
    /// ```
    /// use cellveil::table::Query;
    /// let json = r#"{ "rows": ["region"], "filter": [["student", ["1"]]] }"#;
    /// assert!(Query::from_json(json)?.totals);
    /// # Ok::<(), cellveil::table::QueryError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, QueryError> {
        let value = Value::parse(text.as_bytes()).map_err(QueryError::Shape)?;
        read(&Node::root(&value)).map_err(QueryError::Shape)
    }
}

pub(super) fn read(node: &Node<'_>) -> Result<Query, String> {
    let mut fields = node.fields()?;
    let query = Query {
        rows: fields.get("rows", Node::strings),
        columns: fields.get_or_default("columns", Node::strings),
        filter: fields.get_or_default("filter", |filters| filters.pairs_of(Node::strings)),
        groups: fields.get_or_default("groups", |groups| groups.pairs_of(|groups| groups.pairs_of(Node::strings))),
        method: fields.get_or_default("method", method),
        with: fields.get_or_default("with", linked::read),
        totals: fields.get_or_default("totals", |node| node.bool().map(Some)).unwrap_or(true),
        areas: fields.get_or_default("areas", |areas| areas.string().map(Some)),
        reveal: fields.get_or_default("reveal", Node::bool),
        explain: fields.get_or_default("explain", |node| explain::read(node).map(Some)),
        measure: fields.get_or_default("measure", |node| measure::read(node).map(Some)),
    };
    fields.end()?;
    Ok(query)
}

fn method(node: &Node<'_>) -> Result<Option<MethodChoice>, String> {
    let choice = match node.as_str() {
        Some(name) => MethodChoice::Name(name.to_owned()),
        None => MethodChoice::Custom(Parameters::read(node)?),
    };
    Ok(Some(choice))
}
