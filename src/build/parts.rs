//! Moves the long lists of a manifest to files of their own, so that a page loads only what a table needs
//! (`cube/FORMAT.md`).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;

use super::error::Error;
use super::files::{BuiltFile, Described, described};
use super::parallel::in_parallel;
use crate::base::OnlyFull;
use crate::cube::{
    CodesPart, DimensionPart, FilePart, Form, LevelFilePart, LevelPart, ListPart, MANIFEST, MAX_CODES, Manifest,
    NEWEST_OF_FULL, PartFile, TilePart, TilesPart, ViewPart,
};
use crate::dimension::{Text, index_of, joined};
use crate::tile::{self, Column, Encoding, TileError};

/// The least lengths of lists that are moved, and the lengths of their parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// A dimension with at least this number of codes is moved.
    pub long_dimension: usize,
    /// Number of codes in a file.
    pub codes: usize,
    /// Number of files with codes in a file that lists them.
    pub lists: usize,
    /// Number of slices in a file.
    pub slices: usize,
    /// If the long views of a manifest with other parts have more slices than this number, these slices are moved. A
    /// manifest without other parts may have twice as many, because then the small core can read it.
    pub all_slices: usize,
    /// A view with more slices than this number is long.
    pub long_view: usize,
    /// If a manifest has other parts, and more tile entries than this number, the tile entries are moved.
    pub all_entries: usize,
    /// Number of tile entries in a file. The entries of a view stay together, so a file of one view may have more.
    pub entries: usize,
}

impl Lengths {
    /// The lengths of published cubes. A table of one area then needs a list of files, a file with codes, and for each view
    /// a list of slices: some 18 KB, and 6 KB for each view. In a cube of many views, the table also needs a file of tile
    /// entries for each view, some 5 KB.
    pub const PUBLISHED: Self = Self {
        long_dimension: 8192,
        codes: 256,
        lists: 128,
        slices: 64,
        all_slices: 256,
        long_view: 1,
        all_entries: 256,
        entries: 48,
    };
}

/// A thread makes the index of this number of codes at a time.
const INDEXED_AT_ONCE: usize = 2048;

/// The files of a cube after long lists have files of their own.
#[derive(Debug)]
pub struct InParts {
    /// All files. The manifest comes last.
    pub files: Vec<BuiltFile>,
    /// The names of long dimensions whose codes stay in the manifest, because they do not ascend by their bytes.
    pub unsorted: Vec<String>,
}

/// Moves long lists of the manifest, which is the last file, to files of their own. Writes the tiles of long views again,
/// with `encoding`. This is the value of [`Publish::encoding`](crate::spec::Publish::encoding).
///
/// A dimension that limits, structural zeros or marks of altered records name stays in the manifest, because a reader
/// needs its codes at once.
///
/// # Errors
/// Fails if the last file is not a manifest.
pub fn in_parts(mut files: Vec<BuiltFile>, lengths: Lengths, encoding: Option<Encoding>) -> Result<InParts, Error> {
    let Some((_, bytes)) = files.pop() else { return Ok(InParts { files, unsorted: Vec::new() }) };
    files.sort();
    let mut manifest = Manifest::from_bytes(&bytes)?;
    let mut made = Vec::new();
    let mut unsorted = Vec::new();
    let named: Vec<String> = named(&manifest);
    for dimension in manifest.dimensions.iter_mut().filter(|dimension| dimension.codes.len() >= lengths.long_dimension)
    {
        if named.contains(&dimension.name) || manifest.rules.is_some() {
            continue;
        }
        if !dimension.codes.is_sorted_by(|(first, _), (second, _)| first < second) {
            unsorted.push(dimension.name.clone());
            continue;
        }
        move_codes(dimension, lengths, &mut made);
        dimension.levels.iter_mut().for_each(|level| move_level(level, &mut made));
    }
    let mut moved = Vec::new();
    // A reader checks a file with sections of several views when it knows all these views.
    let sections = manifest.views.iter().flat_map(|view| &view.tiles).filter(|tile| tile.section > 0);
    let joint: HashSet<String> = sections.map(|tile| tile.file.clone()).collect();
    // A list of tiles covers codes of the splitting axis.
    let is_long = |view: &ViewPart| {
        view.split.is_some()
            && view.tiles.len() > lengths.long_view
            && !view.tiles.iter().any(|tile| joint.contains(&tile.file))
    };
    let slices: usize = manifest.views.iter().filter(|view| is_long(view)).map(|view| view.tiles.len()).sum();
    let are_many = slices > lengths.all_slices * if made.is_empty() { 2 } else { 1 };
    let key_bits = manifest.key.as_ref().map_or(1, |key| key.modulus.bits());
    let known = &manifest.files;
    let mut relative = RelativeTiles { files: &files, known, key_bits, encoding, first_of: HashMap::new() };
    for view in manifest.views.iter_mut().filter(|view| are_many && is_long(view)) {
        let mut tiles = std::mem::take(&mut view.tiles);
        moved.extend(tiles.iter().map(|tile| tile.file.clone()));
        let split = view.split.as_ref().and_then(|split| view.axes.iter().position(|axis| axis == split));
        let described = relative.describe(&mut tiles, split.unwrap_or_default(), &mut made)?;
        for (tiles, described) in tiles.chunks(lengths.slices).zip(described.chunks(lengths.slices)) {
            let mut own: Vec<FilePart> = described.to_vec();
            own.sort_by(|a, b| a.path.cmp(&b.path));
            own.dedup_by(|a, b| a.path == b.path);
            let list = written(&PartFile::Slices { tiles: tiles.to_vec(), files: own }, &mut made);
            let (first, last) = (tiles[0].codes, tiles[tiles.len() - 1].codes);
            let codes = first.zip(last).map(|((first, _), (_, last))| (first, last));
            let cells = tiles.iter().map(|tile| tile.cells).sum();
            view.tiles.push(TilePart { file: String::new(), list: OnlyFull::new(list), section: 0, cells, codes });
        }
    }
    let listed = relative.first_of;
    if made.is_empty() {
        files.push((MANIFEST.to_owned(), bytes));
        return Ok(InParts { files, unsorted });
    }
    // Views that stay in the manifest may read a moved view's tiles, and lists may have tiles as they were.
    let is_moved: HashSet<String> = moved.into_iter().collect();
    let read: HashSet<&String> = manifest.views.iter().flat_map(|view| &view.tiles).map(|tile| &tile.file).collect();
    manifest.files.retain(|file| !is_moved.contains(&file.path) || read.contains(&file.path));
    files.retain(|(path, _)| !is_moved.contains(path) || read.contains(path) || listed.contains_key(path));
    move_tiles(&mut manifest, lengths, &mut made);
    manifest.version = NEWEST_OF_FULL;
    files.extend(made);
    files.sort();
    files.dedup();
    files.push((MANIFEST.to_owned(), manifest.to_bytes()?));
    Ok(InParts { files, unsorted })
}

/// The tiles of long views, with codes of the splitting axis that count from the slice's first code. The model of a tile
/// needs room for each code of an axis, so only these tiles of a long axis can be modelled.
struct RelativeTiles<'a> {
    /// The files of the builder, by their paths.
    files: &'a [BuiltFile],
    /// The same files as the manifest describes them.
    known: &'a [FilePart],
    key_bits: u32,
    encoding: Option<Encoding>,
    /// The first code of each tile. Equal files of slices with different first codes would be read wrongly.
    first_of: HashMap<String, Option<u32>>,
}

impl RelativeTiles<'_> {
    /// Describes the files of a view's tiles in the same order. Writes each tile again whose codes do not count from the
    /// slice's first code, if the tile becomes smaller.
    fn describe(
        &mut self,
        tiles: &mut [TilePart],
        split: usize,
        made: &mut Vec<BuiltFile>,
    ) -> Result<Vec<FilePart>, Error> {
        let codes = tiles.last().and_then(|tile| tile.codes).map_or(0, |(_, last)| last + 1);
        let shift = Shift { split, codes, key_bits: self.key_bits };
        let first = tiles.first().and_then(|tile| self.bytes_of(tile));
        let are_relative = first.map(|(bytes, _)| shift.is_relative(bytes)).transpose()?.unwrap_or_default();
        let relative = |(): &mut (), tile: &TilePart| -> Result<Option<Described>, TileError> {
            let Some((bytes, codes)) = self.bytes_of(tile).filter(|_| !are_relative) else { return Ok(None) };
            let own = shift.to_relative(bytes, codes, self.encoding)?;
            Ok((own.len() < bytes.len()).then(|| described("tiles", "cvt", own)))
        };
        let written = in_parallel(tiles, || (), relative, &mut |_| ())?;
        let mut files = Vec::with_capacity(tiles.len());
        for (tile, written) in tiles.iter_mut().zip(written) {
            let first = tile.codes.map(|(first, _)| first);
            let is_free = |path: &String| self.first_of.get(path).is_none_or(|known| *known == first);
            let new = match written {
                Some((file, bytes)) => Some((file, bytes)).filter(|(file, _)| is_free(&file.path)),
                None if are_relative && !is_free(&tile.file) => {
                    let absolute = self.bytes_of(tile).map(|(bytes, codes)| shift.to_absolute(bytes, codes));
                    absolute.transpose()?.map(|bytes| described("tiles", "cvt", bytes))
                }
                None => None,
            };
            let is_relative = are_relative && new.is_none() || !are_relative && new.is_some();
            match new {
                Some((file, bytes)) => {
                    tile.file.clone_from(&file.path);
                    made.push((file.path.clone(), bytes));
                    files.push(file);
                }
                None => files.extend(file_of(self.known, &tile.file)),
            }
            self.first_of.entry(tile.file.clone()).or_insert(first.filter(|_| is_relative));
        }
        Ok(files)
    }

    /// The bytes of a tile, and the first and last code of its slice.
    fn bytes_of(&self, tile: &TilePart) -> Option<(&[u8], (u32, u32))> {
        let at = self.files.binary_search_by(|(path, _)| path.as_str().cmp(&tile.file)).ok()?;
        Some((&self.files[at].1, tile.codes?))
    }
}

/// The splitting axis of a view, along which the codes of a tile can move.
struct Shift {
    split: usize,
    /// Number of codes of the splitting axis.
    codes: u32,
    key_bits: u32,
}

impl Shift {
    /// Whether codes count from the slice's first code.
    fn is_relative(&self, bytes: &[u8]) -> Result<bool, TileError> {
        Ok(tile::decode(bytes)?.iter().any(|section| section.cardinalities[self.split] < self.codes))
    }

    /// Writes a tile with codes that count from the slice's first code.
    fn to_relative(
        &self,
        bytes: &[u8],
        (first, last): (u32, u32),
        as_: Option<Encoding>,
    ) -> Result<Vec<u8>, TileError> {
        self.written(bytes, (self.codes, last - first + 1), |code| code - u64::from(first), as_)
    }

    /// Packs a tile with codes that count from the first code of the axis.
    fn to_absolute(&self, bytes: &[u8], (first, last): (u32, u32)) -> Result<Vec<u8>, TileError> {
        self.written(bytes, (last - first + 1, self.codes), |code| code + u64::from(first), Some(Encoding::Packed))
    }

    /// Writes a tile again. `from` and `to` are the numbers of codes without totals.
    fn written(
        &self,
        bytes: &[u8],
        (from, to): (u32, u32),
        code: impl Fn(u64) -> u64,
        encoding: Option<Encoding>,
    ) -> Result<Vec<u8>, TileError> {
        let mut sections = tile::decode(bytes)?;
        for section in &mut sections {
            section.cardinalities[self.split] = section.cardinalities[self.split] - from + to;
            let codes: Vec<u64> = section.coordinates[self.split].iter().map(&code).collect();
            section.coordinates[self.split] = Column::from_values(&codes);
        }
        tile::encode(&sections, self.key_bits, encoding)
    }
}

/// Moves all tile entries to files of their own, if there are more than `lengths.all_entries`.
fn move_tiles(manifest: &mut Manifest, lengths: Lengths, made: &mut Vec<BuiltFile>) {
    let path = |file: &FilePart| file.path.clone();
    let files: BTreeMap<String, FilePart> = manifest.files.iter().map(|file| (path(file), file.clone())).collect();
    let mut parts = Vec::new();
    let (mut first, mut entries, mut all) = (0, 0, 0);
    let mut own: BTreeMap<&str, &FilePart> = BTreeMap::new();
    for (at, view) in (0..).zip(&manifest.views) {
        let more = view.tiles.len();
        if entries > 0 && entries + more > lengths.entries {
            parts.push((first..at, std::mem::take(&mut own)));
            (first, entries) = (at, 0);
        }
        let new = view.tiles.iter().filter_map(|tile| files.get(&tile.file));
        own.extend(new.map(|file| (file.path.as_str(), file)));
        entries += more;
        all += more;
    }
    parts.push((first..manifest.views.len(), own));
    if all <= lengths.all_entries {
        return;
    }
    let moved: HashSet<String> = parts.iter().flat_map(|(_, own)| own.keys()).map(|path| (*path).to_owned()).collect();
    let mut listed = Vec::with_capacity(parts.len());
    for (views, own) in parts {
        let first = views.start as u32;
        let views = manifest.views[views].iter_mut().map(|view| std::mem::take(&mut view.tiles)).collect();
        let part = PartFile::Views { views, files: own.into_values().cloned().collect() };
        listed.push(TilesPart { first, file: written(&part, made) });
    }
    manifest.files.retain(|file| !moved.contains(&file.path));
    manifest.tiles = OnlyFull::new(listed);
}

/// The dimensions whose codes a reader needs at once.
fn named(manifest: &Manifest) -> Vec<String> {
    let zeros = manifest.structural_zeros.iter().flatten().map(|(name, _)| name.clone());
    let altered = manifest.altered.iter().map(|(name, _)| name.clone());
    let matrices = manifest.pretabular.iter().flat_map(|part| &part.steps).filter_map(|step| step.matrix.as_ref());
    let of_axis = |axis: &str| axis.split(':').next().unwrap_or_default().to_owned();
    zeros.chain(altered).chain(matrices.map(|matrix| of_axis(&matrix.axis))).collect()
}

fn file_of(files: &[FilePart], path: &str) -> Option<FilePart> {
    files.binary_search_by(|file| file.path.as_str().cmp(path)).ok().map(|at| files[at].clone())
}

/// Moves the codes of a dimension to files, and adds an index of their words.
fn move_codes(dimension: &mut DimensionPart, lengths: Lengths, made: &mut Vec<BuiltFile>) {
    let codes = std::mem::take(&mut dimension.codes);
    let chunks: Vec<&[(String, Text)]> = codes.chunks(INDEXED_AT_ONCE).collect();
    let Ok(indexes) = in_parallel(&chunks, || (), |(), codes| Ok::<_, Infallible>(index_of(codes)), &mut |_| ());
    let index = joined(indexes.into_iter().flatten().collect());
    dimension.index = (index.len() <= MAX_CODES).then(|| list_of(&index, lengths, made)).and_then(OnlyFull::new);
    dimension.list = OnlyFull::new(list_of(&codes, lengths, made));
}

/// Writes codes to files, and lists of these files to further files.
fn list_of(codes: &[(String, Text)], lengths: Lengths, made: &mut Vec<BuiltFile>) -> ListPart {
    let chunks: Vec<&[(String, Text)]> = codes.chunks(lengths.codes).collect();
    let file = |(): &mut (), codes: &&[(String, Text)]| {
        Ok::<_, Infallible>(of_part(&PartFile::Codes { codes: codes.to_vec() }))
    };
    let Ok(files) = in_parallel(&chunks, || (), file, &mut |_| ());
    let mut first = 0;
    let mut parts = Vec::with_capacity(chunks.len());
    for (codes, (file, bytes)) in chunks.into_iter().zip(files) {
        made.push((file.path.clone(), bytes));
        parts.push(CodesPart { first, code: codes[0].0.clone(), file });
        first += codes.len() as u32;
    }
    while parts.len() > lengths.lists {
        let list = |parts: &[CodesPart]| {
            let file = written(&PartFile::Lists { parts: parts.to_vec() }, made);
            CodesPart { first: parts[0].first, code: parts[0].code.clone(), file }
        };
        parts = parts.chunks(lengths.lists).map(list).collect();
    }
    ListPart { count: first, parts }
}

fn move_level(level: &mut LevelPart, made: &mut Vec<BuiltFile>) {
    let (codes, of) = (std::mem::take(&mut level.codes), std::mem::take(&mut level.of));
    let count = codes.len() as u32;
    let file = written(&PartFile::Level { codes, of }, made);
    level.file = OnlyFull::new(LevelFilePart { count, file });
}

/// Writes a part as a file, and describes the file.
fn written(part: &PartFile, made: &mut Vec<BuiltFile>) -> FilePart {
    let (file, bytes) = of_part(part);
    made.push((file.path.clone(), bytes));
    file
}

/// The file of a part, and its bytes.
fn of_part(part: &PartFile) -> Described {
    described("parts", "json", part.to_bytes(Form::Short))
}
