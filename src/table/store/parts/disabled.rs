//! Replaces parts of a manifest in a build without the feature `full`. Such a build opens no manifest with parts.

use super::{Origin, Store};
use crate::cube::{Slice, View};
use crate::table::error::Error;
use crate::table::query::Query;
use crate::tile::Section;

impl Store {
    /// No file is lacking, because the manifest is one file.
    pub(super) fn lacking_files(&self, _: &Query) -> Vec<usize> {
        Vec::new()
    }

    /// All tile entries are in the manifest, which is one file.
    pub(super) fn knows_all_tiles(&self) -> bool {
        true
    }

    /// No section counts codes from its first code, because no file lists slices.
    pub(super) fn origin(&self, _: &View, _: &Slice, _: &Section) -> Option<Origin> {
        None
    }

    /// Loads nothing, because no file is a part.
    pub(super) fn load_part(&mut self, _: usize, _: &[u8]) -> Result<bool, Error> {
        Ok(false)
    }
}
