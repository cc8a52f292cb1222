//! The passphrase of an encrypted cube. The command line names an environment variable, because other users of a machine
//! can see the arguments of a command.

use super::Failure;
use crate::cube::{About, Data};
use crate::dimension::words;
use crate::host;
use crate::key::check::secret::{SecretFault, secret};

/// Minimum length of a passphrase for confidential data, in characters.
const MIN_LENGTH: usize = 16;
/// Minimum number of characters that are left without common words and sequences.
const MIN_REST: usize = 12;
/// Maximum length of a passphrase in characters.
const MAX_LENGTH: usize = 1000;
/// Minimum length of a word of the title that counts as a common word. Shorter words occur in random passphrases.
const MIN_WORD: usize = 4;
/// Minimum number of different characters outside common words and sequences. Random passphrases have more.
const MIN_DIFFERENT: usize = 7;
/// The shortest run of characters that counts as a sequence.
const MIN_RUN: usize = 4;
/// The alphabet, and the rows of keyboards.
const SEQUENCES: [&str; 7] =
    ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm"];
/// Words that passphrases often have.
const COMMON: [&str; 12] = [
    "password",
    "passphrase",
    "passwort",
    "passw0rd",
    "p4ssword",
    "p@ssw0rd",
    "cellveil",
    "letmein",
    "welcome",
    "secret",
    "admin",
    "kiosk",
];
/// Passphrases that occur in the documentation, which everybody can read.
const EXAMPLES: [&str; 2] = ["an example, not a secret", "this example is public"];

/// The option of commands that read encrypted cubes.
#[derive(Debug, clap::Args)]
pub(super) struct PassphraseOption {
    /// Environment variable with the passphrase of an encrypted cube
    #[arg(long = "passphrase-env", value_name = "VAR")]
    pub variable: Option<String>,
}

impl PassphraseOption {
    /// Reads the passphrase, if the option is given.
    pub fn read(&self) -> Result<Option<String>, Failure> {
        let Some(variable) = &self.variable else { return Ok(None) };
        let wrong = |problem: &str, expected: &str| {
            // The name may be the passphrase itself, given by mistake, so no message repeats the name.
            Err(Failure::wrong(format!("--passphrase-env: {problem}; expected {expected}")))
        };
        let Some(passphrase) = host::variable(variable).filter(|value| !value.is_empty()) else {
            return wrong(
                "the variable is not set or is empty",
                "the name of an environment variable with the passphrase",
            );
        };
        if passphrase.len() > MAX_LENGTH || !passphrase.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            // The same letter can have several forms in Unicode, so another keyboard could give another passphrase.
            return wrong(
                "the passphrase has a character outside ASCII, or is too long",
                "at most 1000 characters: letters without accents, digits, signs and spaces",
            );
        }
        Ok(Some(passphrase))
    }
}

/// The weakness of a passphrase, if it has one. A dictionary of all common passphrases would be larger than the program
/// for pages may be, so this function finds only the weakest passphrases. `public` has further common words.
fn weakness(passphrase: &str, public: &[String]) -> Option<&'static str> {
    let plain = passphrase.trim().to_ascii_lowercase();
    let rest = rest_of(&plain, public);
    let mut different = rest.clone();
    different.sort_unstable();
    different.dedup();
    if EXAMPLES.contains(&plain.as_str()) {
        Some("the passphrase is an example of the documentation")
    } else if plain.len() < MIN_LENGTH {
        Some("the passphrase is too short")
    } else if matches!(
        secret(plain.as_bytes()),
        Some(SecretFault::Constant | SecretFault::Count | SecretFault::Pattern)
    ) || different.len() < MIN_DIFFERENT
    {
        Some("the passphrase repeats a pattern or few characters")
    } else if rest.len() < MIN_REST {
        Some("the passphrase is made of common words, words of the cube's title or source, or sequences")
    } else {
        None
    }
}

/// The characters that are no part of a common word, or of a sequence in either direction.
fn rest_of(plain: &str, public: &[String]) -> Vec<u8> {
    let (mut rest, mut left) = (Vec::new(), plain.as_bytes());
    while let Some((&first, others)) = left.split_first() {
        let words = COMMON.iter().copied().chain(public.iter().map(String::as_str));
        let word = words.filter(|word| left.starts_with(word.as_bytes())).map(str::len).max().unwrap_or(0);
        let skipped = word.max(run_of(left));
        if skipped == 0 {
            rest.push(first);
            left = others;
        } else {
            left = &left[skipped..];
        }
    }
    rest
}

/// The length of the sequence at the start of a text, or 0 if it is short.
fn run_of(text: &[u8]) -> usize {
    let together = |a: u8, b: u8| {
        let follows = |row: &&str| row.as_bytes().windows(2).any(|pair| pair == [a, b] || pair == [b, a]);
        a == b || SEQUENCES.iter().any(follows)
    };
    let run = 1 + text.windows(2).take_while(|pair| together(pair[0], pair[1])).count();
    if run >= MIN_RUN { run } else { 0 }
}

/// The words of the texts that describe a cube, which an attacker knows.
fn public_words(about: &About) -> Vec<String> {
    let About { title, unit, source, period, contact, .. } = about;
    let texts = [Some(title), Some(unit), source.as_ref(), period.as_ref(), contact.as_ref()];
    let texts = texts.into_iter().flatten().flat_map(|text| text.texts());
    // A passphrase has no accents. German has another spelling without them.
    let spellings = |text: &str| {
        let lower = text.to_lowercase();
        let german = lower.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
        [words(&lower), words(&german)].concat()
    };
    let all = texts.chain([about.id.as_str()]).flat_map(spellings);
    all.filter(|word| word.len() >= MIN_WORD && word.is_ascii()).collect()
}

/// Judges the passphrase of a cube. A weak one is an error for confidential data and a warning for other data.
pub(super) fn judge(passphrase: &str, about: &About) -> Result<Option<String>, Failure> {
    let Some(weakness) = weakness(passphrase, &public_words(about)) else { return Ok(None) };
    let text = format!(
        "{weakness}; expected {MIN_LENGTH} or more characters that nobody can guess, such as the output of openssl rand -base64 18"
    );
    if about.data == Data::Confidential { Err(Failure::wrong(text)) } else { Ok(Some(format!("warning: {text}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Audience, Release};

    #[test]
    fn a_title_is_weak_in_each_spelling_without_accents() {
        let about = About { title: "Bevölkerung von Köln-Mülheim".into(), ..about(Data::Confidential) };
        for weak in ["Bevolkerung von Koln", "Bevoelkerung Koeln 2021", "koeln muelheim bevolkerung 7"] {
            assert!(judge(weak, &about).is_err(), "{weak}");
        }
        assert!(judge("copper lantern river mistaken oval", &about).is_ok());
    }

    /// A cube of the census of Tidewell.
    fn about(data: Data) -> About {
        About {
            id: "tidewell-census".into(),
            title: "Population of Tidewell".into(),
            unit: "persons".into(),
            data,
            audience: Audience::Kiosk,
            release: Release::Keyed,
            source: Some("Statistics Office".into()),
            licence: None,
            period: Some("March 2031".into()),
            contact: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn weak_passphrases_are_refused_for_confidential_data_only() {
        let weak = [
            "tiny word",
            "fifteen letters",
            "aaaaaaaaaaaaaaaaaaaa",
            "abababababababababab",
            "password1234password",
            "1234567890123456",
            "qwertyuiopasdfghjkl",
            "Password!Secret!2026",
            "zyxwvutsrqponmlkjihg",
            "  An Example, Not A Secret ",
            EXAMPLES[0],
            EXAMPLES[1],
            "Tidewell-Population-31",
            "census of tidewell 2031",
            "statistics persons office 7",
        ];
        for weak in weak {
            let message = judge(weak, &about(Data::Confidential)).unwrap_err().message;
            assert!(message.contains("expected 16 or more"), "{message}");
            assert!(!message.contains(weak), "{message}");
            assert!(judge(weak, &about(Data::Synthetic)).unwrap().is_some_and(|text| text.starts_with("warning: ")));
        }
        for strong in ["slow tin otter 4", "q0KdR7x+Wn2mPzT5vUe9aB1c", "copper lantern river mistaken oval"] {
            assert_eq!(judge(strong, &about(Data::Confidential)).unwrap(), None, "{strong}");
        }
    }
}
