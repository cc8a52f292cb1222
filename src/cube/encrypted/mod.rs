//! Encrypted cubes: an ordinary keyed cube inside encrypted files, as `ENCRYPTED.md` specifies.
//!
//! # Guarantee
//! Without the passphrase, the stored files tell only the public document, and the number and padded sizes of the files. A
//! reader with the passphrase notices each changed, truncated, moved or foreign file.
//!
//! # Caller must ensure
//! The passphrase is hard to guess, and `random` draws from the generator of the operating system.

mod cipher;
mod document;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::manifest::ENCRYPTED;
use super::{Cube, Data, MANIFEST, ManifestError, sha256_hex};
use crate::base::Quoted;
use crate::base::json::{Node, Value, to_text};
use cipher::CubeKey;
use document::{Document, ITERATIONS};

/// The version that this crate writes and reads.
const VERSION: u32 = 1;
/// The folder of the stored files, with its slash.
const FOLDER: &str = "files/";
/// The place of the index in the associated data.
const INDEX: &str = "index";
/// Maximum number of stored files: 2^20.
const MAX_FILES: usize = 1 << 20;
/// Maximum size of a file's content in bytes: 1 GiB.
const MAX_CONTENT: usize = 1 << 30;

/// Why an encrypted cube cannot be written or read. No error contains a part of the content.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncryptedError {
    /// The document is not that of an encrypted cube.
    #[error("cube.json is not the public document of an encrypted cube; expected \"format\": \"cellveil-encrypted\"")]
    NotEncrypted,
    /// The public document has changed.
    #[error("cube.json is damaged: its contents do not match the digest at its end; expected the file as it was built")]
    Digest,
    /// A later version of cellveil wrote the document.
    #[error("cube.json has version {0}, newer than this reader's ({VERSION}); expected a newer cellveil to open it")]
    Newer(u64),
    /// A field of the public document is wrong.
    #[error("cube.json: {0}")]
    Document(String),
    /// The index does not open.
    #[error("wrong passphrase, or a damaged file; expected the passphrase of cellveil tile")]
    Passphrase,
    /// A stored file is shorter or longer than the public document says.
    #[error("{0} is truncated or has extra bytes; expected the file as it was encrypted")]
    Size(String),
    /// A stored file has other bytes than the public document says.
    #[error("{0} is damaged or replaced: its SHA-256 is not its name; expected the file as it was encrypted")]
    Replaced(String),
    /// The index names a stored file that the public document does not list.
    #[error(
        "cube.json lacks {0}, which belongs to the cube: files were swapped or are older; expected the list as it was encrypted"
    )]
    Unlisted(String),
    /// The public document lists a stored file that the index does not name.
    #[error("cube.json lists a file that does not belong to the cube; expected the list as it was encrypted")]
    Foreign,
    /// A stored file does not open at its place.
    #[error("{0} belongs to another place: files were swapped or are older; expected the file as it was encrypted")]
    Place(String),
    /// The cube inside has no file at this path.
    #[error("the cube has no file {path}; expected a file of its manifest", path = Quoted(.0))]
    NoFile(String),
    /// The index has a wrong form.
    #[error("the index inside the encrypted cube: {0}")]
    Index(String),
    /// The public fields are not those of the cube inside.
    #[error("cube.json has the id, title, data or audience of another cube; expected those of the cube inside")]
    Description,
    /// The cube inside has several methods for confidential data.
    #[error("the cube inside has several methods; expected one method for confidential data on a kiosk")]
    Methods,
    /// The manifest inside is wrong.
    #[error("inside the encrypted cube: {0}")]
    Manifest(#[from] ManifestError),
    /// A file or the list of files exceeds a limit.
    #[error("{0} is too large to encrypt; expected at most 1 GiB for a file and 2^20 files")]
    TooLarge(String),
}

/// Encrypts all files of a cube. `random` fills bytes with numbers that nobody can predict. Returns the stored files, with
/// the public document at the end.
///
/// # Errors
/// Fails if the manifest is invalid or a file is too large, or with the error of `random`.
pub fn encrypt<E: From<EncryptedError>>(
    files: &[(String, Vec<u8>)],
    passphrase: &str,
    random: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
) -> Result<Vec<(String, Vec<u8>)>, E> {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST).map_or(&[][..], |(_, bytes)| bytes);
    let about = Cube::from_decrypted(manifest).map_err(EncryptedError::from)?.about;
    if files.len() >= MAX_FILES {
        return Err(EncryptedError::TooLarge("the cube".to_owned()).into());
    }
    let (mut cube, mut salt) = ([0; 16], [0; 16]);
    random(&mut cube)?;
    random(&mut salt)?;
    let key = CubeKey::derive(passphrase, &salt, ITERATIONS, cube);
    let mut stored = BTreeMap::new();
    let mut seal = |place: &str, content: &[u8]| -> Result<String, E> {
        let mut nonce = [0; cipher::NONCE];
        random(&mut nonce)?;
        let bytes =
            key.seal(place, content, nonce).ok_or_else(|| EncryptedError::TooLarge(Quoted(place).to_string()))?;
        let name = sha256_hex(&bytes);
        stored.insert(name.clone(), bytes);
        Ok(name)
    };
    let mut names = Vec::with_capacity(files.len());
    for (path, content) in files {
        names.push((path, seal(path, content)?));
    }
    let index = seal(INDEX, to_text(&BTreeMap::from([("files", names)])).as_bytes())?;
    let sizes = stored.iter().map(|(name, bytes)| (name.clone(), bytes.len() as u64)).collect();
    let document = Document::new(&about, cube, salt, index, sizes).to_bytes();
    let files = stored.into_iter().map(|(name, bytes)| (format!("{FOLDER}{name}"), bytes));
    Ok(files.chain([(MANIFEST.to_owned(), document)]).collect())
}

/// Whether the bytes of a `cube.json` are those of an encrypted cube, which may be damaged.
pub fn is_encrypted(document: &[u8]) -> bool {
    document.starts_with(format!("{{\"format\":\"{ENCRYPTED}\"").as_bytes())
}

/// An encrypted cube whose public document is read and checked.
pub struct Encrypted(Document);

impl Encrypted {
    /// Reads the public document.
    ///
    /// # Errors
    /// Fails if the document has another format, is damaged, or has a wrong field.
    pub fn from_bytes(document: &[u8]) -> Result<Self, EncryptedError> {
        Document::from_bytes(document).map(Self)
    }

    /// The path of the stored index.
    pub fn index(&self) -> String {
        format!("{FOLDER}{}", self.0.index)
    }

    /// Derives the key from the passphrase, and opens the index.
    ///
    /// # Errors
    /// Fails with a wrong passphrase, or if the index is damaged.
    pub fn unlock(self, passphrase: &str, index: &[u8]) -> Result<Unlocked, EncryptedError> {
        let Self(document) = self;
        check(&document, &document.index, index)?;
        let (salt, iterations, cube) = document.key().ok_or(EncryptedError::Digest)?;
        let key = CubeKey::derive(passphrase, &salt, iterations, cube);
        let index = key.open(INDEX, index).ok_or(EncryptedError::Passphrase)?;
        let names = names(&index).map_err(EncryptedError::Index)?;
        let all: BTreeSet<&String> = names.values().chain([&document.index]).collect();
        if let Some(name) = all.iter().find(|name| document.size(name).is_none()) {
            return Err(EncryptedError::Unlisted(format!("{FOLDER}{name}")));
        }
        if all.len() < document.files.len() {
            return Err(EncryptedError::Foreign);
        }
        Ok(Unlocked { document, key, names })
    }
}

/// An encrypted cube whose passphrase is known.
pub struct Unlocked {
    document: Document,
    key: CubeKey,
    /// For each path of the ordinary cube, the SHA-256 of the stored file.
    names: BTreeMap<String, String>,
}

impl Unlocked {
    /// The path of the stored file for a path of the ordinary cube.
    ///
    /// # Errors
    /// Fails if the cube has no such file.
    pub fn stored(&self, path: &str) -> Result<String, EncryptedError> {
        let name = self.names.get(path).ok_or_else(|| EncryptedError::NoFile(path.to_owned()))?;
        Ok(format!("{FOLDER}{name}"))
    }

    /// Decrypts the stored file for a path of the ordinary cube.
    ///
    /// # Errors
    /// Fails if the file is truncated, damaged, moved to another place or of another cube.
    pub fn open(&self, path: &str, stored: &[u8]) -> Result<Vec<u8>, EncryptedError> {
        let name = self.names.get(path).ok_or_else(|| EncryptedError::NoFile(path.to_owned()))?;
        check(&self.document, name, stored)?;
        self.key.open(path, stored).ok_or_else(|| EncryptedError::Place(format!("{FOLDER}{name}")))
    }

    /// Checks that the public fields are those of the cube inside, and that confidential data have one method.
    ///
    /// # Errors
    /// Fails if a field differs, or if there are several methods.
    pub fn check(&self, inside: &Cube) -> Result<(), EncryptedError> {
        if !self.document.describes(&inside.about) {
            return Err(EncryptedError::Description);
        }
        let has_several = inside.about.data == Data::Confidential && inside.methods.len() > 1;
        if has_several { Err(EncryptedError::Methods) } else { Ok(()) }
    }

    /// The paths of all stored files.
    pub fn paths(&self) -> impl Iterator<Item = String> + '_ {
        self.document.files.iter().map(|(name, _)| format!("{FOLDER}{name}"))
    }
}

/// Checks the size and the SHA-256 of a stored file.
fn check(document: &Document, name: &str, stored: &[u8]) -> Result<(), EncryptedError> {
    let file = || format!("{FOLDER}{name}");
    match document.size(name) {
        None => Err(EncryptedError::Unlisted(file())),
        Some(size) if size != stored.len() as u64 => Err(EncryptedError::Size(file())),
        Some(_) if sha256_hex(stored) != name => Err(EncryptedError::Replaced(file())),
        Some(_) => Ok(()),
    }
}

/// Reads the index.
fn names(index: &[u8]) -> Result<BTreeMap<String, String>, String> {
    let value = Value::parse(index)?;
    let mut fields = Node::root(&value).fields()?;
    let pairs = fields.get("files", |files| files.pairs_of(Node::string));
    fields.end()?;
    let number = pairs.len();
    let names: BTreeMap<String, String> = pairs.into_iter().collect();
    if names.len() == number { Ok(names) } else { Err("files repeats a path; expected each path once".to_owned()) }
}
