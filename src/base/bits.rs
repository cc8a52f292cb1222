//! Packs and reads lists of whole numbers with a fixed number of bits for each number, lowest bit first.

/// Maximum width of a number, in bits. A number of this width and 7 bits of the previous number still fit a u64.
pub(crate) const MAX_WIDTH: u32 = 57;

/// Returns the smallest number of bits that holds every number from 0 to `most`.
pub(crate) fn width(most: impl Into<u64>) -> u32 {
    u64::BITS - most.into().leading_zeros()
}

/// Returns the number of bytes that `count` numbers of `width` bits take; `None` for 2^64 bits or more.
pub(crate) fn packed_len(count: impl Into<u64>, width: u32) -> Option<u64> {
    Some(count.into().checked_mul(width.into())?.div_ceil(8))
}

/// Appends the numbers with `width` bits each, then zero bits up to the next whole byte. Each number must be below
/// 2^`width`.
pub(crate) fn pack(out: &mut Vec<u8>, width: u32, numbers: impl IntoIterator<Item = impl Into<u64>>) {
    debug_assert!(width <= MAX_WIDTH);
    let mut pending: u64 = 0;
    let mut filled = 0;
    for number in numbers {
        pending |= number.into() << filled;
        filled += width;
        while filled >= 8 {
            out.push(pending as u8);
            pending >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        out.push(pending as u8);
    }
}

/// Reads the numbers of a packed list. The list has [`packed_len`] bytes.
pub(crate) struct Unpack<'a> {
    bytes: &'a [u8],
    width: u32,
    pending: u64,
    filled: u32,
}

impl<'a> Unpack<'a> {
    /// Starts to read a list of numbers of `width` bits, at most [`MAX_WIDTH`].
    pub(crate) fn new(bytes: &'a [u8], width: u32) -> Self {
        debug_assert!(width <= MAX_WIDTH);
        Self { bytes, width, pending: 0, filled: 0 }
    }

    /// Returns the next number, or 0 after the end of the list.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        while self.filled < self.width {
            let Some((&byte, rest)) = self.bytes.split_first() else { return 0 };
            self.pending |= u64::from(byte) << self.filled;
            self.filled += 8;
            self.bytes = rest;
        }
        let number = self.pending & ((1 << self.width) - 1);
        self.pending >>= self.width;
        self.filled -= self.width;
        number
    }

    /// Whether all bytes are read and the padding bits of the last byte are zero.
    pub(crate) fn is_at_end(&self) -> bool {
        self.bytes.is_empty() && self.pending == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lowest_bit_first() {
        for (bits, numbers, bytes) in [
            (0, vec![0, 0, 0], vec![]),
            (1, vec![0, 1, 0, 0, 0, 0, 0, 1, 1], vec![0x82, 0x01]),
            (3, vec![2, 3, 0, 4], vec![0x1A, 0x08]),
            (32, vec![0x4000_0000, 0xFFFF_FFFF], vec![0, 0, 0, 0x40, 0xFF, 0xFF, 0xFF, 0xFF]),
            (53, vec![1 << 52, 1], vec![0, 0, 0, 0, 0, 0, 0x30, 0, 0, 0, 0, 0, 0, 0]),
        ] {
            let mut out = Vec::new();
            pack(&mut out, bits, numbers.iter().copied());
            assert_eq!(out, bytes);
            assert_eq!(packed_len(numbers.len() as u64, bits), Some(bytes.len() as u64));
            let mut list = Unpack::new(&bytes, bits);
            assert_eq!(numbers.iter().map(|_| list.next()).collect::<Vec<u64>>(), numbers);
            assert!(list.is_at_end());
        }
    }

    #[test]
    fn widths_are_the_fewest_bits() {
        assert_eq!([0u32, 1, 2, 3, 4, 255, 256, u32::MAX].map(width), [0, 1, 2, 2, 3, 8, 9, 32]);
        assert_eq!(packed_len(u64::MAX, 2), None);
    }
}
