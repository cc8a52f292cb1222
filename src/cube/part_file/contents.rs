//! What the builder and the audit need of a part.

use super::PartFile;
use crate::base::json::to_text;
use crate::cube::manifest::FilePart;

impl PartFile {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = to_text(self).into_bytes();
        bytes.push(b'\n');
        bytes
    }

    /// The further files that this file lists.
    pub fn files(&self) -> Vec<&FilePart> {
        match self {
            Self::Lists { parts } => parts.iter().map(|part| &part.file).collect(),
            Self::Slices { files, .. } => files.iter().collect(),
            Self::Codes { .. } | Self::Level { .. } => Vec::new(),
        }
    }
}
