//! Lists of codes with labels. A long list may be in parts, which are loaded when a query needs them.

#[cfg(feature = "full")]
mod loading;
#[path = "codes/whole.rs"]
#[cfg(not(feature = "full"))]
mod loading;

use super::{TOTAL, Text};
use crate::base::OnlyFull;
use crate::base::order::sort_positions;

/// An ordered list of codes with labels. The search for a code takes logarithmic time.
///
/// A list in parts ascends by the bytes of its codes, so a code tells its part. Each method that takes a position or a
/// code needs only the part with this code. When the last part is loaded, the list becomes a whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeList {
    codes: Vec<String>,
    labels: Vec<Text>,
    /// Positions of the codes, sorted by code.
    by_code: Vec<u32>,
    /// Number of codes, while some of them are not loaded.
    partial: Option<OnlyFull<usize>>,
    /// The parts in order. `None` for a whole list.
    parts: Option<OnlyFull<Vec<CodePart>>>,
}

/// A part of a list of codes, in a file of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodePart {
    /// Position of the first code.
    pub first: u32,
    /// The first code.
    pub code: String,
    /// Position of the part's file in the cube.
    pub file: usize,
    /// The codes and labels. Empty until the part is loaded.
    pub entries: Vec<(String, Text)>,
}

/// Why a part does not fit its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WrongPart;

impl CodeList {
    /// Makes a list of codes with their labels. The error contains a repeated, empty or reserved code.
    pub fn new(entries: Vec<(String, Text)>) -> Result<Self, String> {
        let (codes, labels): (Vec<String>, Vec<Text>) = entries.into_iter().unzip();
        let mut by_code: Vec<u32> = (0..codes.len() as u32).collect();
        sort_positions(&mut by_code, &|a, b| codes[a as usize].cmp(&codes[b as usize]));
        let repeated = by_code.windows(2).find(|pair| codes[pair[0] as usize] == codes[pair[1] as usize]);
        if let Some(pair) = repeated {
            return Err(codes[pair[0] as usize].clone());
        }
        if let Some(code) = codes.iter().find(|code| code.is_empty() || *code == TOTAL) {
            return Err(code.clone());
        }
        Ok(Self { codes, labels, by_code, partial: None, parts: None })
    }

    /// Returns the position of a code; `None` if the list does not contain the code, or if the code's part is not
    /// loaded.
    pub fn position(&self, code: &str) -> Option<u32> {
        if !self.parts().is_empty() {
            let part = self.part_of(code)?;
            let at = part.entries.binary_search_by(|(own, _)| own.as_str().cmp(code)).ok()?;
            return Some(part.first + at as u32);
        }
        let at = self.by_code.binary_search_by(|&at| self.codes[at as usize].as_str().cmp(code));
        at.ok().map(|at| self.by_code[at])
    }

    /// Number of codes.
    pub fn len(&self) -> usize {
        self.partial.as_ref().map_or(self.codes.len(), |len| *len.get())
    }

    /// Whether the list has no codes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code at a position. Empty if its part is not loaded.
    ///
    /// # Panics
    /// When the position is not below [`len`](Self::len).
    pub fn code(&self, position: u32) -> &str {
        if !self.is_whole() {
            return self.entry(position).map_or("", |(code, _)| code);
        }
        &self.codes[position as usize]
    }

    /// The first code, also of a list in parts. Empty for a level that is not loaded.
    ///
    /// # Panics
    /// When the list has no codes.
    pub(crate) fn first(&self) -> &str {
        self.parts().first().map_or_else(|| self.code(0), |part| &part.code)
    }

    /// The label of the code at a position. Empty if its part is not loaded.
    ///
    /// # Panics
    /// When the position is not below [`len`](Self::len).
    pub fn label(&self, position: u32) -> &Text {
        if !self.is_whole() {
            return self.entry(position).map_or(Text::EMPTY, |(_, label)| label);
        }
        &self.labels[position as usize]
    }

    /// Whether all codes are loaded.
    pub fn is_whole(&self) -> bool {
        self.partial.is_none()
    }
}

/// Lists in parts.
impl CodeList {
    /// A list of which only the number of codes is known.
    pub(crate) fn absent(len: usize) -> Self {
        Self { codes: Vec::new(), labels: Vec::new(), by_code: Vec::new(), partial: OnlyFull::new(len), parts: None }
    }

    /// A list whose codes are in files of their own.
    pub(crate) fn in_parts(len: usize, parts: Vec<CodePart>) -> Result<Self, WrongPart> {
        let ascends = |pair: &[CodePart]| pair[0].first < pair[1].first && pair[0].code < pair[1].code;
        let is_sound = parts.first().is_some_and(|part| part.first == 0)
            && parts.last().is_some_and(|part| (part.first as usize) < len)
            && parts.windows(2).all(ascends);
        if is_sound { Ok(Self { parts: OnlyFull::new(parts), ..Self::absent(len) }) } else { Err(WrongPart) }
    }

    /// The parts. A build without the feature `full` has none.
    fn parts(&self) -> &[CodePart] {
        self.parts.as_ref().map_or(&[], |parts| parts.get())
    }

    fn part_of(&self, code: &str) -> Option<&CodePart> {
        let after = self.parts().partition_point(|part| part.code.as_str() <= code);
        self.parts().get(after.checked_sub(1)?)
    }

    fn part_at(&self, position: u32) -> Option<&CodePart> {
        let after = self.parts().partition_point(|part| part.first <= position);
        self.parts().get(after.checked_sub(1)?)
    }

    fn entry(&self, position: u32) -> Option<&(String, Text)> {
        let part = self.part_at(position)?;
        part.entries.get((position - part.first) as usize)
    }
}
