//! Tests whether a salt or a secret was drawn at random.
//!
//! A salt or a secret is safe if nobody can guess it. A test cannot prove this. It finds bytes that nobody draws: constant
//! bytes, a count, a repeated pattern, words, and the examples of the documentation.

use std::fmt;

/// Minimum length in bytes. Fewer bytes can be found by trying all of them.
pub const LEAST_BYTES: usize = 16;
/// Minimum number of distinct characters in a text. 16 random hexadecimal digits have fewer with a probability below
/// 10^-6.
const LEAST_LETTERS: usize = 5;
/// Minimum number of distinct values among the first 16 bytes of a salt. Random bytes have fewer with a probability
/// below 10^-12.
const LEAST_VALUES: usize = 8;
/// Salts of the documentation and of the demonstrations.
const EXAMPLES: [&str; 6] = [
    "00ff",
    "9f3c51d20a7e4b86",
    "71de4e110c0a57a1",
    "c1457f2e9ab04d6b83d25ef01c7a9643",
    "6a1f8e0c93b2475dd0417fc6529be83a",
    "5b8d0e4f77c1a2936d20fe5519ab7c48",
];

/// Why somebody can guess a salt or a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretFault {
    /// It has too few bytes.
    Short,
    /// All bytes are equal.
    Constant,
    /// Each byte differs from the one before by the same number.
    Count,
    /// It consists of a shorter pattern, repeated, or of few values.
    Pattern,
    /// It consists of letters, spaces and punctuation.
    Words,
    /// It is in the documentation.
    Example,
}

impl fmt::Display for SecretFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Short => "shorter than 16 bytes",
            Self::Constant => "one byte repeated",
            Self::Count => "a sequence with equal steps",
            Self::Pattern => "a repeated pattern",
            Self::Words => "plain words",
            Self::Example => "an example of the documentation",
        })
    }
}

/// Tests the bytes of a salt. An empty salt is [`SecretFault::Short`].
pub fn salt(bytes: &[u8]) -> Option<SecretFault> {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if EXAMPLES.contains(&hex.as_str()) {
        return Some(SecretFault::Example);
    }
    let start = &bytes[..bytes.len().min(LEAST_BYTES)];
    of_bytes(bytes)
        .or_else(|| (distinct(start) < LEAST_VALUES).then_some(SecretFault::Pattern))
        .or_else(|| words(bytes))
}

/// Tests the text of a secret, as bytes. A text of hexadecimal digits is also tested as the bytes that it spells.
pub fn secret(text: &[u8]) -> Option<SecretFault> {
    let few = || (distinct(text) < LEAST_LETTERS).then_some(SecretFault::Pattern);
    of_bytes(text).or_else(few).or_else(|| words(text)).or_else(|| {
        let spelt = from_hex(text)?;
        // Two digits are one byte, so a text of 16 digits has only 8 random bytes.
        salt(&spelt).filter(|fault| *fault != SecretFault::Short || spelt.len() < LEAST_BYTES)
    })
}

fn of_bytes(bytes: &[u8]) -> Option<SecretFault> {
    let step = |pair: &[u8]| pair[1].wrapping_sub(pair[0]);
    let mut steps = bytes.windows(2).map(step);
    let first = steps.next();
    match first {
        Some(0) if steps.all(|step| step == 0) => return Some(SecretFault::Constant),
        Some(first) if steps.all(|step| step == first) && bytes.len() > 2 => return Some(SecretFault::Count),
        _ => {}
    }
    let repeats = |length: usize| bytes.iter().zip(&bytes[length..]).all(|(one, other)| one == other);
    if (1..=bytes.len() / 2).any(repeats) {
        return Some(SecretFault::Pattern);
    }
    (bytes.len() < LEAST_BYTES).then_some(SecretFault::Short)
}

fn distinct(bytes: &[u8]) -> usize {
    let mut seen = [false; 256];
    bytes.iter().for_each(|&byte| seen[usize::from(byte)] = true);
    seen.into_iter().filter(|seen| *seen).count()
}

/// Finds plain words: each run of letters is lower-case, upper-case or capitalised, and the rest is spaces and
/// punctuation. Random text of letters and digits in both cases has no such form.
fn words(text: &[u8]) -> Option<SecretFault> {
    let is_word = |run: &[u8]| {
        let rest = &run[run.len().min(1)..];
        rest.iter().all(u8::is_ascii_lowercase) || run.iter().all(u8::is_ascii_uppercase)
    };
    let is_gap = |byte: &u8| b" -_.,;:!?'\"".contains(byte);
    let plain = text.iter().all(|byte| byte.is_ascii_alphabetic() || is_gap(byte)) && text.split(is_gap).all(is_word);
    plain.then_some(SecretFault::Words)
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    // Two digits are below 256, so the cast is exact.
    let byte = |pair: &[u8]| Some((digit(pair[0])? * 16 + digit(*pair.get(1)?)?) as u8);
    text.chunks(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_hex(text: &str) -> Option<SecretFault> {
        salt(&from_hex(text.as_bytes()).expect("hexadecimal"))
    }

    #[test]
    fn planted_salts_are_found() {
        let cases = [
            ("00000000000000000000000000000000", SecretFault::Constant),
            ("ffffffffffffffffffffffffffffffff", SecretFault::Constant),
            ("000102030405060708090a0b0c0d0e0f", SecretFault::Count),
            ("0f0e0d0c0b0a09080706050403020100", SecretFault::Count),
            ("00112233445566778899aabbccddeeff", SecretFault::Count),
            ("deadbeefdeadbeefdeadbeefdeadbeef", SecretFault::Pattern),
            ("0000000000000000000000000000abcd", SecretFault::Pattern),
            ("736f6d65207365637265742073616c74", SecretFault::Words),
            ("00ff", SecretFault::Example),
            ("c1457f2e9ab04d6b83d25ef01c7a9643", SecretFault::Example),
            ("9d41c7", SecretFault::Short),
            ("", SecretFault::Short),
        ];
        for (text, fault) in cases {
            assert_eq!(of_hex(text), Some(fault), "{text}");
        }
    }

    #[test]
    fn planted_secrets_are_found() {
        let cases = [
            ("aaaaaaaaaaaaaaaaaaaaaaaa", SecretFault::Constant),
            ("abcdefghijklmnopqrstuvwx", SecretFault::Count),
            ("hunter2", SecretFault::Short),
            ("abcabcabcabcabcabcabc", SecretFault::Pattern),
            ("Tidewell is not on any chart", SecretFault::Words),
            ("the_statistics_office_secret", SecretFault::Words),
            ("000102030405060708090a0b0c0d0e0f", SecretFault::Count),
            ("9d41c7b05e2286fa", SecretFault::Short),
        ];
        for (text, fault) in cases {
            assert_eq!(secret(text.as_bytes()), Some(fault), "{text}");
        }
    }

    /// Outputs of `openssl rand` in both forms, and the same from a fixed series.
    #[test]
    fn random_bytes_pass() {
        assert_eq!(of_hex("b7e2905c1fd84a6693507ce1842b3fd9"), None);
        assert_eq!(secret(b"b7e2905c1fd84a6693507ce1842b3fd9"), None);
        assert_eq!(secret(b"t+QDmGMj1JdkXv5VYpb8CLtQ9GXWyPmF"), None);
        assert_eq!(secret(b"KwvTRcHmXnQzLpAyEbGdJsUf"), None);
        let mut state = 1_u64;
        let mut byte = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        for length in [16, 24, 32].repeat(2000) {
            let bytes: Vec<u8> = (0..length).map(|_| byte()).collect();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!((salt(&bytes), secret(hex.as_bytes())), (None, None), "{hex}");
        }
    }
}
