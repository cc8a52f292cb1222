//! Parses the specification of a cube, `cube.toml`, into values that need no further check.
//!
//! The specification describes the data and the people who can fetch the files. It gives the source of record keys,
//! and the cube's dimensions, levels, methods and views. The caller passes functions that read files and environment
//! variables, so this module accesses neither.

mod audit;
mod axis;
mod codes;
mod cut;
mod delivery;
mod dimension;
mod error;
mod extends;
mod fields;
mod key;
mod level;
mod method;
mod missing;
mod pretabular;
mod publish;
mod release;
mod remedy;
mod rules;
mod zeros;

use toml::Table;

use crate::base::{Problems, Quoted};
use crate::cube::{About, Audience, Data, Release};
use crate::dimension::Text;
use crate::rules::RulesPart;
use fields::{Fields, Log};
use release::Sound;

pub use audit::{AUDIT_LIMITS, FirstLayerLimits};
pub use codes::Code;
pub use cut::{Cut, NoInterval};
pub use delivery::{DeliveredCube, Delivery};
pub use dimension::DimensionSpec;
pub use error::SpecError;
pub use key::{KeySource, KeySpec};
pub use level::{Group, LevelSpec};
pub use method::MethodSpec;
pub use missing::Missing;
pub use pretabular::Pretabular;
pub use publish::{Publish, Views, bytes};
pub use zeros::StructuralZero;

/// Reads a file that the specification names. The error is the reason, without the name of the file.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;
/// Reads an environment variable.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The problems of a specification, at least one.
pub type SpecErrors = Problems<SpecError>;

/// A valid specification.
///
/// ```
/// use cellveil::spec::CubeSpec;
/// let text = r#"
///     [cube]
///     id = "example"
///     unit = "person"
///     data = "synthetic"
///     audience = "public"
///     [key]
///     column = "record_key"
///     [[dimension]]
///     name = "sex"
///     codes = { 1 = "Male", 2 = "Female" }
/// "#;
/// let spec = CubeSpec::parse(text, &|_| Err("no files here".into()), &|_| None)?;
/// assert_eq!(spec.record_columns()?, ["sex", "record_key"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CubeSpec {
    /// The cube's description. The title defaults to the id.
    pub about: About,
    /// The source of record keys, and how they combine.
    pub key: KeySpec,
    /// The dimensions in declared order, at least one.
    pub dimensions: Vec<DimensionSpec>,
    /// Combinations of codes that cannot exist.
    pub structural_zeros: Vec<StructuralZero>,
    /// For each dimension that marks imputed or changed records, the codes that mark them.
    pub altered: Vec<(usize, Vec<String>)>,
    /// The steps before tabulation, in order.
    pub pretabular: Pretabular,
    /// The methods in declared order. Their parameters are not checked.
    pub methods: Vec<MethodSpec>,
    /// The views to publish, and how to cut them into tiles.
    pub publish: Publish,
    /// The publisher's limits on tables.
    pub rules: Option<RulesPart>,
    /// The limits of the audit that differ from the defaults. Each has a name from [`AUDIT_LIMITS`] and a number from
    /// 0.
    pub audit: Vec<(String, f64)>,
    /// The limits on what the steps before tabulation leave in a preprotected cube of confidential data.
    pub first_layer: FirstLayerLimits,
}

impl CubeSpec {
    /// Parses and checks the text of a specification.
    ///
    /// # Errors
    /// Fails with all problems, each with its place, its value and the expected value. A combination of data, audience and
    /// release class that discloses confidential counts is also a problem.
    pub fn parse(toml_text: &str, resolve: Resolve<'_>, environment: Environment<'_>) -> Result<Self, SpecErrors> {
        match Self::parse_partly(toml_text, resolve, environment) {
            (Some(spec), problems) => problems.or(spec),
            (None, problems) => Err(problems),
        }
    }

    /// Parses a specification as far as possible. With problems, the specification is good only for reading records, in
    /// search of further problems. It is `None` if the text is not TOML or has no dimension.
    pub fn parse_partly(
        toml_text: &str,
        resolve: Resolve<'_>,
        environment: Environment<'_>,
    ) -> (Option<Self>, SpecErrors) {
        Self::parse_for(toml_text, resolve, environment, false)
    }

    /// Parses the specification of a cube that the caller encrypts before it is stored. True counts of confidential data
    /// then may be for the audience `kiosk`.
    pub fn parse_to_encrypt(
        toml_text: &str,
        resolve: Resolve<'_>,
        environment: Environment<'_>,
    ) -> (Option<Self>, SpecErrors) {
        Self::parse_for(toml_text, resolve, environment, true)
    }

    fn parse_for(
        toml_text: &str,
        resolve: Resolve<'_>,
        environment: Environment<'_>,
        encrypted: bool,
    ) -> (Option<Self>, SpecErrors) {
        let root = toml_text.parse::<Table>().map_err(|error| syntax(toml_text, &error));
        let root = match root.and_then(|root| extends::merged(root, resolve)) {
            Ok(root) => root,
            Err(problem) => return (None, problem.into()),
        };
        let log = Log::default();
        let spec = Self::read(&root, &log, resolve, environment, encrypted);
        (Some(spec).filter(|spec| !spec.dimensions.is_empty()), log.into_problems())
    }

    fn read(root: &Table, log: &Log, resolve: Resolve<'_>, environment: Environment<'_>, encrypted: bool) -> Self {
        let accepted = [
            "cube",
            "key",
            "dimension",
            "structural_zeros",
            "altered",
            "pretabular",
            "method",
            "publish",
            "rules",
            "audit",
        ];
        let root = Fields::open("specification", root, &accepted, log);
        let (about, cube) = about(&root);
        let read = dimension::dimensions(&root, resolve);
        let before = log.len();
        let key = key::key(&root, about.data, &read.list, environment);
        let has_key = log.len() == before;
        // A source with a problem is not a missing source.
        let lost_key = key.source.is_none() && !has_key;
        let before = log.len();
        let methods = method::methods(&root);
        let has_methods = log.len() == before;
        let pretabular = pretabular::pretabular(&root, about.data, &read.list, resolve, environment);
        let has_steps = log.len() == before;
        let before = log.len();
        let publish = publish::publish(&root, &read.list);
        let has_publish = log.len() == before;
        let (audit, first_layer) = audit::audit(&root);
        let rules = rules::rules(&root, &read.list, &about.unit);
        let structural_zeros = zeros::structural_zeros(&root, &read);
        let altered = zeros::altered(&root, &read);
        let mut spec = Self {
            rules,
            about,
            key,
            structural_zeros,
            altered,
            pretabular,
            methods,
            publish,
            audit,
            first_layer,
            dimensions: read.list,
        };
        let codes = &read.has_sound_codes;
        let sound = Sound {
            encrypted,
            cube,
            key: has_key,
            methods: has_methods,
            steps: has_steps,
            publish: has_publish,
            codes,
        };
        release::check(&spec, log, &sound);
        if log.len() > 0 {
            spec.keep_readable(lost_key, &read.has_sound_levels);
        }
        spec
    }

    /// Leaves only what is needed to read records, without the parts with a problem.
    fn keep_readable(&mut self, lost_key: bool, has_sound_levels: &[bool]) {
        self.pretabular = Pretabular::default();
        for (dimension, is_sound) in self.dimensions.iter_mut().zip(has_sound_levels) {
            if !is_sound {
                dimension.levels.clear();
            }
        }
        // Only a preprotected cube may have records without keys.
        self.about.release = if lost_key { Release::Preprotected } else { Release::Keyed };
    }

    /// The columns of a file of records: one for each dimension in order, then the key or the identifier, then the
    /// identifiers of units. A dimension that marks changed records has no column.
    ///
    /// # Errors
    /// Fails if the specification has no source of keys. Files of records need one, unless the cube is preprotected.
    pub fn record_columns(&self) -> Result<Vec<&str>, SpecError> {
        let missing = || SpecError::Missing {
            at: "key".to_owned(),
            field: "column",
            expected: "column or derive, to read records".to_owned(),
        };
        let source = match &self.key.source {
            Some(source) => Some(source.column()),
            None if self.about.release == Release::Preprotected => None,
            None => return Err(missing()),
        };
        Ok(self.dimension_columns().chain(source).chain(self.pretabular.units.iter().map(String::as_str)).collect())
    }

    /// The columns of a file of cells: one for each dimension in order, then `count` and `key`.
    ///
    /// # Errors
    /// Fails if a dimension uses the column `count` or `key`.
    pub fn cell_columns(&self) -> Result<Vec<&str>, SpecError> {
        let taken = |column: &str| column == "count" || column == "key";
        if let Some(dimension) = self.dimensions.iter().find(|dimension| taken(&dimension.column)) {
            return Err(SpecError::Value {
                at: format!("dimension {}", Quoted(&dimension.name)),
                field: "column".to_owned(),
                found: Quoted(&dimension.column).to_string(),
                expected: "another name, because files of cells have their counts and keys in count and key".to_owned(),
            });
        }
        Ok(self.dimension_columns().chain(["count", "key"]).collect())
    }

    fn dimension_columns(&self) -> impl Iterator<Item = &str> {
        self.dimensions.iter().filter(|dimension| !dimension.marks_changes).map(|dimension| dimension.column.as_str())
    }

    /// The number of dimensions with a column in the data.
    pub fn columns(&self) -> usize {
        self.dimension_columns().count()
    }
}

/// Reads `[cube]` as far as possible, and whether data, audience and release are sound.
fn about(root: &Fields<'_>) -> (About, bool) {
    let log = root.log();
    let empty = Table::new();
    let given = log.keep(root.table("cube"));
    if let Some(None) = given {
        log.add(root.missing("[cube]", "a table with id, unit and audience"));
    }
    let given = given.flatten();
    let accepted =
        ["id", "title", "unit", "data", "audience", "release", "source", "licence", "period", "contact", "notes"];
    let cube = Fields::open("cube", given.unwrap_or(&empty), &accepted, log);
    let before = log.len();
    let data = log.keep(cube.choice("data", Data::NAMES));
    let release = log.keep(cube.choice("release", Release::NAMES));
    let audience = log.keep(cube.choice::<Audience>("audience", Audience::NAMES));
    let is_sound = log.len() == before && given.is_some() && matches!(audience, Some(Some(_)));
    let required = |step| log.keep(step).flatten();
    let mut id = "cube".to_owned();
    if given.is_some() {
        if let Some(None) = audience {
            log.add(cube.missing("audience", format!("one of {}", Audience::NAMES.join(", "))));
        }
        id = log.keep(id_of(&cube)).unwrap_or(id);
    }
    let unit = required(cube.text("unit"));
    if unit.is_none() && given.is_some_and(|given| !given.contains_key("unit")) {
        log.add(cube.missing("unit", "what a record is, like \"person\""));
    }
    let notes = cube.keep(cube.list("notes", "texts")).unwrap_or_default().iter().enumerate();
    let about = About {
        title: required(cube.text("title")).unwrap_or_else(|| Text::from(&*id)),
        id,
        unit: unit.unwrap_or_else(|| Text::from("record")),
        // Without a known sensitivity, no further problem follows from it.
        data: data.map_or(Data::Synthetic, Option::unwrap_or_default),
        audience: audience.flatten().unwrap_or(Audience::Internal),
        release: release.flatten().unwrap_or_default(),
        source: required(cube.text("source")),
        licence: required(cube.text("licence")),
        period: required(cube.text("period")),
        contact: required(cube.text("contact")),
        notes: notes
            .filter_map(|(index, note)| log.keep(cube.as_text(&format!("notes[{}]", index + 1), note)))
            .collect(),
    };
    (about, is_sound)
}

fn id_of(cube: &Fields<'_>) -> Result<String, SpecError> {
    let id = cube.required("id", "a name of a to z, 0 to 9 and -")?;
    if !id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        return Err(cube.invalid("id", Quoted(id).to_string(), "only a to z, 0 to 9 and -"));
    }
    Ok(id.to_owned())
}

/// Converts an error of the TOML reader to a single line that includes the place of the error.
fn syntax(text: &str, error: &toml::de::Error) -> SpecError {
    let start = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = text.get(..start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    SpecError::Syntax {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        reason: error.message().trim().replace('\n', ", "),
    }
}
