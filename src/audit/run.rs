//! Runs a whole audit: checks that the cubes belong together, and collects the findings in a report. Cubes come with all
//! their files loaded.

use thiserror::Error;

use super::leaks::File;
use super::names::check_limits;
use super::{
    Caller, Digests, Earlier, Evidence, Finding, Finest, NotTheSame, OldRelease, OnAttack, Other, Report, Scored,
    Truth, attacks, belongs, comparisons, fits, leak_test, views,
};
use crate::cube::{Cube, CubeFile, Data, NotTheOriginal, Release, TooManyViews, sha256_hex};
use crate::dimension::{AxisRef, Text};
use crate::protect::MethodKind;
use crate::table::{Error, MethodChoice, QueryError, Store};

/// Why an audit cannot run. No message has a true count or a key.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A cube is damaged, or refuses the method.
    #[error(transparent)]
    Cube(#[from] Error),
    /// The publisher's choices are invalid.
    #[error("{0}")]
    Choice(String),
    /// A cube has another release class than its part of the audit needs.
    #[error("{part}: a cube of another release class; expected {expected}")]
    Class {
        /// The part: `cube`, `truth`, `sealed`, `against` or `with`.
        part: &'static str,
        /// The expected class.
        expected: &'static str,
    },
    /// The choices request true counts that a keyed cube may not reveal.
    #[error(
        "reveal: the data of the keyed cube are confidential, and its audience is not internal; expected an audit without \
         reveal"
    )]
    RevealNotAllowed,
    /// A preprotected cube comes without the cube of the unchanged records.
    #[error("original: missing for a preprotected cube; expected the keyed cube of the unchanged records")]
    NoOriginal,
    /// A preprotected cube comes with cubes or choices of a sealed cube.
    #[error("{part}: given with a preprotected cube; expected only the preprotected cube and original")]
    NotForPreprotected {
        /// The part: `sealed`, `against`, `with`, `publish`, `method` or `salt`.
        part: &'static str,
    },
    /// The truth has other dimensions than the sealed cube.
    #[error("truth: dimensions, codes or levels differ from the sealed cube; expected a keyed cube of the same data")]
    OtherTruth,
    /// The values of the sealed cube are impossible for the counts of the truth.
    #[error(
        "truth: the values of the sealed cube are impossible for these records; expected a keyed cube of the same data"
    )]
    OtherRecords,
    /// The earlier release shares no view with the cube.
    #[error(
        "against: no view has the dimensions and codes of this cube; expected an earlier release of the same dimensions"
    )]
    OtherRelease,
    /// A cube cannot have the unchanged records.
    #[error("original: {}; expected the keyed cube of the unchanged records", .0.problem())]
    OtherOriginal(NotTheOriginal),
    /// Another cube is not one of the same people.
    #[error("with[{at}]: {}; expected {}", reason.problem(), reason.expected())]
    OtherPeople {
        /// The position of the cube in the list `with`.
        at: usize,
        /// Why the cube cannot be one of the same people.
        reason: NotTheSame,
    },
}

impl AuditError {
    /// A stable identifier of the error for programs. JavaScript errors have it as `code`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Cube(error) => error.code(),
            Self::Choice(_) | Self::NoOriginal | Self::NotForPreprotected { .. } => "bad-audit",
            Self::Class { .. } => "wrong-class",
            // The code of a query that requests such counts.
            Self::RevealNotAllowed => QueryError::RevealNotAllowed.code(),
            Self::OtherOriginal(NotTheOriginal::Class) => "wrong-class",
            Self::OtherOriginal(_)
            | Self::OtherTruth
            | Self::OtherRecords
            | Self::OtherRelease
            | Self::OtherPeople { .. } => "other-data",
        }
    }
}

impl From<TooManyViews> for AuditError {
    fn from(error: TooManyViews) -> Self {
        Self::Choice(format!("publish: max_dimensions: {error}"))
    }
}

impl Report {
    /// Makes a report about a cube, without findings.
    pub fn new(cube: &Cube, seed: u64) -> Self {
        Self { digests: Digests::of(cube), ..Self::about(&cube.about.id, cube.about.release, seed) }
    }

    /// Makes a report about a cube that cannot be read as a whole, without findings.
    pub fn about(id: &str, class: Release, seed: u64) -> Self {
        Self {
            cube: id.to_owned(),
            class,
            method: String::new(),
            views: Vec::new(),
            seed: Some(seed),
            findings: Vec::new(),
            not_run: Vec::new(),
            is_first_release: false,
            is_empty: false,
            limits: Vec::new(),
            original: None,
            digests: Digests::default(),
        }
    }

    /// Runs all attacks on the published cells. `truth` is the keyed cube behind the evidence, and `others` are sealed cubes
    /// of the same people.
    ///
    /// # Errors
    /// Fails if a file of the keyed cube is not loaded.
    pub fn attack(
        &mut self,
        evidence: &Evidence,
        truth: &Store,
        others: &[Other],
        on_attack: &mut dyn FnMut(OnAttack),
    ) -> Result<(), Error> {
        let (counts, keys) = truth.finest()?;
        self.attack_cells(evidence, Finest { counts: &counts, keys: &keys }, others, on_attack);
        Ok(())
    }

    /// Runs all attacks on the published cells. `finest` holds the non-empty cells of the keyed cube behind the evidence.
    pub(super) fn attack_cells(
        &mut self,
        evidence: &Evidence,
        finest: Finest<'_>,
        others: &[Other],
        on_attack: &mut dyn FnMut(OnAttack),
    ) {
        self.method = evidence.method.text();
        self.views = evidence.view_names();
        self.is_empty = finest.counts.is_empty();
        self.findings.extend(attacks(evidence, finest, others, self.seed.unwrap_or_default(), on_attack));
    }

    /// Reports leaks as the only finding, because a cube that leaks true data cannot be read as a sealed cube. `why`
    /// says why the cube is unreadable. Returns `None` if the files leak nothing.
    pub fn of_leaks_alone(mut self, mut leaks: Finding, why: &str) -> Option<Self> {
        if leaks.passes() {
            return None;
        }
        leaks.says += &format!(" No other attack was tried, because the cube is unreadable: {why}.");
        self.findings.push(leaks);
        Some(self)
    }
}

/// Whether every file in the manifest exists and has the listed digest.
pub fn are_listed(files: &[File], cube: &Cube) -> bool {
    let is_there = |listed: &CubeFile| {
        files.iter().any(|(path, bytes)| *path == listed.path && sha256_hex(bytes) == listed.sha256)
    };
    cube.files.iter().all(is_there)
}

/// What the publisher would publish, and the limits and the seed of the audit.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    /// The published views. A sealed cube may leave them open.
    pub views: Option<Vec<Vec<AxisRef>>>,
    /// The method, if it is not the cube's default method.
    pub method: Option<MethodChoice>,
    /// The salt of the sealed cube, if it is not the keyed cube's salt.
    pub salt: Option<Vec<u8>>,
    /// Limits by the names of findings, with `_` for `-`.
    pub limits: Vec<(String, f64)>,
    /// The seed of the random samples.
    pub seed: u64,
    /// Whether the report shows the true counts of the examples.
    pub reveal: bool,
}

impl Choices {
    /// Refuses a report with true counts, unless the data of the cube are not confidential or its audience is internal.
    ///
    /// # Errors
    /// Fails if the keyed cube may not reveal what the choices request.
    pub fn check_reveal(&self, keyed: &Cube) -> Result<(), AuditError> {
        if self.reveal && !keyed.may_reveal() { Err(AuditError::RevealNotAllowed) } else { Ok(()) }
    }
}

/// A sealed cube with the bytes of its files, sorted by path.
#[derive(Debug)]
pub struct SealedCube<'a> {
    /// The cube, with all its files loaded.
    pub store: &'a Store,
    /// The manifest and the files that the manifest lists.
    pub files: &'a [File],
}

/// Audits a keyed cube before it is sealed, a sealed cube with the keyed cube of its true counts, or a preprotected cube
/// (`truth`) with the keyed cube of the unchanged records. Nothing builds the sealed cube again, and nothing lists its
/// folder, so the report names these two tests as not run. `against` is an earlier
/// sealed release, and `with` are other sealed cubes of the same people. `original` is the keyed cube of the unchanged
/// records, if records were changed before they were counted: a claim is then right only if these records make it true.
/// `on_attack` hears of each attack before it begins.
///
/// # Errors
/// Fails if the cubes do not belong together, or if the choices do not suit them.
pub fn audit(
    truth: &mut Store,
    sealed: Option<&SealedCube<'_>>,
    against: Option<&Store>,
    with: &[&Store],
    original: Option<&Store>,
    choices: &Choices,
    on_attack: &mut dyn FnMut(OnAttack),
) -> Result<Report, AuditError> {
    if truth.cube().is_sealed() {
        let part = if sealed.is_some() { "truth" } else { "cube" };
        return Err(AuditError::Class { part, expected: "a keyed cube of the same data" });
    }
    std::iter::once(truth.cube()).chain(original.map(Store::cube)).try_for_each(|cube| choices.check_reveal(cube))?;
    check_limits(&choices.limits)?;
    if truth.cube().about.release == Release::Preprotected {
        let given = [
            ("sealed", sealed.is_some()),
            ("against", against.is_some()),
            ("with", !with.is_empty()),
            ("publish", choices.views.is_some()),
            ("method", choices.method.is_some()),
            ("salt", choices.salt.is_some()),
        ];
        if let Some((part, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(AuditError::NotForPreprotected { part });
        }
        let original = original.ok_or(AuditError::NoOriginal)?;
        let mut report = Report::new(truth.cube(), choices.seed);
        report.attack_preprotected(truth, original)?.map_err(AuditError::OtherOriginal)?;
        return Ok(report.with_not_run(Caller::JavaScript).with_limits(&choices.limits));
    }
    // The digest depends on the salt of the cube's own file.
    let mut report = Report::new(sealed.map_or_else(|| truth.cube(), |sealed| sealed.store.cube()), choices.seed);
    if let Some(salt) = &choices.salt {
        truth.set_salt(salt);
    }
    let mut evidence = match sealed {
        None => {
            let expected = "publish: missing for a keyed cube; expected the views that the sealed cube will publish";
            let views = choices.views.as_ref().ok_or_else(|| AuditError::Choice(expected.into()))?;
            let evidence = Evidence::before_sealing(truth, views, choices.method.as_ref())?;
            // The examples of the report quote published values, which this method would not protect.
            if evidence.method.kind == MethodKind::None
                && truth.cube().about.data == Data::Confidential
                && !choices.reveal
            {
                return Err(Error::from(QueryError::Unprotected { name: evidence.method.name.clone() }).into());
            }
            evidence
        }
        Some(SealedCube { store, files }) => {
            if !store.cube().is_sealed() {
                return Err(AuditError::Class { part: "sealed", expected: "a sealed cube" });
            }
            if !belongs(truth.cube(), store.cube()) {
                return Err(AuditError::OtherTruth);
            }
            let mut leaks = leak_test(files, &[]);
            leaks.blocked = Some("only the files that cube.json lists were read; the folder may hold others".into());
            report.findings.push(leaks);
            let own = || store.methods().first().map(|method| MethodChoice::Name(method.name.clone()));
            let evidence = Evidence::of_sealed(truth, store, choices.method.clone().or_else(own).as_ref())?;
            if !fits(&evidence, store.cube()) {
                return Err(AuditError::OtherRecords);
            }
            evidence
        }
    };
    if let (Some(_), Some(allowed)) = (sealed, &choices.views) {
        report.findings.push(views(&evidence, allowed));
    }
    let mut records = Truth::of_keyed(truth, &evidence.dimensions)?.ok_or(AuditError::OtherTruth)?;
    if let Some(original) = original {
        let read = Scored::read(original, truth.cube(), records)?.map_err(AuditError::OtherOriginal)?;
        (report.original, records) = (Some(read.0), read.1);
        evidence.score_against(&records);
    }
    let earlier: Vec<Earlier> = against.map(|old| earlier(old, &evidence)).transpose()?.into_iter().collect();
    let unit = &truth.cube().about.unit;
    let others = with.iter().enumerate().map(|(at, sealed)| other(at, sealed, unit, &evidence, &records));
    let others: Vec<Other> = others.collect::<Result<_, _>>()?;
    report.attack(&evidence, truth, &others, on_attack)?;
    report.findings.extend(comparisons(&evidence, &records, &earlier, &others));
    Ok(report.with_not_run(Caller::JavaScript).with_limits(&choices.limits))
}

/// Reads an earlier release.
fn earlier(sealed: &Store, evidence: &Evidence) -> Result<Earlier, AuditError> {
    if !sealed.cube().is_sealed() {
        return Err(AuditError::Class { part: "against", expected: "an earlier sealed release" });
    }
    let release = OldRelease::of_sealed(sealed, None, &evidence.dimensions)?;
    if release.views.iter().all(|view| view.axes.is_empty()) {
        return Err(AuditError::OtherRelease);
    }
    Ok(Earlier { name: format!("{} (against)", sealed.cube().about.id), release, truth: None })
}

/// Reads another cube of the same people. `at` is the position of the cube in its list.
fn other(at: usize, sealed: &Store, unit: &Text, evidence: &Evidence, truth: &Truth) -> Result<Other, AuditError> {
    if !sealed.cube().is_sealed() {
        return Err(AuditError::Class { part: "with", expected: "sealed cubes of the same people" });
    }
    let name = format!("{} (with[{at}])", sealed.cube().about.id);
    let other = Other::of_sealed(&name, sealed, unit, evidence, truth)?;
    other.map_err(|reason| AuditError::OtherPeople { at, reason })
}
