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

/// A JSON value with the path that led to it.
pub(crate) struct Node<'a> {
    at: String,
    value: &'a Value,
}

/// An object whose fields are taken one after another.
pub(crate) struct Fields<'a> {
    at: String,
    map: &'a [(String, Value)],
    known: Vec<&'static str>,
}

impl<'a> Node<'a> {
    pub fn root(value: &'a Value) -> Self {
        Self { at: String::new(), value }
    }

    /// The error for this place.
    pub fn wrong(&self, expected: &str) -> String {
        let at = if self.at.is_empty() { "the whole" } else { &self.at };
        format!("{at} is {}; expected {expected}", self.value.kind())
    }

    pub fn value(&self) -> &'a Value {
        self.value
    }

    pub fn is_null(&self) -> bool {
        *self.value == Value::Null
    }

    pub fn str(&self) -> Result<&'a str, String> {
        if let Value::String(text) = self.value { Ok(text) } else { Err(self.wrong("a string")) }
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
        let node = |(name, value): &'a (String, Value)| (name.as_str(), Node { at: path(&self.at, name), value });
        Ok(self.object()?.iter().map(node).collect())
    }

    pub fn fields(&self) -> Result<Fields<'a>, String> {
        Ok(Fields { at: self.at.clone(), map: self.object()?, known: Vec::new() })
    }

    fn object(&self) -> Result<&'a [(String, Value)], String> {
        if let Value::Object(fields) = self.value { Ok(fields) } else { Err(self.wrong("an object")) }
    }
}

fn path(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

impl<'a> Fields<'a> {
    /// A field that may be absent or null.
    pub fn maybe(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let (_, value) = self.map.iter().find(|(field, _)| field == name)?;
        Some(Node { at: path(&self.at, name), value }).filter(|node| !node.is_null())
    }

    /// A field that must be there.
    pub fn get(&mut self, name: &'static str) -> Result<Node<'a>, String> {
        let at = path(&self.at, name);
        self.maybe(name).ok_or_else(|| format!("{at} is missing; expected it"))
    }

    /// Refuses fields that were not asked for.
    pub fn end(self) -> Result<(), String> {
        for (number, (name, _)) in self.map.iter().enumerate() {
            let at = path(&self.at, name);
            if !self.known.contains(&name.as_str()) {
                return Err(format!("{at:?} is no field; expected only {}", self.known.join(", ")));
            }
            if self.map[..number].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("{at:?} is there twice; expected it once"));
            }
        }
        Ok(())
    }
}
