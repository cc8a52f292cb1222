//! Decodes a stored p-table. The bytes are not trusted: every length is checked before memory is allocated.

use super::super::interval::IntervalBuilder;
use super::super::{
    DenseTable, Entry, Flaw, IntervalTable, MAX_INTERVALS, MAX_KEYS, MAX_NOISES, MAX_ROWS, ONE, Ptable, PtableError,
};
use super::{DENSE, HEADER_LEN, Header, INTERVAL, MAGIC, VERSION, at};
use crate::base::bits::{Unpack, packed_len, width};

pub(in super::super) fn decode(bytes: &[u8]) -> Result<Ptable, PtableError> {
    let (header, body) = Header::read(bytes)?;
    if header.shape == INTERVAL {
        decode_interval(header, body).map(Ptable::Interval)
    } else {
        decode_dense(header, body).map(Ptable::Dense)
    }
}

impl Header {
    /// Reads the header. Returns the header and the bytes that follow.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), PtableError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(error(0, Flaw::Magic));
        }
        // Check the version before the length: a newer version may have another header.
        match bytes.get(at::VERSION) {
            Some(&VERSION) => {}
            Some(&other) => return Err(error(at::VERSION, Flaw::Version(other))),
            None => return Err(length(bytes.len() as u64, HEADER_LEN as u64)),
        }
        let Some((header, body)) = bytes.split_first_chunk::<HEADER_LEN>() else {
            return Err(length(bytes.len() as u64, HEADER_LEN as u64));
        };
        let u32_at = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let header = Self {
            shape: header[at::SHAPE],
            row_zero: header[at::ROW_ZERO] == 1,
            noise_width: header[at::NOISE_WIDTH].into(),
            rows: u32_at(at::ROWS),
            columns: u32_at(at::COLUMNS),
            least_noise: i16::from_le_bytes([header[at::LEAST_NOISE], header[at::LEAST_NOISE + 1]]),
            stored: u32_at(at::STORED),
        };
        header.check(bytes[at::ROW_ZERO], [bytes[at::RESERVED], bytes[at::RESERVED + 1]])?;
        Ok((header, body))
    }

    /// Checks the limits, so that later products cannot overflow and allocations stay bounded.
    fn check(&self, row_zero: u8, reserved: [u8; 2]) -> Result<(), PtableError> {
        let field = |at: usize, field, value: u32, expected| {
            Err(error(at, Flaw::Field { field, value: value.into(), expected }))
        };
        let dense = match self.shape {
            INTERVAL => false,
            DENSE => true,
            other => return Err(error(at::SHAPE, Flaw::UnknownShape(other))),
        };
        if row_zero > u8::from(dense) {
            return field(at::ROW_ZERO, "row zero", row_zero.into(), "0, or 1 in a dense table");
        }
        if self.noise_width > 16 {
            return field(at::NOISE_WIDTH, "noise width", self.noise_width, "0 to 16");
        }
        if reserved != [0, 0] {
            return field(at::RESERVED, "reserved", u16::from_le_bytes(reserved).into(), "0");
        }
        if self.rows == 0 || self.rows > MAX_ROWS + 1 {
            return field(at::ROWS, "rows", self.rows, "1 to 100001");
        }
        if dense {
            if self.columns == 0 || self.columns > MAX_KEYS {
                return field(at::COLUMNS, "columns", self.columns, "1 to 65536 keys");
            }
            if u64::from(self.rows) * u64::from(self.columns) > MAX_NOISES as u64 {
                return field(at::ROWS, "rows", self.rows, "at most 16777216 noises, rows times keys");
            }
            if self.stored == 0 || self.stored > self.rows {
                return field(at::STORED, "stored", self.stored, "1 to the number of rows");
            }
        } else {
            if self.stored < self.rows || self.stored > MAX_INTERVALS as u32 {
                return field(at::STORED, "stored", self.stored, "an entry a row or more, at most 4194304");
            }
            if self.columns == 0 || self.columns > self.stored {
                return field(at::COLUMNS, "columns", self.columns, "1 to the number of entries");
            }
        }
        Ok(())
    }

    /// Adds the least noise to a packed noise. The sum may exceed 16 bits; the caller then returns an error.
    fn noise(&self, packed: u64) -> i32 {
        i32::from(self.least_noise) + packed as i32
    }
}

fn decode_interval(header: Header, body: &[u8]) -> Result<IntervalTable, PtableError> {
    let length_width = width(header.columns - 1);
    let lists = [(header.rows, length_width), (header.stored, header.noise_width), (header.stored - header.rows, 32)];
    let [lengths, noises, bounds] = cut(body, lists)?;
    // Check the sum of the lengths first, so that every entry read below has a noise and a bound.
    let mut list = Unpack::new(lengths, length_width);
    let sum: u64 = (0..header.rows).map(|_| list.next() + 1).sum();
    if sum != u64::from(header.stored) {
        let flaw =
            Flaw::Field { field: "stored", value: header.stored.into(), expected: "the sum of the rows' lengths" };
        return Err(error(at::STORED, flaw));
    }
    let mut lengths = Unpack::new(lengths, length_width);
    let mut noises = Unpack::new(noises, header.noise_width);
    let mut bounds = Unpack::new(bounds, 32);
    let mut builder = IntervalBuilder::default();
    for _ in 0..header.rows {
        for _ in 0..lengths.next() {
            builder.push(Entry { upper: bounds.next(), noise: header.noise(noises.next()) })?;
        }
        builder.push(Entry { upper: ONE, noise: header.noise(noises.next()) })?;
        builder.end_row()?;
    }
    Ok(builder.finish()?)
}

fn decode_dense(header: Header, body: &[u8]) -> Result<DenseTable, PtableError> {
    let keys = header.columns as usize;
    let repeats = header.stored < header.rows;
    let index_width = width(header.stored - 1);
    // The header check limits the numbers in both lists to MAX_NOISES.
    let lists =
        [(if repeats { header.rows } else { 0 }, index_width), (header.stored * header.columns, header.noise_width)];
    let [indices, noises] = cut(body, lists)?;
    let mut list = Unpack::new(noises, header.noise_width);
    let mut distinct = Vec::with_capacity(header.stored as usize * keys);
    for _ in 0..header.stored as usize * keys {
        let noise = header.noise(list.next());
        distinct.push(i16::try_from(noise).map_err(|_| Flaw::Noise(noise.into()))?);
    }
    if !repeats {
        return DenseTable::new(header.columns, header.row_zero, distinct);
    }
    let mut list = Unpack::new(indices, index_width);
    let mut all = Vec::with_capacity(header.rows as usize * keys);
    for _ in 0..header.rows {
        let index = list.next();
        let row = distinct.chunks_exact(keys).nth(index as usize).ok_or_else(|| {
            error(HEADER_LEN, Flaw::Field { field: "index", value: index, expected: "below the number of stored rows" })
        })?;
        all.extend_from_slice(row);
    }
    DenseTable::new(header.columns, header.row_zero, all)
}

/// Cuts the body into lists. Each list is given by the count and the width of its numbers. The lists must fill the body
/// exactly.
fn cut<const N: usize>(body: &[u8], lists: [(u32, u32); N]) -> Result<[&[u8]; N], PtableError> {
    // A list has at most 2^32 numbers of 32 bits, so the total length cannot overflow. The sum is checked nevertheless.
    let expected = lists
        .iter()
        .try_fold(0u64, |sum, &(count, width)| sum.checked_add(packed_len(count, width)?))
        .unwrap_or(u64::MAX);
    if body.len() as u64 != expected {
        let header = HEADER_LEN as u64;
        return Err(length(header + body.len() as u64, expected.saturating_add(header)));
    }
    let mut rest = body;
    let cut = lists.map(|(count, width)| {
        let bytes = packed_len(count, width).expect("the sum above has its length") as usize;
        let (list, after) = rest.split_at(bytes);
        rest = after;
        list
    });
    let mut end = HEADER_LEN;
    for (list, (count, width)) in cut.iter().zip(lists) {
        end += list.len();
        // A list has 0 to 7 unused bits. An empty list has no unused bits.
        let unused = (list.len() as u64 * 8 - u64::from(count) * u64::from(width)) as u32;
        if list.last().is_some_and(|last| last.leading_zeros() < unused) {
            return Err(error(end - 1, Flaw::Padding));
        }
    }
    Ok(cut)
}

fn error(offset: usize, flaw: Flaw) -> PtableError {
    PtableError::Stored { offset, flaw }
}

fn length(found: u64, expected: u64) -> PtableError {
    error(0, Flaw::Length { found, expected })
}
