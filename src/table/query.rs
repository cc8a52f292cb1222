//! A question as the command line, JavaScript and tests put it.

use super::error::QueryError;
use crate::json::{Node, Value};
use crate::protect::Parameters;

/// Label and codes of a group.
pub type Group = (String, Vec<String>);

/// Which table to build. `D` is `dimension` or `dimension:level`.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// D of each row axis, outermost first.
    pub rows: Vec<String>,
    /// D of each column axis, outermost first.
    pub columns: Vec<String>,
    /// D and codes: a record counts when, for every entry, it has one of the codes.
    pub filter: Vec<(String, Vec<String>)>,
    /// D of an axis, and the groups that replace its codes: label and codes of each.
    pub groups: Vec<(String, Vec<Group>)>,
    /// How to protect; the cube's default when absent.
    pub method: Option<MethodChoice>,
    /// Whether to add totals along each axis.
    pub totals: bool,
    /// How sets of codes that are no standard area are answered: `exact`, as one cell (the default), or `blocks`, as
    /// standard areas added and subtracted.
    pub areas: Option<String>,
    /// Whether to return true counts, cell keys and noise as well.
    pub reveal: bool,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            columns: Vec::new(),
            filter: Vec::new(),
            groups: Vec::new(),
            method: None,
            totals: true,
            areas: None,
            reveal: false,
        }
    }
}

/// One of the cube's methods by name, or a method of the asker's own.
#[derive(Debug, Clone, PartialEq)]
pub enum MethodChoice {
    /// A name.
    Name(String),
    /// Kind and parameters.
    Custom(Parameters),
}

impl Query {
    /// Reads a query from JSON; filters and groups are lists of pairs, so that their order is kept.
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

fn read(node: &Node<'_>) -> Result<Query, String> {
    let mut fields = node.fields()?;
    let strings = |node: Option<Node<'_>>| node.map_or(Ok(Vec::new()), |node| node.strings());
    let query = Query {
        rows: fields.get("rows")?.strings()?,
        columns: strings(fields.maybe("columns"))?,
        filter: pairs(fields.maybe("filter"), |codes| codes.strings())?,
        groups: pairs(fields.maybe("groups"), |groups| pairs(Some(groups), |codes| codes.strings()))?,
        method: fields.maybe("method").map(|node| method(&node)).transpose()?,
        totals: fields.maybe("totals").map_or(Ok(true), |node| node.bool())?,
        areas: fields.maybe("areas").map(|node| node.string()).transpose()?,
        reveal: fields.maybe("reveal").map_or(Ok(false), |node| node.bool())?,
    };
    fields.end()?;
    Ok(query)
}

fn pairs<T>(node: Option<Node<'_>>, read: impl Fn(Node<'_>) -> Result<T, String>) -> Result<Vec<(String, T)>, String> {
    let pair = |node: Node<'_>| {
        let (name, value) = node.pair()?;
        Ok((name.string()?, read(value)?))
    };
    node.map_or(Ok(Vec::new()), |node| node.list()?.into_iter().map(pair).collect())
}

fn method(node: &Node<'_>) -> Result<MethodChoice, String> {
    match node.str() {
        Ok(name) => Ok(MethodChoice::Name(name.to_owned())),
        Err(_) => Parameters::read(node).map(MethodChoice::Custom),
    }
}
