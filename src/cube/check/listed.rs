//! Files that parts of a manifest list.

use super::parts::add_part;
use super::{Cube, PartOf, Slice, View};
use crate::cube::manifest::{FilePart, ManifestError};
use crate::tile::Section;

impl View {
    /// The position of the splitting axis and a slice's first code, if the section counts codes from the first code
    /// (`FORMAT.md`). `totals` is the number of places for totals on each axis: 0 or 1.
    pub(crate) fn origin(&self, slice: &Slice, section: &Section, totals: u32) -> Option<(usize, u32)> {
        let (split, (first, last)) = self.split.zip(slice.codes)?;
        let places = u64::from(last - first) + 1 + u64::from(totals);
        let is_relative =
            slice.is_listed && section.cardinalities.get(split).is_some_and(|&own| u64::from(own) == places);
        is_relative.then_some((split, first))
    }
}

impl Cube {
    /// Adds the files that a part of the manifest lists, and returns their positions. Adds all or none. A tile or a part
    /// that is listed already keeps its position, because equal files share a path.
    pub(crate) fn add_files(&mut self, new: Vec<FilePart>, are_tiles: bool) -> Result<Vec<usize>, ManifestError> {
        let (files, by_path) = (self.files.clone(), self.by_path.clone());
        let mut tiles = Vec::new();
        if are_tiles {
            tiles.extend(self.views.iter().flat_map(|view| &view.slices).filter(|slice| !slice.is_list));
        }
        let tiles: Vec<(usize, PartOf)> = tiles.iter().map(|slice| (slice.file, PartOf::Slices(0))).collect();
        let shared = if are_tiles { &tiles } else { &self.parts };
        let add = |part| add_part(&mut self.files, &mut self.by_path, shared, part);
        let added: Result<Vec<usize>, ManifestError> = new.into_iter().map(add).collect();
        if added.is_err() {
            (self.files, self.by_path) = (files, by_path);
        }
        added
    }
}
