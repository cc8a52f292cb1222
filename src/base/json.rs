//! Reads and writes JSON. Objects are read field by field. Every machine writes a value as the same bytes. Each error
//! states its place, the type found and the expected type.
//!
//! `hifijson` cuts the text into tokens. This file converts tokens to values with hand-written code instead of derived
//! code. This halves the code in the wasm, and every error can state its place. Errors are strings; each caller wraps
//! them in its own error type.

#[cfg(feature = "audit")]
mod edit;
#[cfg(feature = "make")]
mod replace;

use std::io::{self, Write};

use hifijson::num::LexWrite as _;
use hifijson::str::LexAlloc as _;
use hifijson::token::Lex as _;
use hifijson::{Error, Expect, SliceLexer, num};
use serde::ser::{Serialize, Serializer};
use serde_json::ser::Formatter;

use crate::base::{FULL, OnlyFull, Quoted, did_you_mean};

/// Any JSON value. Objects keep the order of their fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Whole(u64),
    /// A number that is negative, has a fraction, or is too large for `Whole`.
    Other(f64),
    String(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Parses a text that contains exactly one value.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let mut lexer = SliceLexer::new(text);
        let whole = lexer.exactly_one(SliceLexer::ws_peek, |next, lexer| read(next, lexer, MAX_DEPTH));
        whole.map_err(|error| problem(text, lexer.as_slice().len(), &error))
    }

    /// Returns a field of an object; `None` if the field is absent or the value is not an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// Names the type of the value for an error message, without its contents.
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

/// Writes a value without spaces. Fractions are written as in JavaScript, so native code, wasm and `JSON.stringify`
/// give the same bytes.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    let mut json = serde_json::Serializer::with_formatter(Vec::new(), Fractions);
    match value.serialize(&mut json) {
        Ok(()) => String::from_utf8(json.into_inner()).unwrap_or_default(),
        Err(_) => String::new(), // strings and numbers never fail; readers refuse the empty text as invalid JSON
    }
}

struct Fractions;

impl Formatter for Fractions {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(fraction(value)?.as_bytes())
    }
}

/// Writes a finite number as Number::toString of ECMA-262 does: with the fewest digits that identify the number.
/// Numbers below 10^-6, and numbers from 10^21 on, have an exponent.
#[cfg(not(target_arch = "wasm32"))]
fn fraction(value: f64) -> io::Result<String> {
    Ok(match value.abs() {
        0.0 => "0".into(),
        small if small < 1e-6 => format!("{value:e}"),
        large if large >= 1e21 => format!("{value:e}").replace('e', "e+"),
        _ => value.to_string(),
    })
}

/// JavaScript writes the number, for the reason given at [`float`].
#[cfg(target_arch = "wasm32")]
fn fraction(value: f64) -> io::Result<String> {
    let text = js_sys::Number::from(value).to_string_with_radix(10).map_err(|_| io::ErrorKind::InvalidData)?;
    Ok(text.into())
}

/// Maximum nesting of lists and objects. The reader is recursive, so this limit bounds its stack.
const MAX_DEPTH: u32 = 127;

/// Reads a value. `next` is its first byte, at which the lexer has already peeked.
fn read(next: u8, lexer: &mut SliceLexer<'_>, depth: u32) -> Result<Value, Error> {
    let inside = depth.checked_sub(1).ok_or(Error::Depth);
    match next {
        b'a'..=b'z' => Ok(lexer.null_or_bool().ok_or(Expect::Value)?.map_or(Value::Null, Value::Bool)),
        b'0'..=b'9' | b'-' => {
            let (digits, parts) = lexer.num_bytes().validated()?;
            number(digits, parts.is_int()).ok_or(Error::Num(num::Error::ExpectedDigit))
        }
        b'"' => Ok(Value::String(string(lexer)?)),
        b'[' => {
            let (inside, mut items) = (inside?, Vec::new());
            let item = |next, lexer: &mut SliceLexer<'_>| {
                items.push(read(next, lexer, inside)?);
                Ok::<_, Error>(())
            };
            lexer.discarded().seq(b']', SliceLexer::ws_peek, item)?;
            Ok(Value::Array(items))
        }
        b'{' => {
            let (inside, mut fields) = (inside?, Vec::new());
            let field = |next, lexer: &mut SliceLexer<'_>| {
                let name = if next == b'"' { string(lexer)? } else { return Err(Expect::String.into()) };
                lexer.expect(SliceLexer::ws_peek, b':').ok_or(Expect::Colon)?;
                let next = lexer.ws_peek().ok_or(Expect::Value)?;
                fields.push((name, read(next, lexer, inside)?));
                Ok::<_, Error>(())
            };
            lexer.discarded().seq(b'}', SliceLexer::ws_peek, field)?;
            Ok(Value::Object(fields))
        }
        _ => Err(Expect::Value.into()),
    }
}

fn string(lexer: &mut SliceLexer<'_>) -> Result<String, Error> {
    Ok(lexer.discarded().str_string()?.into_owned())
}

/// Parses a JSON number; `None` if the number is too large for a float.
fn number(digits: &[u8], is_int: bool) -> Option<Value> {
    let text = std::str::from_utf8(digits).ok()?;
    if let (true, Ok(whole)) = (is_int, text.parse()) {
        return Some(Value::Whole(whole));
    }
    let float = float(text);
    // All numbers of JavaScript are floats, so a float without a fraction counts as a whole number.
    let whole = (0.0..=9_007_199_254_740_992.0).contains(&float) && float.trunc() == float;
    float.is_finite().then_some(if whole { Value::Whole(float as u64) } else { Value::Other(float) })
}

/// Returns the float nearest to a JSON number.
#[cfg(not(target_arch = "wasm32"))]
fn float(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// JavaScript parses the number. Rust's parser needs tables of powers, which would add more to the wasm than this whole
/// file.
#[cfg(target_arch = "wasm32")]
fn float(text: &str) -> f64 {
    js_sys::Number::parse_float(text)
}

/// Describes the error in a text. The last `rest` bytes of the text are unread.
fn problem(text: &[u8], rest: usize, error: &Error) -> String {
    let expected = match error {
        Error::Depth => "at most 127 lists and objects inside one another",
        Error::Num(_) => "a number, not too large for a float",
        Error::Str(_) => "a string in UTF-8, ended by a quote, with escapes as JSON has them",
        Error::Token(Expect::Value) => "a value",
        Error::Token(Expect::ValueOrEnd) => "a value or the end of the list or object",
        Error::Token(Expect::CommaOrEnd) => "a comma or the end of the list or object",
        Error::Token(Expect::String) => "the name of a field in quotes",
        Error::Token(Expect::Colon) => "a colon",
        Error::Token(Expect::Eof) => "nothing more",
    };
    let read = &text[..text.len() - rest];
    let line = read.split(|&byte| byte == b'\n');
    let column = line.clone().next_back().map_or(0, <[u8]>::len) + 1;
    format!("this is not JSON from line {}, column {column} on; expected {expected}", line.count())
}

/// A value of a JSON document. The path to the value is computed only for an error message.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    root: &'a Value,
    value: &'a Value,
}

/// Reads the fields of an object one after another.
pub(crate) struct Fields<'a> {
    node: Node<'a>,
    map: &'a [(String, Value)],
    known: Vec<&'static str>,
    /// The first error of [`get`](Self::get) or [`get_or_default`](Self::get_or_default).
    error: Option<String>,
}

/// A function that converts a value or returns an error message.
pub(crate) type Read<'a, T> = fn(&Node<'a>) -> Result<T, String>;

/// Appends the path from `from` to `to`. The value `to` inside `from` is found by its address. Returns whether this
/// path exists.
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

    /// Returns the node of another value in the same document.
    fn with(self, value: &'a Value) -> Self {
        Self { value, ..self }
    }

    /// Returns the path from the root, such as `dimensions[2].name`.
    fn path(&self) -> String {
        let mut path = String::new();
        find(self.root, self.value, &mut path);
        path
    }

    /// Returns the path of a field, which may be absent.
    pub fn path_of(&self, name: &str) -> String {
        let path = self.path();
        if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
    }

    /// Returns the error message for this value: its path, its type and the expected type.
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

    /// Returns the text of a string; `None` for any other value.
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
        Ok(self.items()?.iter().map(|value| self.with(value)).collect())
    }

    pub fn items(&self) -> Result<&'a [Value], String> {
        if let Value::Array(items) = self.value { Ok(items) } else { Err(self.wrong("a list")) }
    }

    /// Reads a list. `read` converts each item.
    #[inline(never)] // compiled once for each type, not at each call; this also applies below
    pub fn list_of<T>(&self, read: Read<'a, T>) -> Result<Vec<T>, String> {
        let items = self.items()?;
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            list.push(read(&self.with(item))?);
        }
        Ok(list)
    }

    /// Reads a list of pairs of a name and a value. `read` converts each value.
    #[inline(never)]
    pub fn pairs_of<T>(&self, read: Read<'a, T>) -> Result<Vec<(String, T)>, String> {
        let items = self.items()?;
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            let (name, value) = self.with(item).pair()?;
            list.push((name.string()?, read(&value)?));
        }
        Ok(list)
    }

    pub fn strings(&self) -> Result<Vec<String>, String> {
        self.list_of(Node::string)
    }

    /// Reads a list of exactly two items.
    pub fn pair(&self) -> Result<(Node<'a>, Node<'a>), String> {
        match self.value {
            Value::Array(items) if let [first, second] = items.as_slice() => Ok((self.with(first), self.with(second))),
            Value::Array(_) => Err(self.wrong("a list of two")),
            _ => Err(self.wrong("a list")),
        }
    }

    /// Returns the field names and values of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, String> {
        Ok(self.object()?.iter().map(|(name, value)| (name.as_str(), self.with(value))).collect())
    }

    pub fn fields(&self) -> Result<Fields<'a>, String> {
        Ok(Fields { node: *self, map: self.object()?, known: Vec::new(), error: None })
    }

    fn object(&self) -> Result<&'a [(String, Value)], String> {
        if let Value::Object(fields) = self.value { Ok(fields) } else { Err(self.wrong("an object")) }
    }
}

impl<'a> Fields<'a> {
    /// Returns a field; `None` if the field is absent or null.
    pub fn maybe(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let (_, value) = self.map.iter().find(|(field, _)| field == name)?;
        Some(self.node.with(value)).filter(|node| !node.is_null())
    }

    /// Reads a required field. [`end`](Self::end) reports any error, because an early return at each field would make
    /// the code much larger.
    #[inline(never)]
    pub fn get<T: Default>(&mut self, name: &'static str, read: Read<'a, T>) -> T {
        let found = self.required(name).and_then(|node| read(&node));
        self.keep(found)
    }

    fn required(&mut self, name: &'static str) -> Result<Node<'a>, String> {
        self.maybe(name).ok_or_else(|| format!("{} is missing; expected it", self.node.path_of(name)))
    }

    /// Reads a field, or returns the default if the field is absent or null. [`end`](Self::end) reports any error.
    #[inline(never)]
    pub fn get_or_default<T: Default>(&mut self, name: &'static str, read: Read<'a, T>) -> T {
        self.maybe(name).map_or_else(T::default, |node| self.keep(read(&node)))
    }

    /// Reads a field that only a build with the feature `full` knows. Other builds refuse the field.
    pub fn only_full<T>(&mut self, name: &'static str, read: Read<'a, T>) -> Option<OnlyFull<T>> {
        if !FULL {
            return None;
        }
        let found = self.maybe(name).map(|node| read(&node))?;
        found.map_err(|error| self.note(error)).ok().and_then(OnlyFull::new)
    }

    fn keep<T: Default>(&mut self, found: Result<T, String>) -> T {
        found.unwrap_or_else(|error| {
            self.note(error);
            T::default()
        })
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    /// Finishes the object. Returns the first error of a field, or an error for an unknown or repeated field.
    pub fn end(mut self) -> Result<(), String> {
        self.error.take().map_or_else(|| self.check(), Err)
    }

    /// Returns an error for a field that was not read so far and is not in `names`.
    pub fn only(&mut self, names: impl Iterator<Item = &'static str>) -> Result<(), String> {
        self.known.extend(names);
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        for (number, (name, _)) in self.map.iter().enumerate() {
            if !self.known.contains(&name.as_str()) {
                let at = self.node.path_of(name);
                let near = did_you_mean(name, self.known.iter().copied());
                return Err(format!("unknown field {}; expected one of {}{near}", Quoted(&at), self.known.join(", ")));
            }
            if self.map[..number].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("{} is given twice; expected it once", Quoted(&self.node.path_of(name))));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
