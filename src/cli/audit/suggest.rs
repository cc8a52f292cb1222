//! `cellveil audit --suggest`: searches for views of a keyed cube that pass the audit.

use super::{Arguments, Format, check_sealed, compare, prepare, published, specification};
use crate::audit::{Report, Suggestion, suggest};
use crate::cli::folder::Folder;
use crate::cli::{Failure, REFUSED};
use crate::cube::Release;
use crate::spec::{CubeSpec, Publish, Views};

/// Searches for a section that passes. Returns the text to print, and the failure of the command, if it fails.
pub(super) fn text(arguments: &Arguments) -> Result<(String, Option<Failure>), Failure> {
    refuse_other_arguments(arguments)?;
    let spec = specification(arguments)?;
    check_sealed(spec.as_ref())?;
    let spec = spec.ok_or_else(|| {
        Failure::wrong("--spec: missing for --suggest; expected the specification of the sealed cube")
    })?;
    let mut cube = Folder::open(&arguments.cube)?;
    if cube.store.cube().is_sealed() {
        let expected = "expected the folder of the keyed cube before its release";
        return Err(Failure::wrong(format!("--suggest: {} is a sealed cube; {expected}", arguments.cube.display())));
    }
    if cube.store.cube().about.release == Release::Preprotected {
        let expected = "expected the keyed cube of a sealed release";
        let path = arguments.cube.display();
        return Err(Failure::wrong(format!("--suggest: {path} is a preprotected cube; {expected}")));
    }
    let method = prepare(&mut cube, &spec, arguments)?;
    let planned = published(&spec, cube.store.cube())?;
    let about = Report::new(cube.store.cube(), arguments.seed);
    let (original, records) = compare::records(&cube, arguments)?;
    let scoring = original.is_some().then_some(&records);
    let about = Report { is_first_release: arguments.first_release, original, ..about };
    let found = suggest(&cube.store, &planned, method.as_ref(), &spec.audit, &about, scoring)
        .map_err(|error| Failure::about(arguments.cube.display(), &error))?;
    let section = section(&found, &spec);
    let text = match arguments.format {
        Format::Json => found.to_json(&section),
        _ => found.to_markdown(&section),
    };
    Ok((text, failure(&found, arguments)))
}

/// Refuses arguments that need a sealed cube, compare cubes, or change a report.
fn refuse_other_arguments(arguments: &Arguments) -> Result<(), Failure> {
    let given = [
        ("--truth", arguments.truth.is_some()),
        ("--against", !arguments.against.is_empty()),
        ("--against-truth", !arguments.against_truth.is_empty()),
        ("--with", !arguments.with.is_empty()),
        ("--reveal", arguments.reveal),
    ];
    if let Some((name, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        let expected = "expected a keyed cube and --spec alone; then audit the suggested section";
        return Err(Failure::wrong(format!("--suggest: given with {name}; {expected}")));
    }
    if matches!(arguments.format, Format::Html) {
        return Err(Failure::wrong("--suggest: given with --format html; expected markdown or json"));
    }
    Ok(())
}

/// The suggested section, with the other fields of the specification's section. Empty without a suggestion.
fn section(found: &Suggestion, spec: &CubeSpec) -> String {
    let Some((choice, _)) = &found.suggested else { return String::new() };
    let publish = Publish {
        max_dimensions: choice.max_dimensions,
        axes: choice.axes.clone(),
        never_together: choice.never_together.clone(),
        views: Some(Views::List(choice.views.clone())),
        ..spec.publish.clone()
    };
    publish.to_toml(&spec.dimensions)
}

fn failure(found: &Suggestion, arguments: &Arguments) -> Option<Failure> {
    let refused = |message: String| Some(Failure::of_status(message, REFUSED));
    let Some((_, report)) = &found.suggested else {
        return refused(match found.requested.is_empty {
            true => "--suggest: the cube has no records; expected the records of the release".into(),
            false => "--suggest: no views found that pass; the text lists the findings over their limits".into(),
        });
    };
    let missing = report.missing();
    if arguments.strict && !missing.is_empty() {
        return refused(format!("--strict: not tested: {}; the text gives the reasons", missing.join(", ")));
    }
    None
}
