//! What the builder and the audit need of a part.

use super::PartFile;
use crate::base::OnlyFull;
use crate::base::json::to_text;
use crate::cube::manifest::{FilePart, TilePart};

impl PartFile {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = to_text(self).into_bytes();
        bytes.push(b'\n');
        bytes
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
