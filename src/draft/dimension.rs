//! Proposes the dimension of a column: its codes, intervals, levels and missing answers.

use std::collections::{BTreeMap, BTreeSet};

use super::codebook::Codebook;
use super::column::{Judged, MOST_NUMBERS};
use super::cut::{age_bands, cut, number_bands};
use super::fields::{CodeDraft, DimensionDraft, DraftFile, FromDraft, Kind, LevelDraft, MissingDraft};
use super::names;
use super::propose::{Options, is_age, label_of};
use super::relations::Relations;
use super::survey::{ColumnSurvey, Survey};
use super::value::whole;

/// A longer list of codes has a file of its own.
const INLINE: usize = 20;
/// Whole numbers have a level of bands from this number of codes on.
const BANDED: usize = 21;

/// What a dimension is made from.
pub(super) struct Made<'a> {
    pub survey: &'a Survey,
    pub relations: &'a Relations,
    pub judged: &'a [Judged],
    pub codebook: Option<&'a Codebook>,
    pub options: &'a Options,
    pub at: usize,
}

impl Made<'_> {
    fn column(&self) -> &ColumnSurvey {
        &self.survey.columns[self.at]
    }

    fn label(&self, at: usize) -> String {
        let name = &self.survey.columns[at].name;
        label_of(name, self.codebook.and_then(|book| book.variable(name)))
    }

    /// The label of a column's code: from the codebook, or from the column with labels, or the code itself.
    fn label_of_code(&self, at: usize, id: usize) -> String {
        let column = &self.survey.columns[at];
        let Some((code, _)) = column.values.get(id) else { return String::new() };
        let variable = self.codebook.and_then(|book| book.variable(&column.name));
        if let Some(known) = variable.and_then(|variable| variable.codes.iter().find(|known| *known.code == **code)) {
            return known.label.clone();
        }
        let text = self.relations.label[at].and_then(|labels| {
            let group = *self.survey.pairs.groups(at, labels)?.get(id)?;
            self.survey.columns[labels].values.get(group as usize)
        });
        text.map_or_else(|| code.to_string(), |(text, _)| text.to_string())
    }
}

/// Proposes a dimension, and adds its files. `None` if no intervals can be found.
pub(super) fn dimension(of: &Made<'_>, taken: &mut Vec<String>, files: &mut Vec<DraftFile>) -> Option<DimensionDraft> {
    let column = of.column();
    let judged = &of.judged[of.at];
    let variable = of.codebook.and_then(|book| book.variable(&column.name));
    let name = names::of_dimension(&column.name, taken);
    let role = (judged.kind == Kind::Date || is_period(column)).then(|| "time".to_owned());
    let mut made = DimensionDraft {
        label: of.label(of.at),
        name: name.clone(),
        role,
        codes: None,
        codes_file: None,
        from_data: true,
        cut: None,
        missing: None,
        levels: Vec::new(),
    };
    let is_cut =
        judged.kind == Kind::Number && (column.capped || column.distinct() > MOST_NUMBERS || column.stats.has_fraction);
    if is_cut {
        let declared = |value: &str| judged.missing.iter().any(|missing| missing.value == value);
        let others = column.missing.iter().filter(|(value, _)| !declared(value));
        let others: Vec<f64> = others.filter_map(|(value, _)| Some(whole(value)? as f64)).collect();
        let cut = cut(&column.stats, &others)?;
        let bounds: Vec<String> = cut.at.iter().map(ToString::to_string).collect();
        made.missing = missing(judged, &bounds);
        made.cut = Some(cut);
        made.from_data = false;
        taken.push(name);
        return Some(made);
    }
    let values: BTreeSet<&str> = judged.missing.iter().map(|missing| missing.value.as_str()).collect();
    let found: Vec<usize> = (0..column.values.len()).filter(|id| !values.contains(&*column.values[*id].0)).collect();
    let by_book: Vec<&str> = variable
        .map(|variable| variable.codes.iter().filter(|code| !code.missing).map(|code| code.code.as_str()).collect())
        .unwrap_or_default();
    let known: BTreeSet<&str> = by_book.iter().copied().collect();
    let mut others: Vec<(String, usize)> = found
        .iter()
        .map(|id| (column.values[*id].0.to_string(), *id))
        .filter(|(code, _)| !known.contains(code.as_str()))
        .collect();
    sort(&mut others);
    made.from_data = known.is_empty() || !others.is_empty();
    let ids: BTreeMap<&str, usize> = found.iter().map(|id| (&*column.values[*id].0, *id)).collect();
    let mut codes: Vec<CodeDraft> = Vec::new();
    for code in &by_book {
        let label = variable.and_then(|variable| variable.codes.iter().find(|known| known.code == *code));
        codes.push(CodeDraft {
            code: (*code).to_owned(),
            label: label.map_or_else(String::new, |code| code.label.clone()),
        });
    }
    for (code, id) in &others {
        codes.push(CodeDraft { label: of.label_of_code(of.at, *id), code: code.clone() });
    }
    let range = whole_range(&codes);
    if let Some((least, most)) = range
        && by_book.len() <= codes.len() / 2
        && codes.len() >= BANDED
        && of.relations.levels[of.at].is_empty()
        && most - least < 2 * codes.len() as i64
    {
        // A gap would only show which numbers nobody has in these data.
        codes = filled(&codes, least, most);
        let bands = if is_age(column) { age_bands(least, most) } else { number_bands(least, most) };
        if bands.len() > 1 {
            let label = format!("{}, bands", made.label);
            made.levels.push(LevelDraft { name: "band".to_owned(), label, groups: Some(bands), from: None });
        }
    } else if by_book.is_empty() && range.is_some() {
        codes.sort_by_key(|code| whole(&code.code));
    }
    let mut reserved: Vec<String> = codes.iter().map(|code| code.code.clone()).collect();
    let (header, rows) = table(of, &codes, &ids, &mut made.levels, &mut reserved);
    made.missing = missing(judged, &reserved);
    if made.levels.iter().any(|level| level.from.is_some()) || codes.len() > INLINE {
        let file = file_name(&name, &of.options.records, files);
        files.push(DraftFile { name: file.clone(), text: csv(&header, &rows) });
        made.codes_file = Some(file);
    } else {
        made.codes = Some(codes);
    }
    taken.push(name);
    Some(made)
}

/// The rows of the code file. Adds the levels that other columns give.
fn table(
    of: &Made<'_>,
    codes: &[CodeDraft],
    ids: &BTreeMap<&str, usize>,
    levels: &mut Vec<LevelDraft>,
    reserved: &mut Vec<String>,
) -> (Vec<String>, Vec<Vec<String>>) {
    let mut header = vec!["code".to_owned(), "label".to_owned()];
    let mut rows: Vec<Vec<String>> = codes.iter().map(|code| vec![code.code.clone(), code.label.clone()]).collect();
    for &at in &of.relations.levels[of.at] {
        let column = &of.survey.columns[at];
        let mut taken: Vec<String> = header.clone();
        taken.extend(levels.iter().map(|level| level.name.clone()));
        let name = names::of_dimension(&column.name, &taken);
        let groups = of.survey.pairs.groups(of.at, at).unwrap_or_default();
        let group_of = |code: &str| {
            let group = ids.get(code).and_then(|id| groups.get(*id)).copied()?;
            let (text, _) = column.values.get(group as usize)?;
            Some((text.to_string(), of.label_of_code(at, group as usize))).filter(|(text, _)| !text.is_empty())
        };
        let groups: Vec<Option<(String, String)>> = codes.iter().map(|code| group_of(&code.code)).collect();
        let used: BTreeSet<&str> = groups.iter().flatten().map(|(code, _)| code.as_str()).collect();
        let unknown = free_code(&used);
        let has_labels = groups.iter().flatten().any(|(code, label)| code != label);
        let label_name = format!("{name}_label");
        for (row, group) in rows.iter_mut().zip(&groups) {
            let (code, label) = group.clone().unwrap_or_else(|| (unknown.clone(), "Not stated".to_owned()));
            row.push(code);
            if has_labels {
                row.push(label);
            }
        }
        reserved.extend(used.iter().map(|code| (*code).to_owned()));
        if groups.iter().any(Option::is_none) {
            reserved.push(unknown);
        }
        header.push(name.clone());
        if has_labels {
            header.push(label_name.clone());
        }
        let from = FromDraft { code: name.clone(), label: has_labels.then_some(label_name) };
        levels.push(LevelDraft { name, label: of.label(at), groups: None, from: Some(from) });
    }
    (header, rows)
}

/// A code that the others do not have.
fn free_code(used: &BTreeSet<&str>) -> String {
    ["X", "XX", "missing", "not-stated"].into_iter().find(|code| !used.contains(code)).unwrap_or("_missing").to_owned()
}

fn missing(judged: &Judged, reserved: &[String]) -> Option<MissingDraft> {
    if judged.missing.is_empty() {
        return None;
    }
    let used: BTreeSet<&str> = reserved.iter().map(String::as_str).collect();
    let values = judged.missing.iter().map(|missing| missing.value.clone()).collect();
    Some(MissingDraft { values, code: free_code(&used), label: "Not stated".to_owned() })
}

/// Sorts codes as integers if all are integers, otherwise by their bytes.
fn sort(codes: &mut [(String, usize)]) {
    if codes.iter().all(|(code, _)| whole(code).is_some()) {
        codes.sort_by_key(|(code, _)| whole(code));
    } else {
        codes.sort();
    }
}

fn whole_range(codes: &[CodeDraft]) -> Option<(i64, i64)> {
    codes.iter().try_fold(None, |range: Option<(i64, i64)>, code| {
        let number = whole(&code.code)?;
        Some(Some(range.map_or((number, number), |(least, most)| (least.min(number), most.max(number)))))
    })?
}

/// All whole numbers from the least to the largest code.
fn filled(codes: &[CodeDraft], least: i64, most: i64) -> Vec<CodeDraft> {
    let known: BTreeMap<&str, &str> = codes.iter().map(|code| (&*code.code, &*code.label)).collect();
    let code = |number: i64| {
        let code = number.to_string();
        CodeDraft { label: known.get(code.as_str()).map_or_else(|| code.clone(), |label| (*label).to_owned()), code }
    };
    (least..=most).map(code).collect()
}

/// Whether a column has years or other periods.
fn is_period(column: &ColumnSurvey) -> bool {
    let in_range = column.stats.range.is_some_and(|(least, most)| least >= 1800.0 && most <= 2200.0);
    names::is_period(&column.name) && (in_range || column.stats.words > 0) && column.distinct() <= MOST_NUMBERS
}

/// A name for the file that no other file has.
fn file_name(name: &str, records: &[String], files: &[DraftFile]) -> String {
    let is_taken = |file: &str| {
        let is_records = |path: &String| path.rsplit(['/', '\\']).next() == Some(file);
        records.iter().any(is_records) || files.iter().any(|other| other.name == file)
    };
    let plain = format!("{name}.csv");
    if is_taken(&plain) { format!("{name}-codes.csv") } else { plain }
}

fn csv(header: &[String], rows: &[Vec<String>]) -> String {
    let field = |text: &String| match text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    let line = |row: &[String]| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n";
    // Levels need a comma in the header line, so that the separator is found.
    line(header) + &rows.iter().map(|row| line(row)).collect::<String>()
}
