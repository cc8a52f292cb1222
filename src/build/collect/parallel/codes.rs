//! The numbers of codes, as far as one thread knows them.

use std::hash::BuildHasher;
use std::sync::Mutex;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::super::codes::CodeIds;

/// Maximum number of texts of one column that a thread remembers.
const REMEMBERED: usize = 1 << 20;

/// Texts of a column with the numbers of their codes. All threads share the numbers of [`CodeIds`].
pub(super) struct KnownCodes {
    texts: Vec<(Box<str>, u32)>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The position of the last text. It is tried first, because neighbouring rows often share codes.
    last: usize,
    /// Whether a text with a comma may be another number in another file, or no number.
    is_cut: bool,
}

impl KnownCodes {
    pub fn new(is_cut: bool) -> Self {
        Self { texts: Vec::new(), index: HashTable::new(), hasher: DefaultHashBuilder::default(), last: 0, is_cut }
    }

    /// The number of a code. `None` if the text is no code.
    pub fn id(&mut self, text: &str, comma: bool, shared: &Mutex<CodeIds>) -> Option<u32> {
        if let Some((last, id)) = self.texts.get(self.last)
            && **last == *text
        {
            return Some(*id);
        }
        let hash = self.hasher.hash_one(text);
        if let Some(&at) = self.index.find(hash, |at| *self.texts[*at as usize].0 == *text) {
            self.last = at as usize;
            return Some(self.texts[self.last].1);
        }
        let id = shared.lock().ok()?.id(text, comma).ok()?;
        if self.texts.len() < REMEMBERED && !(self.is_cut && text.contains(',')) {
            self.last = self.texts.len();
            self.texts.push((text.into(), id));
            let (texts, hasher) = (&self.texts, &self.hasher);
            // At most 2^20 texts are remembered.
            self.index.insert_unique(hash, self.last as u32, |at| hasher.hash_one(&*texts[*at as usize].0));
        }
        Some(id)
    }
}
