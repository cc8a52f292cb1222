//! Reads the levels, which group the codes of a dimension.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::codes::{Code, CodeFile, check_code};
use super::dimension::name;
use super::error::SpecError;
use super::fields::{Fields, Log, kind};
use super::key::both;
use super::missing::Missing;
use crate::base::{Quoted, did_you_mean};
use crate::dimension::{Text, code_meant};

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
    /// The dimension's codes in this group. A group has at least one code or range.
    pub of: Vec<String>,
    /// Ranges of codes that are found in the data. Ranges of declared codes are in `of`, code by code.
    pub ranges: Vec<RangeInclusive<i64>>,
}

impl Group {
    /// Whether the group contains a code.
    pub fn contains(&self, code: &str) -> bool {
        self.of.iter().any(|own| own == code) || self.has_in_range(code)
    }

    fn has_in_range(&self, code: &str) -> bool {
        !self.ranges.is_empty()
            && whole(code).is_some_and(|number| self.ranges.iter().any(|range| range.contains(&number)))
    }
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
        let in_range =
            |code| (0..).zip(&self.groups).find_map(|(index, group)| group.has_in_range(code).then_some(index));
        codes.map(|code| group_of.get(code).copied().or_else(|| in_range(code)).ok_or(code)).collect()
    }

    /// The codes that are in no group.
    pub fn ungrouped<'a>(&self, codes: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let listed: HashSet<&str> = self.groups.iter().flat_map(|group| &group.of).map(String::as_str).collect();
        let is_grouped = |code: &str| listed.contains(code) || self.groups.iter().any(|group| group.has_in_range(code));
        codes.filter(|code| !is_grouped(code)).collect()
    }
}

/// The codes that a level groups.
pub(super) struct OfDimension<'a> {
    /// The declared codes. `None` if they are found in the data, or have a problem.
    pub codes: Option<&'a [Code]>,
    /// The file that lists the codes.
    pub file: Option<&'a CodeFile>,
    pub missing: Option<&'a Missing>,
    /// Whether the codes have no problem.
    pub is_sound: bool,
}

/// Reads a level.
pub(super) fn level(at: String, table: &Table, log: &Log, of: &OfDimension<'_>) -> Result<LevelSpec, SpecError> {
    let OfDimension { codes, missing, .. } = *of;
    let fields = Fields::open(at, table, &["name", "label", "groups", "from"], log);
    let name = fields.keep(name(&fields));
    let before = log.len();
    // A level with wrong groups keeps its name, so that no problem follows for those who use the level.
    let mut groups = match (fields.get("groups"), fields.get("from")) {
        (Some(_), Some(_)) => {
            log.add(both(&fields, "groups", "from"));
            Vec::new()
        }
        (_, Some(from)) => fields.keep(groups_of_file(&fields, from, of)).unwrap_or_default(),
        (_, None) => groups(&fields, codes),
    };
    if log.len() == before && (!groups.is_empty() || of.is_sound) {
        match missing {
            _ if groups.is_empty() => log.add(fields.missing("groups", "a list of tables with code, label and of")),
            Some(missing) => _ = fields.keep(add_missing(&fields, &mut groups, missing)),
            None => {}
        }
    }
    let label = fields.optional(fields.text("label")).or_else(|| name.map(Text::from));
    let name = fields.get("name").and_then(Value::as_str);
    // `name` has reported a level without a name.
    let Some(name) = name else { return Err(fields.missing("name", "a name")) };
    let level = LevelSpec { label: label.unwrap_or_else(|| Text::from(name)), name: name.to_owned(), groups };
    if let Some(codes) = codes.filter(|_| log.len() == before) {
        for code in level.ungrouped(codes.iter().map(|code| code.code.as_str())) {
            log.add(SpecError::Ungrouped { at: fields.at().to_owned(), code: code.to_owned() });
        }
    }
    Ok(level)
}

/// Puts the code of missing answers into a group of its own, unless a group has the code.
fn add_missing(fields: &Fields<'_>, groups: &mut Vec<Group>, missing: &Missing) -> Result<(), SpecError> {
    let Missing { code, label, .. } = missing;
    if groups.iter().any(|group| group.contains(code)) {
        return Ok(());
    }
    if groups.iter().any(|group| group.code == *code) {
        let field = format!("group {}", Quoted(code));
        let found = format!("without the code {} of missing answers", Quoted(code));
        return Err(fields.invalid(&field, found, "this code in its of, or a group of another name"));
    }
    let of = vec![code.clone()];
    groups.push(Group { code: code.clone(), label: label.clone(), of, ranges: Vec::new() });
    Ok(())
}

/// Reads `groups`. Problems are added to the log.
fn groups(fields: &Fields<'_>, codes: Option<&[Code]>) -> Vec<Group> {
    let log = fields.log();
    let declared: Option<HashSet<&str>> = codes.map(|codes| codes.iter().map(|code| code.code.as_str()).collect());
    let mut groups: Vec<Group> = Vec::new();
    let mut grouped: HashSet<String> = HashSet::new();
    for (index, table) in fields.tables("groups", "tables with code, label and of") {
        let at = format!("{}: groups[{}]", fields.at(), index + 1);
        let Some(group) = log.keep(group(at, table, log, codes)) else { continue };
        if groups.iter().any(|earlier| earlier.code == group.code) {
            log.add(fields.repeated("group", &group.code));
        }
        let field = format!("group {}", Quoted(&group.code));
        let is_twice = |code: &str| {
            let found = format!("not the only one with the code {}", Quoted(code));
            log.add(fields.invalid(&field, found, "each code in exactly one group"));
        };
        for code in &group.of {
            if declared.as_ref().is_some_and(|declared| !declared.contains(code.as_str())) {
                let codes = codes.unwrap_or_default().iter();
                let near = code_meant(code, codes.map(|known| (known.code.as_str(), &known.label)));
                let found = format!("of the unknown code {}", Quoted(code));
                log.add(fields.invalid(&field, found, format!("codes of the dimension{near}")));
            } else if !grouped.insert(code.clone()) || groups.iter().any(|earlier| earlier.has_in_range(code)) {
                is_twice(code);
            }
        }
        for (at, range) in group.ranges.iter().enumerate() {
            let other = groups.iter().flat_map(|earlier| &earlier.ranges).chain(&group.ranges[..at]);
            let meets = |other: &&RangeInclusive<i64>| other.start() <= range.end() && range.start() <= other.end();
            let both = other.clone().find(meets).map(|other| *other.start().max(range.start()));
            let listed = || grouped.iter().filter_map(|code| whole(code)).find(|number| range.contains(number));
            if let Some(number) = both.or_else(listed) {
                is_twice(&number.to_string());
            }
        }
        groups.push(group);
    }
    groups
}

fn group(at: String, table: &Table, log: &Log, codes: Option<&[Code]>) -> Result<Group, SpecError> {
    let fields = Fields::open(at, table, &["code", "label", "of"], log);
    let code = fields.required("code", "the group's code")?;
    check_code(&fields, "code", code)?;
    let of = fields.get("of").ok_or_else(|| fields.missing("of", "a list of codes of the dimension"))?;
    let listed = fields.strings("of", of, "codes of the dimension")?;
    if listed.is_empty() {
        return Err(fields.invalid("of", "empty", "at least one code of the dimension"));
    }
    let (mut of, mut ranges) = (Vec::new(), Vec::new());
    for (index, text) in listed.into_iter().enumerate() {
        let is_code = || codes.is_some_and(|codes| codes.iter().any(|code| code.code == text));
        let Some(range) = range(text).filter(|_| !is_code()) else {
            of.push(text.to_owned());
            continue;
        };
        let invalid =
            |expected: &str| fields.invalid(&format!("of[{}]", index + 1), Quoted(text).to_string(), expected);
        if range.is_empty() {
            return Err(invalid("a range that ascends, like \"0..15\""));
        }
        let Some(codes) = codes else {
            ranges.push(range);
            continue;
        };
        let within = |code: &&Code| whole(&code.code).is_some_and(|number| range.contains(&number));
        let before = of.len();
        of.extend(codes.iter().filter(within).map(|code| code.code.clone()));
        if of.len() == before {
            return Err(invalid("a range with at least one code of the dimension that is a whole number"));
        }
    }
    Ok(Group { code: code.to_owned(), label: fields.text("label")?.unwrap_or_else(|| Text::from(code)), of, ranges })
}

/// A range of whole numbers like `0..15` or `-5..-1`, both ends included.
fn range(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once("..")?;
    Some(whole(first)?..=whole(last)?)
}

/// A whole number in plain digits. Codes beyond 64 bits are in no range.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok()).flatten()
}

/// Makes the groups from columns of the code file, in the order in which they first appear.
fn groups_of_file(fields: &Fields<'_>, from: &Value, of: &OfDimension<'_>) -> Result<Vec<Group>, SpecError> {
    let expected = "a table like { code = \"district\", label = \"district_label\" }";
    let Value::Table(table) = from else { return Err(fields.invalid("from", kind(from), expected)) };
    let Some(file) = of.file else {
        let expected = "codes = \"FILE.csv\" in the dimension, a file with further columns";
        // A file that cannot be read is reported already.
        return match of.is_sound {
            true => Err(fields.invalid("from", "given without a code file", expected)),
            false => Ok(Vec::new()),
        };
    };
    let from = Fields::open(format!("{}: from", fields.at()), table, &["code", "label"], fields.log());
    let column = |field: &str, name: &str| {
        let found = file.columns.iter().position(|column| column == name);
        found.ok_or_else(|| {
            let near = did_you_mean(name, file.columns.iter().map(String::as_str));
            let columns = file.columns.join(", ");
            from.invalid(field, Quoted(name).to_string(), format!("a column of {}: {columns}{near}", file.name))
        })
    };
    let code = column("code", from.required("code", "the column of the groups' codes")?)?;
    let label = from.string("label")?.map(|name| column("label", name)).transpose()?;
    let own = file.columns.iter().position(|column| column == "code").unwrap_or_default();
    let wrong = |row: usize, column: usize, reason: String| SpecError::File {
        at: from.at().to_owned(),
        file: file.name.clone(),
        reason: format!("row {}, column {}: {reason}", row + 1, Quoted(&file.columns[column])),
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut positions: HashMap<&str, usize> = HashMap::new();
    for (row, record) in file.rows.iter().enumerate() {
        let of = record.get(own).unwrap_or_default().to_owned();
        let group = record.get(code).unwrap_or_default();
        if group.is_empty() {
            return Err(wrong(row, code, "an empty code; expected the code of a group in every row".to_owned()));
        }
        check_code(&from, "code", group)?;
        let text = label.and_then(|label| record.get(label)).filter(|text| !text.is_empty()).unwrap_or(group);
        match positions.get(group) {
            Some(&at) => {
                if let (Some(label), false) = (label, groups[at].label == Text::from(text)) {
                    let found = format!("the label {} for the group {}", Quoted(text), Quoted(group));
                    let first = Quoted(groups[at].label.resolve(None)).to_string();
                    return Err(wrong(row, label, format!("{found}; expected {first}, its label in an earlier row")));
                }
                groups[at].of.push(of);
            }
            None => {
                positions.insert(group, groups.len());
                groups.push(Group {
                    code: group.to_owned(),
                    label: Text::from(text),
                    of: vec![of],
                    ranges: Vec::new(),
                });
            }
        }
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_two_whole_numbers() {
        for (text, expected) in [
            ("0..15", Some(0..=15)),
            ("-5..-1", Some(-5..=-1)),
            ("007..8", Some(7..=8)),
            ("5..4", Some(RangeInclusive::new(5, 4))),
            ("0...5", None),
            ("0..", None),
            ("..5", None),
            ("a..b", None),
            ("1.5..2", None),
            ("+1..2", None),
            ("0-5", None),
            ("0..99999999999999999999", None),
        ] {
            assert_eq!(range(text), expected, "{text}");
        }
    }
}
