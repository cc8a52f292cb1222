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
    /// Adds the files that a part of the manifest lists, and returns their positions. Adds all or none. `is_tile` returns
    /// whether the file at a position is a tile. The other files are parts. A tile or a part that is listed already keeps
    /// its position, because equal files share a path.
    pub(crate) fn add_files(
        &mut self,
        new: Vec<FilePart>,
        is_tile: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<usize>, ManifestError> {
        let known = self.files.len();
        let slices = self.views.iter().flat_map(|view| &view.slices).filter(|slice| !slice.is_list);
        let mut tiles: Vec<(usize, PartOf)> = slices.map(|slice| (slice.file, PartOf::Slices(0))).collect();
        let mut parts = self.parts.clone();
        let mut added = Vec::with_capacity(new.len());
        for (at, part) in new.into_iter().enumerate() {
            let shared = if is_tile(at) { &mut tiles } else { &mut parts };
            match add_part(&mut self.files, &mut self.by_path, shared, part) {
                Ok(file) => {
                    shared.push((file, PartOf::Slices(0)));
                    added.push(file);
                }
                Err(error) => {
                    self.files.truncate(known);
                    self.by_path.retain(|&file| (file as usize) < known);
                    return Err(error);
                }
            }
        }
        Ok(added)
    }

    /// Whether all tile entries are loaded. From version 3 on, a manifest may have files of tile entries.
    pub(crate) fn knows_all_tiles(&self) -> bool {
        let stands_for = |view: usize, file: usize| self.views[view].slices.iter().any(|slice| slice.file == file);
        let is_unknown =
            |&(file, of): &(usize, PartOf)| matches!(of, PartOf::Views(first, _) if stands_for(first, file));
        !self.parts.iter().any(is_unknown)
    }
}
