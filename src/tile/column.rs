//! A column of whole numbers in the narrowest of four widths.

use crate::base::bits::Unpack;

/// Values of one column, one a cell. The width is a matter of memory and speed only; values compare across widths.
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
    /// An empty column for values of up to `bits` bits, with room for `capacity` of them.
    pub fn with_capacity(bits: u32, capacity: usize) -> Self {
        match bits {
            0..=8 => Self::U8(Vec::with_capacity(capacity)),
            9..=16 => Self::U16(Vec::with_capacity(capacity)),
            17..=32 => Self::U32(Vec::with_capacity(capacity)),
            _ => Self::U64(Vec::with_capacity(capacity)),
        }
    }

    /// A column as narrow as its largest value allows.
    pub fn from_values(values: &[u64]) -> Self {
        let max = values.iter().copied().max().unwrap_or(0);
        let mut column = Self::with_capacity(64 - max.leading_zeros(), values.len());
        values.iter().for_each(|&value| column.push(value));
        column
    }

    /// Reads `n` packed numbers of `width` bits; none unless they take all bytes, filled up with zero bits.
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

    /// Appends a value, which fits the width by the caller's choice of `bits`.
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

    /// Memory that the values take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::U8(values) => size_of_val(values.as_slice()),
            Self::U16(values) => size_of_val(values.as_slice()),
            Self::U32(values) => size_of_val(values.as_slice()),
            Self::U64(values) => size_of_val(values.as_slice()),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values, widened.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}
