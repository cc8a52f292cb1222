//! Numbers the codes of a dimension while rows are read. Each text needs at most one hash lookup.

use std::collections::HashSet;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::error::{CollectError, RowLocation};
use crate::base::Quoted;
use crate::dimension::{TOTAL, Text, code_meant};
use crate::spec::{Code, Cut, DimensionSpec, Missing, NoInterval};

/// Maximum number of characters that a message quotes from an unknown code.
const QUOTED: usize = 40;
/// Maximum number of codes of one dimension that are found in the data. A column of free text would fill the memory.
pub(super) const MOST_FOUND: usize = 1_000_000;
/// Maximum number of texts that a column with `cut` or `missing` remembers. Other texts are converted each time.
const REMEMBERED: usize = 1 << 16;
/// Maximum number of unknown codes of one column that are listed. The others are counted.
pub(super) const LISTED: usize = 5;
/// Maximum number of unknown codes of one column that are counted.
pub(super) const COUNTED: usize = 100_000;

/// The codes of a dimension with provisional numbers. Declared codes have their declared order. Codes found in the
/// data have their order of appearance.
pub(super) struct CodeIds {
    column: String,
    codes: Codes,
    /// The known texts of the data. Without `other`, the position of a text is the number of its code.
    texts: Vec<String>,
    /// The codes, if several texts of the data stand for one code.
    other: Option<Box<OtherTexts>>,
    /// Labels of the declared codes. If the data contain a label instead of a code, the error suggests the code.
    labels: Vec<Text>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The position of the last text. It is tried first, because neighbouring rows often share codes.
    last: u32,
    /// The unknown codes so far. The first [`LISTED`] of them are reported one by one.
    unknown: HashSet<String>,
}

/// The source of codes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Codes {
    Declared,
    Found,
}

/// How texts become codes in a column with `cut` or `missing`.
struct OtherTexts {
    codes: Vec<String>,
    /// For each known text, the number of its code.
    code_of: Vec<u32>,
    missing: Option<Missing>,
    cut: Option<Cut>,
}

/// Why a text is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoCode {
    Empty,
    Reserved,
    Unknown,
    NotNumber,
    BelowCut,
    TooManyFound,
    TooMany,
}

impl CodeIds {
    pub fn new(dimension: &DimensionSpec) -> Result<Self, CollectError> {
        let mut ids = Self {
            column: dimension.column.clone(),
            codes: Codes::Found,
            texts: Vec::new(),
            other: None,
            labels: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            last: 0,
            unknown: HashSet::new(),
        };
        if dimension.missing.is_some() || dimension.cut.is_some() {
            let (missing, cut) = (dimension.missing.clone(), dimension.cut.clone());
            ids.other = Some(Box::new(OtherTexts { codes: Vec::new(), code_of: Vec::new(), missing, cut }));
        }
        for Code { code, label } in dimension.codes.iter().flatten() {
            ids.insert(code).map_err(|_| CollectError::TooMany(TOO_MANY))?;
            ids.labels.push(label.clone());
        }
        if dimension.codes.is_some() {
            ids.codes = Codes::Declared;
        }
        Ok(ids)
    }

    /// The codes in the order of their numbers.
    pub fn codes(&self) -> &[String] {
        self.other.as_ref().map_or(&self.texts, |other| &other.codes)
    }

    pub fn into_codes(self) -> Vec<String> {
        match self.other {
            Some(other) => other.codes,
            None => self.texts,
        }
    }

    pub fn column(&self) -> &str {
        &self.column
    }

    /// The number of unknown codes that were not reported one by one.
    pub fn further_unknown(&self) -> usize {
        self.unknown.len().saturating_sub(LISTED)
    }

    /// The number of a code. A new code gets a new number, or is refused if codes are declared. `comma` permits a decimal
    /// comma in a column with `cut`.
    pub fn id(&mut self, text: &str, comma: bool) -> Result<u32, NoCode> {
        if self.texts.get(self.last as usize).is_some_and(|last| last == text) {
            return Ok(self.code_of(self.last));
        }
        let hash = self.hasher.hash_one(text);
        match self.index.find(hash, |at| self.texts[*at as usize] == text) {
            Some(&at) => {
                self.last = at;
                Ok(self.code_of(at))
            }
            None => self.unseen(text, comma),
        }
    }

    fn code_of(&self, at: u32) -> u32 {
        match &self.other {
            None => at,
            Some(other) => other.code_of[at as usize],
        }
    }

    #[cold]
    fn unseen(&mut self, text: &str, comma: bool) -> Result<u32, NoCode> {
        if let Some(other) = &self.other {
            if let Some(missing) =
                other.missing.as_ref().filter(|missing| missing.values.iter().any(|value| value == text))
            {
                let code = missing.code.clone();
                let known = other.codes.iter().position(|known| *known == code);
                let id = known.map_or_else(|| self.insert(&code), |known| Ok(known as u32))?;
                // The code itself may be one of the values. It is then known now.
                return if text == code { Ok(id) } else { self.remember(text, id) };
            }
            if let Some(cut) = other.cut.as_ref().filter(|_| !text.is_empty()) {
                let id = match cut.interval(text, comma) {
                    Ok(at) => at as u32,
                    Err(NoInterval::NotNumber) => return Err(NoCode::NotNumber),
                    Err(NoInterval::Below) => return Err(NoCode::BelowCut),
                };
                // In the next file, a text with a comma may be no number.
                let is_kept = self.texts.len() < REMEMBERED && !text.contains(',');
                return if is_kept { self.remember(text, id) } else { Ok(id) };
            }
        }
        match self.codes {
            _ if text.is_empty() => Err(NoCode::Empty),
            _ if text == TOTAL => Err(NoCode::Reserved),
            Codes::Declared => Err(NoCode::Unknown),
            Codes::Found if self.codes().len() >= MOST_FOUND => Err(NoCode::TooManyFound),
            Codes::Found => self.insert(text),
        }
    }

    /// Adds a code. Its text stands for it.
    fn insert(&mut self, code: &str) -> Result<u32, NoCode> {
        let id = match &mut self.other {
            None => u32::try_from(self.texts.len()),
            Some(other) => {
                other.codes.push(code.to_owned());
                u32::try_from(other.codes.len() - 1)
            }
        };
        self.remember(code, id.map_err(|_| NoCode::TooMany)?)
    }

    /// Adds a text that stands for a code.
    fn remember(&mut self, text: &str, id: u32) -> Result<u32, NoCode> {
        let at = u32::try_from(self.texts.len()).ok().filter(|at| *at < u32::MAX).ok_or(NoCode::TooMany)?;
        self.texts.push(text.to_owned());
        if let Some(other) = &mut self.other {
            other.code_of.push(id);
        }
        let (texts, hasher) = (&self.texts, &self.hasher);
        self.index.insert_unique(hasher.hash_one(text), at, |at| hasher.hash_one(texts[*at as usize].as_str()));
        self.last = at;
        Ok(id)
    }

    /// Whether a refused text is reported: one of the first different ones, or refused for another reason.
    pub fn is_reported(&mut self, text: &str, reason: NoCode) -> bool {
        if !matches!(reason, NoCode::Unknown | NoCode::NotNumber | NoCode::BelowCut) {
            return true;
        }
        let is_new =
            self.unknown.len() < COUNTED && !self.unknown.contains(text) && self.unknown.insert(text.to_owned());
        is_new && self.unknown.len() <= LISTED
    }

    /// Describes why a text is no code.
    #[cold]
    pub fn error(&self, text: &str, reason: NoCode, place: RowLocation<'_>) -> CollectError {
        let at = Box::new(place.column(&self.column));
        match reason {
            NoCode::Empty => CollectError::EmptyCode(at),
            NoCode::Reserved => CollectError::ReservedCode(at),
            NoCode::Unknown => CollectError::UnknownCode { at, code: shorten(text), expected: self.expected(text) },
            NoCode::NotNumber => CollectError::NotNumber { at, found: shorten(text) },
            NoCode::BelowCut => {
                let first = self.other.as_ref().and_then(|other| other.cut.as_ref()).map(Cut::first);
                CollectError::BelowCut { at, found: shorten(text), first: first.unwrap_or_default() }
            }
            NoCode::TooManyFound => CollectError::TooManyFound(at),
            NoCode::TooMany => CollectError::TooMany(TOO_MANY),
        }
    }

    fn expected(&self, unknown: &str) -> String {
        let codes = self.codes();
        let first: Vec<String> = codes.iter().take(5).map(|code| Quoted(&shorten(code)).to_string()).collect();
        let more = if codes.len() > first.len() { ", ..." } else { "" };
        let near = code_meant(unknown, codes.iter().map(String::as_str).zip(&self.labels));
        format!("one of the {} declared codes: {}{more}{near}", codes.len(), first.join(", "))
    }
}

const TOO_MANY: &str = "codes of one dimension";

fn shorten(code: &str) -> String {
    match code.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &code[..end]),
        None => code.to_owned(),
    }
}
