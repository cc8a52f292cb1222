//! Cells as rows of equal length: the codes, the count and the key. Each code takes as many whole bytes as the codes of its
//! dimension need, the highest byte first. So rows have the order of their codes.

use std::ops::Range;

use crate::base::bits::width;

/// Bytes of a count and of a key.
pub(super) const VALUES: usize = 16;

/// The bytes of each dimension's codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowForm {
    widths: Vec<usize>,
    /// Bytes of all codes.
    pub codes: usize,
}

impl RowForm {
    /// The form of rows for dimensions with these numbers of codes.
    pub fn new(codes: impl Iterator<Item = usize>) -> Self {
        let width = |codes: usize| (width(codes.saturating_sub(1) as u64) as usize).div_ceil(8).max(1);
        let widths: Vec<usize> = codes.map(width).collect();
        let codes = widths.iter().sum();
        Self { widths, codes }
    }

    /// Bytes of a row.
    pub fn len(&self) -> usize {
        self.codes + VALUES
    }

    /// The place of each dimension's code in a row.
    pub fn fields(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 0;
        self.widths.iter().map(move |width| {
            end += width;
            end - width..end
        })
    }

    /// Appends the codes of a row.
    pub fn write_codes(&self, codes: impl Iterator<Item = u32>, to: &mut Vec<u8>) {
        for (code, width) in codes.zip(&self.widths) {
            to.extend_from_slice(&code.to_be_bytes()[4 - width..]);
        }
    }

    /// The codes of a row.
    pub fn codes_of(&self, row: &[u8]) -> impl Iterator<Item = u32> {
        self.fields().map(|field| code(&row[field]))
    }
}

/// A code in its bytes.
pub(super) fn code(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// The count and the key at the end of a row.
pub(super) fn values(row: &[u8]) -> (u64, u64) {
    let (row, key) = row.split_last_chunk().expect("a row ends with a key");
    let (_, count) = row.split_last_chunk().expect("a row has a count before its key");
    (u64::from_le_bytes(*count), u64::from_le_bytes(*key))
}

/// Appends a count and a key.
pub(super) fn write_values((count, key): (u64, u64), to: &mut Vec<u8>) {
    to.extend_from_slice(&count.to_le_bytes());
    to.extend_from_slice(&key.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_order_of_their_codes() {
        let form = RowForm::new([1, 256, 257, 1 << 16, (1 << 16) + 1, (1 << 24) + 1].into_iter());
        assert_eq!((form.codes, form.len()), (13, 29));
        let cells =
            [[0, 0, 0, 9, 0, 0], [0, 0, 256, 1, 0, 0], [0, 1, 0, 65_535, 65_536, 1 << 24], [0, 255, 0, 0, 0, 0]];
        let rows = cells.map(|cell| {
            let mut row = Vec::new();
            form.write_codes(cell.into_iter(), &mut row);
            write_values((1 << 52, u64::MAX - u64::from(cell[1])), &mut row);
            row
        });
        assert!(rows.is_sorted());
        for (row, cell) in rows.iter().zip(cells) {
            assert_eq!(row.len(), form.len());
            assert_eq!(form.codes_of(row).collect::<Vec<_>>(), cell);
            assert_eq!(values(row), (1 << 52, u64::MAX - u64::from(cell[1])));
        }
    }
}
