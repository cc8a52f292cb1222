//! Numbers the codes of a dimension while rows are read. Each text needs at most one hash lookup.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::error::{CollectError, RowLocation};
use crate::base::Quoted;
use crate::dimension::{TOTAL, Text, code_meant};
use crate::spec::{Code, DimensionSpec};

/// Maximum number of characters that a message quotes from an unknown code.
const QUOTED: usize = 40;

/// The codes of a dimension with provisional numbers. Declared codes have their declared order. Codes found in the
/// data have their order of appearance.
pub(super) struct CodeIds {
    column: String,
    declared: bool,
    codes: Vec<String>,
    /// Labels of the declared codes. If the data contain a label instead of a code, the error suggests the code.
    labels: Vec<Text>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The number of the last code. It is tried first, because neighbouring rows often share codes.
    last: u32,
}

impl CodeIds {
    pub fn new(dimension: &DimensionSpec) -> Result<Self, CollectError> {
        let mut ids = Self::of_identifiers(&dimension.column);
        for Code { code, label } in dimension.codes.iter().flatten() {
            ids.insert(code)?;
            ids.labels.push(label.clone());
        }
        ids.declared = dimension.codes.is_some();
        Ok(ids)
    }

    /// Numbers the identifiers of a column, like those of households.
    pub fn of_identifiers(column: &str) -> Self {
        Self {
            column: column.to_owned(),
            declared: false,
            codes: Vec::new(),
            labels: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            last: 0,
        }
    }

    /// The codes in the order of their numbers.
    pub fn codes(&self) -> &[String] {
        &self.codes
    }

    pub fn into_codes(self) -> Vec<String> {
        self.codes
    }

    /// The number of a code. A new code gets a new number, or is an error if codes are declared.
    pub fn id(&mut self, code: &str, place: RowLocation<'_>) -> Result<u32, CollectError> {
        if self.codes.get(self.last as usize).is_some_and(|last| last == code) {
            return Ok(self.last);
        }
        let hash = self.hasher.hash_one(code);
        let found = self.index.find(hash, |id| self.codes[*id as usize] == code).copied();
        self.last = match found {
            Some(id) => id,
            None => self.unseen(code, place)?,
        };
        Ok(self.last)
    }

    #[cold]
    fn unseen(&mut self, code: &str, place: RowLocation<'_>) -> Result<u32, CollectError> {
        let at = || Box::new(place.column(&self.column));
        if code.is_empty() {
            return Err(CollectError::EmptyCode(at()));
        }
        if code == TOTAL {
            return Err(CollectError::ReservedCode(at()));
        }
        if self.declared {
            return Err(CollectError::UnknownCode { at: at(), code: shorten(code), expected: self.expected(code) });
        }
        self.insert(code)
    }

    fn insert(&mut self, code: &str) -> Result<u32, CollectError> {
        let id = u32::try_from(self.codes.len()).ok().filter(|id| *id < u32::MAX);
        let id = id.ok_or(CollectError::TooMany("codes of one dimension"))?;
        self.codes.push(code.to_owned());
        let (codes, hasher) = (&self.codes, &self.hasher);
        self.index.insert_unique(hasher.hash_one(code), id, |id| hasher.hash_one(codes[*id as usize].as_str()));
        Ok(id)
    }

    fn expected(&self, unknown: &str) -> String {
        let first: Vec<String> = self.codes.iter().take(5).map(|code| Quoted(&shorten(code)).to_string()).collect();
        let more = if self.codes.len() > first.len() { ", ..." } else { "" };
        let near = code_meant(unknown, self.codes.iter().map(String::as_str).zip(&self.labels));
        format!("one of the {} declared codes: {}{more}{near}", self.codes.len(), first.join(", "))
    }
}

fn shorten(code: &str) -> String {
    match code.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &code[..end]),
        None => code.to_owned(),
    }
}
