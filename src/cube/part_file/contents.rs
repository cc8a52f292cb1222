//! What the builder and the audit need of a part.

use super::PartFile;
use crate::base::OnlyFull;
use crate::base::json::{Value, to_text};
use crate::cube::manifest::{FilePart, Form, TilePart};
use crate::cube::short::{described, field, items, list, short_codes_part, short_tiles, take};

impl PartFile {
    /// The bytes of the file. `form` is the form of the manifest's lists.
    pub fn to_bytes(&self, form: Form) -> Vec<u8> {
        let mut text = to_text(self);
        // Files of codes and of levels are the same in all versions.
        let is_short = form == Form::Short && !matches!(self, Self::Codes { .. } | Self::Level { .. });
        if is_short && let Ok(mut value) = Value::parse(text.as_bytes()) {
            shorten(&mut value);
            text = to_text(&value);
        }
        text.push('\n');
        text.into_bytes()
    }

    /// The other part files that this file lists.
    pub fn parts(&self) -> Vec<&FilePart> {
        match self {
            Self::Lists { parts } => parts.iter().map(|part| &part.file).collect(),
            Self::Views { views, .. } => {
                views.iter().flatten().filter_map(|tile| tile.list.as_ref()).map(OnlyFull::get).collect()
            }
            Self::Codes { .. } | Self::Level { .. } | Self::Slices { .. } => Vec::new(),
        }
    }

    /// The tiles that this file lists: the slices of views, and the files with these slices.
    pub fn tiles(&self) -> (Vec<&TilePart>, &[FilePart]) {
        match self {
            Self::Slices { tiles, files } => (tiles.iter().collect(), files),
            Self::Views { views, files } => (views.iter().flatten().collect(), files),
            Self::Codes { .. } | Self::Lists { .. } | Self::Level { .. } => (Vec::new(), &[]),
        }
    }
}

/// Turns the long lists of a part into short lists.
fn shorten(part: &mut Value) {
    items(part, "parts").iter_mut().for_each(|entry| *entry = short_codes_part(entry));
    let files = take(part, "files");
    let files = described(list(&files));
    items(part, "views").iter_mut().for_each(|view| *view = short_tiles(view, &files));
    if let Some(tiles) = field(part, "tiles") {
        *tiles = short_tiles(tiles, &files);
    }
}
