//! Writes a tile.

use super::coder::{Coder, Writer};
use super::column::Column;
use super::layout::{
    Encoding, MAGIC, MAX_CELLS, MAX_CODES, MAX_COORDINATES, MAX_COUNT, MAX_DIMENSIONS, MAX_MODELLED, MAX_SECTIONS,
    MEASURE_COUNT, MEASURE_KEY, MEASURE_PROTECTED, Section, TileError, VERSION,
};
use super::model::{MAX_MODEL, Model};
use crate::base::bits::{pack, width};

/// Maximum number of cells in a section that is modelled by default. Reading a modelled cell takes about 0.5 µs.
const MODELLED_CELLS: usize = 1 << 16;

/// Returns the bytes of a tile. Each key takes `key_bits` bits, the width of the largest key, M − 1. If `encoding` is
/// `None`, sections of up to 65,536 cells are modelled (smaller), and larger sections are packed (faster to read).
///
/// # Errors
/// [`TileError`] if a section exceeds a limit of the format, if cells repeat or do not ascend, if a count is 0, or if a
/// code or key is out of range.
///
/// ```
/// use cellveil::tile::{self, Column, Section};
/// let section = Section {
///     cardinalities: vec![2, 3],
///     coordinates: vec![Column::U8(vec![0, 1]), Column::U8(vec![2, 0])],
///     counts: Column::U8(vec![7, 1]),
///     keys: Some(Column::U8(vec![200, 13])),
/// };
/// let bytes = tile::encode(std::slice::from_ref(&section), 8, None)?;
/// assert_eq!(tile::decode(&bytes)?, [section]);
/// # Ok::<(), tile::TileError>(())
/// ```
pub fn encode(sections: &[Section], key_bits: u32, encoding: Option<Encoding>) -> Result<Vec<u8>, TileError> {
    let mut out = Vec::new();
    out.extend_from_slice(&MAGIC);
    out.push(VERSION);
    limit("number of sections", sections.len() as u64, 1, MAX_SECTIONS, "1 to 65536")?;
    varint(sections.len() as u64, &mut out);
    let mut bodies = Vec::new();
    for section in sections {
        check(section, key_bits)?;
        let (encoding, body) = body(section, encoding);
        varint(section.len() as u64, &mut out);
        out.push(section.cardinalities.len() as u8);
        section.cardinalities.iter().for_each(|&codes| varint(codes.into(), &mut out));
        match &section.keys {
            Some(_) => out.extend_from_slice(&[2, MEASURE_COUNT, MEASURE_KEY, key_bits as u8]),
            None => out.extend_from_slice(&[1, MEASURE_PROTECTED]),
        }
        out.push(encoding as u8);
        varint(body.len() as u64, &mut out);
        bodies.push(body);
        if let Some(column) = &section.keys {
            let mut keys = Vec::new();
            pack(&mut keys, key_bits, column.iter());
            bodies.push(keys);
        }
    }
    bodies.iter().for_each(|body| out.extend_from_slice(body));
    Ok(out)
}

fn limit(what: &'static str, found: u64, least: u64, most: u64, expected: &'static str) -> Result<(), TileError> {
    if (least..=most).contains(&found) { Ok(()) } else { Err(TileError::Limit { what, found, expected }) }
}

fn check(section: &Section, key_bits: u32) -> Result<(), TileError> {
    let cells = section.len();
    limit("number of cells", cells as u64, 0, MAX_CELLS as u64, "at most 2^26")?;
    limit("number of dimensions", section.cardinalities.len() as u64, 0, MAX_DIMENSIONS as u64, "at most 64")?;
    let coordinates = cells as u64 * section.cardinalities.len() as u64;
    limit("number of coordinates", coordinates, 0, MAX_COORDINATES as u64, "at most 2^28, cells times dimensions")?;
    limit("width of keys", key_bits.into(), 1, 53, "1 to 53 bits")?;
    for &codes in &section.cardinalities {
        limit("number of codes of a dimension", codes.into(), 1, MAX_CODES, "1 to 2^24")?;
    }
    let lengths = section.coordinates.iter().chain(&section.keys).map(Column::len);
    if section.coordinates.len() != section.cardinalities.len() || lengths.clone().any(|len| len != cells) {
        return Err(TileError::Damaged {
            what: "columns",
            expected: "one for each dimension, each as long as the counts",
        });
    }
    for (column, &codes) in section.coordinates.iter().zip(&section.cardinalities) {
        if column.iter().any(|code| code >= codes.into()) {
            return Err(TileError::Damaged { what: "coordinates", expected: "codes below the dimension's number" });
        }
    }
    if section.counts.iter().any(|count| count == 0 || count > MAX_COUNT) {
        return Err(TileError::Damaged { what: "counts", expected: "1 to 2^53" });
    }
    if section.keys.iter().flat_map(Column::iter).any(|key| key >> key_bits != 0) {
        return Err(TileError::Damaged { what: "keys", expected: "keys within their width" });
    }
    let ascending = |i: usize| {
        section.coordinates.iter().map(|c| c.get(i - 1).cmp(&c.get(i))).find(|o| o.is_ne())
            == Some(std::cmp::Ordering::Less)
    };
    if !(1..cells).all(ascending) {
        return Err(TileError::Damaged { what: "cells", expected: "ascending coordinates, each cell once" });
    }
    Ok(())
}

fn body(section: &Section, wanted: Option<Encoding>) -> (Encoding, Vec<u8>) {
    let modelled = match wanted {
        Some(Encoding::Packed) => None,
        Some(Encoding::Modelled) => modelled(section),
        None if section.len() <= MODELLED_CELLS => modelled(section),
        None => None,
    };
    match modelled {
        Some(body) => (Encoding::Modelled, body),
        None => (Encoding::Packed, packed(section)),
    }
}

fn packed(section: &Section) -> Vec<u8> {
    let mut out = Vec::new();
    for (column, &codes) in section.coordinates.iter().zip(&section.cardinalities) {
        pack(&mut out, width(codes - 1), column.iter());
    }
    let count_width = width(section.counts.iter().map(|count| count - 1).max().unwrap_or(0));
    out.push(count_width as u8);
    pack(&mut out, count_width, section.counts.iter().map(|count| count - 1));
    out
}

/// Returns the maximum number of presence bits that a reader accepts for a section of `cells` cells. A writer packs a
/// section that needs more bits.
pub(super) fn presence_budget(cells: usize) -> u64 {
    cells as u64 * 64 + (1 << 16)
}

/// The number of presence bits in the modelled form of a section.
///
/// Below a prefix of codes, each code of the next dimension takes one bit. The last code takes no bit if no smaller code
/// occurs, because then the last code must occur.
fn presence_bits(section: &Section) -> u64 {
    let mut bits = 0;
    // For each cell, whether its codes in the dimensions so far differ from those of the cell before. The first cell has no
    // cell before.
    let mut is_new: Vec<bool> = (0..section.len()).map(|cell| cell == 0).collect();
    for (column, &codes) in section.coordinates.iter().zip(&section.cardinalities) {
        let last = u64::from(codes) - 1;
        let mut before = None;
        for (code, is_new) in column.iter().zip(&mut is_new) {
            if *is_new {
                // The first code below a prefix is the smallest.
                bits += last + u64::from(code < last);
            }
            *is_new |= before != Some(code);
            before = Some(code);
        }
    }
    bits
}

/// Returns the modelled form of a section; `None` if this form exceeds a limit of the reader.
fn modelled(section: &Section) -> Option<Vec<u8>> {
    if Model::size(&section.cardinalities) > MAX_MODEL || (section.keys.is_none() && section.len() > MAX_MODELLED) {
        return None;
    }
    // With many dimensions, most sections exceed the limit. The builder need not model these sections in vain.
    if presence_bits(section) > presence_budget(section.len()) {
        return None;
    }
    let model = Model::new(&section.cardinalities);
    let mut walk = Walk { section, model, coder: Writer::new(), codes: Vec::new() };
    if !section.is_empty() {
        walk.below(0..section.len());
    }
    Some(walk.coder.finish())
}

struct Walk<'a, C> {
    section: &'a Section,
    model: Model,
    coder: C,
    codes: Vec<u32>,
}

impl<C: Coder> Walk<'_, C> {
    /// Writes the cells of `range`. Their first codes are `self.codes`.
    fn below(&mut self, range: std::ops::Range<usize>) {
        let depth = self.codes.len();
        let Some(column) = self.section.coordinates.get(depth) else {
            self.model.count(&mut self.coder, &self.codes, self.section.counts.get(range.start));
            return;
        };
        self.model.enter(&self.codes);
        let (mut seen, mut next) = (0, range.start);
        let last = self.section.cardinalities[depth] - 1;
        for code in 0..=last {
            let end = next + (next..range.end).take_while(|&i| column.get(i) == u64::from(code)).count();
            let present = end > next;
            // At least one code occurs below a prefix. If no smaller code occurs, the last code is certain and takes no
            // bit.
            if code < last || seen > 0 {
                self.model.presence(&mut self.coder, depth, code, seen, present);
            }
            if present {
                seen += 1;
                self.codes.push(code);
                self.below(next..end);
                self.codes.pop();
            }
            next = end;
        }
    }
}

/// Appends a varint: seven bits in each byte, the least significant first. All bytes but the last have the top bit set.
fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counter(u64);

    impl Coder for Counter {
        fn code(&mut self, _: u32, bit: bool) -> bool {
            self.0 += 1;
            bit
        }
    }

    #[test]
    fn presence_bits_are_counted_before_they_are_written() {
        let cardinalities = [3_u32, 1, 4, 2];
        for pattern in 0..2000_u64 {
            let drawn = pattern.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let cells: Vec<u64> = (0..24).filter(|cell| drawn >> cell & 1 == 1).collect();
            let mut below = 24;
            let coordinates = cardinalities.map(|codes| {
                below /= u64::from(codes);
                Column::from_values(&cells.iter().map(|cell| cell / below % u64::from(codes)).collect::<Vec<_>>())
            });
            let counts = Column::from_values(&vec![1; cells.len()]);
            let section =
                Section { cardinalities: cardinalities.to_vec(), coordinates: coordinates.into(), counts, keys: None };
            let model = Model::new(&cardinalities);
            let mut walk = Walk { section: &section, model, coder: Counter(0), codes: Vec::new() };
            if !cells.is_empty() {
                walk.below(0..cells.len());
            }
            // A count of 1 takes one bit.
            assert_eq!(presence_bits(&section), walk.coder.0 - cells.len() as u64, "{cells:?}");
        }
    }

    #[test]
    fn a_section_with_too_many_presence_bits_is_packed() {
        // The limit is 2^16 bits plus 64 bits a cell. Each cell is the only one below its first code.
        let section = |codes: u32| {
            let cells: Vec<u64> = (0..3000).collect();
            let coordinates = vec![Column::from_values(&cells), Column::from_values(&vec![0; cells.len()])];
            let counts = Column::from_values(&vec![1; cells.len()]);
            Section { cardinalities: vec![3000, codes], coordinates, counts, keys: None }
        };
        // A cell takes a bit for the first dimension, and `codes` bits for the second.
        let most = ((presence_budget(3000) - 3000) / 3000) as u32;
        assert!(modelled(&section(most)).is_some_and(|body| !body.is_empty()));
        assert!(modelled(&section(most + 1)).is_none());
    }
}
