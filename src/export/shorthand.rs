//! Reads the table of statuses, `statuses.json`: shorthand, words and SDMX codes. `www/words/statuses.js` reads this
//! file too.

use crate::base::json::Value;
use crate::protect::Status;

const STATUSES: &str = include_str!("statuses.json");

/// Shorthand, words and SDMX codes of one status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shorthand {
    /// Word for the status in CSV.
    pub word: &'static str,
    /// Mark that replaces the value.
    pub mark: String,
    /// Code in SDMX's list CL_OBS_STATUS.
    pub observation: String,
    /// Code in SDMX's list CL_CONF_STATUS.
    pub confidentiality: String,
    /// Meaning of the mark, for readers.
    pub text: String,
}

/// The two statuses that explain a missing value. Texts are in `language` if the table of statuses has this language,
/// otherwise in English.
pub(super) fn shorthand(language: Option<&str>) -> [Shorthand; 2] {
    let table = Value::parse(STATUSES.as_bytes()).expect("the file is compiled in, and a test reads it");
    let language = language.unwrap_or("en").to_ascii_lowercase();
    let primary = language.split('-').next().unwrap_or_default();
    [Status::Suppressed, Status::Blocked].map(|status| {
        let row = table.get(status.word());
        let field = |name: &str| string(row.and_then(|row| row.get(name)));
        let words = row.and_then(|row| row.get("words"));
        let word = |language: &str| words.and_then(|words| words.get(language));
        Shorthand {
            word: status.word(),
            mark: field("mark"),
            observation: field("sdmx"),
            confidentiality: field("conf"),
            text: string(word(primary).or_else(|| word("en"))),
        }
    })
}

fn string(value: Option<&Value>) -> String {
    if let Some(Value::String(text)) = value { text.clone() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_all_its_words_in_each_language() {
        let marks: Vec<[String; 3]> = ["en", "fr", "ar"]
            .map(|language| shorthand(Some(language)).map(|row| row.text))
            .into_iter()
            .map(|[suppressed, blocked]| [suppressed, blocked, String::new()])
            .collect();
        for row in shorthand(None) {
            assert!(row.mark.starts_with('[') && row.mark.ends_with(']'), "{row:?}");
            assert!(!row.observation.is_empty() && !row.confidentiality.is_empty(), "{row:?}");
        }
        assert!(marks.iter().all(|[suppressed, blocked, _]| !suppressed.is_empty() && suppressed != blocked));
        assert!(marks[0] != marks[1] && marks[1] != marks[2]);
        assert_eq!(shorthand(Some("fr-CA")), shorthand(Some("FR")));
        assert_eq!(shorthand(Some("xx")), shorthand(None));
    }
}
