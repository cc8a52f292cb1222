//! Decodes small integers in Parquet's hybrid of repeated and bit-packed values ("RLE/Bit-Packing Hybrid" in
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>).

/// A run of values.
#[derive(Debug, Clone, Copy)]
enum Run {
    Repeated {
        value: u32,
        left: usize,
    },
    /// Values that begin at a bit of the data.
    Packed {
        bit: usize,
        left: usize,
    },
}

/// The place in a part of a page.
#[derive(Debug)]
pub(super) struct Hybrid {
    /// The next byte, and the end of the part.
    at: usize,
    end: usize,
    /// Bits of a value, at most 32.
    width: u32,
    run: Run,
}

impl Hybrid {
    /// Begins at a byte. `None` if a value has more than 32 bits, or if the part is not within the data.
    pub fn new(data: &[u8], at: usize, end: usize, width: u32) -> Option<Self> {
        (width <= 32 && at <= end && end <= data.len()).then_some(Self {
            at,
            end,
            width,
            run: Run::Repeated { value: 0, left: 0 },
        })
    }

    /// Fills `out` with the next values. `None` if there are fewer values.
    pub fn read(&mut self, data: &[u8], mut out: &mut [u32]) -> Option<()> {
        let data = data.get(..self.end)?;
        while !out.is_empty() {
            let (Run::Repeated { left, .. } | Run::Packed { left, .. }) = &mut self.run;
            let now = out.len().min(*left);
            *left -= now;
            let (part, rest) = out.split_at_mut(now);
            match &mut self.run {
                Run::Repeated { value, .. } => part.fill(*value),
                Run::Packed { bit, .. } => {
                    unpack(data, *bit, self.width, part);
                    *bit += now * self.width as usize;
                }
            }
            out = rest;
            if !out.is_empty() && now == 0 {
                self.next_run(data)?;
            }
        }
        Some(())
    }

    fn next_run(&mut self, data: &[u8]) -> Option<()> {
        let (mut header, mut shift) = (0_u64, 0);
        loop {
            let byte = *data.get(self.at)?;
            self.at += 1;
            header |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let number = usize::try_from(header >> 1).ok()?;
        if header & 1 == 1 {
            // Groups of eight values. The last group may be cut, because a page may end with fewer values.
            let bytes = number.checked_mul(self.width as usize)?;
            let end = self.at.checked_add(bytes)?.min(data.len());
            let left = match self.width {
                0 => number.checked_mul(8)?,
                width => (end - self.at) * 8 / width as usize,
            };
            self.run = Run::Packed { bit: self.at.checked_mul(8)?, left };
            self.at = end;
        } else {
            let bytes = self.width.div_ceil(8) as usize;
            let value = data.get(self.at..self.at.checked_add(bytes)?)?;
            let value = value.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
            self.at += bytes;
            self.run = Run::Repeated { value, left: number };
        }
        let (Run::Repeated { left, .. } | Run::Packed { left, .. }) = self.run;
        // A run without values would be read again and again.
        (left > 0).then_some(())
    }
}

/// Unpacks values of at most 32 bits, from a bit on.
fn unpack(data: &[u8], mut bit: usize, width: u32, out: &mut [u32]) {
    // 32 bits after an offset of at most 7 bits are within eight bytes.
    let mask = (1_u64 << width) - 1;
    for value in out {
        let at = bit / 8;
        let word = match data.get(at..at + 8) {
            Some(bytes) => bytes.try_into().map_or(0, u64::from_le_bytes),
            None => {
                let rest = data.get(at..).unwrap_or_default();
                rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
            }
        };
        *value = (word >> (bit % 8) & mask) as u32;
        bit += width as usize;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The example of the Parquet format: 0 to 7 in three bits are `10001000 11000110 11111010`.
    #[test]
    fn runs_of_both_kinds() {
        let data = [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010, 10, 5, 0b11, 0b1000_1000];
        let mut hybrid = Hybrid::new(&data, 0, data.len(), 3).unwrap();
        let mut values = [9; 6];
        hybrid.read(&data, &mut values).unwrap();
        assert_eq!(values, [0, 1, 2, 3, 4, 5]);
        let mut values = [9; 9];
        hybrid.read(&data, &mut values).unwrap();
        // The last run is cut, and has two whole values.
        assert_eq!(values, [6, 7, 5, 5, 5, 5, 5, 0, 1]);
        assert_eq!(hybrid.read(&data, &mut [0]), None);
    }

    #[test]
    fn damaged_runs_are_none() {
        for data in [&[][..], &[0x80], &[0xff; 12], &[2], &[0, 0], &[1]] {
            let mut hybrid = Hybrid::new(data, 0, data.len(), 9).unwrap();
            assert_eq!(hybrid.read(data, &mut [0; 2]), None, "{data:?}");
        }
        assert!(Hybrid::new(&[0; 4], 3, 2, 1).is_none());
        assert!(Hybrid::new(&[0; 4], 0, 5, 1).is_none());
        assert!(Hybrid::new(&[0; 4], 0, 4, 33).is_none());
        // A single value needs no bits.
        let mut hybrid = Hybrid::new(&[3, 6, 7], 0, 2, 0).unwrap();
        let mut values = [9; 11];
        assert_eq!(hybrid.read(&[3, 6, 7], &mut values), Some(()));
        assert_eq!(values, [0; 11]);
    }
}
