//! Building a cube: from distinct cells to the bytes of every file.

use super::collect::Cells;
use super::dimension::{AxisRef, axis_name};
use super::manifest::{DimensionPart, FilePart, KeyPart, LevelPart, MANIFEST, Manifest, TilePart, ViewPart};
use super::spec::{CubeSpec, SpecError, Views};
use super::{Cube, Dimension, sha256_hex};
use crate::Error;
use crate::key::KeyGroup;
use crate::protect::{KeyContext, MethodError, MethodSpec, Parameters, compile};
use crate::ptable::Ptable;
use crate::table::QueryError;
use crate::tile::{self, Column, Section};

/// Cells above which a view is split, whether the specification asks for it or not.
const SPLIT_ABOVE: usize = 1 << 16;
/// Cells a tile aims at in a view that is split because of its size.
const TILE_CELLS: usize = 1 << 15;
/// Cells a tile aims at where the specification names the dimension to split by: small, as filters are expected on it.
const SMALL_TILE_CELLS: usize = 1 << 12;

/// A file of a cube: its path in the cube's folder and its bytes.
pub type BuiltFile = (String, Vec<u8>);

/// Builds all files of a cube; the manifest comes last. `ptable` reads the p-table file that a method names. `progress`
/// is told how many of how many cells are written.
///
/// # Errors
/// A method that is not valid or does not suit the keys, a p-table that is not one, or views that cannot be built. The
/// same cells and specification give the same bytes.
pub fn build(
    spec: &CubeSpec,
    cells: &Cells,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let mut files: Vec<BuiltFile> = Vec::new();
    let uniform = spec.key.source.as_ref().is_none_or(|source| source.is_uniform());
    let context = KeyContext { keys: spec.key.group, uniform, salt: spec.key.salt.bytes() };
    let methods = spec
        .methods
        .iter()
        .map(|method| {
            let given = serde_json::Value::Object(method.parameters.clone());
            let wrong = |reason| SpecError::Method { name: method.name.clone(), reason };
            let mut parameters = Parameters::from_json(&given.to_string()).map_err(wrong)?;
            let checked = MethodSpec::new(&method.name, &parameters).map_err(QueryError::from)?;
            checked.check(context).map_err(QueryError::from)?;
            let table = match checked.ptable() {
                None => None,
                Some(name) => {
                    let missing = |error| {
                        QueryError::from(MethodError::new(
                            &method.name,
                            format!("ptable is {name:?}: {error}"),
                            "a file",
                        ))
                    };
                    let table = Ptable::parse(&ptable(name).map_err(missing)?, name)?;
                    parameters.set_ptable(add(&mut files, "ptables", "cvp", table.encode()));
                    Some(table)
                }
            };
            compile(&checked, context, table.as_ref()).map_err(QueryError::from)?;
            Ok((method.name.clone(), parameters))
        })
        .collect::<Result<Vec<_>, Error>>()?;

    let base: Vec<AxisRef> = (0..cells.dimensions.len()).map(|dimension| AxisRef { dimension, level: None }).collect();
    let mut views = vec![base];
    match &spec.publish.views {
        None => {}
        Some(Views::List(more)) => views.extend(more.iter().cloned()),
        Some(Views::Auto) => {
            return Err(later("views", "\"auto\"", "a list of views: this version selects none by itself"));
        }
    }
    let unused = [("budget", spec.publish.budget.is_some()), ("max_dimensions", spec.publish.max_dimensions.is_some())];
    if let Some((field, _)) = unused.iter().find(|(_, given)| *given) {
        return Err(later(field, "given", "views and split alone: this version does not use the others"));
    }
    let total = cells.counts.len() as u64;
    let mut done = 0;
    let views = views
        .iter()
        .enumerate()
        .map(|(number, axes)| {
            let columns = if number == 0 { base_columns(cells) } else { rolled(cells, axes, spec.key.group) };
            let mut slice_done = |slice: u64| {
                done += slice;
                progress(done, done.max(total));
            };
            view(spec, cells, axes, &columns, &mut files, &mut slice_done)
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let manifest = manifest(spec, cells, methods, views, &files, uniform);
    let bytes = manifest.to_bytes()?;
    // What a reader will check holds for what is written.
    Cube::from_manifest(&bytes)?;
    files.sort();
    files.push((MANIFEST.to_owned(), bytes));
    Ok(files)
}

/// What the design has and this version does not do yet.
fn later(field: &str, found: &str, expected: &str) -> Error {
    let (at, field, found, expected) = ("publish".into(), field.to_owned(), found.to_owned(), expected.to_owned());
    SpecError::Value { at, field, found, expected }.into()
}

/// Adds a file named by its contents, once.
fn add(files: &mut Vec<BuiltFile>, folder: &str, ending: &str, bytes: Vec<u8>) -> String {
    let path = format!("{folder}/{}.{ending}", &sha256_hex(&bytes)[..16]);
    if !files.iter().any(|(earlier, _)| *earlier == path) {
        files.push((path.clone(), bytes));
    }
    path
}

/// Cells in columns, in ascending order of their coordinates, each once.
struct Columns<'a> {
    coordinates: std::borrow::Cow<'a, [Vec<u32>]>,
    counts: std::borrow::Cow<'a, [u64]>,
    keys: std::borrow::Cow<'a, [u64]>,
}

fn base_columns(cells: &Cells) -> Columns<'_> {
    Columns {
        coordinates: cells.coords.as_slice().into(),
        counts: cells.counts.as_slice().into(),
        keys: cells.keys.as_slice().into(),
    }
}

/// The cells of a coarser view.
fn rolled(cells: &Cells, axes: &[AxisRef], group: KeyGroup) -> Columns<'static> {
    let column = |axis: &AxisRef| {
        let dimension = &cells.dimensions[axis.dimension];
        cells.coords[axis.dimension].iter().map(|&code| dimension.group_of(axis.level, code)).collect()
    };
    let fine: Vec<Vec<u32>> = axes.iter().map(column).collect();
    let compare = |&a: &u32, &b: &u32| {
        let unequal = fine.iter().map(|column| column[a as usize].cmp(&column[b as usize])).find(|order| order.is_ne());
        unequal.unwrap_or(std::cmp::Ordering::Equal)
    };
    let mut order: Vec<u32> = (0..cells.counts.len() as u32).collect();
    order.sort_unstable_by(compare);
    let mut coordinates: Vec<Vec<u32>> = vec![Vec::new(); axes.len()];
    let (mut counts, mut keys): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for same in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        coordinates.iter_mut().zip(&fine).for_each(|(to, from)| to.push(from[same[0] as usize]));
        counts.push(same.iter().map(|&cell| cells.counts[cell as usize]).sum());
        keys.push(same.iter().fold(0, |key, &cell| group.combine(key, cells.keys[cell as usize])));
    }
    Columns { coordinates: coordinates.into(), counts: counts.into(), keys: keys.into() }
}

/// The axis to split a view by: the specification's, else for a large view its geography, else its longest axis.
fn split_axis(spec: &CubeSpec, dimensions: &[Dimension], axes: &[AxisRef], cells: usize) -> Option<(usize, usize)> {
    let on = |dimension: usize| axes.iter().position(|axis| axis.dimension == dimension);
    if let Some(asked) = spec.publish.split.and_then(on) {
        return Some((asked, SMALL_TILE_CELLS));
    }
    let codes = |axis: &AxisRef| dimensions[axis.dimension].codes_at(axis.level).len();
    let geography = axes.iter().position(|axis| dimensions[axis.dimension].role == Some(super::Role::Geo));
    let longest = || (0..axes.len()).max_by_key(|&at| (codes(&axes[at]), std::cmp::Reverse(at)));
    (cells > SPLIT_ABOVE)
        .then(|| geography.filter(|&at| codes(&axes[at]) > 1).or_else(longest))
        .flatten()
        .map(|at| (at, TILE_CELLS))
}

fn view(
    spec: &CubeSpec,
    cells: &Cells,
    axes: &[AxisRef],
    columns: &Columns<'_>,
    files: &mut Vec<BuiltFile>,
    done: &mut dyn FnMut(u64),
) -> Result<ViewPart, Error> {
    let n = columns.counts.len();
    let split = split_axis(spec, &cells.dimensions, axes, n);
    let lengths: Vec<u32> =
        axes.iter().map(|axis| cells.dimensions[axis.dimension].codes_at(axis.level).len() as u32).collect();
    let slices = match split {
        None => vec![(None, (0..n as u32).collect())],
        Some((axis, target)) => slices(&columns.coordinates[axis], lengths[axis], target),
    };
    let mut tiles = Vec::with_capacity(slices.len());
    for (codes, members) in slices {
        let pick = |values: &[u64]| -> Vec<u64> { members.iter().map(|&cell| values[cell as usize]).collect() };
        let section = Section {
            cardinalities: lengths.clone(),
            coordinates: columns
                .coordinates
                .iter()
                .map(|column| {
                    Column::from_values(&members.iter().map(|&cell| column[cell as usize].into()).collect::<Vec<_>>())
                })
                .collect(),
            counts: Column::from_values(&pick(&columns.counts)),
            keys: Column::from_values(&pick(&columns.keys)),
        };
        let bytes = tile::encode(std::slice::from_ref(&section), spec.key.group.modulus().bits(), None)?;
        let file = add(files, "tiles", "cvt", bytes);
        tiles.push(TilePart { file, section: 0, cells: members.len() as u64, codes });
        done(members.len() as u64);
    }
    Ok(ViewPart {
        axes: axes.iter().map(|&axis| axis_name(&cells.dimensions, axis)).collect(),
        cells: n as u64,
        split: split.map(|(axis, _)| axis_name(&cells.dimensions, axes[axis])),
        tiles,
    })
}

/// First and last code of a slice, and its cells.
type SliceCells = (Option<(u32, u32)>, Vec<u32>);

/// Cells by runs of codes: as many codes a run as stay within `target` cells, at least one. Cells keep their order.
fn slices(column: &[u32], codes: u32, target: usize) -> Vec<SliceCells> {
    let mut by_code: Vec<usize> = vec![0; codes as usize];
    column.iter().for_each(|&code| by_code[code as usize] += 1);
    let mut slices: Vec<SliceCells> = Vec::new();
    let mut slice_of = Vec::with_capacity(codes as usize);
    let mut filled = 0;
    for (code, &cells) in (0..codes).zip(&by_code) {
        match slices.last_mut() {
            Some((Some((_, last)), _)) if filled + cells <= target => {
                *last = code;
                filled += cells;
            }
            _ => {
                slices.push((Some((code, code)), Vec::new()));
                filled = cells;
            }
        }
        slice_of.push(slices.len() - 1);
    }
    for (cell, &code) in column.iter().enumerate() {
        slices[slice_of[code as usize]].1.push(cell as u32);
    }
    slices
}

fn manifest(
    spec: &CubeSpec,
    cells: &Cells,
    methods: Vec<(String, Parameters)>,
    views: Vec<ViewPart>,
    files: &[BuiltFile],
    uniform: bool,
) -> Manifest {
    let (format, version) = Manifest::format();
    let codes = |list: &super::CodeList| list.iter().map(|(code, label)| (code.to_owned(), label.clone())).collect();
    let dimension = |dimension: &Dimension| DimensionPart {
        name: dimension.name.clone(),
        label: dimension.label.clone(),
        note: dimension.note.clone(),
        role: dimension.role,
        codes: codes(&dimension.codes),
        levels: dimension
            .levels
            .iter()
            .map(|level| LevelPart {
                name: level.name.clone(),
                label: level.label.clone(),
                codes: codes(&level.codes),
                of: level.of.clone(),
            })
            .collect(),
    };
    let zero = |zero: &Vec<(usize, Vec<u32>)>| {
        let name = |&(at, ref codes): &(usize, Vec<u32>)| {
            let dimension = &cells.dimensions[at];
            (dimension.name.clone(), codes.iter().map(|&code| dimension.codes.code(code).to_owned()).collect())
        };
        zero.iter().map(name).collect()
    };
    let mut parts: Vec<FilePart> = files
        .iter()
        .map(|(path, bytes)| FilePart { path: path.clone(), bytes: bytes.len() as u64, sha256: sha256_hex(bytes) })
        .collect();
    parts.sort_by(|a, b| a.path.cmp(&b.path));
    Manifest {
        format,
        version,
        about: spec.about.clone(),
        key: KeyPart {
            combine: spec.key.group.operation(),
            modulus: spec.key.group.modulus(),
            uniform,
            salt: spec.key.salt.bytes().iter().map(|byte| format!("{byte:02x}")).collect(),
        },
        dimensions: cells.dimensions.iter().map(dimension).collect(),
        structural_zeros: cells.structural_zeros.iter().map(zero).collect(),
        methods,
        views,
        files: parts,
    }
}
