//! Reading JSON objects field by field, with errors that say where, what and what was expected.
//!
//! `serde_json` parses; reading its values by hand instead of deriving keeps half of the code out of the wasm, and lets
//! every error name its place. Errors are texts: the areas that read JSON wrap them in their own.

use serde_json::{Map, Value};

/// A JSON value with the path that led to it.
pub(crate) struct Node<'a> {
    at: String,
    value: &'a Value,
}

/// An object whose fields are taken one after another.
pub(crate) struct Fields<'a> {
    at: String,
    map: &'a Map<String, Value>,
    known: Vec<&'static str>,
}

/// What a value is, without its contents.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl<'a> Node<'a> {
    pub fn root(value: &'a Value) -> Self {
        Self { at: String::new(), value }
    }

    /// The error for this place.
    pub fn wrong(&self, expected: &str) -> String {
        let at = if self.at.is_empty() { "the whole" } else { &self.at };
        format!("{at} is {}; expected {expected}", kind(self.value))
    }

    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub fn str(&self) -> Result<&'a str, String> {
        self.value.as_str().ok_or_else(|| self.wrong("a string"))
    }

    pub fn string(&self) -> Result<String, String> {
        self.str().map(str::to_owned)
    }

    pub fn bool(&self) -> Result<bool, String> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// A whole number from 0; a float counts when it is whole, as all numbers of JavaScript are floats.
    pub fn number(&self) -> Result<u64, String> {
        let whole =
            |float: f64| (float >= 0.0 && float <= 2f64.powi(53) && float.fract() == 0.0).then_some(float as u64);
        let number = self.value.as_u64().or_else(|| self.value.as_f64().and_then(whole));
        number.ok_or_else(|| self.wrong("a whole number from 0"))
    }

    pub fn small(&self) -> Result<u32, String> {
        self.number()?.try_into().map_err(|_| self.wrong("a number below 2^32"))
    }

    pub fn list(&self) -> Result<Vec<Node<'a>>, String> {
        let items = self.value.as_array().ok_or_else(|| self.wrong("a list"))?;
        Ok(items.iter().enumerate().map(|(i, value)| Node { at: format!("{}[{i}]", self.at), value }).collect())
    }

    pub fn strings(&self) -> Result<Vec<String>, String> {
        self.list()?.iter().map(Node::string).collect()
    }

    /// A list of two.
    pub fn pair(&self) -> Result<(Node<'a>, Node<'a>), String> {
        let mut items = self.list()?.into_iter();
        match (items.next(), items.next(), items.next()) {
            (Some(first), Some(second), None) => Ok((first, second)),
            _ => Err(self.wrong("a list of two")),
        }
    }

    /// The names and values of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, String> {
        let map = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        let node = |(name, value): (&'a String, &'a Value)| (name.as_str(), Node { at: path(&self.at, name), value });
        Ok(map.iter().map(node).collect())
    }

    pub fn fields(&self) -> Result<Fields<'a>, String> {
        let map = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        Ok(Fields { at: self.at.clone(), map, known: Vec::new() })
    }
}

fn path(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

impl<'a> Fields<'a> {
    /// A field that may be absent or null.
    pub fn maybe(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let value = self.map.get(name)?;
        Some(Node { at: path(&self.at, name), value }).filter(|node| !node.is_null())
    }

    /// A field that must be there.
    pub fn get(&mut self, name: &'static str) -> Result<Node<'a>, String> {
        let at = path(&self.at, name);
        self.maybe(name).ok_or_else(|| format!("{at} is missing; expected it"))
    }

    /// Refuses fields that were not asked for.
    pub fn end(self) -> Result<(), String> {
        match self.map.keys().find(|name| !self.known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                Err(format!("{:?} is no field; expected only {}", path(&self.at, name), self.known.join(", ")))
            }
        }
    }
}
