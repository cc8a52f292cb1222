//! Reads the releases and cubes with which an audit compares a cube.

use std::path::Path;

use super::Arguments;
use crate::audit::{Earlier, Evidence, Finding, OldRelease, Other, Scored, Truth, comparisons};
use crate::cli::folder::Folder;
use crate::cli::{Failure, original};
use crate::cube::Cube;

/// Other cubes of the same people.
pub(super) fn others(
    evidence: &Evidence,
    truth: &Truth,
    cube: &Cube,
    arguments: &Arguments,
) -> Result<Vec<Other>, Failure> {
    arguments.with.iter().map(|path| other(evidence, truth, cube, path)).collect()
}

fn other(evidence: &Evidence, truth: &Truth, cube: &Cube, path: &Path) -> Result<Other, Failure> {
    let name = path.display().to_string();
    let wrong =
        |problem: &str, expected: &str| Failure::wrong(format!("--with {name}: {problem}; expected {expected}"));
    let folder = sealed(path, &|| wrong("a keyed cube", "a sealed cube of the same people"))?;
    let other = Other::of_sealed(&name, &folder.store, &cube.about.unit, evidence, truth);
    let other = other.map_err(|error| Failure::about(path.display(), &error))?;
    other.map_err(|reason| wrong(reason.problem(), reason.expected()))
}

/// Opens a sealed cube and loads its files.
fn sealed(path: &Path, keyed: &dyn Fn() -> Failure) -> Result<Folder, Failure> {
    let mut folder = Folder::open(path)?;
    if !folder.store.cube().is_sealed() {
        return Err(keyed());
    }
    folder.load_everything()?;
    Ok(folder)
}

/// Compares the cube with earlier releases, and with cubes of the same people.
pub(super) fn findings(
    evidence: &Evidence,
    truth: &Truth,
    others: &[Other],
    arguments: &Arguments,
) -> Result<Vec<Finding>, Failure> {
    let (releases, truths) = (arguments.against.len(), arguments.against_truth.len());
    if truths > 0 && truths != releases {
        return Err(Failure::wrong(format!(
            "--against-truth: given {truths} times, and --against {releases} times; expected one for each --against, in the \
             same order"
        )));
    }
    let mut earlier = Vec::with_capacity(releases);
    for (at, path) in arguments.against.iter().enumerate() {
        let name = path.display().to_string();
        let wrong =
            |problem: &str, expected: &str| Failure::wrong(format!("--against {name}: {problem}; expected {expected}"));
        let folder = sealed(path, &|| wrong("a keyed cube", "an earlier sealed release"))?;
        let keyed = arguments.against_truth.get(at).map(|path| old_truth(evidence, path)).transpose()?;
        let old =
            OldRelease::of_sealed(&folder.store, keyed.as_ref().map(|(keyed, _)| &keyed.store), &evidence.dimensions)
                .map_err(|error| Failure::about(path.display(), &error))?;
        if old.views.iter().all(|view| view.axes.is_empty()) {
            let problem = "no view has the dimensions and codes of this cube";
            return Err(wrong(problem, "an earlier release of the same dimensions"));
        }
        if let Some((keyed, _)) = &keyed
            && !old.fits_its_truth()
        {
            return Err(Failure::wrong(format!(
                "--against-truth {}: the values of {name} are impossible for these records; expected the keyed cube of this \
                 release",
                keyed.path.display()
            )));
        }
        earlier.push(Earlier { name, release: old, truth: keyed.map(|(_, truth)| truth) });
    }
    Ok(comparisons(evidence, truth, &earlier, others))
}

/// Reads the keyed cube of an earlier release.
fn old_truth(evidence: &Evidence, path: &Path) -> Result<(Folder, Truth), Failure> {
    let wrong = |problem: &str| {
        Failure::wrong(format!(
            "--against-truth {}: {problem}; expected the keyed cube of the earlier release",
            path.display()
        ))
    };
    let mut folder = Folder::open(path)?;
    if folder.store.cube().is_sealed() {
        return Err(wrong("a sealed cube"));
    }
    folder.load_everything()?;
    if folder.store.cube().keys != evidence.keys {
        return Err(wrong("different combine or modulus of the keys"));
    }
    let truth = Truth::of_keyed(&folder.store, &evidence.dimensions);
    let truth = truth.map_err(|error| Failure::about(path.display(), &error))?;
    Ok((folder, truth.ok_or_else(|| wrong("other dimensions or codes than this cube"))?))
}

/// Reads the true cells of a keyed cube, with the unchanged records of `--original`.
pub(super) fn records(truth: &Folder, arguments: &Arguments) -> Result<(Option<Scored>, Truth), Failure> {
    let cube = truth.store.cube();
    let records = Truth::of_keyed(&truth.store, &cube.dimensions);
    let records = records.map_err(|error| Failure::about(truth.path.display(), &error))?;
    let records = records.expect("a cube has its own dimensions");
    let Some(path) = &arguments.original else { return Ok((None, records)) };
    let mut unchanged = Folder::open(path)?;
    unchanged.load_everything()?;
    let read = Scored::read(&unchanged.store, cube, records);
    let read = read.map_err(|error| Failure::about(path.display(), &error))?;
    let (scored, records) = read.map_err(|reason| original::wrong(path, reason.problem()))?;
    Ok((Some(scored), records))
}
