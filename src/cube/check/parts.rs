//! Checks the parts of a manifest one by one.

use std::fmt::{self, Display};

use super::{CubeFile, MAX_CODES, MAX_FILE, MAX_NAMES, MAX_PARTS, MAX_SALT, Slice, StructuralZero, View};
use crate::base::Quoted;
use crate::cube::manifest::{DimensionPart, FilePart, ManifestError, ViewPart};
use crate::dimension::{AxisRef, CodeList, Dimension, Level, Text, find_axis};
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

pub(super) fn dimension(part: DimensionPart) -> Result<Dimension, ManifestError> {
    let field = format!("dimensions: {}", Quoted(&part.name));
    check_name(&field, &part.name)?;
    let codes = code_list(&field, part.codes)?;
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

pub(super) fn find_file(files: &[CubeFile], path: &str) -> Option<usize> {
    files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
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

pub(super) fn view(
    number: usize,
    part: ViewPart,
    dimensions: &[Dimension],
    files: &[CubeFile],
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
    if part.tiles.len() > MAX_PARTS || (split.is_none() && part.tiles.len() != 1) {
        let problem = format_args!("has {} entries", part.tiles.len());
        return Err(wrong("tiles", &problem, "one tile, or tiles cut along an axis"));
    }
    let split_codes = split.map(|at| dimensions[axes[at].dimension].codes_at(axes[at].level).len() as u32);
    let mut next = 0;
    let mut slices = Vec::with_capacity(part.tiles.len());
    for tile in part.tiles {
        let Some(file) = find_file(files, &tile.file) else {
            return Err(wrong("tiles", &no_file(&tile.file), "a file of the manifest"));
        };
        if tile.cells > MAX_CELLS as u64 {
            return Err(wrong("tiles", &format_args!("has {} cells", tile.cells), "at most 2^26 a tile"));
        }
        let fits = match (split_codes, tile.codes) {
            (None, None) => true,
            (Some(codes), Some((first, last))) => first == next && first <= last && last < codes,
            _ => false,
        };
        if !fits {
            return Err(wrong("tiles", &format_args!("has wrong codes for {}", Quoted(&tile.file)), RANGES));
        }
        next = tile.codes.map_or(0, |(_, last)| last + 1);
        slices.push(Slice { file, section: tile.section as usize, cells: tile.cells as usize, codes: tile.codes });
    }
    // Refuses tiles that end before the last code, because cells with the other codes would appear empty.
    if split_codes.is_some_and(|codes| next != codes) {
        return Err(wrong("tiles", &"ends before the last of the codes", RANGES));
    }
    let total: u64 = slices.iter().map(|slice| slice.cells as u64).sum();
    if total != part.cells {
        return Err(wrong("cells", &"is not the sum of its tiles", "the number of cells in all tiles"));
    }
    Ok(View { axes, rest: part.rest, measures: part.measures, split, slices })
}
