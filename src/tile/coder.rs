//! Binary arithmetic coding. A bit with probability p takes −log2 p bits of the output.
//!
//! Each bit narrows the interval `low ..= high` of 32-bit numbers. When `low` and `high` have the same first byte, this
//! byte is final and is shifted out. The arithmetic uses integers, so every machine gives the same bytes.

/// Codes bits one by one. A writer writes the given bit, and a reader returns the bit that it reads. Both therefore run
/// the same code of the model.
pub(super) trait Coder {
    /// Codes a bit that is 1 with probability `p` / 2^16, 0 < p < 2^16. A reader ignores `bit`.
    fn code(&mut self, p: u32, bit: bool) -> bool;
}

/// Returns the last number of the part of the interval for bit 1. This part is `p` / 2^16 of the interval.
fn cut(low: u32, high: u32, p: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(p)) >> 16) as u32
}

fn settled(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct Writer {
    low: u32,
    high: u32,
    out: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { low: 0, high: u32::MAX, out: Vec::new() }
    }

    /// Returns the bytes. The last four bytes are `low`, a number in the final interval.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.out.extend_from_slice(&self.low.to_be_bytes());
        self.out
    }
}

impl Coder for Writer {
    #[inline]
    fn code(&mut self, p: u32, bit: bool) -> bool {
        let cut = cut(self.low, self.high, p);
        if bit {
            self.high = cut;
        } else {
            self.low = cut + 1;
        }
        while settled(self.low, self.high) {
            self.out.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
        bit
    }
}

/// Reads bits. The reader reads zeros after the last byte; [`is_at_end`](Self::is_at_end) detects this.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    low: u32,
    high: u32,
    value: u32,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { low: 0, high: u32::MAX, value: 0, bytes, at: 0 };
        for _ in 0..4 {
            reader.shift();
        }
        reader
    }

    #[inline]
    fn shift(&mut self) {
        self.value = self.value << 8 | u32::from(self.bytes.get(self.at).copied().unwrap_or(0));
        self.at += 1;
    }

    /// Whether the reader has read exactly the written bytes. This is true after the last bit of a valid stream.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len() && self.value == self.low
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn code(&mut self, p: u32, _: bool) -> bool {
        let cut = cut(self.low, self.high, p);
        let bit = self.value <= cut;
        if bit {
            self.high = cut;
        } else {
            self.low = cut + 1;
        }
        while settled(self.low, self.high) {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        bit
    }
}
