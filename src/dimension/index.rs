//! The index of a long list of codes: the words by which readers find a code.

use super::Text;
use super::words::words_of;

/// The entries of an index: for each word of a code or its label, the word and the code with a space between them. They
/// ascend by their bytes, so the entries of all words with the same beginning follow one another.
pub(crate) fn index_of(codes: &[(String, Text)]) -> Vec<(String, Text)> {
    let entries = |(code, label): &(String, Text)| -> Vec<(String, Text)> {
        words_of(code, label).into_iter().map(|word| (format!("{word} {code}"), label.clone())).collect()
    };
    joined(codes.iter().flat_map(entries).collect())
}

/// Puts the entries of one or several indexes in order. The entries may already ascend in parts.
pub(crate) fn joined(mut index: Vec<(String, Text)>) -> Vec<(String, Text)> {
    index.sort_by(|(a, _), (b, _)| a.cmp(b));
    index.dedup_by(|(a, _), (b, _)| a == b);
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::{matches, words};

    #[test]
    fn each_word_has_an_entry() {
        let codes =
            [("b1", "North West"), ("a2", "West west")].map(|(code, label)| (code.to_owned(), Text::from(label)));
        let found: Vec<String> = index_of(&codes).into_iter().map(|(entry, _)| entry).collect();
        assert_eq!(found, ["a2 a2", "b1 b1", "north b1", "west a2", "west b1"]);
        assert!(matches(&words("wes NOR"), "b1", &Text::from("North West")));
        assert!(!matches(&words("west south"), "b1", &Text::from("North West")));
    }
}
