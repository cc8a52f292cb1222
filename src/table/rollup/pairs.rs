//! The inner loops of the roll-up. Each loop adds pairs of count and key at the places of their codes.

use super::{Offsets, Span, each_place};
use crate::table::columns::Columns;
use crate::table::lanes;
use crate::tile::Column;

/// Above this ratio of cells read to table cells, two sums for each place are faster than one.
const LEAST_READ: usize = 8;

/// Minimum average number of codes in a segment. With shorter segments, adding single codes is faster.
const LEAST_SEGMENT: usize = 4;

/// The codes of a section on one axis, and the offset of each code.
type ByteColumn<'a> = (&'a [u8], &'a [u32; 256]);

impl Offsets {
    /// Segments of neighbouring codes with equal offsets. Dropped codes are in no segment. Returns `None` if segments
    /// are short.
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

    /// The codes of a section with their offsets, or `None` if the codes are wider than a byte.
    fn bytes<'a>(&'a self, section: &'a Columns) -> Option<ByteColumn<'a>> {
        match &section.coordinates[self.column] {
            Column::U8(codes) => Some((codes, self.by_code.first_chunk()?)),
            _ => None,
        }
    }
}

/// The sums of pairs at all places.
pub(super) struct PairSums {
    cells: usize,
    /// Whether each place has two words. Neighbouring cells often have the same place. An addition to the same word
    /// must wait for the previous one, so neighbouring cells alternate between the two words.
    doubled: bool,
    words: Vec<u64>,
}

impl PairSums {
    /// Starts all sums at 0. Uses two words for each place if there are many cells to read.
    pub fn new(cells: usize, to_read: usize) -> Self {
        let doubled = to_read / LEAST_READ > cells;
        Self { cells, doubled, words: vec![0; cells << u32::from(doubled)] }
    }

    /// Adds the pairs in a section's spans at their places.
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

    /// Adds pairs of full runs. Adds a segment of neighbouring codes in one step, without a look-up of each code.
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

    /// Adds pairs at the places of codes that are bytes.
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

    /// The sums, with one word for each place.
    pub fn merged(&mut self) -> &mut [u64] {
        if self.doubled {
            for place in 0..self.cells {
                self.words[place] = self.words[2 * place].wrapping_add(self.words[2 * place + 1]);
            }
        }
        &mut self.words[..self.cells]
    }
}

/// Adds a pair to the word at a place. Dropped cells have a place behind the last word and are ignored.
#[inline]
fn add_word(words: &mut [u64], place: usize, pair: u64) {
    if let Some(word) = words.get_mut(place) {
        *word = word.wrapping_add(pair);
    }
}

/// The inner loop for codes that are bytes. Each place has `LANES` words.
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
