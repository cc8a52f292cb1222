//! Turns a survey into a draft.

use super::choose::choose;
use super::codebook::{Codebook, Variable};
use super::column::{self, Judged, judge};
use super::dimension::{Made, dimension};
use super::fields::{ColumnDraft, CubeDraft, Draft, KeyDraft, Kind, MethodDraft, PublishDraft, Use};
use super::names;
use super::relations::{Relations, Serves, relations};
use super::survey::{MOST_VALUES, Survey};
use crate::key::SEEDED;

/// The number of values that a page shows of a column.
const SAMPLE: usize = 5;
/// From this number of records on, coarser views make tables noticeably faster.
const MANY_ROWS: u64 = 200_000;

/// What the publisher says about the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The name of the specification.
    pub specification: String,
    /// The names of the files of records.
    pub records: Vec<String>,
    /// The id of the cube. By default the name of the first file.
    pub id: Option<String>,
    /// The title. By default made from the id.
    pub title: Option<String>,
    /// What a record is. By default `person`.
    pub unit: Option<String>,
    /// `confidential` (the default), `public-use` or `synthetic`.
    pub data: Option<String>,
    /// The audience. By default `internal`.
    pub audience: Option<String>,
    /// The environment variable with the salt.
    pub salt_env: Option<String>,
}

impl Options {
    /// The defaults for one file.
    pub fn new(records: &str) -> Self {
        let records = vec![records.to_owned()];
        Self {
            specification: "cube.toml".to_owned(),
            records,
            id: None,
            title: None,
            unit: None,
            data: None,
            audience: None,
            salt_env: None,
        }
    }
}

/// Proposes a specification.
pub fn propose(survey: &Survey, codebook: Option<&Codebook>, options: &Options) -> Draft {
    let variable = |at: usize| codebook.and_then(|book| book.variable(&survey.columns[at].name));
    let alone: Vec<Judged> =
        (0..survey.columns.len()).map(|at| judge(survey, &survey.columns[at], variable(at), false)).collect();
    let kinds: Vec<Kind> = alone.iter().map(|judged| judged.kind).collect();
    let relations = relations(survey, &kinds);
    let judged: Vec<Judged> = (0..survey.columns.len())
        .map(|at| judge(survey, &survey.columns[at], variable(at), !relations.levels[at].is_empty()))
        .collect();
    let key = key(survey, &judged, options);
    let mut taken = Vec::new();
    let mut files = Vec::new();
    let mut columns = Vec::new();
    for (at, found) in judged.iter().enumerate() {
        let column = &survey.columns[at];
        let mut draft = ColumnDraft {
            name: column.name.clone(),
            kind: found.kind,
            role: Use::LeftOut,
            reason: found.reason.clone(),
            distinct: if column.capped { MOST_VALUES as u64 } else { column.values.len() as u64 },
            capped: column.capped,
            missing: found.missing.clone(),
            sample: sample(survey, at, found),
            dimension: None,
        };
        if matches!(&key, KeyDraft::Column { column: name, .. } if *name == column.name) {
            draft.role = Use::Key;
        } else if found.modulus.is_some() && is_unfit(&column.name, options) {
            draft.reason =
                "Anyone who knows the seed can draw these keys again. For confidential data, draw keys without --seed."
                    .to_owned();
        } else if let Some((owner, how)) = relations.serves[at] {
            let owner = &survey.columns[owner].name;
            draft.role = if how == Serves::Same { Use::LeftOut } else { Use::Level };
            draft.kind = if how == Serves::Level { draft.kind } else { Kind::Labels };
            draft.reason = match how {
                Serves::Labels => format!("The labels of the codes in column {owner}."),
                Serves::Level => format!("The column groups the codes of column {owner}: a level."),
                Serves::Same => format!("The column says the same as column {owner}, in other codes."),
            };
        } else if found.is_dimension {
            draft.role = Use::Dimension;
            let of = Made { survey, relations: &relations, judged: &judged, codebook, options, at };
            draft.dimension = dimension(&of, &mut taken, &mut files);
            if draft.dimension.is_none() {
                draft.role = Use::LeftOut;
                draft.reason = "The numbers are too alike for intervals.".to_owned();
            }
        }
        columns.push(draft);
    }
    restore(&mut columns, survey, &relations, &judged);
    geography(&mut columns, &relations);
    choose(&mut columns);
    Draft {
        cube: cube(options),
        key,
        salt_env: options.salt_env.clone(),
        specification: options.specification.clone(),
        records: options.records.clone(),
        rows: survey.rows,
        columns,
        order: Vec::new(),
        method: MethodDraft { name: "default".to_owned(), kind: "cell-key".to_owned(), ready: "standard".to_owned() },
        rules: None,
        publish: (survey.rows >= MANY_ROWS).then(|| PublishDraft {
            views: Some("auto".to_owned()),
            budget: Some("20 MB".to_owned()),
            max_dimensions: None,
        }),
        files,
    }
}

/// Leaves out a column of levels or labels if its dimension is left out.
fn restore(columns: &mut [ColumnDraft], survey: &Survey, relations: &Relations, judged: &[Judged]) {
    for at in 0..columns.len() {
        if let Some((owner, _)) = relations.serves[at]
            && columns[at].role == Use::Level
            && columns[owner].dimension.is_none()
            && relations.serves[owner].is_none()
        {
            columns[at].role = Use::LeftOut;
            columns[at].reason = format!("The column belongs to {}, which is left out.", survey.columns[owner].name);
            columns[at].kind = judged[at].kind;
        }
    }
}

/// The values of a column that a page may show. Keys and identifiers are not shown.
fn sample(survey: &Survey, at: usize, judged: &Judged) -> Vec<String> {
    let values = &survey.columns[at].values;
    match judged.kind {
        Kind::Key | Kind::Identifier | Kind::Unreadable | Kind::Text => Vec::new(),
        _ => values.iter().take(SAMPLE).map(|(value, _)| value.to_string()).collect(),
    }
}

/// The column of the record keys. A name that says so comes first.
fn key(survey: &Survey, judged: &[Judged], options: &Options) -> KeyDraft {
    let sound = |at: &usize| judged[*at].modulus.is_some() && !is_unfit(&survey.columns[*at].name, options);
    let sound = (0..judged.len()).filter(sound);
    let best = sound.min_by_key(|at| (!names::is_key(&survey.columns[*at].name), *at));
    match best.and_then(|at| Some((at, judged[at].modulus?))) {
        Some((at, modulus)) => KeyDraft::Column { column: survey.columns[at].name.clone(), modulus },
        None => KeyDraft::Missing,
    }
}

/// Whether keys can be drawn again by anybody who knows the seed. `tile` refuses such keys for confidential data.
fn is_unfit(column: &str, options: &Options) -> bool {
    column.ends_with(SEEDED) && options.data.as_deref().is_none_or(|data| data.is_empty() || data == "confidential")
}

/// Gives one dimension the role of the areas: one with levels, or one whose name says so.
fn geography(columns: &mut [ColumnDraft], relations: &Relations) {
    let rank = |at: usize| {
        let column = &columns[at];
        let is_area = names::is_area(&column.name);
        let has_areas = relations.levels[at].iter().any(|level| names::is_area(&columns[*level].name));
        let is_code =
            column.dimension.as_ref().is_some_and(|dimension| dimension.role.is_none() && dimension.cut.is_none());
        (is_code && (is_area || has_areas)).then_some((relations.levels[at].is_empty(), column.kind != Kind::Code, at))
    };
    let best = (0..columns.len()).filter_map(rank).min();
    if let Some((.., at)) = best
        && let Some(dimension) = &mut columns[at].dimension
    {
        dimension.role = Some("geo".to_owned());
    }
}

fn cube(options: &Options) -> CubeDraft {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let id = given(&options.id).unwrap_or_else(|| id(options.records.first().map_or("cube", String::as_str)));
    CubeDraft {
        title: given(&options.title).unwrap_or_else(|| names::label(&id.replace('-', " "))),
        id,
        unit: given(&options.unit).unwrap_or_else(|| "person".to_owned()),
        data: given(&options.data).unwrap_or_else(|| "confidential".to_owned()),
        audience: given(&options.audience).unwrap_or_else(|| "internal".to_owned()),
        release: "keyed".to_owned(),
        source: None,
        licence: None,
    }
}

/// An id from the name of a file.
fn id(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = name.split('.').next().unwrap_or(name);
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let id: String = letters.collect();
    let id = id.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if id.is_empty() { "cube".to_owned() } else { id }
}

/// The variable's label, or the column's name as a label.
pub(super) fn label_of(name: &str, variable: Option<&Variable>) -> String {
    variable.and_then(|variable| variable.label.clone()).unwrap_or_else(|| names::label(name))
}

pub(super) use column::is_age;
