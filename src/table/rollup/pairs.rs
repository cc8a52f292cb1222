//! The inner loops of the roll-up: they add pairs of count and key at the places of their codes.

use super::{Offsets, Span, each_place};
use crate::table::columns::Columns;
use crate::table::lanes;
use crate::tile::Column;

/// From this number of cells to read for each table cell, two sums for each place are faster than one.
const LEAST_READ: usize = 8;

/// Minimum mean codes of a segment. Shorter segments cost more than single codes.
const LEAST_SEGMENT: usize = 4;

/// A section's codes on an axis, and their offsets.
type ByteColumn<'a> = (&'a [u8], &'a [u32; 256]);

impl Offsets {
    /// Segments of neighbouring codes with equal offsets. `None` if segments are short or a code is dropped.
    fn segments(&self, codes: usize, cells: usize) -> Option<Vec<Span>> {
        let mut segments: Vec<Span> = Vec::new();
        for (code, &base) in self.by_code[..codes].iter().enumerate().filter(|&(_, &base)| (base as usize) < cells) {
            match segments.last_mut() {
                Some(last) if last.end == code && last.base == base => last.end += 1,
                _ => segments.push(Span { start: code, end: code + 1, base }),
            }
        }
        (segments.len() * LEAST_SEGMENT <= codes).then_some(segments)
    }

    /// The codes of a section with their offsets, if the codes are bytes.
    fn bytes<'a>(&'a self, section: &'a Columns) -> Option<ByteColumn<'a>> {
        match &section.coordinates[self.column] {
            Column::U8(codes) => Some((codes, self.by_code.first_chunk()?)),
            _ => None,
        }
    }
}

/// Sums of pairs, one word for each place.
pub(super) struct PairSums {
    cells: usize,
    /// Two words for each place. Neighbouring cells often have the same place and alternate between its words, because an
    /// addition to the same word must wait for the previous one.
    doubled: bool,
    words: Vec<u64>,
}

impl PairSums {
    /// Starts all sums at 0. Two words for each place are faster if there are many cells to read.
    pub fn new(cells: usize, to_read: usize) -> Self {
        let doubled = to_read / LEAST_READ > cells;
        Self { cells, doubled, words: vec![0; cells << u32::from(doubled)] }
    }

    /// Adds the pairs of a section's spans.
    pub fn add(&mut self, section: &Columns, pairs: &[u64], inner: &[&Offsets], spans: &[Span]) {
        match inner {
            [a] if let Some(codes) = section.full
                && let Some(segments) = a.segments(codes, self.cells) =>
            {
                self.add_segments(pairs, codes, &segments, spans);
            }
            [a] if let Some(a) = a.bytes(section) => self.add_by_bytes(pairs, [a], spans),
            [a, b] if let (Some(a), Some(b)) = (a.bytes(section), b.bytes(section)) => {
                self.add_by_bytes(pairs, [a, b], spans);
            }
            [a, b, c] if let (Some(a), Some(b), Some(c)) = (a.bytes(section), b.bytes(section), c.bytes(section)) => {
                self.add_by_bytes(pairs, [a, b, c], spans);
            }
            [] => {
                for &Span { start, end, base } in spans {
                    add_word(
                        &mut self.words,
                        (base as usize) << u32::from(self.doubled),
                        lanes::sum(&pairs[start..end]),
                    );
                }
            }
            _ => {
                for span in spans {
                    each_place(section, inner, span, self.cells, |place, cell| {
                        add_word(&mut self.words, place << u32::from(self.doubled), pairs[cell]);
                    });
                }
            }
        }
    }

    /// Adds pairs of full runs. Neighbouring codes of the same place are added without reading their codes.
    fn add_segments(&mut self, pairs: &[u64], codes: usize, segments: &[Span], spans: &[Span]) {
        for &Span { start, end, base } in spans {
            for run in pairs[start..end].chunks_exact(codes) {
                for segment in segments {
                    let place = (base + segment.base) as usize;
                    add_word(
                        &mut self.words,
                        place << u32::from(self.doubled),
                        lanes::sum(&run[segment.start..segment.end]),
                    );
                }
            }
        }
    }

    /// Adds pairs at the places of columns of bytes.
    fn add_by_bytes<const N: usize>(&mut self, pairs: &[u64], columns: [ByteColumn<'_>; N], spans: &[Span]) {
        if self.doubled {
            add_by_bytes::<N, 2>(self.words.as_chunks_mut().0, pairs, columns, spans);
        } else {
            add_by_bytes::<N, 1>(self.words.as_chunks_mut().0, pairs, columns, spans);
        }
    }

    /// Resets all sums to 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The sums, one word for each place.
    pub fn merged(&mut self) -> &mut [u64] {
        if self.doubled {
            for place in 0..self.cells {
                self.words[place] = self.words[2 * place].wrapping_add(self.words[2 * place + 1]);
            }
        }
        &mut self.words[..self.cells]
    }
}

/// Adds to a word. Dropped cells have no word.
#[inline]
fn add_word(words: &mut [u64], place: usize, pair: u64) {
    if let Some(word) = words.get_mut(place) {
        *word = word.wrapping_add(pair);
    }
}

/// The inner loop, with `LANES` words for each place.
fn add_by_bytes<const N: usize, const LANES: usize>(
    words: &mut [[u64; LANES]],
    pairs: &[u64],
    columns: [ByteColumn<'_>; N],
    spans: &[Span],
) {
    for &Span { start, end, base } in spans {
        let mut add = |codes: [u8; N], pair: u64, lane: usize| {
            let mut place = base;
            for (code, (_, by_code)) in codes.into_iter().zip(columns) {
                place += by_code[usize::from(code)];
            }
            if let Some(words) = words.get_mut(place as usize) {
                words[lane] = words[lane].wrapping_add(pair);
            }
        };
        let (fours, rest) = pairs[start..end].as_chunks::<4>();
        let codes = columns.map(|(codes, _)| codes[start..end].as_chunks::<4>());
        for (at, pairs) in fours.iter().enumerate() {
            let codes = codes.map(|(fours, _)| fours[at]);
            for i in 0..4 {
                add(codes.map(|codes| codes[i]), pairs[i], i % LANES);
            }
        }
        for (at, &pair) in rest.iter().enumerate() {
            add(codes.map(|(_, rest)| rest[at]), pair, 0);
        }
    }
}
