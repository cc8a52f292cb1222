//! Moves the long lists of a manifest to files of their own, so that a page loads only what a table needs
//! (`cube/FORMAT.md`).

use std::collections::HashSet;

use super::error::Error;
use super::files::{BuiltFile, file_name};
use crate::cube::{
    CodesPart, DimensionPart, FilePart, LevelFilePart, LevelPart, ListPart, MANIFEST, Manifest, PartFile, TilePart,
    ViewPart, sha256_hex,
};

/// The least lengths of lists that are moved, and the lengths of their parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// A dimension with at least this number of codes is moved.
    pub long_dimension: usize,
    /// Number of codes in a file.
    pub codes: usize,
    /// Number of files with codes in a file that lists them.
    pub lists: usize,
    /// A view with more slices than this number is moved.
    pub long_view: usize,
    /// Number of slices in a file.
    pub slices: usize,
}

impl Lengths {
    /// The lengths of published cubes. A table of one area then needs at most a list of files, two files with codes and
    /// a list of slices: some 80 KB.
    pub const PUBLISHED: Self = Self { long_dimension: 8192, codes: 512, lists: 256, long_view: 256, slices: 128 };
}

/// The files of a cube after long lists have files of their own.
#[derive(Debug)]
pub struct InParts {
    /// All files. The manifest comes last.
    pub files: Vec<BuiltFile>,
    /// The names of long dimensions whose codes stay in the manifest, because they do not ascend by their bytes.
    pub unsorted: Vec<String>,
}

/// Moves long lists of the manifest, which is the last file, to files of their own.
///
/// A dimension that limits, structural zeros or marks of altered records name stays in the manifest, because a reader
/// needs its codes at once.
///
/// # Errors
/// Fails if the last file is not a manifest.
pub fn in_parts(mut files: Vec<BuiltFile>, lengths: Lengths) -> Result<InParts, Error> {
    let Some((_, bytes)) = files.pop() else { return Ok(InParts { files, unsorted: Vec::new() }) };
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
    let is_long = |view: &&mut ViewPart| {
        view.split.is_some()
            && view.tiles.len() > lengths.long_view
            && !view.tiles.iter().any(|tile| joint.contains(&tile.file))
    };
    for view in manifest.views.iter_mut().filter(is_long) {
        let tiles = std::mem::take(&mut view.tiles);
        for tiles in tiles.chunks(lengths.slices) {
            let mut own: Vec<FilePart> = tiles.iter().filter_map(|tile| file_of(&manifest.files, &tile.file)).collect();
            own.sort_by(|a, b| a.path.cmp(&b.path));
            own.dedup_by(|a, b| a.path == b.path);
            moved.extend(own.iter().map(|file| file.path.clone()));
            let list = written(&PartFile::Slices { tiles: tiles.to_vec(), files: own }, &mut made);
            let (first, last) = (tiles[0].codes, tiles[tiles.len() - 1].codes);
            let codes = first.zip(last).map(|((first, _), (_, last))| (first, last));
            let cells = tiles.iter().map(|tile| tile.cells).sum();
            view.tiles.push(TilePart { file: String::new(), list: Some(list), section: 0, cells, codes });
        }
    }
    if made.is_empty() {
        files.push((MANIFEST.to_owned(), bytes));
        return Ok(InParts { files, unsorted });
    }
    moved.sort_unstable();
    let is_read = |path: &String| manifest.views.iter().flat_map(|view| &view.tiles).any(|tile| tile.file == *path);
    manifest.files.retain(|file| moved.binary_search(&file.path).is_err() || is_read(&file.path));
    manifest.version = 2;
    files.extend(made);
    files.sort();
    files.dedup();
    files.push((MANIFEST.to_owned(), manifest.to_bytes()?));
    Ok(InParts { files, unsorted })
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

/// Moves the codes of a dimension to files, and lists of these files to further files.
fn move_codes(dimension: &mut DimensionPart, lengths: Lengths, made: &mut Vec<BuiltFile>) {
    let codes = std::mem::take(&mut dimension.codes);
    let mut first = 0;
    let mut parts = Vec::new();
    for codes in codes.chunks(lengths.codes) {
        let file = written(&PartFile::Codes { codes: codes.to_vec() }, made);
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
    dimension.list = Some(ListPart { count: first, parts });
}

fn move_level(level: &mut LevelPart, made: &mut Vec<BuiltFile>) {
    let (codes, of) = (std::mem::take(&mut level.codes), std::mem::take(&mut level.of));
    let count = codes.len() as u32;
    level.file = Some(LevelFilePart { count, file: written(&PartFile::Level { codes, of }, made) });
}

/// Writes a part as a file, and describes the file.
fn written(part: &PartFile, made: &mut Vec<BuiltFile>) -> FilePart {
    let bytes = part.to_bytes();
    let path = file_name("parts", "json", &bytes);
    let file = FilePart { path: path.clone(), bytes: bytes.len() as u64, sha256: sha256_hex(&bytes) };
    made.push((path, bytes));
    file
}
