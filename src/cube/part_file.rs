//! Files with parts of a manifest: codes, levels and tile entries (`FORMAT.md`).

#[cfg(feature = "audit")]
mod contents;

use serde::Serialize;

use super::manifest::{CodesPart, FilePart, Form, TilePart};
use super::read::{codes_part, file, texts, tiles};
use super::short::{field, items, long_codes_part, long_tiles, push};
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
    /// Reads the bytes of a file. `form` is the form of the manifest's lists.
    pub fn from_bytes(bytes: &[u8], form: Form) -> Result<Self, String> {
        let mut value = Value::parse(bytes)?;
        if form == Form::Short {
            expand(&mut value).ok_or("a list is not in the short form")?;
        }
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

/// Turns the short lists of a part into long lists. Returns `None` if a list is not short.
fn expand(part: &mut Value) -> Option<()> {
    for entry in items(part, "parts") {
        long_codes_part(entry)?;
    }
    let mut files = Vec::new();
    for view in items(part, "views") {
        long_tiles(view, &mut files)?;
    }
    if let Some(tiles) = field(part, "tiles") {
        long_tiles(tiles, &mut files)?;
    }
    if part.get("views").or(part.get("tiles")).is_some() {
        push(part, "files", Value::Array(files));
    }
    Some(())
}
