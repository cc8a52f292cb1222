//! Lists of codes with labels. A long list may be in parts, which are loaded when a query needs them.

#[cfg(feature = "full")]
use std::ops::Range;

use super::{TOTAL, Text};
use crate::base::order::sort_positions;
use crate::base::{FULL, OnlyFull};

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
    /// Number of codes, loaded or not.
    len: usize,
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

impl CodePart {
    #[cfg(feature = "full")]
    fn entries(&self) -> impl Iterator<Item = (&String, &Text)> {
        self.entries.iter().map(|(code, label)| (code, label))
    }
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
        Ok(Self { len: codes.len(), codes, labels, by_code, parts: None })
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
        if FULL { self.len } else { self.codes.len() }
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

    /// Iterates over the codes with their labels, in order. Skips codes that are not loaded.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        let whole = self.codes.iter().zip(&self.labels);
        #[cfg(feature = "full")]
        let whole = whole.chain(self.parts().iter().flat_map(CodePart::entries));
        whole.map(|(code, label)| (code.as_str(), label))
    }

    /// Whether all codes are loaded.
    pub fn is_whole(&self) -> bool {
        !FULL || self.codes.len() == self.len
    }
}

/// Lists in parts.
impl CodeList {
    /// A list of which only the number of codes is known.
    pub(crate) fn absent(len: usize) -> Self {
        Self { codes: Vec::new(), labels: Vec::new(), by_code: Vec::new(), len, parts: None }
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

/// Loading of parts.
#[cfg(feature = "full")]
impl CodeList {
    /// The file to load before [`position`](Self::position) knows a code.
    pub(crate) fn file_of(&self, code: &str) -> Option<usize> {
        self.part_of(code).filter(|part| part.entries.is_empty()).map(|part| part.file)
    }

    /// The file to load before the code at a position is known.
    pub(crate) fn file_at(&self, position: u32) -> Option<usize> {
        self.part_at(position).filter(|part| part.entries.is_empty()).map(|part| part.file)
    }

    /// All files that are not loaded.
    pub(crate) fn files(&self) -> impl Iterator<Item = usize> {
        self.parts().iter().filter(|part| part.entries.is_empty()).map(|part| part.file)
    }

    /// The parts that may have codes with this beginning. Empty for a whole list.
    pub(crate) fn starting_with(&self, beginning: &str) -> Range<usize> {
        let start = self.parts().partition_point(|part| part.code.as_str() <= beginning).saturating_sub(1);
        let is_before = |part: &CodePart| part.code.as_str() < beginning || part.code.starts_with(beginning);
        start..self.parts().partition_point(is_before)
    }

    /// The files of some parts that are not loaded.
    pub(crate) fn unloaded_among(&self, parts: Range<usize>) -> impl Iterator<Item = usize> {
        self.parts()[parts].iter().filter(|part| part.entries.is_empty()).map(|part| part.file)
    }

    /// The codes and labels of some parts, or of a whole list.
    pub(crate) fn entries_of(&self, parts: Range<usize>) -> impl Iterator<Item = (&str, &Text)> {
        let loaded = self.parts()[parts].iter().flat_map(CodePart::entries);
        self.codes.iter().zip(&self.labels).chain(loaded).map(|(code, label)| (code.as_str(), label))
    }

    /// Sets the codes of the part in a file.
    pub(crate) fn load(&mut self, file: usize, entries: Vec<(String, Text)>) -> Result<(), WrongPart> {
        let (at, codes, next) = self.place(file)?;
        let all = self.parts.as_mut().ok_or(WrongPart)?.get_mut();
        let part = &mut all[at];
        let is_sound = entries.len() == codes
            && entries[0].0 == part.code
            && entries.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && next.is_none_or(|next| entries[codes - 1].0 < next)
            && entries.iter().all(|(code, _)| !code.is_empty() && code != TOTAL);
        if !is_sound {
            return Err(WrongPart);
        }
        part.entries = entries;
        if all.iter().all(|part| !part.entries.is_empty()) {
            let parts = std::mem::take(all);
            self.parts = None;
            (self.codes, self.labels) = parts.into_iter().flat_map(|part| part.entries).unzip();
            self.by_code = (0..self.len as u32).collect();
        }
        Ok(())
    }

    /// Replaces the part in a file by smaller parts, which the file lists.
    pub(crate) fn divide(&mut self, file: usize, parts: Vec<CodePart>) -> Result<(), WrongPart> {
        let (at, codes, next) = self.place(file)?;
        let part = &self.parts()[at];
        let ascends = |pair: &[CodePart]| pair[0].first < pair[1].first && pair[0].code < pair[1].code;
        let end = part.first as usize + codes;
        let is_sound = parts.first().is_some_and(|first| first.first == part.first && first.code == part.code)
            && parts.last().is_some_and(|last| (last.first as usize) < end && next.is_none_or(|next| last.code < next))
            && parts.windows(2).all(ascends);
        if !is_sound {
            return Err(WrongPart);
        }
        self.parts.as_mut().ok_or(WrongPart)?.get_mut().splice(at..=at, parts);
        Ok(())
    }

    /// The position of the part in a file, its number of codes, and the first code of the next part.
    fn place(&self, file: usize) -> Result<(usize, usize, Option<String>), WrongPart> {
        let at = self.parts().iter().position(|part| part.file == file && part.entries.is_empty()).ok_or(WrongPart)?;
        let next = self.parts().get(at + 1);
        let end = next.map_or(self.len, |part| part.first as usize);
        Ok((at, end - self.parts()[at].first as usize, next.map(|part| part.code.clone())))
    }
}
