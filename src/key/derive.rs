//! Derives record keys from identifiers, for data without record keys.
//!
//! Each key depends only on the identifier of its own record. Removing a record therefore does not change other keys.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::Modulus;

/// The reason why no key can be derived from an identifier. Messages never contain the identifier, because it
/// identifies a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// The identifier is empty.
    #[error("the identifier is empty; expected an identifier for each record")]
    Empty,
    /// The identifier does not end in enough digits.
    #[error("the identifier does not end in {0} digits; expected {0} digits at its end, or a whole number")]
    Digits(u32),
}

/// The bytes of a secret or of a salt. The `Debug` form shows only the number of bytes.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Wraps bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Secret({} bytes)", self.0.len())
    }
}

/// How a record's key is derived from its identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Derivation {
    /// The first 8 bytes, big-endian, of HMAC-SHA-256(secret, identifier as UTF-8), modulo M.
    ///
    /// The keys are uniform if M is a power of two. For any other M, the distance of the keys from the uniform
    /// distribution is below M / 2^64. This is at most 2^-11, because M ≤ 2^53.
    Hmac(Secret),
    /// The last digits of the identifier, read as a number, as in Abu Dhabi (SCAD 2011). The keys are not uniform.
    Digits(u32),
}

impl Derivation {
    /// Whether the keys are uniform below M, or nearly uniform (see [`Hmac`](Self::Hmac)). P-table methods require
    /// this.
    pub fn is_uniform(&self) -> bool {
        matches!(self, Self::Hmac(_))
    }
}

/// Derives the keys of many identifiers with one [`Derivation`].
///
/// ```
/// use cellveil::key::Modulus;
/// use cellveil::key::derive::{Derivation, Deriver};
/// let deriver = Deriver::new(&Derivation::Digits(4), Modulus::default());
/// assert_eq!(deriver.key("AD-0071234"), Ok(1234));
/// assert_eq!(deriver.key("34"), Ok(34));
/// ```
#[derive(Clone)]
pub struct Deriver {
    rule: Rule,
    modulus: u64,
}

#[derive(Clone)]
enum Rule {
    /// The state of the hash after it has read the secret. Each identifier starts from a clone of this state. This
    /// halves the work.
    Hmac(Box<Hmac<Sha256>>),
    Digits(u32),
}

impl fmt::Debug for Deriver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.rule {
            Rule::Hmac(_) => "hmac",
            Rule::Digits(_) => "digits",
        };
        out.debug_struct("Deriver").field("rule", &rule).field("modulus", &self.modulus).finish()
    }
}

impl Deriver {
    /// Prepares a derivation of keys below a modulus.
    pub fn new(derivation: &Derivation, modulus: Modulus) -> Self {
        let rule = match derivation {
            Derivation::Hmac(secret) => {
                let state = Hmac::new_from_slice(secret.bytes()).expect("HMAC takes a key of any length");
                Rule::Hmac(Box::new(state))
            }
            Derivation::Digits(digits) => Rule::Digits(*digits),
        };
        Self { rule, modulus: modulus.get() }
    }

    /// Derives the key of a record from its identifier. The key is below the modulus.
    ///
    /// [`Derivation::Digits`] accepts identifiers that end in the given number of ASCII digits. A shorter identifier of
    /// only digits is read with leading zeros, because files often store identifiers as numbers.
    ///
    /// # Errors
    /// [`DeriveError`] if the identifier is empty or does not end in enough digits.
    pub fn key(&self, id: &str) -> Result<u64, DeriveError> {
        self.key_and_hash(id).map(|(key, _)| key)
    }

    /// Derives the key of a record, and a 64-bit hash of its identifier. The hash shows whether identifiers repeat.
    ///
    /// # Errors
    /// As for [`key`](Self::key).
    pub fn key_and_hash(&self, id: &str) -> Result<(u64, u64), DeriveError> {
        if id.is_empty() {
            return Err(DeriveError::Empty);
        }
        let first = |hash: &[u8]| hash.iter().take(8).fold(0, |value, byte| value << 8 | u64::from(*byte));
        match &self.rule {
            Rule::Hmac(state) => {
                let mut state = Hmac::clone(state);
                state.update(id.as_bytes());
                let hash = first(&state.finalize().into_bytes());
                Ok((hash % self.modulus, hash))
            }
            Rule::Digits(digits) => {
                let count = *digits as usize;
                let tail = &id.as_bytes()[id.len().saturating_sub(count)..];
                if !tail.iter().all(u8::is_ascii_digit) {
                    return Err(DeriveError::Digits(*digits));
                }
                // A specification ensures 10^digits ≤ M; the remainder keeps the key below M for other callers.
                let key = tail.iter().fold(0, |value, digit| (value * 10 + u64::from(digit - b'0')) % self.modulus);
                Ok((key, first(&Sha256::digest(id.as_bytes()))))
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn modulus(value: u64) -> Modulus {
        Modulus::try_from(value).unwrap()
    }

    /// Test cases 1, 2 and 6 of RFC 4231: the secret, the data and the first 8 bytes of HMAC-SHA-256.
    #[test]
    fn published_vectors() {
        let cases: [(&[u8], &str, u64); 3] = [
            (&[0x0b; 20], "Hi There", 0xb034_4c61_d8db_3853),
            (b"Jefe", "what do ya want for nothing?", 0x5bdc_c146_bf60_754e),
            (&[0xaa; 131], "Test Using Larger Than Block-Size Key - Hash Key First", 0x60e4_3159_1ee0_b67f),
        ];
        for (secret, data, first) in cases {
            let rule = Derivation::Hmac(Secret::new(secret.to_vec()));
            for m in [2, 256, 1_000_003, 1 << 32, 1 << 53] {
                assert_eq!(Deriver::new(&rule, modulus(m)).key(data), Ok(first % m), "{data} modulo {m}");
            }
        }
    }

    #[test]
    fn digits() {
        let rule = Derivation::Digits(3);
        let deriver = Deriver::new(&rule, modulus(1000));
        let cases = [
            ("12345", Ok(345)),
            ("x-007", Ok(7)),
            ("007", Ok(7)),
            ("42", Ok(42)),
            ("é999", Ok(999)),
            ("", Err(DeriveError::Empty)),
            ("ab", Err(DeriveError::Digits(3))),
            ("a42", Err(DeriveError::Digits(3))),
            ("-42", Err(DeriveError::Digits(3))),
            ("1é", Err(DeriveError::Digits(3))),
            ("123 ", Err(DeriveError::Digits(3))),
        ];
        for (id, expected) in cases {
            assert_eq!(deriver.key(id), expected, "{id:?}");
        }
        assert!(!rule.is_uniform());
    }

    #[test]
    fn secrets_are_not_shown() {
        let rule = Derivation::Hmac(Secret::new(b"hunter2".to_vec()));
        let shown = format!("{rule:?} {:?}", Deriver::new(&rule, Modulus::default()));
        assert!(!shown.contains("hunter2") && !shown.contains("104"), "{shown}");
    }
}
