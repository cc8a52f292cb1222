//! Explains the refusal of a table and suggests a table that passes.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::CustomAreas;
use crate::base::json::{Value, to_text};

/// The refusal of a table. Texts quote figures of the data only if true counts may be disclosed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The limit's name in the specification's `[rules]`, such as `small_cells` or `population.filtered.person`.
    pub rule: String,
    /// The reason for the refusal.
    pub reason: String,
    /// The value of the limit, if it has one.
    pub limit: Option<String>,
    /// The table's figure that the limit restricts, if this figure may be disclosed.
    pub found: Option<String>,
    /// The nearest coarser table within all limits, or `None` if the search found none.
    pub nearest: Option<Nearest>,
    /// Whether the search examined all coarser tables.
    pub all: bool,
}

/// A table that passes all limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// Each row axis, as `dimension` or `dimension:level`.
    pub rows: Vec<String>,
    /// Each column axis, as `dimension` or `dimension:level`.
    pub columns: Vec<String>,
    /// Each filter: its axis, as `dimension` or `dimension:level`, and its codes. Each axis has one filter.
    pub filter: Vec<(String, Vec<String>)>,
    /// The query's method as JSON: a name or an object. `None` for the default method.
    pub method: Option<String>,
}

/// The name of the limit on ways to build custom areas.
const CUSTOM_AREAS: &str = "custom_areas";

impl Refusal {
    /// The refusal of a query that builds custom areas in a way that the publisher does not offer.
    pub(crate) fn of_areas(chosen: &str, only: CustomAreas) -> Self {
        Self {
            rule: CUSTOM_AREAS.to_owned(),
            reason: ["areas = \"", chosen, "\" is not offered"].concat(),
            limit: Some(only.word().to_owned()),
            found: None,
            nearest: None,
            all: true,
        }
    }

    /// The refusal in one line, with the suggested table as command-line arguments.
    pub fn on_command_line(&self) -> String {
        self.with(&|nearest| nearest.arguments())
    }

    fn with(&self, table: &dyn Fn(&Nearest) -> String) -> String {
        let Self { rule, reason, limit, found, nearest, all } = self;
        let mut text = ["rules: ", rule, ": ", reason].concat();
        if let Some(limit) = limit {
            text += &[" (limit ", limit].concat();
            if let Some(found) = found {
                text += &[", found ", found].concat();
            }
            text += ")";
        }
        text += "; expected ";
        text += &match (nearest, all) {
            _ if rule == CUSTOM_AREAS => {
                ["areas = \"", limit.as_deref().unwrap_or_default(), "\", or a query without areas"].concat()
            }
            (Some(nearest), _) => ["a coarser table, the nearest that passes being ", &table(nearest)].concat(),
            (None, true) => "another question, as no coarser table passes".to_owned(),
            (None, false) => "a much coarser table, as none of those near to this one passes".to_owned(),
        };
        text
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.with(&Nearest::words))
    }
}

impl Nearest {
    fn method(&self) -> Option<Value> {
        Value::parse(self.method.as_ref()?.as_bytes()).ok()
    }

    /// Describes the suggested table in words.
    fn words(&self) -> String {
        let mut words = ["rows ", &self.rows.join(", ")].concat();
        if !self.columns.is_empty() {
            words += &[", columns ", &self.columns.join(", ")].concat();
        }
        for (on, codes) in &self.filter {
            words += &[", filter ", on, "=", &list(codes)].concat();
        }
        if let Some(Value::String(name)) = self.method() {
            words += &[", method ", &name].concat();
        }
        words
    }

    /// The suggested table as arguments for a POSIX shell.
    pub fn arguments(&self) -> String {
        let mut text = ["--rows ", &shell(&self.rows.join(","))].concat();
        if !self.columns.is_empty() {
            text += &[" --columns ", &shell(&self.columns.join(","))].concat();
        }
        for (on, codes) in &self.filter {
            text += &[" --filter ", &shell(&[on, "=", &list(codes)].concat())].concat();
        }
        match self.method() {
            None => {}
            Some(Value::String(name)) => text += &[" --method ", &shell(&name)].concat(),
            Some(method) => text += &[" --method ", &shell(&to_text(&method))].concat(),
        }
        text
    }
}

/// An argument, quoted if a shell would split it.
fn shell(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-:,.=/+@".contains(c);
    if argument.chars().all(plain) {
        argument.to_owned()
    } else {
        ["'", &argument.replace('\'', "'\\''"), "'"].concat()
    }
}

/// A code in a list, quoted if necessary and always on one line.
fn listed(code: &str) -> String {
    let quote = if code.contains([',', '"']) { "\"" } else { "" };
    let mut text = quote.to_owned();
    for letter in code.chars() {
        if letter.is_control() {
            text.extend(letter.escape_default());
        } else {
            text += if letter == '"' { quote } else { "" };
            text.push(letter);
        }
    }
    text + quote
}

/// The codes of a filter as one comma-separated list.
fn list(codes: &[String]) -> String {
    let mut text = String::new();
    for (number, code) in codes.iter().enumerate() {
        text += if number > 0 { "," } else { "" };
        text += &listed(code);
    }
    text
}

/// Writes the query in the form of the JavaScript interface. The filter is an object from axes to codes.
impl Serialize for Nearest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Filter<'a>(&'a [(String, Vec<String>)]);
        impl Serialize for Filter<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(on, codes)| (on, codes)))
            }
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("filter", &Filter(&self.filter))?;
        if let Some(method) = self.method() {
            map.serialize_entry("method", &method)?;
        }
        map.end()
    }
}
