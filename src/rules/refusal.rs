//! Why a table is not released, and which one is.

use std::fmt::{self, Write as _};

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A table that a rule refuses. It has figures of the data only where the truth may be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, by its place in the specification's `[rules]`, such as `small_cells` or `population.filtered.person`.
    pub rule: String,
    /// What is wrong with the table.
    pub reason: String,
    /// What was found, where it may be told.
    pub found: Option<String>,
    /// The coarser table of fewest steps that all rules release; none where there is none, or none was found.
    pub nearest: Option<Nearest>,
    /// Whether all coarser tables were looked at.
    pub all: bool,
}

/// A table that passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// D of each row axis.
    pub rows: Vec<String>,
    /// D of each column axis.
    pub columns: Vec<String>,
    /// D and codes of each filter; each D once.
    pub filter: Vec<(String, Vec<String>)>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "rules: {}: {}", self.rule, self.reason)?;
        if let Some(found) = &self.found {
            write!(out, ", and {found} is found")?;
        }
        out.write_str("; expected ")?;
        match (&self.nearest, self.all) {
            (Some(nearest), _) => write!(out, "a coarser table, the nearest that passes being {nearest}"),
            (None, true) => out.write_str("another question, as no coarser table passes"),
            (None, false) => out.write_str("a much coarser table, as none of those near to this one passes"),
        }
    }
}

/// As it is asked for on the command line.
impl fmt::Display for Nearest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "--rows {}", self.rows.join(","))?;
        if !self.columns.is_empty() {
            write!(out, " --columns {}", self.columns.join(","))?;
        }
        for (on, codes) in &self.filter {
            write!(out, " --filter {on}=")?;
            for (number, code) in codes.iter().enumerate() {
                out.write_str(if number > 0 { "," } else { "" })?;
                write_listed(code, out)?;
            }
        }
        Ok(())
    }
}

/// A code in a list, quoted where it has to be; on one line whatever is in it.
fn write_listed(code: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let quote = if code.contains([',', '"']) { "\"" } else { "" };
    out.write_str(quote)?;
    for letter in code.chars() {
        if letter.is_control() {
            write!(out, "{}", letter.escape_default())?;
        } else {
            out.write_str(if letter == '"' { quote } else { "" })?;
            out.write_char(letter)?;
        }
    }
    out.write_str(quote)
}

/// As JavaScript asks for it: the filter is an object from D to codes.
impl Serialize for Nearest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Filter<'a>(&'a [(String, Vec<String>)]);
        impl Serialize for Filter<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(on, codes)| (on, codes)))
            }
        }
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("filter", &Filter(&self.filter))?;
        map.end()
    }
}

/// Why a sealed cube has no view, in words that follow the names of its axes; the rule, and no figure.
#[cfg(feature = "cli")]
pub(crate) fn words_of_view(rule: &str) -> &'static str {
    match rule {
        "max_dimensions" => "are more dimensions than the rule max_dimensions lets pass",
        "never" => "do not pass the rule never",
        "small_cells" => "do not pass the rule small_cells",
        "zeros" => "do not pass the rule zeros",
        "average_cell" => "do not pass the rule average_cell",
        "risk_before" => "do not pass the rule risk_before",
        "risk_after" => "do not pass the rule risk_after",
        _ => "do not pass the rule population",
    }
}
