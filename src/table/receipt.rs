//! Writes and reads receipts. A receipt names the cube, query and method of a table and holds the hash of its CSV.
//! Anyone with the cube can build the table again and compare. `docs/reference/receipts.md` defines the format.

use serde::Serialize;

use super::query::{Group, Query};
use crate::base::json::to_text;
use crate::cube::Cube;
use crate::protect::{MethodSpec, Parameters};

/// Identifies a JSON text as a receipt.
const FORMAT: &str = "cellveil-receipt";
/// The version that this crate writes, and the newest version that it reads.
const VERSION: u32 = 1;

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
    totals: bool,
    areas: &'a str,
    reveal: bool,
}

/// The statement of a receipt: a JSON object without its last brace, so that the hash of the CSV can follow.
pub(super) fn statement(cube: &Cube, files: Vec<&str>, method: &MethodSpec, query: &Query) -> String {
    let mut text = to_text(&Statement {
        format: FORMAT,
        version: VERSION,
        cube: CubeWords { id: &cube.about.id, digest: &cube.digest },
        files,
        method: MethodWords { name: &method.name, parameters: &method.parameters },
        query: QueryWords {
            rows: &query.rows,
            columns: &query.columns,
            filter: &query.filter,
            groups: &query.groups,
            totals: query.totals,
            areas: query.areas.as_deref().unwrap_or("exact"),
            reveal: query.reveal,
        },
    });
    text.pop();
    text
}

#[cfg(feature = "cli")]
pub use reading::{Receipt, ReceiptError};

/// Only the command line reads receipts in Rust. In the browser, JavaScript completes and reads them.
#[cfg(feature = "cli")]
mod reading {
    use thiserror::Error;

    use super::{FORMAT, VERSION};
    use crate::base::json::{Node, Value};
    use crate::cube::{Cube, is_sealed, seal, sha256_hex};
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
            "the receipt has version {0}, newer than this reader's ({VERSION}); expected a newer cellveil to read it"
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
        /// The digest of the cube's manifest.
        pub digest: String,
        /// SHA-256 of the table's CSV.
        pub csv: String,
        method: Named,
        query: Query,
    }

    /// A method's name and parameters.
    type Named = Option<(String, Parameters)>;

    impl Receipt {
        /// The text of a receipt: [`Store::statement`](crate::table::Store::statement), the hash of the table's CSV,
        /// and a digest of both.
        pub fn text(statement: &str, csv: &str) -> String {
            seal(format!("{statement},\"csv\":\"{}\"}}", sha256_hex(csv.as_bytes())))
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
                Some(&Value::Whole(newer)) if newer > VERSION.into() => Err(ReceiptError::Newer(newer)),
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
            method: fields.get("method", method),
            query: fields.get("query", read),
            csv: fields.get("csv", Node::string),
        };
        fields.get("format", Node::string);
        fields.get("version", Node::number);
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
