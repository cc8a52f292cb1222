//! SHA-256 of messages (FIPS 180-4), by the compression function of the crate `sha2`, or by vectors where a build has them. The last bytes of a message may be
//! set later, so that messages with equal first bytes share the work.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::vectors::compress;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use sha2::block_api::compress256 as compress;

/// The initial hash value (section 5.3.3).
const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The bytes of a block (section 5.2.1).
const BLOCK: usize = 64;

/// A message after its whole blocks.
#[derive(Clone)]
pub(crate) struct Message {
    /// The hash value after all whole blocks of the first bytes.
    pub value: [u32; 8],
    /// The one or two last blocks with their padding. The bytes that are set later are 0.
    pub tail: [u8; 2 * BLOCK],
    /// The position in the tail of the bytes that are set later.
    pub at: usize,
    /// The number of blocks in the tail.
    pub blocks: usize,
}

impl Message {
    /// Pads a message of these first bytes and of `more` bytes, which are set later (section 5.1.1). `more` is at most 55.
    pub fn new(first: &[u8], more: usize) -> Self {
        let (blocks, rest) = first.as_chunks();
        let at = rest.len();
        // The bit 1 and the length of the message take nine bytes.
        let mut message = Self { value: INITIAL, tail: [0; _], at, blocks: (at + more + 9).div_ceil(BLOCK) };
        compress(&mut message.value, blocks);
        message.tail[..at].copy_from_slice(rest);
        message.tail[at + more] = 0x80;
        let length = 8 * (first.len() + more) as u64;
        message.tail[message.blocks * BLOCK - 8..][..8].copy_from_slice(&length.to_be_bytes());
        message
    }

    /// The hash value of the whole message.
    pub fn hash(mut self) -> [u32; 8] {
        compress(&mut self.value, &self.tail.as_chunks().0[..self.blocks]);
        self.value
    }
}

/// The SHA-256 of bytes.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(Message::new(bytes, 0).hash()) {
        *bytes = word.to_be_bytes();
    }
    digest
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::sha256;

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-2, appendices B.1 to B.3: messages of one block, of two blocks and of many blocks.
        let two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let many = "a".repeat(1_000_000);
        for (message, first) in [("abc", 0xba78_16bf_u32), (two, 0x248d_6a61), (&many, 0xcdc7_6e5c)] {
            assert_eq!(sha256(message.as_bytes())[..4], first.to_be_bytes());
        }
    }

    #[test]
    fn digests_of_all_lengths_are_those_of_the_hasher() {
        for length in 0..=200 {
            let message: Vec<u8> = (0..length).collect();
            assert_eq!(sha256(&message)[..], Sha256::digest(&message)[..], "{length}");
        }
    }
}
