//! `cellveil audit`: attacks the cells that a cube publishes and writes a report for the person who signs the release.

mod compare;
mod suggest;

use std::path::{Path, PathBuf};

use super::folder::{self, Contents, Folder};
use super::outputs::{files_of, refuse_input};
use super::table::write;
use super::{Failure, print, tile};
use crate::audit::{self, Evidence, Planned, Report};
use crate::base::Quoted;
use crate::build::collect::{Collector, RowLocation};
use crate::build::{BuiltFile, build};
use crate::cube::{Cube, MANIFEST, Manifest, PretabularPart, Release, sha256_hex};
use crate::dimension::{AxisRef, CodeList, Dimension};
use crate::host::Bar;
use crate::host::fs::canonicalize;
use crate::protect::Parameters;
use crate::ptable::Ptable;
use crate::spec::{CubeSpec, Pretabular};
use crate::table::MethodChoice;
use crate::tile::{Section, decode};

/// Attack the published cells of a cube, and report the results.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube: a keyed cube before its release, a sealed cube, or a preprotected cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    /// Specification of the sealed cube: its views, its method and the limits of the audit. For a preprotected cube, its
    /// specification with the limits
    #[arg(long, value_name = "SPEC")]
    spec: Option<PathBuf>,
    /// Folder of a keyed cube of the same data, for the true counts of a sealed cube
    #[arg(long, value_name = "KEYED")]
    truth: Option<PathBuf>,
    /// Folder of an earlier sealed release of the same dimensions
    #[arg(long, value_name = "OLD")]
    against: Vec<PathBuf>,
    /// Folder of the keyed cube of an earlier release, one for each --against in the same order
    #[arg(long, value_name = "KEYED")]
    against_truth: Vec<PathBuf>,
    /// Folder of another sealed cube of the same people
    #[arg(long, value_name = "OTHER")]
    with: Vec<PathBuf>,
    /// Folder of the keyed cube of the unchanged records, if records were changed before they were counted
    #[arg(long, value_name = "KEYED")]
    original: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exit with status 1 also if hidden cells or a missing input kept an attack from its test
    #[arg(long)]
    strict: bool,
    /// State that there is no earlier release, so that composition and churn are not missing
    #[arg(long, conflicts_with_all = ["against", "against_truth"])]
    first_release: bool,
    /// Search for a [publish] section that passes, and print this section instead of a report
    #[arg(long)]
    suggest: bool,
    /// Include the true counts of the examples. Every report is confidential
    #[arg(long)]
    reveal: bool,
    /// Seed for the random samples of cells
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Markdown,
    Json,
    Html,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    check_output(arguments)?;
    if arguments.suggest {
        let (text, failure) = suggest::text(arguments)?;
        put(&text, arguments)?;
        return failure.map_or(Ok(()), Err);
    }
    let report = report(arguments)?;
    let text = match arguments.format {
        Format::Markdown => report.to_markdown(arguments.reveal),
        Format::Json => report.to_json(arguments.reveal),
        Format::Html => report.to_html(arguments.reveal),
    };
    put(&text, arguments)?;
    let exceeded = report.exceeding();
    if !exceeded.is_empty() {
        let message = format!("findings over their limits: {}; the report lists the remedies", exceeded.join(", "));
        return Err(Failure::of_status(message, super::REFUSED));
    }
    if !report.passes() {
        let message = match report.is_empty {
            true => "the cube has no records; expected the records of the release".to_owned(),
            false => "no finding was tested; the report gives the reasons".to_owned(),
        };
        return Err(Failure::of_status(message, super::REFUSED));
    }
    let missing = report.missing();
    if arguments.strict && !missing.is_empty() {
        let message = format!("--strict: not tested: {}; the report gives the reasons", missing.join(", "));
        return Err(Failure::of_status(message, super::REFUSED));
    }
    Ok(())
}

/// Writes a text to the output.
fn put(text: &str, arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.output {
        None => print(text),
        Some(path) => write(path, text),
    }
}

/// Refuses to write a report over an input, or into a cube's folder: a report is confidential, and the folder may be published.
fn check_output(arguments: &Arguments) -> Result<(), Failure> {
    let Some(output) = &arguments.output else { return Ok(()) };
    let beside = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Arguments { cube, truth, against, against_truth, with, original, .. } = arguments;
    let read = arguments.spec.as_deref().map(files_of).unwrap_or_default();
    refuse_input("--output", Some(output), read.iter().map(PathBuf::as_path))?;
    for folder in std::iter::once(cube).chain(truth).chain(against).chain(against_truth).chain(with).chain(original) {
        if let (Ok(beside), Ok(folder)) = (canonicalize(beside), canonicalize(folder))
            && beside.starts_with(&folder)
        {
            let expected =
                "expected another folder: a report is confidential, and all files in a cube's folder are published";
            return Err(Failure::wrong(format!(
                "--output {}: inside the folder of a cube; {expected}",
                output.display()
            )));
        }
    }
    Ok(())
}

/// Reads the specification, if it is given.
fn specification(arguments: &Arguments) -> Result<Option<CubeSpec>, Failure> {
    arguments.spec.as_deref().map(tile::specification).transpose()
}

/// Refuses a specification of a cube that is not sealed.
fn check_sealed(spec: Option<&CubeSpec>) -> Result<(), Failure> {
    if spec.is_some_and(|spec| spec.about.release != Release::Sealed) {
        let expected = "expected the specification of a sealed cube, which lists the published views";
        return Err(Failure::wrong(format!("--spec: its release is not \"sealed\"; {expected}")));
    }
    Ok(())
}

fn report(arguments: &Arguments) -> Result<Report, Failure> {
    let spec = specification(arguments)?;
    let limits = spec.as_ref().map_or(&[][..], |spec| &spec.audit);
    let opened = Folder::open(&arguments.cube).and_then(|mut cube| cube.load_indexes().map(|()| cube));
    let cube = match opened {
        Ok(cube) => cube,
        Err(error) => return unreadable(error, arguments).map(|report| report.with_limits(limits)),
    };
    let mut report = Report::new(cube.store.cube(), arguments.seed);
    report.is_first_release = arguments.first_release;
    let file = arguments.spec.as_deref().map(tile::read_plain).transpose().map_err(Failure::wrong)?;
    report.digests.specification = file.map(|bytes| sha256_hex(&bytes));
    if cube.store.cube().about.release == Release::Preprotected {
        let report = preprotected(report, cube, spec.as_ref(), arguments)?;
        return Ok(report.with_not_run(audit::Caller::CommandLine).with_limits(limits));
    }
    check_sealed(spec.as_ref())?;
    let report = match (cube.store.cube().is_sealed(), &arguments.truth, &spec) {
        (true, Some(truth), _) => sealed(report, cube, Folder::open(truth)?, spec.as_ref(), arguments)?,
        (true, None, _) => {
            let expected = "expected the folder of a keyed cube of the same data";
            return Err(Failure::wrong(format!("--truth: missing for a sealed cube; {expected}")));
        }
        (false, None, Some(spec)) => before_sealing(report, cube, spec, arguments)?,
        (false, Some(_), _) => {
            return Err(Failure::wrong("--truth: given with a keyed cube; expected only with a sealed cube"));
        }
        (false, None, None) => {
            let expected = "expected the specification of the sealed cube";
            return Err(Failure::wrong(format!("--spec: missing for a keyed cube; {expected}")));
        }
    };
    Ok(report.with_not_run(audit::Caller::CommandLine).with_limits(limits))
}

/// Reads all files of a cube's folder, and lists links that do not lead to a file of the folder.
fn folder(cube: &Path) -> Result<(Vec<BuiltFile>, Vec<String>), Failure> {
    let Contents { files, links } = folder::contents(cube)?;
    Ok((folder::everything(cube, files)?, links))
}

/// Handles a cube that cannot be read. The cube leaks if its manifest is intact and names the class "sealed", but has
/// fields that a sealed cube must not contain. Any other unreadable manifest is damaged, so the function returns
/// `error`.
fn unreadable(error: Failure, arguments: &Arguments) -> Result<Report, Failure> {
    let Ok((files, links)) = folder(&arguments.cube) else { return Err(error) };
    let manifest =
        files.iter().find(|(path, _)| path == MANIFEST).and_then(|(_, bytes)| Manifest::from_bytes(bytes).ok());
    match manifest.filter(|manifest| manifest.about.release == Release::Sealed) {
        Some(Manifest { about, .. }) => {
            let report = Report::about(&about.id, about.release, arguments.seed);
            report.of_leaks_alone(audit::leak_test(&files, &links), &error.message).ok_or(error)
        }
        None => Err(error),
    }
}

/// Audits a sealed cube.
fn sealed(
    mut report: Report,
    mut cube: Folder,
    mut truth: Folder,
    spec: Option<&CubeSpec>,
    arguments: &Arguments,
) -> Result<Report, Failure> {
    if truth.store.cube().is_sealed() {
        return Err(Failure::wrong("--truth: a sealed cube; expected a keyed cube of the same data"));
    }
    let (files, links) = folder(&arguments.cube)?;
    let leaks = audit::leak_test(&files, &links);
    if let Err(error) = cube.load_everything() {
        // A file that differs from its entry in the manifest is damaged. Damage is reported as an error, not as a leak.
        let is_undamaged = audit::are_listed(&files, cube.store.cube());
        let report = is_undamaged.then(|| report.of_leaks_alone(leaks, &error.message)).flatten();
        return report.ok_or(error);
    }
    report.findings.push(leaks);
    let method = match spec {
        Some(spec) => prepare(&mut truth, spec, arguments)?,
        None => {
            truth.load_everything()?;
            cube.store.methods().first().map(|method| MethodChoice::Name(method.name.clone()))
        }
    };
    if !audit::belongs(truth.store.cube(), cube.store.cube()) {
        let expected = "expected a keyed cube of the same data";
        let named = truth.path.display();
        return Err(Failure::wrong(format!(
            "--truth {named}: dimensions, codes or levels differ from the sealed cube; {expected}"
        )));
    }
    let evidence = Evidence::of_sealed(&truth.store, &cube.store, method.as_ref())
        .map_err(|error| Failure::about(arguments.cube.display(), &error))?;
    if !audit::fits(&evidence, cube.store.cube()) {
        return Err(Failure::wrong(format!(
            "--truth {}: the values of {} are impossible for these records; expected the keyed cube of the same data",
            truth.path.display(),
            arguments.cube.display()
        )));
    }
    if let Some(spec) = spec {
        let allowed = published(spec, truth.store.cube())?.of_cube;
        report.findings.push(audit::views(&evidence, &allowed));
        let stated = cube.store.cube().pretabular.as_ref();
        report.findings.push(audit::rebuild(&files, &built_again(spec, stated, &truth, arguments)?, stated));
    }
    attack(report, evidence, &truth, arguments)
}

/// Audits a preprotected cube, whose files hold the counts of changed records.
fn preprotected(
    mut report: Report,
    mut cube: Folder,
    spec: Option<&CubeSpec>,
    arguments: &Arguments,
) -> Result<Report, Failure> {
    let Arguments { truth, against, against_truth, with, .. } = arguments;
    let given = [
        ("--truth", truth.is_some()),
        ("--against", !against.is_empty()),
        ("--against-truth", !against_truth.is_empty()),
        ("--with", !with.is_empty()),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        let expected = "expected --original and perhaps --spec";
        return Err(Failure::wrong(format!("{option}: given with a preprotected cube; {expected}")));
    }
    if let Some(spec) = spec.filter(|spec| spec.about.id != cube.store.cube().about.id) {
        let expected = format!("expected the specification of {}", Quoted(&cube.store.cube().about.id));
        return Err(Failure::wrong(format!("--spec: the cube is {}; {expected}", Quoted(&spec.about.id))));
    }
    let Some(path) = &arguments.original else {
        let expected = "expected the folder of the keyed cube of the unchanged records";
        return Err(Failure::wrong(format!("--original: missing for a preprotected cube; {expected}")));
    };
    let mut original = Folder::open(path)?;
    cube.load_everything()?;
    original.load_everything()?;
    let attacked = report.attack_preprotected(&cube.store, &original.store);
    let attacked = attacked.map_err(|error| Failure::about(arguments.cube.display(), &error))?;
    attacked.map_err(|reason| super::original::wrong(path, reason.problem()))?;
    Ok(report)
}

/// Builds the sealed cube again from the true counts and the specification. What the cube states of its steps is not in
/// the counts, so it comes from the cube.
fn built_again(
    spec: &CubeSpec,
    stated: Option<&PretabularPart>,
    truth: &Folder,
    arguments: &Arguments,
) -> Result<Vec<BuiltFile>, Failure> {
    let about = |error: &crate::build::Error| Failure::about(truth.path.display(), error);
    let cube = truth.store.cube();
    let finest = &cube.views[0];
    // One entry for each dimension of the specification: the dimension's column in the finest view, and its codes.
    let mut columns = Vec::with_capacity(spec.dimensions.len());
    for wanted in &spec.dimensions {
        let is_it = |axis: &AxisRef| cube.dimensions[axis.dimension].name == wanted.name;
        let column = finest.axes.iter().position(is_it).expect("the specification was found to suit the cube");
        columns.push((column, &cube.dimensions[finest.axes[column].dimension].codes));
    }
    // The truth already has the changed records, so the steps before tabulation are not applied again.
    let mut changed = spec.clone();
    changed.pretabular = Pretabular::default();
    changed.dimensions.iter_mut().for_each(|dimension| dimension.marks_changes = false);
    let mut collector = Collector::new(&changed).map_err(|error| about(&error.into()))?;
    let mut row = 0;
    for slice in &finest.slices {
        let bytes = folder::read(&truth.path, &cube.files[slice.file].path)?;
        let mut sections = decode(&bytes).map_err(|error| about(&error.into()))?;
        if let Some((axis, first)) = finest.origin(slice, &sections[slice.section], 0) {
            sections[slice.section].shift(axis, first);
        }
        let Section { coordinates, counts, keys, .. } = &sections[slice.section];
        for cell in 0..counts.len() {
            row += 1;
            let code =
                |(column, codes): &(usize, &'_ CodeList)| codes.code(coordinates[*column].get(cell) as u32).to_owned();
            let codes: Vec<String> = columns.iter().map(code).collect();
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            let key = keys.as_ref().map_or(0, |keys| keys.get(cell));
            let place = RowLocation { file: "the finest view", row, line: None };
            let added = collector.add_cell(&codes, &counts.get(cell).to_string(), &key.to_string(), place);
            added.map_err(|error| about(&error.into()))?;
        }
    }
    let mut cells = collector.finish().map_err(|error| about(&error.into()))?;
    cells.stated = stated.cloned();
    let path = arguments.spec.as_deref().unwrap_or(Path::new(""));
    let resolve = |name: &str| tile::read_ptable(&tile::beside(path, name), name);
    build(spec, &cells, &resolve, &mut |_, _| ()).map_err(|error| Failure::about(path.display(), &error))
}

/// Audits a keyed cube before it is sealed.
fn before_sealing(report: Report, mut cube: Folder, spec: &CubeSpec, arguments: &Arguments) -> Result<Report, Failure> {
    check_steps(cube.store.cube(), spec)?;
    let method = prepare(&mut cube, spec, arguments)?;
    let views = published(spec, cube.store.cube())?.of_cube;
    let evidence = Evidence::before_sealing(&cube.store, &views, method.as_ref())
        .map_err(|error| Failure::about(arguments.cube.display(), &error))?;
    attack(report, evidence, &cube, arguments)
}

/// Refuses a sealed cube that would have other steps before tabulation than the audited cube.
fn check_steps(cube: &Cube, spec: &CubeSpec) -> Result<(), Failure> {
    let stated = cube.pretabular.iter().flat_map(|part| &part.steps).map(|step| step.kind.as_str());
    let specified = spec.pretabular.steps.iter().map(|step| step.kind.name());
    let words = |kinds: Vec<&str>| if kinds.is_empty() { "no steps".to_owned() } else { kinds.join(", ") };
    if stated.clone().eq(specified.clone()) {
        return Ok(());
    }
    let (stated, specified) = (words(stated.collect()), words(specified.collect()));
    Err(Failure::wrong(format!(
        "--spec: [[pretabular]] has {specified}, and the cube was built with {stated}; expected the same steps"
    )))
}

/// Loads a keyed cube and sets the salt of the specification. Returns the method of the specification.
fn prepare(truth: &mut Folder, spec: &CubeSpec, arguments: &Arguments) -> Result<Option<MethodChoice>, Failure> {
    let path = arguments.spec.as_deref().unwrap_or(Path::new(""));
    if truth.store.cube().keys != spec.key.group {
        let expected = "expected the values of the keyed cube, because its cell keys determine the noise";
        return Err(Failure::wrong(format!("{}: key: different combine or modulus; {expected}", path.display())));
    }
    truth.load_everything()?;
    truth.store.set_salt(spec.key.salt.bytes());
    let [method] = spec.methods.as_slice() else {
        let expected = "expected exactly one method, which protects the published cells";
        return Err(Failure::wrong(format!("{}: {} methods; {expected}", path.display(), spec.methods.len())));
    };
    let given = serde_json::Value::Object(method.parameters.clone()).to_string();
    let wrong = |error: String| Failure::wrong(format!("{}: method {}: {error}", path.display(), Quoted(&method.name)));
    let parameters = Parameters::from_json(&given).map_err(wrong)?;
    if let Some(name) = parameters.ptable() {
        let bytes = tile::read_ptable(&tile::beside(path, name), name).map_err(wrong)?;
        truth.store.add_ptable(name, Ptable::parse(&bytes, name)?);
    }
    Ok(Some(MethodChoice::Custom(parameters)))
}

/// Returns the views that a specification publishes, also as axes of a cube with the same dimensions.
fn published(spec: &CubeSpec, cube: &Cube) -> Result<Planned, Failure> {
    let other = |what: &str| {
        Failure::wrong(format!("--spec: {what} is not in the cube; expected a specification of the same dimensions"))
    };
    let mut dimensions: Vec<Dimension> = Vec::with_capacity(spec.dimensions.len());
    for wanted in &spec.dimensions {
        let found = cube.dimensions.iter().find(|dimension| dimension.name == wanted.name);
        let mut dimension = found.ok_or_else(|| other(&format!("dimension {}", Quoted(&wanted.name))))?.clone();
        let own: Vec<&str> = dimension.codes.iter().map(|(code, _)| code).collect();
        if wanted
            .codes
            .as_ref()
            .is_some_and(|codes| !codes.iter().map(|code| code.code.as_str()).eq(own.iter().copied()))
        {
            return Err(other(&format!("dimension {} with these codes", Quoted(&wanted.name))));
        }
        let mut levels = Vec::with_capacity(wanted.levels.len());
        for level in &wanted.levels {
            let at = dimension.level(&level.name);
            let at = at.ok_or_else(|| other(&format!("level {} of {}", Quoted(&level.name), Quoted(&wanted.name))))?;
            let groups = level.groups.iter().map(|group| group.code.as_str());
            let is_same = groups.eq(dimension.levels[at].codes.iter().map(|(code, _)| code))
                && level.assign(own.iter().copied()).is_ok_and(|of| of == dimension.levels[at].of);
            if !is_same {
                return Err(other(&format!(
                    "level {} of {} with these groups",
                    Quoted(&level.name),
                    Quoted(&wanted.name)
                )));
            }
            levels.push(dimension.levels[at].clone());
        }
        dimension.levels = levels;
        dimensions.push(dimension);
    }
    let sets = spec.publish.views_of(&dimensions, false)?.views;
    let axes = |view: &Vec<AxisRef>| audit::same_axes(&dimensions, view, &cube.dimensions);
    let of_cube = sets.iter().map(axes).collect::<Option<_>>().ok_or_else(|| other("a code or group"))?;
    Ok(Planned { choice: spec.publish.choice(), dimensions, sets, of_cube })
}

/// Runs all attacks on the published cells.
fn attack(
    mut report: Report,
    mut evidence: Evidence,
    truth: &Folder,
    arguments: &Arguments,
) -> Result<Report, Failure> {
    let (scored, records) = compare::records(truth, arguments)?;
    if scored.is_some() {
        evidence.score_against(&records);
    }
    report.original = scored;
    let others = compare::others(&evidence, &records, truth.store.cube(), arguments)?;
    let bar = Bar::new("Attacking the tables".into());
    report
        .attack(&evidence, &truth.store, &others, &mut |attack| bar.set(attack.done as u64, attack.total as u64))
        .map_err(|error| Failure::about(arguments.cube.display(), &error))?;
    report.findings.extend(compare::findings(&evidence, &records, &others, arguments)?);
    Ok(report)
}
