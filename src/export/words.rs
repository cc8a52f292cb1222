//! Writes the notes that accompany the figures. All formats use these sentences.

use std::collections::{BTreeMap, BTreeSet};

use super::Published;
use crate::base::json::Value;
use crate::table::Heading;

/// The topic of a note, and its text.
pub(super) type Note = (&'static str, String);

/// The algorithm of the digest that identifies a cube's version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// SHA-256.
    Sha256,
    /// HMAC-SHA-256 under the cube's salt, for confidential true counts.
    Hmac,
}

/// A receipt with words for readers.
pub(super) struct Proof<'a> {
    /// The receipt.
    pub text: &'a str,
    /// The digest at the end of the receipt.
    pub digest: String,
    /// How readers can verify the figures.
    pub verification: &'static str,
}

const VERIFICATION: &str = "The receipt has the hash of the same table as CSV. Whoever has the cube can build the table \
                            again and compare: cellveil verify CUBE --table TABLE.csv --receipt RECEIPT";

impl Published {
    /// The cube's title and the table's headings. Connecting words are in the language of the labels if this function
    /// has words in that language, otherwise in English.
    pub(super) fn title(&self) -> String {
        let language = self.language.as_deref().unwrap_or("en").to_ascii_lowercase();
        let (by, comma, and) = match language.split('-').next() {
            Some("fr") => (", par ", ", ", " et "),
            Some("ar") => ("، حسب ", "، ", " و"),
            _ => (", by ", ", ", " and "),
        };
        let labels: Vec<&str> = self.headings.iter().map(|heading| heading.label.as_str()).collect();
        match labels.split_last() {
            None => self.cube.title.clone(),
            Some((last, [])) => format!("{}{by}{last}", self.cube.title),
            Some((last, first)) => format!("{}{by}{}{and}{last}", self.cube.title, first.join(comma)),
        }
    }

    /// The population that the table counts; `None` if the table counts everyone.
    pub(super) fn population(&self) -> Option<String> {
        let words = self.filters.iter().map(|filter| {
            let codes: Vec<&str> = filter.codes.iter().map(|code| code.label.as_str()).collect();
            format!("{}: {}", filter.label, codes.join(", "))
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// One line for each place that combines several building blocks.
    pub(super) fn blocks(&self) -> Vec<String> {
        let Some(Value::Array(axes)) = self.areas.as_ref().and_then(|areas| areas.get("axes")) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for axis in axes {
            let Some(Value::Array(places)) = axis.get("places") else { continue };
            for place in places {
                let code = string(place.get("code")).map_or(String::new(), |code| format!(", {code}"));
                let Some(Value::Array(blocks)) = place.get("blocks") else { continue };
                let mut sum = String::new();
                for block in blocks {
                    let minus = matches!(block.get("sign"), Some(Value::Other(sign)) if *sign < 0.0);
                    sum += match (minus, sum.is_empty()) {
                        (false, true) => "",
                        (false, false) => " + ",
                        (true, true) => "− ",
                        (true, false) => " − ",
                    };
                    sum += string(block.get("label")).unwrap_or_default();
                }
                lines.push(format!("{}{code} = {sum}", string(axis.get("name")).unwrap_or_default()));
            }
        }
        lines
    }

    /// Each mark and its meaning.
    pub(super) fn legend(&self) -> Vec<(String, String)> {
        self.shorthand().map(|row| (row.mark, row.text)).into()
    }

    /// All marks and their meanings in one line.
    pub(super) fn legend_line(&self) -> String {
        self.legend().iter().map(|(mark, text)| format!("{mark} {text}")).collect::<Vec<_>>().join("; ")
    }

    /// Method, shorthand, source, terms and other notes, without the receipt. The most important notes come first.
    pub(super) fn notes(&self) -> Vec<Note> {
        let cube = &self.cube;
        let mut notes = vec![("Title", self.title()), ("Unit", cube.unit.clone())];
        notes.extend(self.population().map(|population| ("Only", population)));
        notes.push(("Method", format!("{} ({}, {})", self.method.text, self.method.name, self.method.kind)));
        notes.extend(self.legend().into_iter().map(|(mark, text)| ("Shorthand", format!("{mark} {text}"))));
        let fields = [
            ("Source", &cube.source),
            ("Licence", &cube.licence),
            ("Period", &cube.period),
            ("Contact", &cube.contact),
        ];
        notes.extend(fields.into_iter().filter_map(|(name, words)| Some((name, words.clone()?))));
        notes.extend(cube.notes.iter().map(|note| ("Note", note.clone())));
        notes.extend(self.blocks().into_iter().map(|line| ("Building blocks", line)));
        notes.push(("Cube", cube.id.clone()));
        notes.extend(self.version().map(|(algorithm, digest)| {
            let about = match algorithm {
                Algorithm::Sha256 => "Version of the cube (SHA-256)",
                Algorithm::Hmac => "Version of the cube (HMAC-SHA-256)",
            };
            (about, digest.to_owned())
        }));
        notes
    }

    /// The digest of the cube's version, with its algorithm.
    pub(super) fn version(&self) -> Option<(Algorithm, &str)> {
        let receipt = Value::parse(self.receipt.as_ref()?.as_bytes()).ok();
        let algorithm = match receipt.as_ref().and_then(|receipt| receipt.get("version")) {
            Some(Value::Whole(2)) => Algorithm::Hmac,
            _ => Algorithm::Sha256,
        };
        Some((algorithm, self.cube.digest.as_deref()?))
    }

    /// The receipt with its words: the digest at its end, how readers can verify the figures, and the receipt itself.
    pub(super) fn proof(&self) -> Option<Proof<'_>> {
        let text = self.receipt.as_deref()?;
        let receipt = Value::parse(text.as_bytes()).ok();
        let digest = receipt.as_ref().and_then(|receipt| string(receipt.get("digest"))).unwrap_or_default().to_owned();
        Some(Proof { text, digest, verification: VERIFICATION })
    }
}

fn string(value: Option<&Value>) -> Option<&str> {
    if let Some(Value::String(text)) = value { Some(text) } else { None }
}

/// Labels of the headings. If two headings have equal labels, for example a dimension and its level, the name follows
/// each label.
pub(super) fn labels(headings: &[Heading]) -> Vec<String> {
    let label = |heading: &Heading| {
        let same = headings.iter().filter(|other| other.label == heading.label).count();
        if same == 1 { heading.label.clone() } else { format!("{} ({})", heading.label, heading.name) }
    };
    headings.iter().map(label).collect()
}

/// Makes column names unique, and different from the names of the figure columns. A name that is already used gets a
/// `_` at the end.
pub(super) fn columns(headings: &[Heading]) -> Vec<String> {
    let mut columns = vec!["value".to_owned(), "status".to_owned()];
    for heading in headings {
        let mut name = heading.name.clone();
        while columns.contains(&name) {
            name.push('_');
        }
        columns.push(name);
    }
    columns.split_off(2)
}

/// Makes texts unique: a repeated text gets a number.
pub(super) fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = texts.collect();
    let all: BTreeSet<&String> = texts.iter().collect();
    let mut seen = BTreeSet::new();
    let mut next: BTreeMap<&String, u64> = BTreeMap::new();
    let mut distinct = Vec::with_capacity(texts.len());
    for text in &texts {
        let mut words = text.clone();
        while seen.contains(&words) || (words != *text && all.contains(&words)) {
            let number = next.entry(text).or_insert(2);
            words = format!("{text} ({number})");
            *number += 1;
        }
        seen.insert(words.clone());
        distinct.push(words);
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_column_of_codes_is_named_as_one_of_figures() {
        let heading = |name: &str| Heading {
            name: name.to_owned(),
            label: String::new(),
            role: None,
            axis: "row",
            codes: Vec::new(),
        };
        let headings = ["sex", "value", "value_", "status", "Value"].map(heading);
        assert_eq!(columns(&headings), ["sex", "value_", "value__", "status_", "Value"]);
    }

    #[test]
    fn distinct_texts_stay_and_repeated_ones_are_numbered() {
        for (texts, expected) in [
            (vec!["a", "b"], vec!["a", "b"]),
            (vec!["a", "a", "a"], vec!["a", "a (2)", "a (3)"]),
            (vec!["a", "a", "a (2)"], vec!["a", "a (3)", "a (2)"]),
            (vec!["a (2)", "a", "a"], vec!["a (2)", "a", "a (3)"]),
        ] {
            assert_eq!(distinct(texts.iter().map(|&text| text.to_owned())), expected);
        }
    }
}
