//! Parses the specification of a cube, `cube.toml`, into values that need no further check.
//!
//! The specification describes the data and the people who can fetch the files. It gives the source of record keys,
//! and the cube's dimensions, levels, methods and views. The caller passes functions that read files and environment
//! variables, so this module accesses neither.

mod audit;
mod axis;
mod codes;
mod dimension;
mod error;
mod extends;
mod fields;
mod key;
mod method;
mod pretabular;
mod publish;
mod release;
mod rules;
mod zeros;

use toml::Table;

use crate::base::Quoted;
use crate::cube::{About, Audience, Data, Release};
use crate::dimension::Text;
use crate::rules::RulesPart;
use fields::Fields;

pub use audit::{AUDIT_LIMITS, FirstLayerLimits};
pub use codes::Code;
pub use dimension::{DimensionSpec, Group, LevelSpec};
pub use error::SpecError;
pub use key::{KeySource, KeySpec};
pub use method::MethodSpec;
pub use pretabular::Pretabular;
pub use publish::{Publish, Views};
pub use zeros::StructuralZero;

/// Reads a file that the specification names. The error is the reason, without the name of the file.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;
/// Reads an environment variable.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

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
/// # Ok::<(), cellveil::spec::SpecError>(())
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
    /// Fails with the first problem: its place, its value and the expected value. A combination of data, audience and
    /// release class that discloses confidential counts is also an error.
    pub fn parse(toml_text: &str, resolve: Resolve<'_>, environment: Environment<'_>) -> Result<Self, SpecError> {
        let root: Table = toml_text.parse().map_err(|error| syntax(toml_text, &error))?;
        let root = extends::merged(root, resolve)?;
        let root = Fields::open(
            "specification",
            &root,
            &[
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
            ],
        )?;
        let cube = root.table("cube")?.ok_or_else(|| root.missing("[cube]", "a table with id, unit and audience"))?;
        let cube = Fields::open(
            "cube",
            cube,
            &["id", "title", "unit", "data", "audience", "release", "source", "licence", "period", "contact", "notes"],
        )?;
        let id = cube.required("id", "a name of a to z, 0 to 9 and -")?;
        if !id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
            return Err(cube.invalid("id", Quoted(id).to_string(), "only a to z, 0 to 9 and -"));
        }
        let audience: Option<Audience> = cube.choice("audience", Audience::NAMES)?;
        let notes = cube.list("notes", "texts")?.iter().enumerate();
        let data = cube.choice("data", Data::NAMES)?.unwrap_or_default();
        let dimensions = dimension::dimensions(&root, resolve)?;
        let about = About {
            id: id.to_owned(),
            title: cube.text("title")?.unwrap_or_else(|| Text::from(id)),
            unit: cube.text("unit")?.ok_or_else(|| cube.missing("unit", "what a record is, like \"person\""))?,
            data,
            audience: audience
                .ok_or_else(|| cube.missing("audience", format!("one of {}", Audience::NAMES.join(", "))))?,
            release: cube.choice("release", Release::NAMES)?.unwrap_or_default(),
            source: cube.text("source")?,
            licence: cube.text("licence")?,
            period: cube.text("period")?,
            contact: cube.text("contact")?,
            notes: notes
                .map(|(index, note)| cube.as_text(&format!("notes[{}]", index + 1), note))
                .collect::<Result<_, _>>()?,
        };
        let (audit, first_layer) = audit::audit(&root)?;
        let spec = Self {
            rules: rules::rules(&root, &dimensions, &about.unit)?,
            about,
            key: key::key(&root, data, &dimensions, environment)?,
            structural_zeros: zeros::structural_zeros(&root, &dimensions)?,
            altered: zeros::altered(&root, &dimensions)?,
            pretabular: pretabular::pretabular(&root, data, &dimensions, resolve, environment)?,
            methods: method::methods(&root)?,
            publish: publish::publish(&root, &dimensions)?,
            audit,
            first_layer,
            dimensions,
        };
        release::check(&spec)?;
        Ok(spec)
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
