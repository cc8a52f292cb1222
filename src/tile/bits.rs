//! Columns packed at a fixed number of bits a value, least significant bit first.

use super::column::Column;

/// Bits needed for the values 0 ..= `max`.
pub(super) fn width(max: u64) -> u32 {
    64 - max.leading_zeros()
}

/// Bytes of `n` values of `width` bits, or none when that is beyond memory.
pub(super) fn packed_len(n: usize, width: u32) -> Option<usize> {
    n.checked_mul(width as usize)?.checked_add(7).map(|bits| bits / 8)
}

/// Appends `values`, each of which fits `width` bits, padded with zero bits to a whole byte.
pub(super) fn pack(values: impl Iterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    let (mut pending, mut filled) = (0u128, 0u32);
    for value in values {
        pending |= u128::from(value) << filled;
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

/// Reads `n` values of `width` bits from bytes of exactly [`packed_len`]; none when the padding is not zero.
pub(super) fn unpack(bytes: &[u8], n: usize, width: u32) -> Option<Column> {
    let mut column = Column::with_capacity(width, n);
    let (mut pending, mut filled, mut next) = (0u128, 0u32, bytes.iter());
    let mask = (1u128 << width) - 1;
    for _ in 0..n {
        while filled < width {
            pending |= u128::from(*next.next()?) << filled;
            filled += 8;
        }
        column.push((pending & mask) as u64);
        pending >>= width;
        filled -= width;
    }
    (pending == 0 && next.next().is_none()).then_some(column)
}
