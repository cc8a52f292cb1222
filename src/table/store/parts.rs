//! Loads parts of a manifest that are in files of their own: codes, levels and tile entries (`cube/FORMAT.md`).
//!
//! A query that names only codes of a long dimension needs the files with these codes. Some queries need the whole
//! dimension: those with groups of its codes, with a method that hashes categories or looks at the whole table, and
//! those for measures and explanations.

use std::fmt::Display;
use std::ops::Range;

use super::{Origin, Store};
use crate::base::OnlyFull;
use crate::cube::{
    CodesPart, FilePart, ManifestError, PartFile, PartOf, Slice, TilePart, View, slices, slices_of_view,
};
use crate::dimension::{CodeList, CodePart, Dimension, Level, find_axis};
use crate::table::error::{Error, FileError};
use crate::table::need::Need;
use crate::table::query::{Query, Reply};
use crate::table::query_error::QueryError;
use crate::tile::Section;

impl Store {
    /// The parts of the manifest to load before a query can be planned. Empty for a manifest in one file.
    pub fn lacking(&self, query: &Query) -> Vec<Need> {
        let mut files = self.lacking_files(query);
        // In a sealed cube, an equal group of another level may answer instead of a code. Then all levels are needed.
        if files.is_empty() && self.cube.is_sealed() && !self.cube.parts.is_empty() {
            let planned = self.plan_any(query, true);
            if let Err(Error::Query(QueryError::NoView { .. } | QueryError::NeedsBlocks { .. })) = planned {
                files = self.cube.dimensions.iter().flat_map(|dimension| self.levels(dimension)).collect();
            }
        }
        self.needs(files)
    }

    /// All parts of the manifest that are not loaded and whose files are known. When they are loaded, the cube may know
    /// further files.
    pub fn unloaded(&self) -> Vec<Need> {
        let lists = self.cube.views.iter().flat_map(|view| &view.slices).filter(|slice| slice.is_list);
        let dimensions = self.cube.dimensions.iter().flat_map(|dimension| self.everything(dimension));
        self.needs(dimensions.chain(lists.map(|slice| slice.file)).collect())
    }

    /// All parts of the indexes that are not loaded and whose files are known.
    pub fn unloaded_indexes(&self) -> Vec<Need> {
        self.needs(self.cube.indexes.iter().flatten().flat_map(CodeList::files).collect())
    }

    pub(super) fn needs(&self, mut files: Vec<usize>) -> Vec<Need> {
        files.sort_unstable();
        files.dedup();
        let need = |file: usize| Need { path: self.cube.files[file].path.clone(), bytes: self.cube.files[file].bytes };
        files.into_iter().map(need).collect()
    }

    /// The files of all parts of a dimension that are not loaded.
    fn everything(&self, dimension: &Dimension) -> Vec<usize> {
        dimension.codes.files().chain(self.levels(dimension)).collect()
    }

    /// The files of those levels of a dimension that are not loaded.
    fn levels(&self, dimension: &Dimension) -> impl Iterator<Item = usize> {
        let levels = dimension.levels.iter().enumerate().filter(|(_, level)| !level.is_loaded());
        levels.filter_map(|(level, _)| self.file_of_level(dimension, level))
    }

    fn file_of_level(&self, dimension: &Dimension, level: usize) -> Option<usize> {
        let at = self.cube.dimensions.iter().position(|known| std::ptr::eq(known, dimension))?;
        let is_it = |(_, of): &&(usize, PartOf)| *of == PartOf::Level(at, level);
        self.cube.parts.iter().find(is_it).map(|&(file, _)| file)
    }

    /// The files to load before a query can be planned.
    pub(super) fn lacking_files(&self, query: &Query) -> Vec<usize> {
        let is_search = query.measure.as_ref().is_some_and(|measure| measure.reply == Reply::Codes);
        if self.cube.parts.is_empty() || is_search {
            return Vec::new();
        }
        let is_exact = matches!(query.areas.as_deref(), None | Some("exact"));
        let is_plain = query.explain.is_none() && query.measure.is_none() && query.with.is_empty() && is_exact;
        let method = self.method(query);
        let is_simple = is_plain && method.is_ok_and(|method| !method.category_keys && !method.looks_at_table());
        let mut files = Vec::new();
        for (at, dimension) in self.cube.dimensions.iter().enumerate() {
            if dimension.codes.is_whole() && dimension.levels.iter().all(Level::is_loaded) {
                continue;
            }
            let level_of = |name: &String| {
                let axis = find_axis(&self.cube.dimensions, name).ok()?;
                (axis.dimension == at).then_some(axis.level)
            };
            let filters: Vec<_> =
                query.filter.iter().filter_map(|(name, codes)| Some((level_of(name)?, codes))).collect();
            let axes: Vec<Option<usize>> = query.rows.iter().chain(&query.columns).filter_map(level_of).collect();
            if !is_simple || query.groups.iter().any(|(name, _)| level_of(name).is_some()) {
                files.extend(self.everything(dimension));
                continue;
            }
            let known = files.len();
            for level in filters.iter().map(|(level, _)| *level).chain(axes.iter().copied()).flatten() {
                if !dimension.levels[level].is_loaded() {
                    files.extend(self.file_of_level(dimension, level));
                }
            }
            for (_, codes) in filters.iter().filter(|(level, _)| level.is_none()) {
                files.extend(codes.iter().filter_map(|code| dimension.codes.file_of(code)));
            }
            // The codes on an axis are those that the filters retain.
            if axes.contains(&None) && files.len() == known {
                let retained = retained(dimension, &filters);
                let is_retained = |code: &u32| retained[*code as usize];
                let codes = (0..dimension.codes.len() as u32).filter(is_retained);
                files.extend(codes.filter_map(|code| dimension.codes.file_at(code)));
            }
        }
        files
    }

    /// Whether the tile entries of all views are loaded.
    pub(super) fn knows_all_tiles(&self) -> bool {
        self.cube.knows_all_tiles()
    }

    /// The position of the splitting axis and a slice's first code, if the section counts codes from the first code.
    pub(super) fn origin(&self, view: &View, slice: &Slice, section: &Section) -> Option<Origin> {
        view.origin(slice, section, self.has_own_totals().into()).and_then(OnlyFull::new)
    }

    /// Loads a file that holds a part of the manifest. Returns whether the file is such a part. Equal parts of several
    /// dimensions share a file.
    pub(super) fn load_part(&mut self, number: usize, bytes: &[u8]) -> Result<bool, Error> {
        let places: Vec<PartOf> =
            self.cube.parts.iter().filter(|&&(file, _)| file == number).map(|&(_, of)| of).collect();
        if places.is_empty() {
            return Ok(false);
        }
        let path = self.cube.files[number].path.clone();
        let wrong = |what| Error::File { path: path.clone(), problem: Box::new(FileError::Contents { what }) };
        let part = PartFile::from_bytes(bytes, self.cube.form).map_err(|_| wrong("fields"))?;
        for of in places {
            self.load_into(of, number, part.clone()).map_err(wrong)?;
        }
        Ok(true)
    }

    /// Loads a part into its place. A part that is loaded already stays. An error names what does not fit.
    fn load_into(&mut self, of: PartOf, number: usize, part: PartFile) -> Result<(), &'static str> {
        match (of, part) {
            (PartOf::Codes(_) | PartOf::Index(_), _) if !self.list(of)?.files().any(|file| file == number) => Ok(()),
            (PartOf::Codes(_) | PartOf::Index(_), PartFile::Codes { codes }) => {
                self.list(of)?.load(number, codes).map_err(|_| "codes")
            }
            (PartOf::Codes(_) | PartOf::Index(_), PartFile::Lists { parts }) => {
                let own = |file: usize, part: &CodesPart| CodePart {
                    first: part.first,
                    code: part.code.clone(),
                    file,
                    entries: Vec::new(),
                };
                // Checks the list before its files are added.
                let mut codes = self.list(of)?.clone();
                codes.divide(number, parts.iter().map(|part| own(0, part)).collect()).map_err(|_| "lists of codes")?;
                let files = self.add_files(parts.iter().map(|part| part.file.clone()).collect(), 0)?;
                self.cube.parts.extend(files.iter().map(|&file| (file, of)));
                let parts = files.iter().zip(&parts).map(|(&file, part)| own(file, part)).collect();
                self.list(of)?.divide(number, parts).map_err(|_| "lists of codes")
            }
            (PartOf::Level(at, level), PartFile::Level { codes, of }) => {
                let dimension = &mut self.cube.dimensions[at];
                let codes = CodeList::new(codes).map_err(|_| "codes")?;
                let level = &mut dimension.levels[level];
                let fits = codes.len() == level.codes.len()
                    && of.len() == dimension.codes.len()
                    && of.iter().all(|&group| (group as usize) < codes.len());
                if !fits {
                    return Err("groups");
                }
                (level.codes, level.of) = (codes, of);
                Ok(())
            }
            (PartOf::Slices(view), PartFile::Slices { tiles, files }) => self.load_slices(view, number, tiles, files),
            (PartOf::Views(first, count), PartFile::Views { views, files }) => {
                self.load_views(first..first + count, number, views, files)
            }
            _ => Err("fields"),
        }
    }

    /// The list of codes, or the index, to which a part belongs.
    fn list(&mut self, of: PartOf) -> Result<&mut CodeList, &'static str> {
        match of {
            PartOf::Codes(at) => Ok(&mut self.cube.dimensions[at].codes),
            PartOf::Index(at) => self.cube.indexes[at].as_mut().ok_or("index"),
            PartOf::Level(..) | PartOf::Slices(_) | PartOf::Views(..) => Err("fields"),
        }
    }

    /// Replaces the slice that stands for a list by the slices of the list.
    fn load_slices(
        &mut self,
        view: usize,
        number: usize,
        tiles: Vec<TilePart>,
        files: Vec<FilePart>,
    ) -> Result<(), &'static str> {
        let known = &self.cube.views[view];
        let is_it = |slice: &Slice| slice.file == number && slice.is_list;
        let Some(at) = known.slices.iter().position(is_it) else { return Ok(()) };
        let (cells, (first, last)) = (known.slices[at].cells, known.slices[at].codes.ok_or("tiles")?);
        let codes = self.codes_of_split(known).ok_or("tiles")?;
        if !is_in_order(&files) {
            return Err("files");
        }
        let mut is_read = vec![false; files.len()];
        // A list of lists would need another round for nothing.
        let mut file_of = |tile: &mut TilePart| Ok(find(&files, tile, &mut is_read).filter(|_| tile.list.is_none()));
        let (mut new, end) = slices(tiles, first, Some(codes), &wrong, &mut file_of).map_err(|_| "tiles")?;
        let sum: u64 = new.iter().map(|slice| slice.cells as u64).sum();
        if sum != cells as u64 || end != last + 1 || is_read.contains(&false) {
            return Err("tiles");
        }
        let tiles = files.len();
        let files = self.add_files(files, tiles)?;
        for slice in &mut new {
            slice.file = files[slice.file];
            slice.is_listed = true;
        }
        let mut slices = self.cube.views[view].slices.clone();
        slices.splice(at..=at, new);
        self.replace_slices(view, slices);
        Ok(())
    }

    /// Replaces the slices that stand for whole views by the slices of the views' tile entries.
    fn load_views(
        &mut self,
        range: Range<usize>,
        number: usize,
        views: Vec<Vec<TilePart>>,
        mut files: Vec<FilePart>,
    ) -> Result<(), &'static str> {
        let known = &self.cube.views[range.clone()];
        let is_unknown = |view: &View| view.slices.iter().any(|slice| slice.file == number);
        if !known.iter().all(is_unknown) {
            return Ok(());
        }
        if views.len() != known.len() {
            return Err("views");
        }
        if !is_in_order(&files) {
            return Err("files");
        }
        let tiles = files.len();
        let mut is_read = vec![false; tiles];
        let mut lists: Vec<(FilePart, usize)> = Vec::new();
        let mut new = Vec::with_capacity(views.len());
        for ((number, view), own) in range.clone().zip(known).zip(views) {
            let mut file_of = |tile: &mut TilePart| {
                let Some(list) = tile.list.take() else { return Ok(find(&files, tile, &mut is_read)) };
                lists.push((list.into_inner(), number));
                Ok(Some(tiles + lists.len() - 1))
            };
            let cells = view.slices.iter().map(|slice| slice.cells as u64).sum();
            let codes = self.codes_of_split(view);
            new.push(slices_of_view(own, codes, cells, &wrong, &mut file_of).map_err(|_| "tiles")?);
        }
        if is_read.contains(&false) {
            return Err("tiles");
        }
        files.extend(lists.iter().map(|(file, _)| file.clone()));
        let files = self.add_files(files, tiles)?;
        let lists = files[tiles..].iter().zip(&lists);
        self.cube.parts.extend(lists.map(|(&file, &(_, view))| (file, PartOf::Slices(view))));
        for (view, mut slices) in range.zip(new) {
            slices.iter_mut().for_each(|slice| slice.file = files[slice.file]);
            self.replace_slices(view, slices);
        }
        Ok(())
    }

    /// Number of codes of the axis that cuts a view into slices.
    fn codes_of_split(&self, view: &View) -> Option<u32> {
        let split = view.axes[view.split?];
        Some(self.cube.dimensions[split.dimension].codes_at(split.level).len() as u32)
    }

    /// Adds files that a part lists: first a number of tiles, then further parts. Returns their positions.
    fn add_files(&mut self, files: Vec<FilePart>, tiles: usize) -> Result<Vec<usize>, &'static str> {
        let files = self.cube.add_files(files, &|at| at < tiles).map_err(|_| "files")?;
        self.tiles.grow(self.cube.files.len());
        self.slices_of.resize(self.cube.files.len(), Vec::new());
        // A tile that another slice reads already is checked again, against the new slices too.
        files[..tiles].iter().for_each(|&file| self.tiles.remove(file));
        Ok(files)
    }

    fn replace_slices(&mut self, view: usize, slices: Vec<Slice>) {
        for slice in &self.cube.views[view].slices {
            self.slices_of[slice.file].retain(|&(other, _)| other != view);
        }
        slices.iter().enumerate().for_each(|(at, slice)| self.slices_of[slice.file].push((view, at)));
        self.cube.views[view].slices = slices;
    }
}

/// Whether the files ascend by their paths. Any other order could carry hidden information.
fn is_in_order(files: &[FilePart]) -> bool {
    files.is_sorted_by(|one, other| one.path < other.path)
}

/// Finds the position of a tile's file, and marks the file as read. The files are in order.
fn find(files: &[FilePart], tile: &TilePart, is_read: &mut [bool]) -> Option<usize> {
    let found = files.binary_search_by(|file| file.path.cmp(&tile.file)).ok();
    found.into_iter().for_each(|file| is_read[file] = true);
    found
}

/// The error of a wrong tile entry. The caller replaces this error, because its fields belong to `cube.json` and not to the
/// part.
fn wrong(_: &str, problem: &dyn Display, expected: &'static str) -> ManifestError {
    ManifestError::Field { field: String::new(), problem: problem.to_string(), expected }
}

/// Marks the codes of a dimension that filters retain. The codes and levels that the filters name are loaded.
fn retained(dimension: &Dimension, filters: &[(Option<usize>, &Vec<String>)]) -> Vec<bool> {
    let mut retained = vec![true; dimension.codes.len()];
    for (level, codes) in filters {
        let list = dimension.codes_at(*level);
        let mut listed = vec![false; list.len()];
        codes.iter().filter_map(|code| list.position(code)).for_each(|code| listed[code as usize] = true);
        for (code, retained) in (0..).zip(&mut retained) {
            *retained &= listed[dimension.group_of(*level, code) as usize];
        }
    }
    retained
}
