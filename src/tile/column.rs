//! A column of whole numbers, stored in the narrowest of four widths.

use crate::base::bits::Unpack;

/// The values of one column, one value for each cell. The width affects only memory and speed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// Values below 2^8.
    U8(Vec<u8>),
    /// Values below 2^16.
    U16(Vec<u16>),
    /// Values below 2^32.
    U32(Vec<u32>),
    /// Any value.
    U64(Vec<u64>),
}

impl Column {
    /// Makes an empty column with room for `capacity` values of at most `bits` bits.
    pub fn with_capacity(bits: u32, capacity: usize) -> Self {
        match bits {
            0..=8 => Self::U8(Vec::with_capacity(capacity)),
            9..=16 => Self::U16(Vec::with_capacity(capacity)),
            17..=32 => Self::U32(Vec::with_capacity(capacity)),
            _ => Self::U64(Vec::with_capacity(capacity)),
        }
    }

    /// Makes a column with the narrowest width that holds the largest value.
    pub fn from_values(values: &[u64]) -> Self {
        let max = values.iter().copied().max().unwrap_or(0);
        let mut column = Self::with_capacity(64 - max.leading_zeros(), values.len());
        values.iter().for_each(|&value| column.push(value));
        column
    }

    /// Reads `n` packed numbers of `width` bits. Returns `None` if bytes are left over, or if a padding bit is not
    /// zero.
    pub(super) fn unpack(bytes: &[u8], n: usize, width: u32) -> Option<Self> {
        let mut list = Unpack::new(bytes, width);
        let mut column = Self::with_capacity(width, n);
        match &mut column {
            Self::U8(values) => values.extend((0..n).map(|_| list.next() as u8)),
            Self::U16(values) => values.extend((0..n).map(|_| list.next() as u16)),
            Self::U32(values) => values.extend((0..n).map(|_| list.next() as u32)),
            Self::U64(values) => values.extend((0..n).map(|_| list.next())),
        }
        list.is_at_end().then_some(column)
    }

    /// Appends a value. The caller ensures that the value fits the width of the column.
    #[inline]
    pub fn push(&mut self, value: u64) {
        match self {
            Self::U8(values) => values.push(value as u8),
            Self::U16(values) => values.push(value as u16),
            Self::U32(values) => values.push(value as u32),
            Self::U64(values) => values.push(value),
        }
    }

    /// The value at `index`.
    ///
    /// # Panics
    /// When `index` is not below [`len`](Self::len).
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        match self {
            Self::U8(values) => values[index].into(),
            Self::U16(values) => values[index].into(),
            Self::U32(values) => values[index].into(),
            Self::U64(values) => values[index],
        }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(values) => values.len(),
            Self::U16(values) => values.len(),
            Self::U32(values) => values.len(),
            Self::U64(values) => values.len(),
        }
    }

    /// Memory used by the values, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::U8(values) => size_of_val(values.as_slice()),
            Self::U16(values) => size_of_val(values.as_slice()),
            Self::U32(values) => size_of_val(values.as_slice()),
            Self::U64(values) => size_of_val(values.as_slice()),
        }
    }

    /// Whether the column has no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values, as 64-bit numbers.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}
