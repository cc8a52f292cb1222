//! A question as the command line, JavaScript and tests put it.

use serde::Deserialize;
use serde_json::Value;

/// Which table to build. `D` is `dimension` or `dimension:level`.
///
/// ```
/// use cellveil::table::Query;
/// let query: Query = serde_json::from_str(r#"{ "rows": ["region"], "filter": [["student", ["1"]]] }"#)?;
/// assert!(query.totals);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// D of each row axis, outermost first.
    pub rows: Vec<String>,
    /// D of each column axis, outermost first.
    #[serde(default)]
    pub columns: Vec<String>,
    /// D and codes: a record counts when, for every entry, it has one of the codes.
    #[serde(default)]
    pub filter: Vec<(String, Vec<String>)>,
    /// D of an axis, and the groups that replace its codes: label and codes of each.
    #[serde(default)]
    pub groups: Vec<(String, Vec<(String, Vec<String>)>)>,
    /// How to protect; the cube's default when absent.
    #[serde(default)]
    pub method: Option<MethodChoice>,
    /// Whether to add totals along each axis.
    #[serde(default = "yes")]
    pub totals: bool,
    /// How user-defined areas are treated: `exact`.
    #[serde(default)]
    pub areas: Option<String>,
    /// Whether to return true counts, cell keys and noise as well.
    #[serde(default)]
    pub reveal: bool,
}

fn yes() -> bool {
    true
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

/// One of the cube's methods by name, or a method of the asker's own as an object.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum MethodChoice {
    /// A name.
    Name(String),
    /// Kind and parameters.
    Custom(Value),
}
