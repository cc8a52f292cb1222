//! Reads a tile. Each size is compared with the number of bytes before memory is allocated. This file checks all
//! invariants of a tile on which the rest of the crate relies.

use super::coder::Reader;
use super::column::Column;
use super::encode::presence_budget;
use super::layout::{
    MAGIC, MAX_CELLS, MAX_CODES, MAX_COORDINATES, MAX_COUNT, MAX_DIMENSIONS, MAX_MODELLED, MAX_SECTIONS, MEASURE_COUNT,
    MEASURE_KEY, MEASURE_PROTECTED, Section, TileError, VERSION,
};
use super::model::{MAX_MODEL, Model};
use crate::base::bits::{packed_len, width};

/// Returns the sections of a tile. All codes are in range. Cells are in ascending order, and each cell occurs once.
///
/// # Errors
/// [`TileError`] for bytes that are not a valid tile of a version up to [`VERSION`].
///
/// # Caller must ensure
/// The width of the keys fits the modulus, and the cardinalities equal the numbers of codes of the view's dimensions.
pub fn decode(bytes: &[u8]) -> Result<Vec<Section>, TileError> {
    let mut input = Input { bytes, at: 0 };
    if input.take(3, "the magic bytes").map_err(|_| TileError::Magic)? != MAGIC {
        return Err(TileError::Magic);
    }
    match input.byte("the version")? {
        VERSION => {}
        newer if newer > VERSION => return Err(TileError::Newer(newer)),
        _ => return Err(TileError::Limit { what: "version", found: 0, expected: "1" }),
    }
    let sections = input.number("number of sections", 1, MAX_SECTIONS, "1 to 65536")?;
    let headers = (0..sections).map(|_| Header::read(&mut input)).collect::<Result<Vec<_>, _>>()?;
    let sections = headers.into_iter().map(|header| header.section(&mut input)).collect::<Result<Vec<_>, _>>()?;
    match bytes.len() - input.at {
        0 => Ok(sections),
        left => Err(TileError::Long(left)),
    }
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, n: usize, expected: &'static str) -> Result<&'a [u8], TileError> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(TileError::Short { at: self.bytes.len(), expected })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self, expected: &'static str) -> Result<u8, TileError> {
        self.take(1, expected).map(|bytes| bytes[0])
    }

    /// Reads a varint of at most 63 bits. The varint must have its shortest form and a value in `least ..= most`.
    fn number(&mut self, what: &'static str, least: u64, most: u64, expected: &'static str) -> Result<u64, TileError> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte(what)?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err(TileError::Damaged { what, expected: "the shortest form of a number" });
                }
                return if (least..=most).contains(&value) {
                    Ok(value)
                } else {
                    Err(TileError::Limit { what, found: value, expected })
                };
            }
        }
        Err(TileError::Damaged { what, expected: "a number of at most nine bytes" })
    }
}

struct Header {
    cells: usize,
    cardinalities: Vec<u32>,
    /// Bits of each key; `None` if the cells have no keys.
    key_bits: Option<u32>,
    modelled: bool,
    body: usize,
}

impl Header {
    fn read(input: &mut Input<'_>) -> Result<Self, TileError> {
        let cells = input.number("number of cells", 0, MAX_CELLS as u64, "at most 2^26")? as usize;
        let dimensions = input.byte("the number of dimensions")?;
        if usize::from(dimensions) > MAX_DIMENSIONS {
            let what = "number of dimensions";
            return Err(TileError::Limit { what, found: dimensions.into(), expected: "at most 64" });
        }
        if cells > MAX_COORDINATES / usize::from(dimensions).max(1) {
            let found = cells as u64 * u64::from(dimensions);
            let expected = "at most 2^28, cells times dimensions";
            return Err(TileError::Limit { what: "number of coordinates", found, expected });
        }
        let most_cells =
            |codes: &[u32]| codes.iter().fold(1usize, |cells, &codes| cells.saturating_mul(codes as usize));
        let cardinalities = (0..dimensions)
            .map(|_| Ok(input.number("number of codes of a dimension", 1, MAX_CODES, "1 to 2^24")? as u32))
            .collect::<Result<Vec<_>, TileError>>()?;
        let measures: &[u8] = match input.byte("the measures")? {
            1 => &[MEASURE_PROTECTED],
            2 => &[MEASURE_COUNT, MEASURE_KEY],
            number => return Err(TileError::Unknown { what: "measure", number }),
        };
        for &expected in measures {
            match input.byte("the measures")? {
                found if found == expected => {}
                number => return Err(TileError::Unknown { what: "measure", number }),
            }
        }
        let key_bits = if measures.contains(&MEASURE_KEY) { Some(input.byte("the width of keys")?) } else { None };
        if let Some(bits) = key_bits.filter(|bits| !(1..=53).contains(bits)) {
            return Err(TileError::Limit { what: "width of keys", found: bits.into(), expected: "1 to 53 bits" });
        }
        let modelled = match input.byte("the encoding")? {
            0 => false,
            1 => true,
            number => return Err(TileError::Unknown { what: "encoding", number }),
        };
        let body = input.number("length of a section", 0, 1 << 30, "at most 2^30")? as usize;
        if cells > most_cells(&cardinalities) {
            return Err(TileError::Damaged { what: "cells", expected: "at most one for each combination of codes" });
        }
        Ok(Self { cells, cardinalities, key_bits: key_bits.map(u32::from), modelled, body })
    }

    fn section(self, input: &mut Input<'_>) -> Result<Section, TileError> {
        let body = input.take(self.body, "the cells of a section")?;
        let keys = self.key_bits.map(|bits| self.column(input, bits, "the keys of a section")).transpose()?;
        let (coordinates, counts) = if self.modelled { self.modelled(body)? } else { self.packed(body)? };
        Ok(Section { cardinalities: self.cardinalities, coordinates, counts, keys })
    }

    /// Reads a packed column with one number for each cell.
    fn column(&self, input: &mut Input<'_>, width: u32, what: &'static str) -> Result<Column, TileError> {
        let len = packed_len(self.cells as u64, width).expect("2^26 cells of 53 bits are far below 2^64 bits") as usize;
        Column::unpack(input.take(len, what)?, self.cells, width)
            .ok_or(TileError::Damaged { what, expected: "zero bits after the last number" })
    }

    fn packed(&self, body: &[u8]) -> Result<(Vec<Column>, Column), TileError> {
        let mut input = Input { bytes: body, at: 0 };
        let coordinates = self
            .cardinalities
            .iter()
            .map(|&codes| self.column(&mut input, width(codes - 1), "the coordinates of a section"))
            .collect::<Result<Vec<_>, _>>()?;
        let count_width = u32::from(input.byte("the width of counts")?);
        if count_width > 53 {
            let what = "width of counts";
            return Err(TileError::Limit { what, found: count_width.into(), expected: "at most 53 bits" });
        }
        let less_one = self.column(&mut input, count_width, "the counts of a section")?;
        if input.at != body.len() {
            return Err(TileError::Long(body.len() - input.at));
        }
        self.check(&coordinates)?;
        let values: Vec<u64> = less_one.iter().map(|count| count + 1).collect();
        if width(values.iter().map(|count| count - 1).max().unwrap_or(0)) != count_width {
            return Err(TileError::Damaged { what: "counts", expected: "the narrowest width that holds them" });
        }
        Ok((coordinates, Column::from_values(&values)))
    }

    /// Checks that codes are in range and cells ascend. Every section in the modelled encoding meets both conditions.
    fn check(&self, coordinates: &[Column]) -> Result<(), TileError> {
        for (column, &codes) in coordinates.iter().zip(&self.cardinalities) {
            if column.iter().any(|code| code >= codes.into()) {
                let expected = "codes below the dimension's number";
                return Err(TileError::Damaged { what: "coordinates", expected });
            }
        }
        // The comparison starts at the last dimension. `before[i]` is true if cell i − 1 precedes cell i in the
        // dimensions compared so far.
        let mut before = vec![false; self.cells];
        for column in coordinates.iter().rev() {
            for (i, before) in before.iter_mut().enumerate().skip(1) {
                match column.get(i - 1).cmp(&column.get(i)) {
                    std::cmp::Ordering::Less => *before = true,
                    std::cmp::Ordering::Greater => *before = false,
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        if before.iter().skip(1).all(|&before| before) {
            Ok(())
        } else {
            Err(TileError::Damaged { what: "cells", expected: "ascending coordinates, each cell once" })
        }
    }

    fn modelled(&self, body: &[u8]) -> Result<(Vec<Column>, Column), TileError> {
        if Model::size(&self.cardinalities) > MAX_MODEL {
            let expected = "so few that the model of the cells has at most 2^22 entries";
            return Err(TileError::Damaged { what: "numbers of codes", expected });
        }
        if self.key_bits.is_none() && self.cells > MAX_MODELLED {
            return Err(TileError::Damaged {
                what: "cells",
                expected: "at most 2^20 in a modelled section without keys",
            });
        }
        let mut walk = Walk {
            header: self,
            model: Model::new(&self.cardinalities),
            coder: Reader::new(body),
            codes: Vec::with_capacity(self.cardinalities.len()),
            budget: presence_budget(self.cells),
            coordinates: self
                .cardinalities
                .iter()
                .map(|&codes| Column::with_capacity(width(codes - 1), self.cells.min(body.len() * 8)))
                .collect(),
            counts: Vec::with_capacity(self.cells.min(body.len() * 8)),
        };
        if self.cells > 0 {
            walk.below()?;
        }
        if walk.counts.len() != self.cells || !walk.coder.is_at_end() {
            return Err(TileError::Damaged { what: "cells", expected: "the number in the section's header" });
        }
        Ok((walk.coordinates, Column::from_values(&walk.counts)))
    }
}

struct Walk<'a> {
    header: &'a Header,
    model: Model,
    coder: Reader<'a>,
    codes: Vec<u32>,
    budget: u64,
    coordinates: Vec<Column>,
    counts: Vec<u64>,
}

impl Walk<'_> {
    /// Reads the cells whose first codes are `self.codes`.
    fn below(&mut self) -> Result<(), TileError> {
        let depth = self.codes.len();
        let Some(&codes) = self.header.cardinalities.get(depth) else {
            return self.cell();
        };
        self.model.enter(&self.codes);
        let mut seen = 0;
        for code in 0..codes {
            let present = if code + 1 < codes || seen > 0 {
                let spent = TileError::Damaged { what: "cells", expected: "a tree of codes within the reading budget" };
                self.budget = self.budget.checked_sub(1).ok_or(spent)?;
                self.model.presence(&mut self.coder, depth, code, seen, false)
            } else {
                true
            };
            if present {
                seen += 1;
                self.codes.push(code);
                self.below()?;
                self.codes.pop();
            }
        }
        Ok(())
    }

    fn cell(&mut self) -> Result<(), TileError> {
        if self.counts.len() == self.header.cells {
            return Err(TileError::Damaged { what: "cells", expected: "the number in the section's header" });
        }
        let count = self.model.count(&mut self.coder, &self.codes, 0);
        if count > MAX_COUNT {
            return Err(TileError::Damaged { what: "counts", expected: "1 to 2^53" });
        }
        self.counts.push(count);
        for (column, &code) in self.coordinates.iter_mut().zip(&self.codes) {
            column.push(code.into());
        }
        Ok(())
    }
}

const _: () = assert!(MAX_COUNT.is_power_of_two()); // so 53 bits hold the largest count minus 1

#[cfg(test)]
mod tests;
