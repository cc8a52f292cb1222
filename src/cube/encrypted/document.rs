//! The public document of an encrypted cube: the fields of `ENCRYPTED.md`, written and read.

use serde::Serialize;

use super::{EncryptedError, MAX_FILES, VERSION};
use crate::base::json::{Node, Value, to_text};
use crate::cube::digest::{hex, is_sealed, seal};
use crate::cube::manifest::{ENCRYPTED, MAX_BYTES};
use crate::cube::read::{one_of, text};
use crate::cube::{About, Audience, Data};
use crate::dimension::Text;

/// The name of the function that derives keys.
const KDF: &str = "PBKDF2-SHA-256";
/// The name of the cipher.
const CIPHER: &str = "AES-256-GCM";
/// Minimum iterations. A reader refuses fewer, so that nobody can make a reader use a weak key.
pub(super) const ITERATIONS: u32 = 600_000;
/// Maximum iterations. More would stop a page for minutes.
const MAX_ITERATIONS: u32 = 10_000_000;

/// The public document, with its fields in order.
#[derive(Debug, Serialize)]
pub(super) struct Document {
    format: String,
    version: u32,
    pub id: String,
    pub title: Text,
    pub data: Data,
    pub audience: Audience,
    /// The random id of the cube, in hexadecimal.
    cube: String,
    key: Kdf,
    cipher: String,
    /// The SHA-256 of the stored index.
    pub index: String,
    /// The SHA-256 and the size of each stored file, in ascending order.
    pub files: Vec<(String, u64)>,
}

#[derive(Debug, Default, Serialize)]
struct Kdf {
    kdf: String,
    salt: String,
    iterations: u32,
}

impl Document {
    pub fn new(about: &About, cube: [u8; 16], salt: [u8; 16], index: String, files: Vec<(String, u64)>) -> Self {
        Self {
            format: ENCRYPTED.to_owned(),
            version: VERSION,
            id: about.id.clone(),
            title: about.title.clone(),
            data: about.data,
            audience: about.audience,
            cube: hex(&cube),
            key: Kdf { kdf: KDF.to_owned(), salt: hex(&salt), iterations: ITERATIONS },
            cipher: CIPHER.to_owned(),
            index,
            files,
        }
    }

    /// The bytes of the document.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(to_text(self)).into_bytes()
    }

    /// Reads a document. Checks the format, the digest and the version first, so that the error names the cause.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EncryptedError> {
        let value = if bytes.len() > MAX_BYTES { None } else { Value::parse(bytes).ok() };
        let Some(value) = value else { return Err(EncryptedError::Digest) };
        if !matches!(value.get("format"), Some(Value::String(format)) if format == ENCRYPTED) {
            return Err(EncryptedError::NotEncrypted);
        }
        if !is_sealed(bytes) {
            return Err(EncryptedError::Digest);
        }
        match value.get("version") {
            Some(&Value::Whole(newer)) if newer > VERSION.into() => Err(EncryptedError::Newer(newer)),
            _ => document(&value).and_then(Self::checked).map_err(EncryptedError::Document),
        }
    }

    fn checked(self) -> Result<Self, String> {
        let wrong = |field: &str, expected: String| Err(format!("{field} has a wrong value; expected {expected}"));
        if self.version != VERSION {
            return wrong("version", VERSION.to_string());
        }
        if self.key.kdf != KDF {
            return wrong("key.kdf", KDF.to_owned());
        }
        if self.cipher != CIPHER {
            return wrong("cipher", CIPHER.to_owned());
        }
        if !(ITERATIONS..=MAX_ITERATIONS).contains(&self.key.iterations) {
            return wrong("key.iterations", format!("{ITERATIONS} to {MAX_ITERATIONS}"));
        }
        for (field, value) in [("cube", &self.cube), ("key.salt", &self.key.salt)] {
            if from_hex(value).is_none() {
                return wrong(field, "32 lower-case hexadecimal digits".to_owned());
            }
        }
        let is_name = |name: &str| name.len() == 64 && name.bytes().all(is_digit);
        if self.files.len() > MAX_FILES
            || !self.files.iter().all(|(name, _)| is_name(name))
            || !self.files.is_sorted_by(|(first, _), (second, _)| first < second)
        {
            let expected = format!("at most {MAX_FILES} pairs of a SHA-256 and a size, in ascending order");
            return wrong("files", expected);
        }
        match self.size(&self.index) {
            Some(_) => Ok(self),
            None => wrong("index", "one of the SHA-256 in files".to_owned()),
        }
    }

    /// The size of a stored file, if the document lists the file.
    pub fn size(&self, name: &str) -> Option<u64> {
        let at = self.files.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        Some(self.files[at].1)
    }

    /// The salt, the iterations and the random id of the cube.
    pub fn key(&self) -> Option<([u8; 16], u32, [u8; 16])> {
        Some((from_hex(&self.key.salt)?, self.key.iterations, from_hex(&self.cube)?))
    }

    /// Whether the public fields are those of the cube inside.
    pub fn describes(&self, about: &About) -> bool {
        (&self.id, &self.title, self.data, self.audience) == (&about.id, &about.title, about.data, about.audience)
    }
}

fn document(value: &Value) -> Result<Document, String> {
    let mut fields = Node::root(value).fields()?;
    let document = Document {
        format: fields.get("format", Node::string),
        version: fields.get("version", Node::small),
        id: fields.get("id", Node::string),
        title: fields.get("title", text),
        data: fields
            .get("data", |node| one_of(node, Data::NAMES, &[Data::Confidential, Data::PublicUse, Data::Synthetic])),
        audience: fields
            .get("audience", |node| one_of(node, &["kiosk"], &[Some(Audience::Kiosk)]))
            .unwrap_or(Audience::Kiosk), // a missing audience is an error
        cube: fields.get("cube", Node::string),
        key: fields.get("key", kdf),
        cipher: fields.get("cipher", Node::string),
        index: fields.get("index", Node::string),
        files: fields.get("files", |files| files.pairs_of(Node::number)),
    };
    fields.get("digest", Node::string);
    fields.end()?;
    Ok(document)
}

fn kdf(node: &Node<'_>) -> Result<Kdf, String> {
    let mut fields = node.fields()?;
    let kdf = Kdf {
        kdf: fields.get("kdf", Node::string),
        salt: fields.get("salt", Node::string),
        iterations: fields.get("iterations", Node::small),
    };
    fields.end()?;
    Ok(kdf)
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn from_hex(text: &str) -> Option<[u8; 16]> {
    if !text.bytes().all(is_digit) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32).map(u128::to_be_bytes)
}
