//! Reads the codes of a Parquet column with a dictionary. Each text of the dictionary is looked up once.

use ::parquet::basic::Encoding;
use ::parquet::column::page::{Page, PageReader};
use ::parquet::schema::types::ColumnDescriptor;

use super::guarded;
use super::hybrid::Hybrid;
use crate::input::column::{ToText, dictionary_text};

/// A value of the dictionary that no row has had so far.
const UNUSED: u32 = u32::MAX;

/// A column chunk whose pages hold positions in a dictionary.
pub(super) struct Dictionary {
    pages: Box<dyn PageReader>,
    to_text: ToText,
    /// The definition level of a present value. It is 0 for a required column.
    max_level: u32,
    /// The values, encoded one after another, and their places.
    values: Vec<u8>,
    places: Vec<(usize, usize)>,
    /// The code of each value, and of null. Values are looked up when a row has them, because a dictionary may have
    /// values that no row has.
    codes: Vec<u32>,
    null: u32,
    page: Option<DataPage>,
    levels: Vec<u32>,
    positions: Vec<u32>,
}

/// The rest of a page.
struct DataPage {
    data: Page,
    levels: Option<Hybrid>,
    positions: Hybrid,
    left: usize,
}

/// How the reading of rows ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All rows were read.
    Done,
    /// The next page, after this number of rows, has another encoding.
    Other(usize),
}

impl Dictionary {
    /// Opens a column chunk, and skips rows. `None` if the column has a type or a page of another kind.
    pub fn open(column: &ColumnDescriptor, mut pages: Box<dyn PageReader>, skipped: usize) -> Option<Self> {
        let (to_text, size) = dictionary_text(column)?;
        let max_level = u32::try_from(column.max_def_level()).ok()?;
        let Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN | Encoding::PLAIN_DICTIONARY, .. } =
            guarded(|| pages.get_next_page())??
        else {
            return None;
        };
        let values = buf.to_vec();
        let places = places(&values, size, num_values as usize)?;
        let codes = vec![UNUSED; places.len()];
        let (levels, positions) = (Vec::new(), Vec::new());
        let mut column =
            Self { pages, to_text, max_level, values, places, codes, null: UNUSED, page: None, levels, positions };
        column.skip(skipped)?;
        Some(column)
    }

    fn skip(&mut self, mut rows: usize) -> Option<()> {
        while rows > 0 {
            // Without lists, a page has one level for each row.
            let next = guarded(|| self.pages.peek_next_page())??;
            let own = next.num_rows.or(next.num_levels)?;
            if own <= rows {
                guarded(|| self.pages.skip_next_page())?;
                rows -= own;
                continue;
            }
            self.next_page()?;
            self.advance(rows)?;
            return Some(());
        }
        Some(())
    }

    /// Appends the codes of the next `rows` rows. `code` looks up a text. `None` if a text is no code, or if the pages
    /// are damaged.
    pub fn fill(&mut self, rows: usize, out: &mut Vec<u32>, code: &mut dyn FnMut(&str) -> Option<u32>) -> Option<End> {
        let mut read = 0;
        while read < rows {
            if self.page.as_ref().is_none_or(|page| page.left == 0) && self.next_page().is_none() {
                return Some(End::Other(read));
            }
            let now = self.page.as_ref()?.left.min(rows - read);
            self.advance(now)?;
            self.look_up(now, out, code)?;
            read += now;
        }
        Some(End::Done)
    }

    /// Opens the next page. `None` if the page has another encoding, or is missing or damaged.
    fn next_page(&mut self) -> Option<()> {
        self.page = None;
        let data = guarded(|| self.pages.get_next_page())??;
        let (rows, encoding, levels, start) = match &data {
            Page::DataPage { buf, num_values, encoding, def_level_encoding, .. } => match self.max_level {
                0 => (*num_values, *encoding, None, 0),
                _ if *def_level_encoding != Encoding::RLE => return None,
                _ => {
                    let length = buf.get(..4)?.try_into().map(u32::from_le_bytes).ok()? as usize;
                    let end = length.checked_add(4)?;
                    (*num_values, *encoding, Some((4, end)), end)
                }
            },
            Page::DataPageV2 { num_values, encoding, def_levels_byte_len, rep_levels_byte_len, .. } => {
                let start = *rep_levels_byte_len as usize;
                let end = start.checked_add(*def_levels_byte_len as usize)?;
                (*num_values, *encoding, (self.max_level > 0).then_some((start, end)), end)
            }
            Page::DictionaryPage { .. } => return None,
        };
        let bytes = data.buffer();
        let positions = match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => match bytes.get(start) {
                Some(width) => Hybrid::new(bytes, start + 1, bytes.len(), (*width).into())?,
                // A page of nulls only may have no values.
                None => Hybrid::new(bytes, bytes.len(), bytes.len(), 0)?,
            },
            _ => return None,
        };
        let width = u32::BITS - self.max_level.leading_zeros();
        let levels = match levels {
            Some((from, to)) => Some(Hybrid::new(bytes, from, to, width)?),
            None => None,
        };
        self.page = Some(DataPage { data, levels, positions, left: rows as usize });
        Some(())
    }

    /// Decodes levels and positions of rows of the page.
    fn advance(&mut self, rows: usize) -> Option<()> {
        let page = self.page.as_mut()?;
        let bytes = page.data.buffer();
        page.left = page.left.checked_sub(rows)?;
        let mut present = rows;
        self.levels.clear();
        if let Some(levels) = &mut page.levels {
            self.levels.resize(rows, 0);
            levels.read(bytes, &mut self.levels)?;
            present = self.levels.iter().filter(|level| **level == self.max_level).count();
        }
        self.positions.clear();
        self.positions.resize(present, 0);
        page.positions.read(bytes, &mut self.positions)
    }

    /// Appends the codes of the decoded rows.
    fn look_up(&mut self, rows: usize, out: &mut Vec<u32>, code: &mut dyn FnMut(&str) -> Option<u32>) -> Option<()> {
        // First all used values get a code, so that the second loop is short.
        for &position in &self.positions {
            if *self.codes.get(position as usize)? == UNUSED {
                let (from, to) = self.places[position as usize];
                let mut text = String::new();
                (self.to_text)(&self.values[from..to], &mut text).ok()?;
                self.codes[position as usize] = code(&text).filter(|code| *code != UNUSED)?;
            }
        }
        if self.positions.len() == rows {
            out.extend(self.positions.iter().map(|&position| self.codes[position as usize]));
            return Some(());
        }
        if self.null == UNUSED {
            self.null = code("").filter(|code| *code != UNUSED)?;
        }
        let mut positions = self.positions.iter();
        for &level in &self.levels {
            out.push(match level == self.max_level {
                true => self.codes[*positions.next()? as usize],
                false => self.null,
            });
        }
        Some(())
    }
}

/// The places of the values of a dictionary.
fn places(values: &[u8], size: Option<usize>, number: usize) -> Option<Vec<(usize, usize)>> {
    // Each value takes a byte or more, so a damaged number cannot fill the memory.
    let mut places = Vec::with_capacity(number.min(values.len()));
    let mut at = 0_usize;
    for _ in 0..number {
        let (from, size) = match size {
            Some(size) => (at, size),
            None => (at.checked_add(4)?, values.get(at..)?.get(..4)?.try_into().map(u32::from_le_bytes).ok()? as usize),
        };
        let to = from.checked_add(size).filter(|to| *to <= values.len())?;
        places.push((from, to));
        at = to;
    }
    Some(places)
}
