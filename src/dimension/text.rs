//! Titles, labels and notes in one or several languages.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Quoted;

/// The reason why a text in several languages is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The table has no language.
    #[error("an empty table; expected at least one language, like {{ en = \"...\" }}")]
    NoLanguage,
    /// A key of the table is not a language tag.
    #[error("a table with the key {}; expected language tags such as \"en\" or \"fr-CA\"", Quoted(.0))]
    Tag(String),
    /// A language tag occurs twice.
    #[error("a table with the language {} twice; expected each language once", Quoted(.0))]
    Repeated(String),
}

/// A title, label or note: one string, or one string for each language in declared order.
///
/// ```
/// use cellveil::dimension::Text;
/// let text: Text = serde_json::from_str(r#"{"fr": "Région", "en": "Region"}"#)?;
/// assert_eq!(text.resolve(Some("fr-CA")), "Région");
/// assert_eq!(text.resolve(Some("de")), "Region");
/// assert_eq!(Text::from("Region").resolve(Some("fr")), "Region");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Pairs of a language tag and a string. A plain string is one pair with an empty tag. The list has at least one
    /// pair.
    entries: Vec<(String, String)>,
}

/// The empty text.
impl Default for Text {
    fn default() -> Self {
        Self::from("")
    }
}

impl From<&str> for Text {
    fn from(plain: &str) -> Self {
        Self::from(plain.to_owned())
    }
}

impl From<String> for Text {
    fn from(plain: String) -> Self {
        Self { entries: vec![(String::new(), plain)] }
    }
}

impl Text {
    /// A text that a reader does not see.
    pub(crate) const EMPTY: &'static Self = &Self { entries: Vec::new() };

    /// Makes a text from pairs of a language tag and a string, in order.
    ///
    /// # Errors
    /// [`TextError`] if there is no language, if a key does not have the form of a BCP 47 tag, or if a tag occurs
    /// twice.
    pub fn from_languages(entries: Vec<(String, String)>) -> Result<Self, TextError> {
        if entries.is_empty() {
            return Err(TextError::NoLanguage);
        }
        for (index, (tag, _)) in entries.iter().enumerate() {
            if !is_language_tag(tag) {
                return Err(TextError::Tag(tag.clone()));
            }
            if entries[..index].iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(tag)) {
                return Err(TextError::Repeated(tag.clone()));
            }
        }
        Ok(Self { entries })
    }

    /// Returns the string for a language. The search tries the tag itself, then its primary language (`fr` for
    /// `fr-CA`), then English, then the first declared language.
    pub fn resolve(&self, lang: Option<&str>) -> &str {
        self.entry(lang).map_or("", |(_, text)| text)
    }

    /// The language of the string from [`resolve`](Self::resolve). A plain string counts as a string in the requested
    /// language.
    pub fn language<'a>(&'a self, lang: Option<&'a str>) -> Option<&'a str> {
        self.entry(lang).map(|(tag, _)| tag.as_str()).filter(|tag| !tag.is_empty()).or(lang)
    }

    fn entry(&self, lang: Option<&str>) -> Option<&(String, String)> {
        let find = |tag: &str| self.entries.iter().find(|(entry, _)| entry.eq_ignore_ascii_case(tag));
        let primary = lang.and_then(|tag| tag.split('-').next());
        let entry = lang.and_then(find).or_else(|| primary.and_then(find)).or_else(|| find("en"));
        entry.or(self.entries.first())
    }

    /// The strings of all languages, in declared order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(_, text)| text.as_str())
    }

    /// The languages in declared order. A plain string has no language.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(tag, _)| tag.as_str()).filter(|tag| !tag.is_empty())
    }
}

/// Whether a tag has the form of a BCP 47 tag: a primary language of two to eight letters, then subtags of one to eight
/// letters or digits.
fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let primary = parts.next().unwrap_or_default();
    let letters = primary.bytes().all(|byte| byte.is_ascii_alphabetic());
    let sized = |part: &str, least: usize| (least..=8).contains(&part.len());
    letters
        && sized(primary, 2)
        && parts.all(|part| sized(part, 1) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let [(tag, plain)] = self.entries.as_slice()
            && tag.is_empty()
        {
            return serializer.serialize_str(plain);
        }
        let mut map = serializer.serialize_map(Some(self.entries.len()))?;
        for (tag, text) in &self.entries {
            map.serialize_entry(tag, text)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a string, or a table from language to string")
            }

            fn visit_str<E: serde::de::Error>(self, plain: &str) -> Result<Text, E> {
                Ok(Text::from(plain))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Text::from_languages(entries).map_err(serde::de::Error::custom)
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}
