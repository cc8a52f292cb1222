//! The passphrase of an encrypted cube. The command line names an environment variable, because other users of a machine
//! can see the arguments of a command.

use super::Failure;
use crate::base::Quoted;
use crate::cube::Data;
use crate::host;

/// Minimum length of a passphrase for confidential data, in characters.
const MIN_LENGTH: usize = 12;
/// Maximum length of a passphrase in characters.
const MAX_LENGTH: usize = 1000;
/// Minimum number of different characters in a passphrase for confidential data.
const MIN_DIFFERENT: usize = 5;
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
            Err(Failure::wrong(format!("--passphrase-env {}: {problem}; expected {expected}", Quoted(variable))))
        };
        let Some(passphrase) = host::variable(variable).filter(|value| !value.is_empty()) else {
            return wrong("the variable is not set or is empty", "an environment variable with the passphrase");
        };
        if passphrase.len() > MAX_LENGTH || !passphrase.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            // The same letter can have several forms in Unicode, so another keyboard could give another passphrase.
            return wrong(
                "the passphrase has a character outside ASCII, or is too long",
                "letters without accents, digits, signs and blanks, at most 1000",
            );
        }
        Ok(Some(passphrase))
    }
}

/// The weakness of a passphrase, if it has one.
fn weakness(passphrase: &str) -> Option<&'static str> {
    let mut different: Vec<u8> = passphrase.bytes().collect();
    different.sort_unstable();
    different.dedup();
    if EXAMPLES.contains(&passphrase) {
        Some("the passphrase is an example of the documentation")
    } else if passphrase.len() < MIN_LENGTH {
        Some("the passphrase is too short")
    } else if different.len() < MIN_DIFFERENT {
        Some("the passphrase repeats few characters")
    } else {
        None
    }
}

/// Judges a passphrase. A weak one is an error for confidential data and a warning for other data.
pub(super) fn judge(passphrase: &str, data: Data) -> Result<Option<String>, Failure> {
    let Some(weakness) = weakness(passphrase) else { return Ok(None) };
    let text = format!(
        "{weakness}; expected {MIN_LENGTH} or more characters, {MIN_DIFFERENT} of them different, that nobody can guess"
    );
    if data == Data::Confidential { Err(Failure::wrong(text)) } else { Ok(Some(format!("warning: {text}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_passphrases_are_refused_for_confidential_data_only() {
        for weak in ["tiny word", "aaaaaaaaaaaaaaaaaaaa", "abababababab", "eleven char", EXAMPLES[0], EXAMPLES[1]] {
            let message = judge(weak, Data::Confidential).unwrap_err().message;
            assert!(message.contains("expected 12 or more"), "{message}");
            assert!(!message.contains(weak), "{message}");
            assert!(judge(weak, Data::Synthetic).unwrap().is_some_and(|text| text.starts_with("warning: ")));
        }
        assert_eq!(judge("slow tin otter 4", Data::Confidential).unwrap(), None);
    }
}
