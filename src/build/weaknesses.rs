//! Judges the keys, the salt and the secret of a cube. With weak keys, salt or secret, an attacker can predict the
//! noise.

use std::fmt;

use super::collect::Cells;
use super::error::Error;
use crate::base::Quoted;
use crate::cube::Data;
use crate::key::Combine;
use crate::key::check::KeyFault;
use crate::key::check::secret::{self, SecretFault};
use crate::key::derive::Derivation;
use crate::protect::{MethodSpec, Parameters};
use crate::spec::{CubeSpec, KeySource, SpecError};
use crate::table::QueryError;

/// A weakness of the keys, the salt or the secret. The text names the place, the fault and the expected input, and no
/// key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Weakness {
    /// Record keys, or the cell keys of a file of cells, do not look like even independent draws.
    Keys {
        /// What has the keys: `record` or `cell`.
        unit: &'static str,
        /// The faults. At least one.
        faults: Vec<KeyFault>,
        /// How keys combine.
        combine: Combine,
        /// The column of the identifier, for derived keys.
        from: Option<String>,
    },
    /// Somebody can guess the salt.
    Salt(SecretFault),
    /// The salt is empty, and a method or its empty cells draw by a hash.
    NoSalt,
    /// Somebody can guess the secret of derived keys.
    Secret(SecretFault),
    /// Somebody can guess the seed of a step before tabulation, at this position.
    Seed(usize, SecretFault),
}

impl fmt::Display for Weakness {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keys { unit, faults, combine, from } => {
                let texts: Vec<String> = faults.iter().map(KeyFault::to_string).collect();
                write!(out, "{unit} keys: {}", texts.join(", "))?;
                if *combine == Combine::Xor && *unit == "record" && faults.iter().any(|fault| fault.repeats()) {
                    out.write_str(
                        " (under XOR two equal keys cancel, so these records leave no trace in the cell key)",
                    )?;
                }
                match from {
                    Some(from) if faults.contains(&KeyFault::Identifiers) => {
                        let from = Quoted(from);
                        write!(out, "; expected key.derive.from, now {from}, to have a different value in each record")
                    }
                    _ => write!(out, "; expected for each record a random whole number from 0 to key.modulus - 1"),
                }
            }
            Self::Salt(fault) => write!(out, "key.salt: {fault}; expected 16 random bytes, from openssl rand -hex 16"),
            Self::NoSalt => out.write_str(
                "key.salt: empty, but a method draws by a hash; expected 16 random bytes, from openssl rand -hex 16",
            ),
            Self::Seed(at, fault) => {
                write!(out, "pretabular[{at}]: seed: {fault}; expected 16 random bytes, from openssl rand -hex 16")
            }
            Self::Secret(fault) => {
                write!(out, "key.derive: secret: {fault}; expected 16 random bytes or more, from openssl rand -hex 32")
            }
        }
    }
}

impl Weakness {
    /// Whether equal keys of records cause the weakness.
    pub fn repeats_record_keys(&self) -> bool {
        matches!(self, Self::Keys { unit: "record", faults, .. } if faults.iter().any(|fault| fault.repeats()))
    }

    /// Whether the weakness is of the data, and not of the specification.
    pub fn is_of_data(&self) -> bool {
        matches!(self, Self::Keys { .. })
    }
}

/// What to do about the weaknesses of a cube.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// There is no weakness.
    Sound,
    /// The data are confidential, so the cube must not be built.
    Refused,
    /// The data are not confidential, so the publisher gets a warning.
    Warning,
    /// The publisher accepts weak keys for this reason (`key.weak_keys`).
    Accepted(&'a str),
}

/// Returns the weaknesses of a specification and of the keys in its data. Without `cells`, only salt and secret are
/// judged.
///
/// # Errors
/// Fails if the parameters of a method are invalid.
pub fn weaknesses(spec: &CubeSpec, cells: Option<&Cells>) -> Result<Vec<Weakness>, Error> {
    let mut found = Vec::new();
    if let Some(cells) = cells {
        let combine = spec.key.group.operation();
        let from = match &spec.key.source {
            Some(KeySource::Derived { from, .. }) => Some(from.clone()),
            Some(KeySource::Column(_)) | None => None,
        };
        for (unit, faults) in [("record", &cells.key_faults.of_records), ("cell", &cells.key_faults.of_cells)] {
            if !faults.is_empty() {
                found.push(Weakness::Keys { unit, faults: faults.clone(), combine, from: from.clone() });
            }
        }
    }
    let salt = spec.key.salt.bytes();
    if !salt.is_empty() {
        found.extend(secret::salt(salt).map(Weakness::Salt));
    } else if draws_by_hash(spec)? {
        found.push(Weakness::NoSalt);
    }
    if let Some(KeySource::Derived { rule: Derivation::Hmac(given), .. }) = &spec.key.source {
        found.extend(secret::secret(given.bytes()).map(Weakness::Secret));
    }
    // Only confidential data need a seed that nobody can guess. Demonstrations have short ones.
    if spec.about.data == Data::Confidential {
        let seeds = (1..).zip(&spec.pretabular.steps);
        found.extend(seeds.filter_map(|(at, step)| Some(Weakness::Seed(at, secret::salt(step.seed.bytes())?))));
    }
    Ok(found)
}

/// Decides about weaknesses by the sensitivity of the data.
pub fn verdict<'a>(spec: &'a CubeSpec, weaknesses: &[Weakness]) -> Verdict<'a> {
    match (&spec.key.weak_keys, spec.about.data) {
        _ if weaknesses.is_empty() => Verdict::Sound,
        (_, Data::Confidential) => Verdict::Refused,
        (Some(reason), _) => Verdict::Accepted(reason),
        (None, _) => Verdict::Warning,
    }
}

/// Whether the salt enters a draw of one of the methods.
fn draws_by_hash(spec: &CubeSpec) -> Result<bool, Error> {
    for method in &spec.methods {
        let given = serde_json::Value::Object(method.parameters.clone()).to_string();
        let wrong = |reason| SpecError::Method { name: method.name.clone(), reason };
        let parameters = Parameters::from_json(&given).map_err(wrong)?;
        if MethodSpec::new(&method.name, &parameters).map_err(QueryError::from)?.is_salted() {
            return Ok(true);
        }
    }
    Ok(false)
}
