//! Checks the parts of a manifest one by one.

use std::fmt::{self, Display};

use super::{CubeFile, MAX_CODES, MAX_FILE, MAX_NAMES, MAX_PARTS, MAX_SALT, PartOf, Slice, StructuralZero, View};
use crate::base::{OnlyFull, Quoted};
use crate::cube::manifest::{DimensionPart, FilePart, ListPart, ManifestError, TilePart, TilesPart, ViewPart};
use crate::dimension::{AxisRef, CodeList, CodePart, Dimension, Level, Text, find_axis};
use crate::tile::MAX_CELLS;

pub(super) fn salt(hex: &str) -> Result<Vec<u8>, ManifestError> {
    let expected = "pairs of the digits 0-9 a-f, at most 65536";
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8]| match *pair {
        [high, low] => Some((digit(high)? << 4 | digit(low)?) as u8),
        _ => None,
    };
    let salt: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
    salt.filter(|_| hex.len() <= MAX_SALT)
        .ok_or_else(|| ManifestError::field(&"key.salt", &"is not hexadecimal", expected))
}

fn code_list(field: &dyn Display, entries: Vec<(String, Text)>) -> Result<CodeList, ManifestError> {
    if entries.is_empty() || entries.len() > MAX_CODES {
        return Err(ManifestError::field(field, &format_args!("has {} codes", entries.len()), "1 to 2^24 codes"));
    }
    CodeList::new(entries).map_err(|code| {
        let problem = format_args!("has the code {} twice, or where it may not be", Quoted(&code));
        ManifestError::field(field, &problem, "each code once, none empty, none \"_T\"")
    })
}

/// Checks the name of a dimension or a level.
fn check_name(field: &dyn Display, name: &str) -> Result<(), ManifestError> {
    if name.is_empty() || name.contains([':', ',', '=']) {
        return Err(ManifestError::field(field, &"is no name", "a name without : , ="));
    }
    Ok(())
}

/// Adds a file with a part of the manifest, and returns its position.
type AddPart<'a> = &'a mut dyn FnMut(FilePart, PartOf) -> Result<usize, ManifestError>;

/// A list of codes in files of their own.
pub(super) fn list_in_parts(
    field: &str,
    list: ListPart,
    of: PartOf,
    add: AddPart<'_>,
) -> Result<CodeList, ManifestError> {
    if list.count as usize > MAX_CODES || list.parts.len() > MAX_PARTS {
        return Err(ManifestError::field(&field, &format_args!("has {} codes", list.count), "1 to 2^24 codes"));
    }
    let mut parts = Vec::with_capacity(list.parts.len());
    for part in list.parts {
        let file = add(part.file, of)?;
        parts.push(CodePart { first: part.first, code: part.code, file, entries: Vec::new() });
    }
    CodeList::in_parts(list.count as usize, parts).map_err(|_| {
        ManifestError::field(
            &field,
            &"has a list of parts that is wrong",
            "parts in order of their codes, from position 0",
        )
    })
}

pub(super) fn dimension(part: DimensionPart, at: usize, add: AddPart<'_>) -> Result<Dimension, ManifestError> {
    let field = format!("dimensions: {}", Quoted(&part.name));
    check_name(&field, &part.name)?;
    let codes = match part.list {
        Some(list) => list_in_parts(&field, list.into_inner(), PartOf::Codes(at), add)?,
        None => code_list(&field, part.codes)?,
    };
    if part.levels.len() > MAX_NAMES {
        let problem = format_args!("has {} levels", part.levels.len());
        return Err(ManifestError::field(&field, &problem, "at most 1000 levels"));
    }
    let mut levels: Vec<Level> = Vec::with_capacity(part.levels.len());
    for level in part.levels {
        let field = format!("{field}: level {}", Quoted(&level.name));
        check_name(&field, &level.name)?;
        if levels.iter().any(|earlier| earlier.name == level.name) {
            return Err(ManifestError::field(&field, &"occurs twice", "each level once"));
        }
        if let Some(part) = level.file.map(OnlyFull::into_inner) {
            if part.count == 0 || part.count as usize > MAX_CODES {
                return Err(ManifestError::field(&field, &format_args!("has {} codes", part.count), "1 to 2^24 codes"));
            }
            add(part.file, PartOf::Level(at, levels.len()))?;
            let codes = CodeList::absent(part.count as usize);
            levels.push(Level { name: level.name, label: level.label, codes, of: Vec::new() });
            continue;
        }
        let groups = code_list(&field, level.codes)?;
        if level.of.len() != codes.len() || level.of.iter().any(|&group| group as usize >= groups.len()) {
            let expected = "a group for every code of the dimension";
            return Err(ManifestError::field(&field, &"has groups that do not fit", expected));
        }
        levels.push(Level { name: level.name, label: level.label, codes: groups, of: level.of });
    }
    Ok(Dimension { name: part.name, label: part.label, note: part.note, role: part.role, codes, levels })
}

pub(super) fn marked_codes(
    field: &'static str,
    rule: Vec<(String, Vec<String>)>,
    dimensions: &[Dimension],
) -> Result<StructuralZero, ManifestError> {
    let wrong = |problem: &str| {
        let expected = "dimensions of the cube, each once, with one or more of their codes";
        ManifestError::field(&field, &problem, expected)
    };
    let mut zero = StructuralZero::new();
    for (name, codes) in rule {
        let at = dimensions
            .iter()
            .position(|dimension| dimension.name == name)
            .ok_or_else(|| wrong("names no dimension"))?;
        let mut marked = vec![false; dimensions[at].codes.len()];
        for code in &codes {
            let position = dimensions[at].codes.position(code).ok_or_else(|| wrong("names no code"))?;
            marked[position as usize] = true;
        }
        if codes.is_empty() || zero.iter().any(|(earlier, _)| *earlier == at) {
            return Err(wrong("has a rule without codes, or with a dimension twice"));
        }
        zero.push((at, marked));
    }
    if zero.is_empty() { Err(wrong("has an empty rule")) } else { Ok(zero) }
}

pub(super) fn file(part: FilePart) -> Result<CubeFile, ManifestError> {
    let wrong = |problem: &dyn Display, expected| {
        Err(ManifestError::field(&format_args!("files: {}", Quoted(&part.path)), problem, expected))
    };
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    if !part.path.split('/').all(plain) {
        return wrong(&"is not a path inside the cube", "letters, digits, . _ - and single slashes");
    }
    if part.bytes > MAX_FILE {
        return wrong(&format_args!("has {} bytes", part.bytes), "at most 1 GiB");
    }
    if part.sha256.len() != 64 || !part.sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
        return wrong(&"has no SHA-256", "64 lower-case hexadecimal digits");
    }
    Ok(CubeFile { path: part.path, bytes: part.bytes, sha256: part.sha256 })
}

/// The position of a path. `by_path` has the positions of all files, sorted by path.
pub(super) fn find_file(files: &[CubeFile], by_path: &[u32], path: &str) -> Option<usize> {
    let found = by_path.binary_search_by(|&file| files[file as usize].path.as_str().cmp(path));
    found.ok().map(|at| by_path[at] as usize)
}

/// Adds a file at the end of the list, and returns its position. A file of `shared` that is listed again with the same
/// digest keeps its position: two dimensions with equal codes have equal files.
pub(super) fn add_part(
    files: &mut Vec<CubeFile>,
    by_path: &mut Vec<u32>,
    shared: &[(usize, PartOf)],
    part: FilePart,
) -> Result<usize, ManifestError> {
    let part = file(part)?;
    match by_path.binary_search_by(|&file| files[file as usize].path.cmp(&part.path)) {
        Ok(at) => {
            let known = by_path[at] as usize;
            let is_equal = files[known].bytes == part.bytes && files[known].sha256 == part.sha256;
            let is_shared = shared.iter().any(|&(file, _)| file == known);
            if is_equal && is_shared { Ok(known) } else { Err(listed_twice(&part.path)) }
        }
        Err(at) => {
            by_path.insert(at, files.len() as u32);
            files.push(part);
            Ok(files.len() - 1)
        }
    }
}

/// The error for a file that two parts of a manifest list.
pub(super) fn listed_twice(path: &str) -> ManifestError {
    ManifestError::field(&format_args!("files: {}", Quoted(path)), &"is listed twice", "each file once")
}

/// The problem in an error about a file that the manifest does not list.
pub(super) fn no_file(path: &str) -> impl Display {
    fmt::from_fn(move |out| write!(out, "names {}, which is not among the files", Quoted(path)))
}

/// Resolves axes by name. `wrong` creates an error from a problem and the expected value.
pub(super) fn axes_of(
    names: &[String],
    dimensions: &[Dimension],
    wrong: &dyn Fn(&dyn Display, &'static str) -> ManifestError,
) -> Result<Vec<AxisRef>, ManifestError> {
    let mut axes: Vec<AxisRef> = Vec::with_capacity(names.len());
    for name in names {
        let axis = find_axis(dimensions, name).map_err(|_| {
            let problem = format_args!("names {}", Quoted(name));
            wrong(&problem, "a dimension or dimension:level of the cube")
        })?;
        if axes.iter().any(|earlier| earlier.dimension == axis.dimension) {
            return Err(wrong(&format_args!("has {} twice", Quoted(name)), "each dimension once"));
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// Describes the expected code ranges of a view's tiles in errors.
const RANGES: &str = "ascending code ranges that together are the splitting axis, and none without one";

/// The file of a tile or of a list of tiles. `None` if the manifest does not list the file.
type FileOf<'a> = &'a mut dyn FnMut(&mut TilePart) -> Result<Option<usize>, ManifestError>;

pub(super) fn view(
    number: usize,
    part: ViewPart,
    dimensions: &[Dimension],
    whole: Option<OnlyFull<usize>>,
    file_of: FileOf<'_>,
) -> Result<View, ManifestError> {
    let wrong = |what: &str, problem: &dyn Display, expected| {
        ManifestError::field(&format_args!("views[{number}].{what}"), problem, expected)
    };
    let axes = axes_of(&part.axes, dimensions, &|problem, expected| wrong("axes", problem, expected))?;
    let split = match &part.split {
        Some(name) => Some(
            part.axes
                .iter()
                .position(|axis| axis == name)
                .ok_or_else(|| wrong("split", &format_args!("names {}", Quoted(name)), "one of the view's axes"))?,
        ),
        None => None,
    };
    let split_codes = split.map(|at| dimensions[axes[at].dimension].codes_at(axes[at].level).len() as u32);
    let slices = match whole.map(OnlyFull::into_inner) {
        None => slices_of_view(part.tiles, split_codes, part.cells, &wrong, file_of)?,
        Some(_) if !part.tiles.is_empty() => {
            return Err(wrong("tiles", &"is given beside files of tile entries", "no tiles"));
        }
        Some(_) if part.cells > u32::MAX.into() => {
            let expected = "fewer than 2^32 beside files of tile entries";
            return Err(wrong("cells", &format_args!("is {}", part.cells), expected));
        }
        Some(file) => {
            let (cells, codes) = (part.cells as usize, split_codes.map(|codes| (0, codes - 1)));
            vec![Slice { file, section: 0, cells, codes, is_list: true, is_listed: false }]
        }
    };
    Ok(View { axes, rest: part.rest, measures: part.measures, split, slices })
}

/// Adds the files of tile entries. Returns the position of the file with the tile entries of each view.
pub(super) fn files_of_views(
    parts: Vec<TilesPart>,
    views: usize,
    add: AddPart<'_>,
) -> Result<Vec<usize>, ManifestError> {
    let ends: Vec<usize> = parts.iter().skip(1).map(|part| part.first as usize).chain([views]).collect();
    let mut files = Vec::new();
    for (part, end) in parts.into_iter().zip(ends) {
        let first = part.first as usize;
        if first != files.len() || end <= first || end > views {
            files.clear();
            break;
        }
        let file = add(part.file, PartOf::Views(first, end - first))?;
        files.resize(end, file);
    }
    if files.len() != views {
        let expected = "ascending `first`, from 0";
        return Err(ManifestError::field(&"tiles", &"has files that miss or repeat views", expected));
    }
    Ok(files)
}

/// Checks the tile entries of a view, whose cells add up to `cells`. Returns the slices.
pub(crate) fn slices_of_view(
    tiles: Vec<TilePart>,
    split_codes: Option<u32>,
    cells: u64,
    wrong: WrongView<'_>,
    file_of: FileOf<'_>,
) -> Result<Vec<Slice>, ManifestError> {
    if tiles.len() > MAX_PARTS || (split_codes.is_none() && tiles.len() != 1) {
        let problem = format_args!("has {} entries", tiles.len());
        return Err(wrong("tiles", &problem, "one tile, or tiles cut along an axis"));
    }
    let (slices, next) = slices(tiles, 0, split_codes, wrong, file_of)?;
    // Refuses tiles that end before the last code, because cells with the other codes would appear empty.
    if split_codes.is_some_and(|codes| next != codes) {
        return Err(wrong("tiles", &"ends before the last of the codes", RANGES));
    }
    let total: u64 = slices.iter().map(|slice| slice.cells as u64).sum();
    if total != cells {
        return Err(wrong("cells", &"is not the sum of its tiles", "the number of cells in all tiles"));
    }
    Ok(slices)
}

/// Makes an error about a view from a field, its problem and the expected value.
type WrongView<'a> = &'a dyn Fn(&str, &dyn Display, &'static str) -> ManifestError;

/// Checks consecutive slices of a view from a code of the splitting axis on. Also returns the code after the last slice.
pub(crate) fn slices(
    tiles: Vec<TilePart>,
    mut next: u32,
    split_codes: Option<u32>,
    wrong: WrongView<'_>,
    file_of: FileOf<'_>,
) -> Result<(Vec<Slice>, u32), ManifestError> {
    let mut slices = Vec::with_capacity(tiles.len());
    for mut tile in tiles {
        let is_list = tile.list.is_some();
        let Some(file) = file_of(&mut tile)? else {
            return Err(wrong("tiles", &no_file(&tile.file), "a file of the manifest"));
        };
        if tile.cells > MAX_CELLS as u64 && !(is_list && tile.cells <= u32::MAX.into()) {
            return Err(wrong("tiles", &format_args!("has {} cells", tile.cells), "at most 2^26 a tile"));
        }
        let fits = match (split_codes, tile.codes) {
            (None, None) => !is_list,
            (Some(codes), Some((first, last))) => first == next && first <= last && last < codes,
            _ => false,
        };
        if !fits {
            return Err(wrong("tiles", &format_args!("has wrong codes for {}", Quoted(&tile.file)), RANGES));
        }
        next = tile.codes.map_or(0, |(_, last)| last + 1);
        let (section, cells, codes) = (tile.section as usize, tile.cells as usize, tile.codes);
        slices.push(Slice { file, section, cells, codes, is_list, is_listed: false });
    }
    Ok((slices, next))
}
