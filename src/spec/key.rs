//! Reads the `[key]` table: the source of record keys, and how they combine.

use toml::Value;

use super::Environment;
use super::dimension::DimensionSpec;
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::Quoted;
use crate::cube::Data;
use crate::key::derive::{Derivation, Secret};
use crate::key::{Combine, KeyGroup, MAX_MODULUS, Modulus, SEEDED};

/// The source of record keys, and how they combine to cell keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySpec {
    /// The source of record keys. A cube that is built from cells needs no source.
    pub source: Option<KeySource>,
    /// The modulus and the way to combine keys.
    pub group: KeyGroup,
    /// The salt of the hashes. Empty by default.
    pub salt: Secret,
    /// The reason why weak keys are accepted. Absent for confidential data.
    pub weak_keys: Option<String>,
}

/// The source of a record's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// The column that holds the keys.
    Column(String),
    /// Keys are computed from an identifier.
    Derived {
        /// The column that holds the identifier.
        from: String,
        /// How to compute the key.
        rule: Derivation,
    },
}

impl KeySource {
    /// The column that holds the keys or identifiers.
    pub fn column(&self) -> &str {
        match self {
            Self::Column(column) | Self::Derived { from: column, .. } => column,
        }
    }

    /// Whether record keys are uniform from 0 to M − 1. Methods with a p-table require this.
    pub fn is_uniform(&self) -> bool {
        match self {
            Self::Column(_) => true,
            Self::Derived { rule, .. } => rule.is_uniform(),
        }
    }
}

/// Reads `[key]` as far as possible. If the table is missing, all fields have their defaults.
pub(super) fn key(
    root: &Fields<'_>,
    data: Data,
    dimensions: &[DimensionSpec],
    environment: Environment<'_>,
) -> KeySpec {
    let empty = toml::Table::new();
    let table = root.optional(root.table("key")).unwrap_or(&empty);
    let accepted = ["column", "derive", "combine", "modulus", "salt", "salt_env", "weak_keys"];
    let fields = Fields::open("key", table, &accepted, root.log());
    let combine = fields.optional(fields.choice("combine", &["sum", "xor"])).unwrap_or_default();
    let modulus = fields.keep(modulus(&fields)).unwrap_or_default();
    let group = fields.keep(KeyGroup::new(combine, modulus).map_err(SpecError::from));
    let group = group.unwrap_or_else(|| KeyGroup::new(Combine::Sum, modulus).expect("sums have any modulus"));
    let source = fields.optional(source(&fields, data, group, environment));
    // Refuses a dimension on the key's column. Its categories would be the records' keys or identifiers.
    if let Some(source) = &source
        && let Some(shared) = dimensions.iter().find(|dimension| dimension.column == source.column())
    {
        let found =
            format!("{}, which is also the column of dimension {}", Quoted(source.column()), Quoted(&shared.name));
        root.log().add(fields.invalid("column", found, "a column that is no dimension"));
    }
    if data == Data::Confidential
        && let Some(KeySource::Column(column)) = &source
        && column.ends_with(SEEDED)
    {
        let expected = "keys that nobody can repeat, because the data are confidential: cellveil keys without --seed";
        root.log().add(fields.invalid("column", Quoted(column).to_string(), expected));
    }
    let weak_keys = fields.optional(fields.string("weak_keys")).map(str::to_owned);
    if weak_keys.is_some() && data == Data::Confidential {
        let expected = "no weak_keys with data = \"confidential\": such data need sound keys, salt and secret";
        root.log().add(fields.invalid("weak_keys", "given", expected));
    }
    let salt = fields.keep(salt(&fields, environment)).unwrap_or_else(|| Secret::new(Vec::new()));
    KeySpec { source, group, salt, weak_keys }
}

fn source(
    fields: &Fields<'_>,
    data: Data,
    group: KeyGroup,
    environment: Environment<'_>,
) -> Result<Option<KeySource>, SpecError> {
    match (fields.string("column")?, fields.table("derive")?) {
        (Some(_), Some(_)) => Err(both(fields, "column", "derive")),
        (Some(column), None) => Ok(Some(KeySource::Column(column.to_owned()))),
        (None, Some(table)) => derive(fields, table, data, group, environment).map(Some),
        (None, None) => Ok(None),
    }
}

fn modulus(fields: &Fields<'_>) -> Result<Modulus, SpecError> {
    let modulus = fields.integer("modulus", 2..=MAX_MODULUS)?;
    Ok(modulus.map_or_else(|| Ok(Modulus::default()), Modulus::try_from)?)
}

pub(super) fn both(fields: &Fields<'_>, first: &'static str, second: &'static str) -> SpecError {
    SpecError::Both { at: fields.at().to_owned(), first, second }
}

fn derive(
    key: &Fields<'_>,
    table: &toml::Table,
    data: Data,
    group: KeyGroup,
    environment: Environment<'_>,
) -> Result<KeySource, SpecError> {
    let fields = Fields::open("key.derive", table, &["from", "secret_env", "secret", "digits"], key.log());
    let from = fields.required("from", "the column of the identifier")?.to_owned();
    let digits = fields.integer("digits", 1..=15)?;
    let secret = fields.string("secret")?;
    let variable = fields.string("secret_env")?;
    let rule = match (digits, secret, variable) {
        (Some(_), Some(_), _) => return Err(both(&fields, "digits", "secret")),
        (Some(_), _, Some(_)) => return Err(both(&fields, "digits", "secret_env")),
        (_, Some(_), Some(_)) => return Err(both(&fields, "secret", "secret_env")),
        (None, None, None) => return Err(fields.missing("secret_env", "secret_env, secret or digits")),
        (Some(digits), None, None) => {
            let digits = u32::try_from(digits).unwrap_or(u32::MAX);
            let modulus = group.modulus().get();
            if 10_u64.checked_pow(digits).is_none_or(|keys| keys > modulus) {
                let expected = format!("so few that 10^digits is at most the modulus, {modulus}");
                return Err(fields.invalid("digits", digits.to_string(), expected));
            }
            Derivation::Digits(digits)
        }
        (None, Some(_), None) if data == Data::Confidential => {
            let expected = "secret_env, because the data are confidential";
            return Err(fields.invalid("secret", "written in the file", expected));
        }
        (None, Some(secret), None) => Derivation::Hmac(Secret::new(secret.as_bytes().to_vec())),
        (None, None, Some(variable)) => {
            let secret = variable_of(&fields, variable, environment, "the secret that keys are derived with")?;
            Derivation::Hmac(Secret::new(secret.into_bytes()))
        }
    };
    Ok(KeySource::Derived { from, rule })
}

pub(super) fn variable_of(
    fields: &Fields<'_>,
    variable: &str,
    environment: Environment<'_>,
    expected: &'static str,
) -> Result<String, SpecError> {
    let problem = match environment(variable) {
        Some(value) if !value.is_empty() => return Ok(value),
        Some(_) => "is empty",
        None => "is not set",
    };
    Err(SpecError::Environment { at: fields.at().to_owned(), variable: variable.to_owned(), problem, expected })
}

fn salt(fields: &Fields<'_>, environment: Environment<'_>) -> Result<Secret, SpecError> {
    let expected = "pairs of hexadecimal digits, like \"00ff\"";
    let bytes = match (fields.get("salt"), fields.string("salt_env")?) {
        (Some(_), Some(_)) => return Err(both(fields, "salt", "salt_env")),
        (None, None) => Vec::new(),
        (Some(Value::String(text)), None) => {
            from_hex(text).ok_or_else(|| fields.invalid("salt", "not hexadecimal", expected))?
        }
        (Some(other), None) => return Err(fields.invalid("salt", kind(other), expected)),
        (None, Some(variable)) => {
            let text = variable_of(fields, variable, environment, expected)?;
            from_hex(&text).ok_or_else(|| SpecError::Environment {
                at: fields.at().to_owned(),
                variable: variable.to_owned(),
                problem: "is not hexadecimal",
                expected,
            })?
        }
    };
    Ok(Secret::new(bytes))
}

pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    digits.chunks_exact(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).ok()).collect()
}
