//! Computes SHA-256 in lower-case hexadecimal, and the digest at the end of manifests and receipts.

use std::fmt::Write as _;

use crate::base::sha256;

/// The text between the contents of a file and their digest.
const SEAL: &str = ",\"digest\":\"";
const END: &str = "\"}\n";

/// The SHA-256 of bytes, as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&sha256(bytes))
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}"); // writing to a string cannot fail
        hex
    })
}

/// Completes a JSON object with the digest of all bytes before it. Removes the object's last brace first.
pub(crate) fn seal(mut object: String) -> String {
    object.truncate(object.trim_end().len() - 1);
    object.push_str(SEAL);
    let digest = sha256_hex(object.as_bytes());
    object.push_str(&digest);
    object.push_str(END);
    object
}

/// Whether a text ends with the correct digest of all bytes before it.
pub(crate) fn is_sealed(bytes: &[u8]) -> bool {
    let Some(contents) = bytes.strip_suffix(END.as_bytes()) else { return false };
    let Some(at) = contents.len().checked_sub(64) else { return false };
    let (contents, digest) = contents.split_at(at);
    contents.ends_with(SEAL.as_bytes()) && sha256_hex(contents).as_bytes() == digest
}
