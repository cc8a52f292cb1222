//! Packs the codes of a cell into one integer.

/// An integer that holds the codes of a cell.
pub(super) trait Word: Copy + Ord + Send + Sync + From<u32> {
    /// Puts the number of a code at an empty place.
    fn with(self, code: u32, shift: u32) -> Self;
    /// The lowest 32 bits from a place on.
    fn low_from(self, shift: u32) -> u32;
}

impl Word for u64 {
    fn with(self, code: u32, shift: u32) -> Self {
        self | Self::from(code) << shift
    }

    fn low_from(self, shift: u32) -> u32 {
        (self >> shift) as u32
    }
}

impl Word for u128 {
    fn with(self, code: u32, shift: u32) -> Self {
        self | Self::from(code) << shift
    }

    fn low_from(self, shift: u32) -> u32 {
        (self >> shift) as u32
    }
}

/// The places of the dimensions in an integer. The first dimension is in the highest bits, so integers have the order of
/// the codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// For each dimension, the lowest bit and the number of bits.
    fields: Vec<(u32, u32)>,
    total: u32,
}

impl Layout {
    /// `None` if the dimensions need more than 128 bits.
    pub fn new(widths: &[u32]) -> Option<Self> {
        let total = widths.iter().sum();
        let mut shift: u32 = total;
        let field = |&width: &u32| {
            shift -= width;
            // A field without bits holds only the code 0. It stays within the integer.
            (if width == 0 { 0 } else { shift }, width)
        };
        let fields = widths.iter().map(field).collect();
        (total <= u128::BITS).then_some(Self { fields, total })
    }

    pub fn is_narrow(&self) -> bool {
        self.total <= u64::BITS
    }

    /// The dimensions: shift and number of bits.
    pub fn fields(&self) -> &[(u32, u32)] {
        &self.fields
    }

    pub fn pack<W: Word>(&self, codes: impl Iterator<Item = u32>) -> W {
        self.fields.iter().zip(codes).fold(W::from(0), |packed, (&(shift, _), code)| packed.with(code, shift))
    }

    /// The codes of a packed cell.
    pub fn codes<W: Word>(&self, packed: W) -> impl Iterator<Item = u32> {
        self.fields.iter().map(move |&field| code(packed, field))
    }
}

/// The code in a field of a packed cell.
pub(super) fn code<W: Word>(packed: W, (shift, width): (u32, u32)) -> u32 {
    // A code has at most 32 bits, so the mask fits.
    packed.low_from(shift) & ((1_u64 << width) - 1) as u32
}

/// The number of bits of a number.
pub(super) fn bits(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn packed_codes_have_the_order_of_the_codes() {
        let layout = Layout::new(&[3, 0, 32, 20]).unwrap();
        assert!(layout.is_narrow());
        let cells = [[0, 0, 7, 9], [1, 0, 0, 0], [1, 0, u32::MAX, 1], [7, 0, 0, (1 << 20) - 1]];
        let packed = cells.map(|cell| layout.pack::<u64>(cell.into_iter()));
        assert!(packed.is_sorted());
        for (cell, packed) in cells.into_iter().zip(packed) {
            assert_eq!(layout.codes(packed).collect::<Vec<_>>(), cell);
            assert_eq!(layout.codes(u128::from(packed)).collect::<Vec<_>>(), cell);
        }
        assert!(!Layout::new(&[32, 32, 1]).unwrap().is_narrow());
        assert!(Layout::new(&[0; 3]).unwrap().codes(layout.pack::<u64>([0; 3].into_iter())).all(|code| code == 0));
        assert_eq!(Layout::new(&[32; 5]), None);
    }
}
