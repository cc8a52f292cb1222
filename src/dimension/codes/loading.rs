//! Loads lists of codes part after part.

use std::ops::Range;

use super::{CodeList, CodePart, WrongPart};
use crate::dimension::{TOTAL, Text};

impl CodePart {
    fn entries(&self) -> impl Iterator<Item = (&String, &Text)> {
        self.entries.iter().map(|(code, label)| (code, label))
    }
}

impl CodeList {
    /// Iterates over the codes with their labels, in order. Skips codes that are not loaded.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        let loaded = self.parts().iter().flat_map(CodePart::entries);
        self.codes.iter().zip(&self.labels).chain(loaded).map(|(code, label)| (code.as_str(), label))
    }

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
            (self.parts, self.partial) = (None, None);
            (self.codes, self.labels) = parts.into_iter().flat_map(|part| part.entries).unzip();
            self.by_code = (0..self.codes.len() as u32).collect();
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
        let end = next.map_or(self.len(), |part| part.first as usize);
        Ok((at, end - self.parts()[at].first as usize, next.map(|part| part.code.clone())))
    }
}
