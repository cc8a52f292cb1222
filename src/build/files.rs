//! Names the files of a new cube and writes the manifest that lists them.

use std::convert::Infallible;

use super::collect::Cells;
use super::error::Error;
use super::parallel::in_parallel;
use crate::cube::{
    Cube, DimensionPart, FilePart, LevelPart, MANIFEST, Manifest, MatrixBlock, MatrixPart, PretabularPart, StepPart,
    sha256_hex,
};
use crate::dimension::{CodeList, Dimension};
use crate::microdata::{Block, Step, StepKind, StepReport, Transition};
use crate::spec::CubeSpec;

/// A file of a cube: its path inside the cube's folder, and its bytes.
pub type BuiltFile = (String, Vec<u8>);

/// All files of a cube. The manifest comes last.
pub(super) fn finished(manifest: &Manifest, mut files: Vec<BuiltFile>) -> Result<Vec<BuiltFile>, Error> {
    let bytes = manifest.to_bytes()?;
    // Checks that a reader accepts the new manifest.
    Cube::from_decrypted(&bytes)?;
    files.sort();
    files.push((MANIFEST.to_owned(), bytes));
    Ok(files)
}

/// The path of a file. Its name is the start of the SHA-256 of its bytes.
pub(super) fn file_name(folder: &str, ending: &str, bytes: &[u8]) -> String {
    path(folder, ending, &sha256_hex(bytes))
}

fn path(folder: &str, ending: &str, sha256: &str) -> String {
    format!("{folder}/{}.{ending}", &sha256[..16])
}

/// A file as a manifest describes it, and its bytes.
pub(super) type Described = (FilePart, Vec<u8>);

/// Describes a new file.
pub(super) fn described(folder: &str, ending: &str, bytes: Vec<u8>) -> Described {
    let sha256 = sha256_hex(&bytes);
    (FilePart { path: path(folder, ending, &sha256), bytes: bytes.len() as u64, sha256 }, bytes)
}

/// The steps before tabulation, as far as the publisher states them.
fn pretabular(spec: &CubeSpec, cells: &Cells) -> Option<PretabularPart> {
    let steps = &spec.pretabular.steps;
    let done = cells.changes.as_ref().map(|changes| changes.steps.as_slice()).unwrap_or_default();
    let part = |(at, step): (usize, &Step)| {
        let report = done.get(at).filter(|_| step.publish);
        let matrix = match (report, &step.kind) {
            (Some(StepReport::Pram(report)), StepKind::Pram(pram)) => {
                Some(matrix(&report.transition, &cells.dimensions[pram.variable], pram.level))
            }
            _ => None,
        };
        StepPart { kind: step.kind.name().to_owned(), moved: report.and_then(StepReport::share_moved), matrix }
    };
    // Cells of a cube do not tell what the steps did. The cube itself does.
    let stated = |(at, step): (usize, &Step)| {
        let kind = step.kind.name();
        let known = cells.stated.as_ref().and_then(|part| part.steps.get(at));
        let known = known.filter(|known| step.publish && known.kind == kind).cloned();
        known.unwrap_or_else(|| StepPart { kind: kind.to_owned(), ..StepPart::default() })
    };
    let part = |(at, step)| if cells.changes.is_some() { part((at, step)) } else { stated((at, step)) };
    let steps: Vec<StepPart> = steps.iter().enumerate().map(part).collect();
    (!steps.is_empty()).then(|| PretabularPart { steps, why: spec.publish.why.clone() })
}

fn matrix(transition: &Transition, dimension: &Dimension, level: Option<usize>) -> MatrixPart {
    let block = |block: &Block| MatrixBlock {
        codes: block.categories.iter().map(|&category| transition.categories[category as usize].clone()).collect(),
        rows: (0..block.categories.len()).map(|at| block.row(at)).collect(),
    };
    let axis = match level {
        None => dimension.name.clone(),
        Some(level) => format!("{}:{}", dimension.name, dimension.levels[level].name),
    };
    MatrixPart { axis, blocks: transition.blocks.iter().map(block).collect() }
}

/// A manifest with the cube's description, dimensions and files. The caller adds keys, methods and views.
pub(super) fn manifest(spec: &CubeSpec, cells: &Cells, files: &[BuiltFile]) -> Manifest {
    let (format, version) = Manifest::format();
    let codes = |list: &CodeList| list.iter().map(|(code, label)| (code.to_owned(), label.clone())).collect();
    let dimension = |dimension: &Dimension| DimensionPart {
        name: dimension.name.clone(),
        label: dimension.label.clone(),
        note: dimension.note.clone(),
        role: dimension.role,
        codes: codes(&dimension.codes),
        list: None,
        index: None,
        levels: dimension
            .levels
            .iter()
            .map(|level| LevelPart {
                name: level.name.clone(),
                label: level.label.clone(),
                codes: codes(&level.codes),
                of: level.of.clone(),
                file: None,
            })
            .collect(),
    };
    let name = |&(at, ref codes): &(usize, Vec<u32>)| {
        let dimension = &cells.dimensions[at];
        (dimension.name.clone(), codes.iter().map(|&code| dimension.codes.code(code).to_owned()).collect())
    };
    let zero = |zero: &Vec<(usize, Vec<u32>)>| zero.iter().map(name).collect();
    let part = |(): &mut (), (path, bytes): &BuiltFile| {
        Ok::<_, Infallible>(FilePart { path: path.clone(), bytes: bytes.len() as u64, sha256: sha256_hex(bytes) })
    };
    let Ok(mut parts) = in_parallel(files, || (), part, &mut |_| ());
    parts.sort_by(|a, b| a.path.cmp(&b.path));
    let titles = spec.methods.iter().filter_map(|method| Some((method.name.clone(), method.title.clone()?)));
    Manifest {
        format,
        version,
        about: spec.about.clone(),
        key: None,
        dimensions: cells.dimensions.iter().map(dimension).collect(),
        structural_zeros: cells.structural_zeros.iter().map(zero).collect(),
        methods: Vec::new(),
        method_titles: titles.collect(),
        properties: None,
        explain: None,
        altered: cells.altered.iter().map(name).collect(),
        pretabular: pretabular(spec, cells),
        rules: None,
        views: Vec::new(),
        tiles: None,
        refused: Vec::new(),
        files: parts,
        digest: String::new(),
    }
}
