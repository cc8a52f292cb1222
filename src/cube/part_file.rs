//! Files with parts of a manifest: codes, levels and tile entries (`FORMAT.md`).

#[cfg(feature = "audit")]
mod contents;

use serde::Serialize;

use super::manifest::{CodesPart, FilePart, TilePart};
use super::read::{codes_part, file, texts, tiles};
use crate::base::json::{Node, Value};
use crate::dimension::Text;

/// The contents of a file with a part of a manifest. The fields tell what the file holds.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum PartFile {
    /// Consecutive codes of a dimension.
    Codes { codes: Vec<(String, Text)> },
    /// Files with consecutive codes of a dimension.
    Lists { parts: Vec<CodesPart> },
    /// The groups of a level, and for each code of the dimension the position of its group.
    Level { codes: Vec<(String, Text)>, of: Vec<u32> },
    /// Consecutive slices of a view, and their files.
    Slices { tiles: Vec<TilePart>, files: Vec<FilePart> },
    /// The tile entries of consecutive views, and the files of these tiles.
    Views { views: Vec<Vec<TilePart>>, files: Vec<FilePart> },
}

impl PartFile {
    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let value = Value::parse(bytes)?;
        let mut fields = Node::root(&value).fields()?;
        let part = if value.get("parts").is_some() {
            Self::Lists { parts: fields.get("parts", |parts| parts.list_of(codes_part)) }
        } else if value.get("tiles").is_some() {
            let tiles = fields.get("tiles", tiles);
            Self::Slices { tiles, files: fields.get("files", |files| files.list_of(file)) }
        } else if value.get("views").is_some() {
            let views = fields.get("views", |views| views.list_of(tiles));
            Self::Views { views, files: fields.get("files", |files| files.list_of(file)) }
        } else if value.get("of").is_some() {
            let codes = fields.get("codes", texts);
            Self::Level { codes, of: fields.get("of", |groups| groups.list_of(Node::small)) }
        } else {
            Self::Codes { codes: fields.get("codes", texts) }
        };
        fields.end()?;
        Ok(part)
    }
}
