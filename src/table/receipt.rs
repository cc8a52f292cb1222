//! Writes and reads receipts. A receipt names the cube, query and method of a table and holds the hash of its CSV.
//! Anyone with the cube can build the table again and compare. `docs/reference/receipts.md` defines the format.
//!
//! A hash of a small tile with true counts discloses the tile to whoever tries all possible tiles. So receipts of
//! confidential keyed cubes have version 2, which has keyed hashes in place of hashes.

use serde::Serialize;

use super::query::{FurtherWords, Group, Query};
use crate::base::json::to_text;
use crate::cube::Cube;
use crate::protect::{MethodSpec, Parameters};

/// Identifies a JSON text as a receipt.
const FORMAT: &str = "cellveil-receipt";
/// The version with hashes that everybody can compute.
const OPEN: u32 = 1;

/// The fields of a receipt in order. The hash of the CSV and the digest follow them in the text.
#[derive(Serialize)]
struct Statement<'a> {
    format: &'static str,
    version: u32,
    cube: CubeWords<'a>,
    files: Vec<&'a str>,
    method: MethodWords<'a>,
    query: QueryWords<'a>,
}

#[derive(Serialize)]
struct CubeWords<'a> {
    id: &'a str,
    digest: &'a str,
}

#[derive(Serialize)]
struct MethodWords<'a> {
    name: &'a str,
    parameters: &'a Parameters,
}

/// A query without its method. All defaults are filled in.
#[derive(Serialize)]
struct QueryWords<'a> {
    rows: &'a [String],
    columns: &'a [String],
    filter: &'a [(String, Vec<String>)],
    groups: &'a [(String, Vec<Group>)],
    #[serde(skip_serializing_if = "FurtherWords::is_empty")]
    with: FurtherWords<'a>,
    totals: bool,
    areas: &'a str,
    reveal: bool,
}

/// The hashes in a receipt, and the version that states how they are computed.
struct Hashes<'a> {
    version: u32,
    digest: &'a str,
    files: Vec<&'a str>,
}

/// The statement of a receipt with open hashes: a JSON object without its last brace, so that the hash of the CSV can
/// follow. `www/api/keyed-receipts.js` makes version 2 from this statement.
pub(super) fn statement(cube: &Cube, files: Vec<&str>, method: &MethodSpec, query: &Query) -> String {
    written(cube, Hashes { version: OPEN, digest: &cube.digest, files }, method, query)
}

fn written(cube: &Cube, hashes: Hashes<'_>, method: &MethodSpec, query: &Query) -> String {
    let mut text = to_text(&Statement {
        format: FORMAT,
        version: hashes.version,
        cube: CubeWords { id: &cube.about.id, digest: hashes.digest },
        files: hashes.files,
        method: MethodWords { name: &method.name, parameters: &method.parameters },
        query: QueryWords {
            rows: &query.rows,
            columns: &query.columns,
            filter: &query.filter,
            groups: &query.groups,
            with: FurtherWords::new(&query.with),
            totals: query.totals,
            areas: query.areas.as_deref().unwrap_or("exact"),
            reveal: query.reveal,
        },
    });
    text.pop();
    text
}

#[cfg(feature = "audit")]
pub use keyed::{ReceiptHash, ReceiptHashError};
#[cfg(feature = "make")]
pub use reading::{Receipt, ReceiptError};
#[cfg(feature = "make")]
pub(super) use writing::text;

/// Only the audit and the command line compute keyed hashes in Rust. For receipts in the browser, JavaScript computes them.
#[cfg(feature = "audit")]
mod keyed {
    use hmac::{Hmac, KeyInit, Mac};
    use sha2::Sha256;
    use thiserror::Error;

    use crate::cube::{Cube, Data, Release, hex};

    /// Minimum length of a salt in bytes. A reader who tries all shorter salts can test guesses of a tile.
    const SALT: usize = 16;
    /// The first hashed bytes. They separate these hashes from other uses of the salt.
    const DOMAIN: &[u8] = b"cellveil/1 receipt\0";

    /// A confidential keyed cube has no receipts, because its salt is too short.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
    #[error(
        "a receipt of confidential true counts needs a secret salt, and the cube's salt has {0} bytes; expected \
         a salt of {SALT} bytes or more in [key]"
    )]
    pub struct ReceiptHashError(usize);

    /// How the receipts of a cube state the hash of a file, of the CSV and of the manifest.
    #[derive(Debug, Clone, Copy)]
    pub enum ReceiptHash<'a> {
        /// The SHA-256 itself.
        Open,
        /// HMAC-SHA-256 under the salt, of `cellveil/1 receipt`, a zero byte, and the SHA-256 in hexadecimal.
        Keyed(&'a [u8]),
    }

    impl<'a> ReceiptHash<'a> {
        /// The hashes of a cube's receipts. Confidential true counts need keyed hashes.
        ///
        /// # Errors
        /// Fails if the hashes must be keyed and the cube's salt is too short.
        pub fn of(cube: &'a Cube) -> Result<Self, ReceiptHashError> {
            if cube.about.data != Data::Confidential || cube.about.release != Release::Keyed {
                return Ok(Self::Open);
            }
            match cube.salt.len() {
                SALT.. => Ok(Self::Keyed(&cube.salt)),
                short => Err(ReceiptHashError(short)),
            }
        }

        /// The name of the algorithm.
        pub fn algorithm(self) -> &'static str {
            match self {
                Self::Open => "SHA-256",
                Self::Keyed(_) => "HMAC-SHA-256",
            }
        }

        /// The form of a SHA-256 in a receipt, both in hexadecimal.
        pub fn apply(self, sha256: &str) -> String {
            match self {
                Self::Open => sha256.to_owned(),
                Self::Keyed(salt) => hex(&keyed_hash(salt, &[DOMAIN, sha256.as_bytes()])),
            }
        }
    }

    /// HMAC-SHA-256 of a message in parts (RFC 2104).
    fn keyed_hash(key: &[u8], message: &[&[u8]]) -> [u8; 32] {
        let mut hash = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        message.iter().for_each(|part| hash.update(part));
        hash.finalize().into_bytes().into()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Test cases 1 to 4, 6 and 7 of RFC 4231: key, message, HMAC-SHA-256.
        #[test]
        fn keyed_hashes_are_those_of_rfc_4231() {
            let counting: Vec<u8> = (1..=25).collect();
            for (key, message, expected) in [
                (&[0x0b; 20][..], &b"Hi There"[..], "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
                (
                    b"Jefe",
                    b"what do ya want for nothing?",
                    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                ),
                (&[0xaa; 20], &[0xdd; 50], "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
                (&counting, &[0xcd; 50], "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
                (
                    &[0xaa; 131],
                    b"Test Using Larger Than Block-Size Key - Hash Key First",
                    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                ),
                (
                    &[0xaa; 131],
                    b"This is a test using a larger than block-size key and a larger than block-size data. The key \
                      needs to be hashed before being used by the HMAC algorithm.",
                    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
                ),
            ] {
                assert_eq!(hex(&keyed_hash(key, &[message])), expected);
                let (first, second) = message.split_at(message.len() / 2);
                assert_eq!(hex(&keyed_hash(key, &[first, second])), expected, "in two parts");
            }
        }

        #[test]
        fn hashes_of_a_receipt() {
            let sha256 = "00".repeat(32);
            assert_eq!(ReceiptHash::Open.apply(&sha256), sha256);
            let keyed = ReceiptHash::Keyed(&[7; 16]).apply(&sha256);
            assert_eq!(keyed.len(), 64);
            assert_ne!(keyed, ReceiptHash::Keyed(&[8; 16]).apply(&sha256));
        }
    }
}

/// Only the command line writes receipts in Rust. In the browser, JavaScript completes them.
#[cfg(feature = "make")]
mod writing {
    use super::keyed::{ReceiptHash, ReceiptHashError};
    use super::{Hashes, OPEN, written};
    use crate::cube::{Cube, seal, sha256_hex};
    use crate::protect::MethodSpec;
    use crate::table::query::Query;

    /// The version with keyed hashes, and the newest version that this crate reads.
    pub(super) const KEYED: u32 = 2;

    /// Returns the version number of a receipt that has hashes of this kind.
    pub(super) fn version(hash: ReceiptHash<'_>) -> u32 {
        match hash {
            ReceiptHash::Open => OPEN,
            ReceiptHash::Keyed(_) => KEYED,
        }
    }

    /// The text of a receipt.
    pub(in crate::table) fn text(
        cube: &Cube,
        files: &[&str],
        method: &MethodSpec,
        query: &Query,
        csv: &str,
    ) -> Result<String, ReceiptHashError> {
        let hash = ReceiptHash::of(cube)?;
        let files: Vec<String> = files.iter().map(|file| hash.apply(file)).collect();
        let hashes = Hashes {
            version: version(hash),
            digest: &hash.apply(&cube.digest),
            files: files.iter().map(String::as_str).collect(),
        };
        let statement = written(cube, hashes, method, query);
        Ok(seal(format!("{statement},\"csv\":\"{}\"}}", hash.apply(&sha256_hex(csv.as_bytes())))))
    }
}

/// Only the command line reads receipts in Rust. In the browser, JavaScript completes and reads them.
#[cfg(feature = "make")]
mod reading {
    use thiserror::Error;

    use super::FORMAT;
    use super::keyed::{ReceiptHash, ReceiptHashError};
    use super::writing::{KEYED, version};
    use crate::base::json::{Node, Value};
    use crate::cube::{Cube, is_sealed, sha256_hex};
    use crate::protect::Parameters;
    use crate::table::query::{MethodChoice, Query, read};

    /// Why a receipt is invalid.
    #[derive(Debug, Clone, PartialEq, Eq, Error)]
    #[non_exhaustive]
    pub enum ReceiptError {
        /// The text is not a receipt.
        #[error("not the receipt of a table; expected a JSON object with \"format\": \"cellveil-receipt\"")]
        NotAReceipt,
        /// The digest does not match. The receipt has changed since it was written.
        #[error(
            "the receipt is damaged: its contents do not match the digest at its end; expected the file as it was written"
        )]
        Digest,
        /// A later version of cellveil wrote the receipt.
        #[error(
            "the receipt has version {0}, newer than this reader's ({KEYED}); expected a newer cellveil to read it"
        )]
        Newer(u64),
        /// The JSON does not have the shape of a receipt.
        #[error("the receipt is not one: {0}")]
        Shape(String),
    }

    /// A receipt of a table.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Receipt {
        /// The cube's `id`.
        pub id: String,
        version: u64,
        digest: String,
        csv: String,
        method: Named,
        query: Query,
    }

    /// A method's name and parameters.
    type Named = Option<(String, Parameters)>;

    impl Receipt {
        /// Whether the receipt's version is the version of this cube's receipts.
        ///
        /// # Errors
        /// Fails if the cube has no receipts.
        pub fn has_version_of(&self, cube: &Cube) -> Result<bool, ReceiptHashError> {
            Ok(self.version == u64::from(version(ReceiptHash::of(cube)?)))
        }

        /// Whether the receipt belongs to this version of the cube.
        ///
        /// # Errors
        /// Fails if the cube has no receipts.
        pub fn is_of(&self, cube: &Cube) -> Result<bool, ReceiptHashError> {
            Ok(self.digest == ReceiptHash::of(cube)?.apply(&cube.digest))
        }

        /// Whether the receipt has the hash of this CSV.
        ///
        /// # Errors
        /// Fails if the cube has no receipts.
        pub fn has_csv(&self, cube: &Cube, csv: &[u8]) -> Result<bool, ReceiptHashError> {
            Ok(self.csv == ReceiptHash::of(cube)?.apply(&sha256_hex(csv)))
        }

        /// Reads a receipt. Checks its kind, digest and version first. So the error identifies a file of another kind
        /// or of a later version.
        pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReceiptError> {
            let value = match Value::parse(bytes) {
                Ok(value) => value,
                // Damage can break the JSON. So a file with the format's name near its start counts as a damaged
                // receipt.
                Err(_) if bytes[..bytes.len().min(64)].windows(FORMAT.len()).any(|part| part == FORMAT.as_bytes()) => {
                    return Err(ReceiptError::Digest);
                }
                Err(_) => return Err(ReceiptError::NotAReceipt),
            };
            if !matches!(value.get("format"), Some(Value::String(format)) if format == FORMAT) {
                return Err(ReceiptError::NotAReceipt);
            }
            if !is_sealed(bytes) {
                return Err(ReceiptError::Digest);
            }
            match value.get("version") {
                Some(&Value::Whole(newer)) if newer > KEYED.into() => Err(ReceiptError::Newer(newer)),
                _ => receipt(&Node::root(&value)).map_err(ReceiptError::Shape),
            }
        }

        /// The receipt's query, including the receipt's method.
        pub fn query(&self, cube: &Cube) -> Query {
            let method = self.method.as_ref().map(|method| match cube.methods.contains(method) {
                true => MethodChoice::Name(method.0.clone()),
                false => MethodChoice::Custom(method.1.clone()),
            });
            Query { method, ..self.query.clone() }
        }
    }

    fn receipt(node: &Node<'_>) -> Result<Receipt, String> {
        let mut fields = node.fields()?;
        let (id, digest) = fields.get("cube", cube);
        let receipt = Receipt {
            id,
            digest,
            version: fields.get("version", Node::number),
            method: fields.get("method", method),
            query: fields.get("query", read),
            csv: fields.get("csv", Node::string),
        };
        fields.get("format", Node::string);
        fields.get("files", Node::strings);
        fields.get("digest", Node::string);
        fields.end()?;
        Ok(receipt)
    }

    fn cube(node: &Node<'_>) -> Result<(String, String), String> {
        let mut fields = node.fields()?;
        let cube = (fields.get("id", Node::string), fields.get("digest", Node::string));
        fields.end()?;
        Ok(cube)
    }

    fn method(node: &Node<'_>) -> Result<Named, String> {
        let mut fields = node.fields()?;
        let name = fields.get("name", Node::string);
        let parameters = fields.get("parameters", |node| Parameters::read(node).map(Some));
        fields.end()?;
        Ok(parameters.map(|parameters| (name, parameters)))
    }
}
