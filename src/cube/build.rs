//! Building a cube: from distinct cells to the bytes of every file.

use super::collect::Cells;
use super::manifest::{DimensionPart, FilePart, KeyPart, LevelPart, MANIFEST, Manifest};
use super::spec::rules::wrong as rules_value;
use super::spec::{CubeSpec, SpecError, Views};
use super::views::Materialised;
use super::{Cube, Dimension, ExplainPart, Release, sha256_hex};
use super::{bake, cut};
use crate::Error;
use crate::protect::{KeyContext, MethodError, MethodSpec, Parameters, compile};
use crate::ptable::Ptable;
use crate::rules::Rules;
use crate::table::QueryError;

/// Bytes of coarser views that are few whatever the finest takes.
const SMALL_CUBE: u64 = 1_000_000;

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
    if spec.about.release == Release::Sealed {
        return bake::build(spec, cells, ptable, progress);
    }
    if let Some(rules) = &spec.rules {
        // What the specification could not know: codes that are found in the data.
        Rules::resolve(rules, &cells.dimensions, &spec.about.unit).map_err(rules_value)?;
    }
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
                    let bytes = table.encode();
                    let path = file_name("ptables", "cvp", &bytes);
                    if !files.iter().any(|(earlier, _)| *earlier == path) {
                        files.push((path.clone(), bytes));
                    }
                    parameters.set_ptable(path);
                    Some(table)
                }
            };
            compile(&checked, context, table.as_ref()).map_err(QueryError::from)?;
            Ok((method.name.clone(), parameters))
        })
        .collect::<Result<Vec<_>, Error>>()?;

    let total = cells.counts.len() as u64;
    let mut done = 0;
    let mut slice_done = |slice: u64| {
        done += slice;
        progress(done, done.max(total));
    };
    let mut views = Materialised::finest(spec, cells, &mut slice_done)?;
    match &spec.publish.views {
        None => {}
        Some(Views::List(more)) => more.iter().try_for_each(|axes| views.add(axes, &mut slice_done))?,
        Some(Views::Auto) => {
            let finest = views.bytes();
            // Without a budget, the coarser views may take as much as the finest, or four times as much in a small cube.
            let more = finest.max(SMALL_CUBE.min(finest.saturating_mul(4)));
            let budget = spec.publish.budget.unwrap_or(finest.saturating_add(more));
            if finest <= budget {
                views.choose(budget, &mut slice_done)?;
            }
        }
    }
    within_budget(spec, &views)?;
    let (tiles, views) = cut::files(spec, &cells.dimensions, views.into_cuts())?;
    files.extend(tiles);
    let key = KeyPart {
        combine: spec.key.group.operation(),
        modulus: spec.key.group.modulus(),
        uniform,
        salt: spec.key.salt.bytes().iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    let explain = spec.publish.explain.map(ExplainPart::Switch);
    let rules = spec.rules.clone();
    let manifest = Manifest { key: Some(key), methods, explain, rules, views, ..manifest(spec, cells, &files) };
    finished(&manifest, files)
}

/// All files of a cube, its manifest the last.
pub(super) fn finished(manifest: &Manifest, mut files: Vec<BuiltFile>) -> Result<Vec<BuiltFile>, Error> {
    let bytes = manifest.to_bytes()?;
    // What a reader will check holds for what is written.
    Cube::from_manifest(&bytes)?;
    files.sort();
    files.push((MANIFEST.to_owned(), bytes));
    Ok(files)
}

/// A field of `[publish]` that has a value which will not do.
pub(super) fn publish_value(field: &str, found: &str, expected: &str) -> SpecError {
    let (at, field, found, expected) = ("publish".into(), field.to_owned(), found.to_owned(), expected.to_owned());
    SpecError::Value { at, field, found, expected }
}

fn within_budget(spec: &CubeSpec, views: &Materialised<'_>) -> Result<(), Error> {
    let Some(budget) = spec.publish.budget.filter(|&budget| views.bytes() > budget) else { return Ok(()) };
    let tiles = match &spec.publish.views {
        Some(Views::List(list)) if !list.is_empty() => "the tiles of the views listed and of the finest one",
        _ => "the tiles of the finest view alone",
    };
    let expected = format!("at least the {} bytes that {tiles} take", views.bytes());
    Err(publish_value("budget", &format!("{budget} bytes"), &expected).into())
}

/// The path of a file that is named by its contents.
pub(super) fn file_name(folder: &str, ending: &str, bytes: &[u8]) -> String {
    format!("{folder}/{}.{ending}", &sha256_hex(bytes)[..16])
}

/// What a manifest says of dimensions and files; keys, methods and views are for the caller to add.
pub(super) fn manifest(spec: &CubeSpec, cells: &Cells, files: &[BuiltFile]) -> Manifest {
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
    let name = |&(at, ref codes): &(usize, Vec<u32>)| {
        let dimension = &cells.dimensions[at];
        (dimension.name.clone(), codes.iter().map(|&code| dimension.codes.code(code).to_owned()).collect())
    };
    let zero = |zero: &Vec<(usize, Vec<u32>)>| zero.iter().map(name).collect();
    let mut parts: Vec<FilePart> = files
        .iter()
        .map(|(path, bytes)| FilePart { path: path.clone(), bytes: bytes.len() as u64, sha256: sha256_hex(bytes) })
        .collect();
    parts.sort_by(|a, b| a.path.cmp(&b.path));
    Manifest {
        format,
        version,
        about: spec.about.clone(),
        key: None,
        dimensions: cells.dimensions.iter().map(dimension).collect(),
        structural_zeros: cells.structural_zeros.iter().map(zero).collect(),
        methods: Vec::new(),
        properties: None,
        explain: None,
        altered: cells.altered.iter().map(name).collect(),
        rules: None,
        views: Vec::new(),
        refused: Vec::new(),
        files: parts,
        digest: String::new(),
    }
}
