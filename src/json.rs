//! Reading JSON objects field by field, with errors that say where, what and what was expected.
//!
//! `serde_json` parses; reading its values by hand instead of deriving keeps half of the code out of the wasm, and lets
//! every error name its place. Errors are texts: the areas that read JSON wrap them in their own.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Any JSON value. Objects keep the order of their fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Whole(u64),
    /// A number that is negative or has a fraction.
    Other(f64),
    String(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Parses a whole text.
    pub fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text)
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// A field of an object, to be replaced.
    #[cfg(feature = "cli")]
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter_mut().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// What a value is, without its contents.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Whole(_) => "a number",
            Self::Other(number) if *number < 0.0 => "a negative number",
            Self::Other(_) => "a number with a fraction, or too large",
            Self::String(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Other(number) => serializer.serialize_f64(*number),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(fields) => serializer.collect_map(fields.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyValue;
        impl<'de> Visitor<'de> for AnyValue {
            type Value = Value;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a JSON value")
            }
            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
                Ok(Value::Whole(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
                Ok(Value::Other(value as f64))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
                // All numbers of JavaScript are floats: a whole one counts as whole.
                let whole = (0.0..=9_007_199_254_740_992.0).contains(&value) && value.trunc() == value;
                Ok(if whole { Value::Whole(value as u64) } else { Value::Other(value) })
            }
            fn visit_str<E>(self, value: &str) -> Result<Value, E> {
                Ok(Value::String(value.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Value::Array(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
                let mut object = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    object.push(entry);
                }
                Ok(Value::Object(object))
            }
        }
        deserializer.deserialize_any(AnyValue)
    }
}

/// A value of a JSON document. Where it is, only an error asks, and looks for it then.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    root: &'a Value,
    value: &'a Value,
}

/// An object whose fields are taken one after another.
pub(crate) struct Fields<'a> {
    node: Node<'a>,
    map: &'a [(String, Value)],
    known: Vec<&'static str>,
}

/// Appends the path from one value to another below it, which is found by its address; whether there is one.
fn find(from: &Value, to: &Value, path: &mut String) -> bool {
    let start = path.len();
    let mut child = |step: &str, value| {
        path.push_str(step);
        let found = find(value, to, path);
        if !found {
            path.truncate(start);
        }
        found
    };
    std::ptr::eq(from, to)
        || match from {
            Value::Array(items) => items.iter().enumerate().any(|(i, item)| child(&format!("[{i}]"), item)),
            Value::Object(fields) => fields.iter().any(|(name, value)| {
                let dot = if start == 0 { "" } else { "." };
                child(&format!("{dot}{name}"), value)
            }),
            _ => false,
        }
}

impl<'a> Node<'a> {
    pub fn root(value: &'a Value) -> Self {
        Self { root: value, value }
    }

    /// Another value of the same document.
    fn with(self, value: &'a Value) -> Self {
        Self { value, ..self }
    }

    /// The path from the root: `dimensions[2].name`.
    fn path(&self) -> String {
        let mut path = String::new();
        find(self.root, self.value, &mut path);
        path
    }

    /// The path of a field, there or not.
    fn path_of(&self, name: &str) -> String {
        let path = self.path();
        if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
    }

    /// The error for this place.
    #[cold]
    pub fn wrong(&self, expected: &str) -> String {
        let path = self.path();
        let at = if path.is_empty() { "the whole" } else { &path };
        format!("{at} is {}; expected {expected}", self.value.kind())
    }

    pub fn value(&self) -> &'a Value {
        self.value
    }

    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&'a str> {
        if let Value::String(text) = self.value { Some(text) } else { None }
    }

    pub fn str(&self) -> Result<&'a str, String> {
        self.as_str().ok_or_else(|| self.wrong("a string"))
    }

    pub fn string(&self) -> Result<String, String> {
        self.str().map(str::to_owned)
    }

    pub fn bool(&self) -> Result<bool, String> {
        if let Value::Bool(value) = self.value { Ok(*value) } else { Err(self.wrong("true or false")) }
    }

    pub fn number(&self) -> Result<u64, String> {
        if let Value::Whole(number) = self.value { Ok(*number) } else { Err(self.wrong("a whole number from 0")) }
    }

    pub fn small(&self) -> Result<u32, String> {
        self.number()?.try_into().map_err(|_| self.wrong("a number below 2^32"))
    }

    pub fn list(&self) -> Result<Vec<Node<'a>>, String> {
        let Value::Array(items) = self.value else { return Err(self.wrong("a list")) };
        Ok(items.iter().map(|value| self.with(value)).collect())
    }

    /// A list of what `read` makes of each item.
    pub fn list_of<T>(&self, read: impl Fn(&Node<'a>) -> Result<T, String>) -> Result<Vec<T>, String> {
        let items = self.list()?;
        let mut list = Vec::with_capacity(items.len());
        for item in &items {
            list.push(read(item)?);
        }
        Ok(list)
    }

    pub fn strings(&self) -> Result<Vec<String>, String> {
        self.list_of(Node::string)
    }

    /// A list of two.
    pub fn pair(&self) -> Result<(Node<'a>, Node<'a>), String> {
        match self.value {
            Value::Array(items) if let [first, second] = items.as_slice() => Ok((self.with(first), self.with(second))),
            Value::Array(_) => Err(self.wrong("a list of two")),
            _ => Err(self.wrong("a list")),
        }
    }

    /// The names and values of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, String> {
        Ok(self.object()?.iter().map(|(name, value)| (name.as_str(), self.with(value))).collect())
    }

    pub fn fields(&self) -> Result<Fields<'a>, String> {
        Ok(Fields { node: *self, map: self.object()?, known: Vec::new() })
    }

    fn object(&self) -> Result<&'a [(String, Value)], String> {
        if let Value::Object(fields) = self.value { Ok(fields) } else { Err(self.wrong("an object")) }
    }
}

impl<'a> Fields<'a> {
    /// A field that may be absent or null.
    pub fn maybe(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let (_, value) = self.map.iter().find(|(field, _)| field == name)?;
        Some(self.node.with(value)).filter(|node| !node.is_null())
    }

    /// A field that must be there.
    pub fn get(&mut self, name: &'static str) -> Result<Node<'a>, String> {
        self.maybe(name).ok_or_else(|| format!("{} is missing; expected it", self.node.path_of(name)))
    }

    /// Refuses fields that were not asked for.
    pub fn end(self) -> Result<(), String> {
        self.check()
    }

    /// Refuses fields other than those asked for so far and these.
    pub fn only(&mut self, names: impl Iterator<Item = &'static str>) -> Result<(), String> {
        self.known.extend(names);
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        for (number, (name, _)) in self.map.iter().enumerate() {
            if !self.known.contains(&name.as_str()) {
                let at = self.node.path_of(name);
                return Err(format!("{at:?} is no field; expected only {}", self.known.join(", ")));
            }
            if self.map[..number].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("{:?} is there twice; expected it once", self.node.path_of(name)));
            }
        }
        Ok(())
    }
}
