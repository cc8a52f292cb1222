//! Finds codes of a dimension by words. An index in files of its own (`cube/FORMAT.md`) answers for a long list.

use super::Store;
use crate::dimension::{Text, matches, words};
use crate::table::axis::find;
use crate::table::error::Error;
use crate::table::need::Need;

/// The most codes that a search finds.
const MOST_CODES: usize = 50;
/// The most files of an index that a search reads. A text of few letters begins too many words.
const FILES_OF_A_SEARCH: usize = 4;

/// What a search for codes finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundCodes {
    /// Files to load first.
    Missing(Vec<Need>),
    /// The codes with their labels, and whether there are more.
    Codes {
        /// Codes and labels.
        codes: Vec<(String, Text)>,
        /// Whether more codes may match.
        has_more: bool,
    },
}

impl Store {
    /// Finds codes of a dimension by the beginnings of words, in their labels or in the codes themselves. Names the parts
    /// of the manifest to load first.
    ///
    /// # Errors
    /// Fails if the cube has no such dimension.
    pub fn find_codes(&self, dimension: &str, text: &str) -> Result<FoundCodes, Error> {
        let at = find(&self.cube, "by", dimension)?.dimension;
        let wanted = words(text);
        let codes = &self.cube.dimensions[at].codes;
        let found = |entries: &mut dyn Iterator<Item = (&str, &Text)>, is_part: bool| {
            let mut found: Vec<(String, Text)> = Vec::new();
            for (code, label) in entries.filter(|(code, label)| matches(&wanted, code, label)) {
                if found.len() > MOST_CODES {
                    break;
                }
                if !found.iter().any(|(known, _)| known == code) {
                    found.push((code.to_owned(), label.clone()));
                }
            }
            let has_more = is_part || found.len() > MOST_CODES;
            found.truncate(MOST_CODES);
            FoundCodes::Codes { codes: found, has_more }
        };
        if wanted.is_empty() {
            // The first codes of the list. A part of a list has more codes than a reader sees at once.
            return Ok(match codes.file_at(0) {
                Some(file) => FoundCodes::Missing(self.needs(vec![file])),
                None => found(&mut codes.iter(), !codes.is_whole()),
            });
        }
        let Some(index) = &self.cube.indexes[at] else {
            let missing: Vec<usize> = codes.files().collect();
            let is_whole = missing.is_empty();
            return Ok(if is_whole {
                found(&mut codes.iter(), false)
            } else {
                FoundCodes::Missing(self.needs(missing))
            });
        };
        // The word in the fewest files narrows the search the most.
        let in_parts = wanted.iter().map(|word| (word, index.starting_with(word)));
        let (word, parts) = in_parts.min_by_key(|(_, parts)| parts.len()).expect("the text has a word");
        let first = parts.start..parts.end.min(parts.start + FILES_OF_A_SEARCH);
        let missing: Vec<usize> = index.unloaded_among(first.clone()).collect();
        if !missing.is_empty() {
            return Ok(FoundCodes::Missing(self.needs(missing)));
        }
        let is_part = first.end < parts.end;
        let entries = index.entries_of(first).filter(|(entry, _)| entry.starts_with(word.as_str()));
        let mut entries = entries.map(|(entry, label)| (entry.split_once(' ').map_or("", |(_, code)| code), label));
        Ok(found(&mut entries, is_part))
    }
}
