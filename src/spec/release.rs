//! Checks whether the release class fits the data and the audience. Anyone who can fetch tiles can read their whole
//! contents.

use serde_json::Value as Json;

use super::fields::Log;
use super::{CubeSpec, MethodSpec, SpecError, Views};
use crate::base::Quoted;
use crate::cube::{Audience, Data, Release};
use crate::key::Combine;
use crate::microdata::StepKind;

/// Minimum length of a sealed cube's salt, in bytes. With a shorter salt, an attacker who guesses a record key can try
/// all salts.
const SEALED_SALT: usize = 16;

/// The parts of the specification that have no problem of their own. A check of parts with a problem could report what only
/// follows from the problem.
pub(super) struct Sound<'a> {
    /// Whether the cube will be encrypted.
    pub encrypted: bool,
    /// Whether data, audience and release are sound.
    pub cube: bool,
    pub key: bool,
    pub methods: bool,
    pub steps: bool,
    pub publish: bool,
    /// For each dimension, whether its codes are sound.
    pub codes: &'a [bool],
}

/// Refuses a specification that would disclose confidential counts to outsiders. Also refuses several methods for a
/// public cube and for confidential data on a kiosk: two protected values of a cell disclose more about its true count
/// than one value.
pub(super) fn check(spec: &CubeSpec, log: &Log, sound: &Sound<'_>) {
    if !sound.cube {
        return;
    }
    match spec.about.release {
        Release::Keyed => {
            check_open(spec, log);
            log.keep(check_keyed(spec, sound.encrypted));
        }
        Release::Preprotected => check_preprotected(spec, log, sound),
        Release::Sealed => check_sealed(spec, log, sound),
    }
    check_pretabular(spec, log, sound);
    if sound.methods {
        log.keep(check_methods(spec));
    }
}

/// Checks that a preprotected cube has a step, and that the publisher says why the steps are enough.
fn check_preprotected(spec: &CubeSpec, log: &Log, sound: &Sound<'_>) {
    check_open(spec, log);
    if spec.pretabular.steps.is_empty() && sound.steps {
        let problem =
            "release = \"preprotected\" without [[pretabular]]: the files would have true counts; expected a step";
        return log.add(SpecError::Refused(problem.to_owned()));
    }
    if spec.about.data == Data::Confidential {
        let expected = "all codes for confidential data: a list of those found says that each has a record";
        require_codes(spec, log, sound, expected);
    }
    if spec.publish.why.is_none() && sound.publish {
        let expected = "a sentence: why the steps before tabulation are enough against somebody who reads the files";
        log.add(SpecError::Missing { at: "publish".to_owned(), field: "why", expected: expected.to_owned() });
    }
}

/// Requires declared codes for all dimensions of the data.
fn require_codes(spec: &CubeSpec, log: &Log, sound: &Sound<'_>, expected: &str) {
    for (dimension, is_sound) in spec.dimensions.iter().zip(sound.codes) {
        if dimension.codes.is_none() && *is_sound {
            let at = format!("dimension {}", Quoted(&dimension.name));
            let found = "missing, so that the codes would be those found in the data";
            log.add(value(&at, "codes", found, expected));
        }
    }
}

/// Checks the dimension that marks changed records, and `why`.
fn check_pretabular(spec: &CubeSpec, log: &Log, sound: &Sound<'_>) {
    if spec.publish.why.is_some() && spec.about.release != Release::Preprotected {
        log.add(value("publish", "why", "given", "why with release = \"preprotected\" only"));
    }
    for (at, step) in (1..).zip(&spec.pretabular.steps) {
        let at = format!("pretabular[{at}]");
        if matches!(step.kind, StepKind::Weights(_)) && spec.key.group.operation() == Combine::Xor {
            let found = "\"weights\" with key.combine = \"xor\", where two copies of a record cancel";
            log.add(value(&at, "kind", found, "key.combine = \"sum\""));
        }
        let sizes = matches!(&step.kind, StepKind::Pram(pram) if pram.moves.depend_on_sizes());
        let may_publish = spec.about.data != Data::Confidential || spec.about.audience == Audience::Internal;
        if sizes && step.publish && !may_publish {
            let found = "true with `move` or `invariant`, whose matrix shows the exact ratios of the categories' sizes";
            let expected = "no publish for confidential data, or a matrix that does not depend on the data";
            log.add(value(&at, "publish", found, expected));
        }
    }
    let Some(marks) = spec.dimensions.iter().find(|dimension| dimension.marks_changes) else { return };
    let at = format!("dimension {}", Quoted(&marks.name));
    if spec.pretabular.steps.is_empty() && sound.steps {
        log.add(value(&at, "from", "\"pretabular\"", "[[pretabular]] with a step that changes records"));
    }
    if spec.about.data == Data::Confidential && spec.about.audience != Audience::Internal {
        let expected = "no such dimension, or audience = \"internal\": it tells which records are true";
        log.add(value(&at, "from", "\"pretabular\" for confidential data", expected));
    }
}

/// Refuses the choices of a sealed cube.
fn check_open(spec: &CubeSpec, log: &Log) {
    let publish = &spec.publish;
    let given = [
        ("max_dimensions", publish.max_dimensions.is_some()),
        ("axes", publish.axes.is_some()),
        ("never_together", !publish.never_together.is_empty()),
        ("measures", publish.measures),
    ];
    for (field, _) in given.iter().filter(|(_, given)| *given) {
        let release = if spec.about.release == Release::Keyed { "keyed" } else { "preprotected" };
        let found = format!("given with release = \"{release}\", whose files answer every query");
        log.add(value("publish", field, &found, "views, budget, split and encoding alone, or release = \"sealed\""));
    }
}

fn check_keyed(spec: &CubeSpec, encrypted: bool) -> Result<(), SpecError> {
    if spec.about.data != Data::Confidential {
        return Ok(());
    }
    let refusal = match spec.about.audience {
        Audience::Internal => return Ok(()),
        Audience::Kiosk if encrypted => return Ok(()),
        Audience::Kiosk => {
            "audience = \"kiosk\" with confidential data and release = \"keyed\" needs encrypted files; expected \
             cellveil tile --passphrase-env VAR, audience = \"internal\", release = \"sealed\", or data that are \
             public-use or synthetic"
        }
        Audience::Teaching | Audience::Public => {
            "release = \"keyed\" puts true counts into the files, and the data are confidential; expected \
             audience = \"internal\", release = \"sealed\", or data that are public-use or synthetic"
        }
    };
    Err(SpecError::Refused(refusal.to_owned()))
}

/// The kinds of method that look at the whole table.
const TABLE_METHODS: [&str; 4] =
    ["controlled-rounding", "semi-controlled-rounding", "small-count-rounding", "suppression"];

/// Whether a method looks at the whole table, so that it cannot protect areas that are added up.
fn is_table_method(method: &MethodSpec) -> bool {
    let word = |field: &str| method.parameters.get(field).and_then(Json::as_str);
    word("kind").is_some_and(|kind| TABLE_METHODS.contains(&kind))
        || word("additivity").is_some_and(|word| word != "none")
}

fn check_methods(spec: &CubeSpec) -> Result<(), SpecError> {
    let ways = spec.rules.as_ref().and_then(|rules| rules.custom_areas.as_deref());
    if let Some(method) = spec.methods.iter().find(|method| is_table_method(method))
        && ways.is_some_and(|ways| ways != "exact")
    {
        let reason = "a table method protects whole tables, and custom_areas in [rules] offers areas only as sums; expected \
                      custom_areas = \"exact\", or a cell method";
        return Err(SpecError::Method { name: method.name.clone(), reason: reason.to_owned() });
    }
    let CubeSpec { about, .. } = spec;
    let is_confidential = about.data == Data::Confidential;
    let outsiders = match about.audience {
        Audience::Public => Some("audience = \"public\""),
        Audience::Kiosk if is_confidential => Some("audience = \"kiosk\" and confidential data"),
        _ => None,
    };
    if let Some(outsiders) = outsiders.filter(|_| spec.methods.len() > 1) {
        let found = names(spec);
        return Err(SpecError::Refused(format!(
            "{outsiders} with the methods {found}; expected at most one, because two protected values of one cell \
             disclose more than one"
        )));
    }
    // A sealed cube has this check among others of its own.
    let is_open = about.audience == Audience::Kiosk && is_confidential && about.release == Release::Keyed;
    for method in spec.methods.iter().filter(|_| is_open) {
        if let Some(reason) = open_to_visitors(method) {
            return Err(SpecError::Method { name: method.name.clone(), reason });
        }
    }
    Ok(())
}

/// Why visitors of a kiosk would see true counts, or could compute them from several tables.
fn open_to_visitors(method: &MethodSpec) -> Option<String> {
    if shows_true_counts(method) {
        return Some(UNPROTECTED.to_owned());
    }
    if is_table_method(method) {
        let reason =
            "a table method protects one table, and visitors of a kiosk combine tables; expected a cell method";
        return Some(reason.to_owned());
    }
    let field = ["protect_below", "protect_below_average", "total_variance"];
    let field = field.into_iter().find(|field| method.parameters.contains_key(*field))?;
    Some(format!("{field} lets visitors of a kiosk see or average true counts; expected a method without it"))
}

/// Why a method that changes no count is refused.
const UNPROTECTED: &str = "kind is \"none\", and the data are confidential; expected a method that protects";

fn shows_true_counts(method: &MethodSpec) -> bool {
    method.parameters.get("kind") == Some(&Json::from("none"))
}

/// Checks that the files of a sealed cube will hold only the protected values of the published views.
fn check_sealed(spec: &CubeSpec, log: &Log, sound: &Sound<'_>) {
    match spec.methods.as_slice() {
        [method] => check_sealed_method(spec, method, log),
        _ if !sound.methods => {}
        methods => {
            let found = match methods {
                [] => "no method".to_owned(),
                _ => format!("the methods {}", names(spec)),
            };
            log.add(SpecError::Refused(format!(
                "release = \"sealed\" with {found}; expected exactly one: it makes the values that the files hold, and two \
                 protected values of one cell disclose more than one"
            )));
        }
    }
    if spec.rules.as_ref().is_some_and(|rules| rules.custom_areas.is_some()) {
        let found =
            "given with release = \"sealed\", whose files hold standard areas that anybody can add and subtract";
        log.add(value("rules", "custom_areas", found, "[rules] without custom_areas"));
    }
    if spec.key.salt.bytes().len() < SEALED_SALT && sound.key {
        let found = match spec.key.salt.bytes().len() {
            0 => "missing".to_owned(),
            bytes => format!("of {bytes} bytes"),
        };
        let expected = format!(
            "{SEALED_SALT} random bytes or more with release = \"sealed\", in hexadecimal, as cellveil keys --salt prints"
        );
        log.add(value("key", "salt", &found, &expected));
    }
    let expected = "all codes with release = \"sealed\": a list of those found says that each has a record";
    require_codes(spec, log, sound, expected);
    if sound.publish {
        log.keep(check_views(spec));
    }
}

/// Refuses methods that show true counts, or that show several values of one cell.
fn check_sealed_method(spec: &CubeSpec, method: &MethodSpec, log: &Log) {
    let is = |field: &str, word: &str| method.parameters.get(field) == Some(&Json::from(word));
    let refuse = |reason: &str| log.add(SpecError::Method { name: method.name.clone(), reason: reason.to_owned() });
    if is("kind", "suppression") {
        if is("secondary", "none") && spec.about.data == Data::Confidential {
            refuse(
                "secondary is \"none\", so that sums disclose the small counts, and the data are confidential; expected \
                 secondary = \"optimal\"",
            );
        }
        if spec.publish.explain == Some(true) {
            let expected = "false with suppression, whose shown values are the true counts";
            log.add(value("publish", "explain", "true", expected));
        }
    }
    if shows_true_counts(method) && spec.about.data == Data::Confidential {
        refuse(UNPROTECTED);
    }
    for field in ["protect_below", "protect_below_average"] {
        if method.parameters.contains_key(field) {
            refuse(&format!(
                "{field} shows true counts, of which a sealed cube has none; expected a method without it"
            ));
        }
    }
    if method.parameters.contains_key("total_variance") {
        refuse(
            "total_variance makes a cell differ between views, and anyone could average them; expected a method without it",
        );
    }
}

/// Checks that the published views are chosen.
fn check_views(spec: &CubeSpec) -> Result<(), SpecError> {
    match (&spec.publish.views, spec.publish.max_dimensions) {
        (Some(Views::Auto), _) => {
            let expected =
                "max_dimensions, or a list of views: with release = \"sealed\" only what is listed is published";
            Err(value("publish", "views", "\"auto\"", expected))
        }
        (Some(Views::List(list)), None) if list.is_empty() => {
            Err(value("publish", "views", "an empty list", "one or more views, or max_dimensions"))
        }
        (None, None) => {
            let expected = "max_dimensions or views, with release = \"sealed\"".to_owned();
            Err(SpecError::Missing { at: "publish".into(), field: "max_dimensions", expected })
        }
        (_, None) if spec.publish.axes.is_some() => {
            let found = "given without max_dimensions";
            Err(value("publish", "axes", found, "max_dimensions, the size of the sets that are made of axes"))
        }
        _ => Ok(()),
    }
}

fn names(spec: &CubeSpec) -> String {
    spec.methods.iter().map(|method| method.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn value(at: &str, field: &str, found: &str, expected: &str) -> SpecError {
    let (at, field, found, expected) = (at.to_owned(), field.to_owned(), found.to_owned(), expected.to_owned());
    SpecError::Value { at, field, found, expected }
}
