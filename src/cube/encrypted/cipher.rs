//! Encrypts and decrypts one file of an encrypted cube: key, associated data and padding of `ENCRYPTED.md`.

use aes_gcm::aead::AeadInOut;
use aes_gcm::{Aes256Gcm, KeyInit};
use pbkdf2::pbkdf2_hmac_array;
use sha2::Sha256;

use super::MAX_CONTENT;

/// The start of the associated data of every file. It names the version of the format.
const LABEL: &[u8; 21] = b"cellveil/1 encrypted\0";
/// Size of the nonce before the ciphertext, in bytes.
pub(super) const NONCE: usize = 12;
/// Size of the tag after the ciphertext, in bytes.
const TAG: usize = 16;
/// Size of the content's length at the start of the plaintext, in bytes.
const LENGTH: usize = 4;
/// A padded size is a multiple of this many bytes.
const BLOCK: usize = 4096;
/// A padded size above 64 KiB has at most this many significant bits after the first. Padding then adds at most 1/16.
const SIZE_BITS: u32 = 4;

/// The key of a cube, bound to the random id of the cube.
pub(super) struct CubeKey {
    cipher: Aes256Gcm,
    cube: [u8; 16],
}

impl CubeKey {
    /// Derives the key from a passphrase by PBKDF2-HMAC-SHA-256 (RFC 8018, section 5.2).
    pub fn derive(passphrase: &str, salt: &[u8; 16], iterations: u32, cube: [u8; 16]) -> Self {
        let key = pbkdf2_hmac_array::<Sha256, 32>(passphrase.as_bytes(), salt, iterations);
        Self { cipher: Aes256Gcm::new(&key.into()), cube }
    }

    /// Encrypts a content for its place. `None`: the content is too long.
    pub fn seal(&self, place: &str, content: &[u8], nonce: [u8; NONCE]) -> Option<Vec<u8>> {
        let padded = padded(content.len())?;
        let mut stored = Vec::with_capacity(NONCE + padded + TAG);
        stored.extend_from_slice(&nonce);
        stored.extend_from_slice(&u32::try_from(content.len()).ok()?.to_le_bytes());
        stored.extend_from_slice(content);
        stored.resize(NONCE + padded, 0);
        let text = (&mut stored[NONCE..]).into();
        let tag = self.cipher.encrypt_inout_detached(&nonce.into(), &self.associated(place), text).ok()?;
        stored.extend_from_slice(&tag);
        Some(stored)
    }

    /// Decrypts a stored file at its place. `None`: the key, the place or a byte of the file is wrong.
    pub fn open(&self, place: &str, stored: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = stored.split_first_chunk::<NONCE>()?;
        let (text, tag) = rest.split_last_chunk::<TAG>()?;
        let mut plain = text.to_vec();
        let associated = self.associated(place);
        self.cipher.decrypt_inout_detached(nonce.into(), &associated, plain.as_mut_slice().into(), tag.into()).ok()?;
        let (length, rest) = plain.split_first_chunk::<LENGTH>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        if length > rest.len() || padded(length) != Some(plain.len()) {
            return None;
        }
        plain.truncate(LENGTH + length);
        plain.drain(..LENGTH);
        Some(plain)
    }

    /// The associated data of a file. All parts before the place have a fixed length, so no two places give equal data.
    fn associated(&self, place: &str) -> Vec<u8> {
        [LABEL, &self.cube[..], place.as_bytes()].concat()
    }
}

/// The size of the plaintext for a content of this length. `None`: the content is too long.
fn padded(content: usize) -> Option<usize> {
    if content > MAX_CONTENT {
        return None;
    }
    let length = LENGTH + content;
    Some(length.next_multiple_of(BLOCK.max(1 << length.ilog2().saturating_sub(SIZE_BITS))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{hex, sha256_hex};

    fn bytes<const N: usize>(from: u8) -> [u8; N] {
        std::array::from_fn(|at| from + at as u8)
    }

    fn key() -> CubeKey {
        CubeKey::derive("an example, not a secret", &bytes(0x00), 600_000, bytes(0x10))
    }

    /// The worked bytes of `ENCRYPTED.md`, which Node's `crypto` computed.
    #[test]
    fn the_worked_bytes_are_those_of_another_implementation() {
        let stored = key().seal("cube.json", b"abc", bytes(0x20)).unwrap();
        let text = include_str!("../ENCRYPTED.md");
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("| {name} | `"))).unwrap();
            line.split('`').next().unwrap()
        };
        let derived = pbkdf2_hmac_array::<Sha256, 32>(b"an example, not a secret", &bytes::<16>(0), 600_000);
        assert_eq!(hex(&derived), value("key"));
        assert_eq!(hex(&key().associated("cube.json")), value("associated data"));
        assert_eq!(hex(&stored[..28]), value("first 28 stored bytes"));
        assert_eq!(hex(&stored[stored.len() - 16..]), value("last 16 stored bytes (tag)"));
        assert_eq!(stored.len(), 4124);
        assert_eq!(sha256_hex(&stored), value("SHA-256 of the stored file"));
        assert_eq!(key().open("cube.json", &stored).unwrap(), b"abc");
    }

    /// PBKDF2-HMAC-SHA-256: RFC 7914, section 11, and the inputs of RFC 6070 with SHA-256.
    #[test]
    fn keys_are_those_of_the_published_vectors() {
        let derived = pbkdf2_hmac_array::<Sha256, 64>(b"passwd", b"salt", 1);
        let expected = "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
                        49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783";
        assert_eq!(hex(&derived), expected);
        let derived = pbkdf2_hmac_array::<Sha256, 32>(b"password", b"salt", 4096);
        assert_eq!(hex(&derived), "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a");
    }

    /// Test case 16 of the submission of GCM to NIST (McGrew and Viega 2005): 256-bit key, associated data.
    #[test]
    fn the_cipher_is_that_of_the_nist_vector() {
        let from = |text: &str| -> Vec<u8> {
            (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
        };
        let key: [u8; 32] =
            from("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308").try_into().unwrap();
        let nonce: [u8; 12] = from("cafebabefacedbaddecaf888").try_into().unwrap();
        let associated = from("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        let mut text = from(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
             b16aedf5aa0de657ba637b39",
        );
        let cipher = Aes256Gcm::new(&key.into());
        let tag = cipher.encrypt_inout_detached(&nonce.into(), &associated, text.as_mut_slice().into()).unwrap();
        assert_eq!(
            hex(&text),
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e63\
             93ba7a0abcc9f662"
        );
        assert_eq!(hex(&tag), "76fc6ece0f4e1768cddf8853bb2d551b");
    }

    #[test]
    fn padded_sizes_are_those_of_the_specification() {
        let lengths = [(4, 4096), (4096, 4096), (4097, 8192), (65_536, 65_536), (131_072, 131_072), (131_073, 139_264)];
        for (length, size) in lengths.into_iter().chain([(1_000_000, 1_015_808)]) {
            assert_eq!(padded(length - LENGTH), Some(size), "{length}");
        }
        assert_eq!(padded(MAX_CONTENT + 1), None);
        assert!(padded(MAX_CONTENT).is_some());
    }

    #[test]
    fn a_file_opens_only_unchanged_at_its_place_with_its_key() {
        let key = key();
        let stored = key.seal("tiles/a", b"content", bytes(0x20)).unwrap();
        assert_eq!(key.open("tiles/a", &stored).unwrap(), b"content");
        assert_eq!(key.open("tiles/b", &stored), None, "another place");
        let other = CubeKey { cipher: key.cipher.clone(), cube: bytes(0x11) };
        assert_eq!(other.open("tiles/a", &stored), None, "another cube");
        let other = CubeKey::derive("another passphrase", &bytes(0x00), 1, bytes(0x10));
        assert_eq!(other.open("tiles/a", &stored), None, "another key");
        for at in [0, 11, 12, 20, 100, stored.len() - 17, stored.len() - 1] {
            let mut changed = stored.clone();
            changed[at] ^= 1;
            assert_eq!(key.open("tiles/a", &changed), None, "byte {at}");
        }
        for length in [0, 11, 12, 27, 28, stored.len() - 1] {
            assert_eq!(key.open("tiles/a", &stored[..length]), None, "{length} bytes");
        }
    }

    /// A writer with the key could state a wrong length. The reader then must not panic.
    #[test]
    fn a_wrong_length_inside_is_refused() {
        let key = key();
        for length in [4093_u32, u32::MAX, 5000] {
            let mut text = vec![0; 4096];
            text[..4].copy_from_slice(&length.to_le_bytes());
            let nonce: [u8; NONCE] = bytes(0x20);
            let associated = key.associated("index");
            let tag =
                key.cipher.encrypt_inout_detached(&nonce.into(), &associated, text.as_mut_slice().into()).unwrap();
            assert_eq!(key.open("index", &[&nonce[..], &text, &tag].concat()), None, "{length}");
        }
    }
}
