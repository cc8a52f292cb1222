//! ZIP files (PKWARE, .ZIP File Format Specification 6.3.10): local header and data of each file, then the directory. Without dates, so
//! that the same files have the same bytes.

/// Level of compression: the usual one.
const LEVEL: u8 = 6;
/// 1 January 1980, the first that ZIP knows.
const DATE: u16 = (1 << 5) | 1;
/// Version 2.0: deflate and folders.
const VERSION: u16 = 20;
const DEFLATED: u16 = 8;

/// A file being written. All names are ASCII.
#[derive(Debug, Default)]
pub(super) struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    files: u16,
}

impl Zip {
    /// Adds a file; its length and place are numbers of 32 bits, which a table of 10 million cells stays below.
    pub fn add(&mut self, name: &str, contents: &[u8]) {
        let packed = miniz_oxide::deflate::compress_to_vec(contents, LEVEL);
        let mut entry = Vec::with_capacity(30);
        // Flags, method, time, date.
        [VERSION, 0, DEFLATED, 0, DATE].iter().for_each(|number| entry.extend(number.to_le_bytes()));
        let sizes = [packed.len(), contents.len()].map(|length| length as u32);
        [crc32(contents), sizes[0], sizes[1]].iter().for_each(|number| entry.extend(number.to_le_bytes()));
        // Length of the name, and of what else there is: nothing.
        [name.len() as u16, 0].iter().for_each(|number| entry.extend(number.to_le_bytes()));
        let place = self.bytes.len() as u32;
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&entry);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(packed);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&entry);
        // No comment, disk 0, attributes.
        self.directory.extend([0; 2 + 2 + 2 + 4]);
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.files += 1;
    }

    pub fn finish(mut self) -> Vec<u8> {
        let place = self.bytes.len() as u32;
        let length = self.directory.len() as u32;
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06");
        [0, 0, self.files, self.files].iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        [length, place].iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        self.bytes.extend([0; 2]);
        self.bytes
    }
}

/// The remainders of all bytes.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = if remainder & 1 == 1 { (remainder >> 1) ^ 0xedb8_8320 } else { remainder >> 1 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

/// The checksum of ZIP: CRC-32 with the polynomial 0x04c11db7, mirrored.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, &byte| (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_crc32() {
        // The check value of the catalogue of parametrised CRC algorithms.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
