//! Reads the dimensions, their codes, and the levels that group the codes.

use std::collections::{HashMap, HashSet};

use toml::Table;

use super::Resolve;
use super::codes::{Code, check_code, codes};
use super::error::SpecError;
use super::fields::{Fields, NAME, is_name};
use crate::base::Quoted;
use crate::dimension::{Role, Text, code_meant};
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
    /// The codes in declared order, or `None` if they are found in the data.
    pub codes: Option<Vec<Code>>,
    /// The levels, which group the codes.
    pub levels: Vec<LevelSpec>,
    /// Whether the codes tell which records a step before tabulation has changed: 0 and 1. The data then have no such
    /// column.
    pub marks_changes: bool,
}

/// The codes of a dimension that marks changed records.
const MARKS: [(&str, &str); 2] = [("0", "Unchanged"), ("1", "Changed")];

/// A level of a dimension. Each code of the dimension is in exactly one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelSpec {
    /// The level's name. Queries write it after the dimension and a colon: `age:band`.
    pub name: String,
    /// The label to show. Defaults to the name.
    pub label: Text,
    /// The groups in declared order. No two groups share a code.
    pub groups: Vec<Group>,
}

/// A group of codes, which is one category of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The group's code. It may equal a code of the dimension.
    pub code: String,
    /// The label to show. Defaults to the code.
    pub label: Text,
    /// The dimension's codes in this group, at least one.
    pub of: Vec<String>,
}

impl LevelSpec {
    /// For each code of the dimension, the position of its group.
    ///
    /// Groups may have codes that are not in `codes`, because the data need not contain every code.
    ///
    /// # Errors
    /// Returns the first code that is in no group.
    pub fn assign<'a>(&self, codes: impl Iterator<Item = &'a str>) -> Result<Vec<u32>, &'a str> {
        let groups = (0..).zip(&self.groups);
        let members = groups.flat_map(|(index, group)| group.of.iter().map(move |code| (code.as_str(), index)));
        let group_of: HashMap<&str, u32> = members.collect();
        codes.map(|code| group_of.get(code).copied().ok_or(code)).collect()
    }
}

/// Reads all `[[dimension]]` tables.
pub(super) fn dimensions(root: &Fields<'_>, resolve: Resolve<'_>) -> Result<Vec<DimensionSpec>, SpecError> {
    let tables = root.tables("dimension", "tables")?;
    if tables.is_empty() {
        return Err(root.missing("[[dimension]]", "at least one dimension"));
    }
    let mut dimensions: Vec<DimensionSpec> = Vec::with_capacity(tables.len());
    for (index, table) in tables.into_iter().enumerate() {
        let new = dimension(index, table, resolve)?;
        let at = || format!("dimension[{}] {}", index + 1, Quoted(&new.name));
        if dimensions.iter().any(|earlier| earlier.name == new.name) {
            return Err(SpecError::Repeated { at: at(), what: "dimension", value: new.name });
        }
        if dimensions.iter().any(|earlier| earlier.column == new.column) {
            return Err(SpecError::Repeated { at: at(), what: "column", value: new.column });
        }
        dimensions.push(new);
    }
    Ok(dimensions)
}

fn dimension(index: usize, table: &Table, resolve: Resolve<'_>) -> Result<DimensionSpec, SpecError> {
    let at = format!("dimension[{}]", index + 1);
    let accepted = ["name", "label", "note", "column", "role", "codes", "level", "from"];
    let fields = Fields::open(named(&at, table), table, &accepted)?;
    let name = name(&fields)?;
    // Exported tables already have columns of these names, for values, status and revealed counts.
    if [FIGURES, REVEALED].iter().any(|heads| heads.split(',').any(|head| head == name)) {
        let expected = "another name, as tables have a column of that one; column names that of the data";
        return Err(fields.invalid("name", Quoted(name).to_string(), expected));
    }
    let marks_changes = marks_changes(&fields)?;
    let codes = match (codes(&fields, resolve)?, marks_changes) {
        (None, true) => {
            Some(MARKS.map(|(code, label)| Code { code: code.to_owned(), label: Text::from(label) }).to_vec())
        }
        (Some(codes), true) if !codes.iter().map(|code| code.code.as_str()).eq(MARKS.map(|(code, _)| code)) => {
            let expected = "the codes 0 (unchanged) and 1 (changed), with any labels";
            return Err(fields.invalid("codes", "a list of other codes", expected));
        }
        (codes, _) => codes,
    };
    let mut levels: Vec<LevelSpec> = Vec::new();
    for (index, table) in fields.tables("level", "tables")?.into_iter().enumerate() {
        let new = level(fields.at(), index, table, codes.as_deref())?;
        if levels.iter().any(|earlier| earlier.name == new.name) {
            return Err(fields.repeated("level", &new.name));
        }
        levels.push(new);
    }
    Ok(DimensionSpec {
        label: fields.text("label")?.unwrap_or_else(|| Text::from(name)),
        note: fields.text("note")?,
        column: fields.string("column")?.unwrap_or(name).to_owned(),
        role: fields.choice("role", Role::NAMES)?,
        name: name.to_owned(),
        codes,
        levels,
        marks_changes,
    })
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

fn name<'a>(fields: &Fields<'a>) -> Result<&'a str, SpecError> {
    let name = fields.required("name", NAME)?;
    if is_name(name) { Ok(name) } else { Err(fields.invalid("name", Quoted(name).to_string(), NAME)) }
}

fn level(dimension: &str, index: usize, table: &Table, codes: Option<&[Code]>) -> Result<LevelSpec, SpecError> {
    let at = named(&format!("{dimension}: level[{}]", index + 1), table);
    let fields = Fields::open(at, table, &["name", "label", "groups"])?;
    let name = name(&fields)?;
    let declared: Option<HashSet<&str>> = codes.map(|codes| codes.iter().map(|code| code.code.as_str()).collect());
    let mut groups: Vec<Group> = Vec::new();
    let mut grouped = HashSet::new();
    for (index, table) in fields.tables("groups", "tables with code, label and of")?.into_iter().enumerate() {
        let group = group(fields.at(), index, table)?;
        if groups.iter().any(|earlier| earlier.code == group.code) {
            return Err(fields.repeated("group", &group.code));
        }
        for code in &group.of {
            let field = format!("group {}", Quoted(&group.code));
            if declared.as_ref().is_some_and(|declared| !declared.contains(code.as_str())) {
                let codes = codes.unwrap_or_default().iter();
                let near = code_meant(code, codes.map(|known| (known.code.as_str(), &known.label)));
                return Err(fields.invalid(
                    &field,
                    format!("of the unknown code {}", Quoted(code)),
                    format!("codes of the dimension{near}"),
                ));
            }
            if !grouped.insert(code.clone()) {
                let expected = "each code in exactly one group";
                return Err(fields.invalid(
                    &field,
                    format!("not the only one with the code {code}", code = Quoted(code)),
                    expected,
                ));
            }
        }
        groups.push(group);
    }
    if groups.is_empty() {
        return Err(fields.missing("groups", "a list of tables with code, label and of"));
    }
    let level =
        LevelSpec { label: fields.text("label")?.unwrap_or_else(|| Text::from(name)), name: name.to_owned(), groups };
    if let Some(codes) = codes
        && let Err(code) = level.assign(codes.iter().map(|code| code.code.as_str()))
    {
        return Err(SpecError::Ungrouped { at: fields.at().to_owned(), code: code.to_owned() });
    }
    Ok(level)
}

fn group(level: &str, index: usize, table: &Table) -> Result<Group, SpecError> {
    let fields = Fields::open(format!("{level}: groups[{}]", index + 1), table, &["code", "label", "of"])?;
    let code = fields.required("code", "the group's code")?;
    check_code(&fields, "code", code)?;
    let of = fields.get("of").ok_or_else(|| fields.missing("of", "a list of codes of the dimension"))?;
    let of = fields.strings("of", of, "codes of the dimension")?;
    if of.is_empty() {
        return Err(fields.invalid("of", "empty", "at least one code of the dimension"));
    }
    Ok(Group {
        code: code.to_owned(),
        label: fields.text("label")?.unwrap_or_else(|| Text::from(code)),
        of: of.into_iter().map(str::to_owned).collect(),
    })
}
