//! Reads the dimensions and their codes.

use toml::Table;

use super::Resolve;
use super::codes::{Code, CodeFile, Declared, codes};
use super::cut::{Cut, check_missing, cut};
use super::error::SpecError;
use super::fields::{Fields, NAME, is_name};
use super::key::both;
use super::level::{LevelSpec, OfDimension, level};
use super::missing::{Missing, missing};
use crate::base::Quoted;
use crate::dimension::{Role, Text};
use crate::export::{FIGURES, REVEALED};

/// A dimension of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DimensionSpec {
    /// The dimension's name in queries.
    pub name: String,
    /// The label to show. Defaults to the name.
    pub label: Text,
    /// A note to show.
    pub note: Option<Text>,
    /// The column of the data that holds the codes. Defaults to the name.
    pub column: String,
    /// What the codes stand for: areas or times.
    pub role: Option<Role>,
    /// The codes in declared order, or `None` if they are found in the data. They include those of `cut` and `missing`.
    pub codes: Option<Vec<Code>>,
    /// The values of the data that mean a missing answer.
    pub missing: Option<Missing>,
    /// The intervals of a numeric column. Their codes are the first of `codes`.
    pub cut: Option<Cut>,
    /// The levels, which group the codes.
    pub levels: Vec<LevelSpec>,
    /// Whether the codes tell which records a step before tabulation has changed: 0 and 1. The data then have no such
    /// column.
    pub marks_changes: bool,
}

/// The codes of a dimension that marks changed records.
const MARKS: [(&str, &str); 2] = [("0", "Unchanged"), ("1", "Changed")];

/// The dimensions that can be read, and what is wrong with them.
pub(super) struct Dimensions {
    pub list: Vec<DimensionSpec>,
    /// For each dimension, whether its codes have no problem.
    pub has_sound_codes: Vec<bool>,
    /// For each dimension, whether its levels have no problem.
    pub has_sound_levels: Vec<bool>,
}

impl Dimensions {
    pub fn names(&self) -> Vec<&str> {
        self.list.iter().map(|dimension| dimension.name.as_str()).collect()
    }
}

/// Reads all `[[dimension]]` tables.
pub(super) fn dimensions(root: &Fields<'_>, resolve: Resolve<'_>) -> Dimensions {
    let mut read = Dimensions { list: Vec::new(), has_sound_codes: Vec::new(), has_sound_levels: Vec::new() };
    if root.get("dimension").is_none_or(|value| value.as_array().is_some_and(Vec::is_empty)) {
        root.log().add(root.missing("[[dimension]]", "at least one dimension"));
    }
    for (index, table) in root.tables("dimension", "tables") {
        let Some((new, [codes, levels])) = dimension(index, table, root, resolve) else { continue };
        let at = format!("dimension[{}] {}", index + 1, Quoted(&new.name));
        if read.list.iter().any(|earlier| earlier.name == new.name) {
            root.log().add(SpecError::Repeated { at, what: "dimension", value: new.name });
            continue;
        }
        if read.list.iter().any(|earlier| earlier.column == new.column) {
            root.log().add(SpecError::Repeated { at, what: "column", value: new.column.clone() });
        }
        read.list.push(new);
        read.has_sound_codes.push(codes);
        read.has_sound_levels.push(levels);
    }
    read
}

/// Reads a dimension as far as possible, and whether its codes and its levels are sound. Returns `None` for a dimension
/// without a name.
fn dimension(
    index: usize,
    table: &Table,
    root: &Fields<'_>,
    resolve: Resolve<'_>,
) -> Option<(DimensionSpec, [bool; 2])> {
    let at = format!("dimension[{}]", index + 1);
    let accepted = ["name", "label", "note", "column", "role", "codes", "missing", "cut", "level", "from"];
    let log = root.log();
    let fields = Fields::open(named(&at, table), table, &accepted, log);
    log.keep(name(&fields));
    let name = fields.get("name").and_then(toml::Value::as_str);
    // Exported tables already have columns of these names, for values, status and revealed counts.
    if let Some(name) = name
        && [FIGURES, REVEALED].iter().any(|heads| heads.split(',').any(|head| head == name))
    {
        let expected = "another name, as tables have a column of that one; column names that of the data";
        log.add(fields.invalid("name", Quoted(name).to_string(), expected));
    }
    let marks_changes = log.keep(marks_changes(&fields)).unwrap_or_default();
    let before = log.len();
    let Coded { codes, file, missing, cut } = log.keep(coded(&fields, marks_changes, resolve)).unwrap_or_default();
    let has_sound_codes = log.len() == before;
    // Without sound codes, all codes of the data are accepted, so that no problem follows from the first.
    let codes = codes.filter(|_| has_sound_codes);
    let before = log.len();
    let of = OfDimension {
        codes: codes.as_deref(),
        file: file.as_ref(),
        missing: missing.as_ref(),
        is_sound: has_sound_codes,
    };
    let mut levels: Vec<LevelSpec> = Vec::new();
    for (index, table) in fields.tables("level", "tables") {
        let at = named(&format!("{}: level[{}]", fields.at(), index + 1), table);
        let Some(new) = log.keep(level(at, table, log, &of)) else { continue };
        match levels.iter().any(|earlier| earlier.name == new.name) {
            true => log.add(fields.repeated("level", &new.name)),
            false => levels.push(new),
        }
    }
    let has_sound_levels = log.len() == before;
    let dimension = DimensionSpec {
        label: fields.optional(fields.text("label")).unwrap_or_else(|| Text::from(name.unwrap_or_default())),
        note: fields.optional(fields.text("note")),
        column: fields.optional(fields.string("column")).or(name).unwrap_or_default().to_owned(),
        role: fields.optional(fields.choice("role", Role::NAMES)),
        name: name?.to_owned(),
        codes,
        missing,
        cut,
        levels,
        marks_changes,
    };
    Some((dimension, [has_sound_codes, has_sound_levels]))
}

/// How values become codes.
#[derive(Default)]
struct Coded {
    codes: Option<Vec<Code>>,
    file: Option<CodeFile>,
    missing: Option<Missing>,
    cut: Option<Cut>,
}

fn coded(fields: &Fields<'_>, marks_changes: bool, resolve: Resolve<'_>) -> Result<Coded, SpecError> {
    for field in ["missing", "cut"] {
        if marks_changes && fields.get(field).is_some() {
            return Err(fields.invalid(field, "given", format!("no {field} with from = \"pretabular\"")));
        }
    }
    if fields.get("codes").is_some() && fields.get("cut").is_some() {
        return Err(both(fields, "codes", "cut"));
    }
    let (codes, file) = codes(fields, resolve)?.map_or((None, None), |Declared { codes, file }| (Some(codes), file));
    let mut codes = match (codes, marks_changes) {
        (None, true) => {
            Some(MARKS.map(|(code, label)| Code { code: code.to_owned(), label: Text::from(label) }).to_vec())
        }
        (Some(codes), true) if !codes.iter().map(|code| code.code.as_str()).eq(MARKS.map(|(code, _)| code)) => {
            let expected = "the codes 0 (unchanged) and 1 (changed), with any labels";
            return Err(fields.invalid("codes", "a list of other codes", expected));
        }
        (codes, _) => codes,
    };
    let cut = match cut(fields)? {
        None => None,
        Some((cut, intervals)) => {
            let given = fields.get("missing").and_then(|missing| missing.get("code"));
            check_missing(fields, &intervals, given.and_then(toml::Value::as_str).unwrap_or_default())?;
            codes = Some(intervals);
            Some(cut)
        }
    };
    let missing = missing(fields, codes.as_mut())?;
    Ok(Coded { codes, file, missing, cut })
}

/// Whether the codes come from the steps before tabulation.
fn marks_changes(fields: &Fields<'_>) -> Result<bool, SpecError> {
    match fields.string("from")? {
        None => Ok(false),
        Some("pretabular") if fields.get("column").is_some() => {
            Err(fields.invalid("column", "given", "no column with from = \"pretabular\""))
        }
        Some("pretabular") => Ok(true),
        Some(other) => Err(fields.invalid(
            "from",
            Quoted(other).to_string(),
            "\"pretabular\", or no from for a column of the data",
        )),
    }
}

/// The place of a table for errors: `at`, and the table's name if it has one.
fn named(at: &str, table: &Table) -> String {
    table
        .get("name")
        .and_then(toml::Value::as_str)
        .map_or_else(|| at.to_owned(), |name| format!("{at} {name}", name = Quoted(name)))
}

pub(super) fn name<'a>(fields: &Fields<'a>) -> Result<&'a str, SpecError> {
    let name = fields.required("name", NAME)?;
    if is_name(name) { Ok(name) } else { Err(fields.invalid("name", Quoted(name).to_string(), NAME)) }
}
