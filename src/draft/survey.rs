//! Reads rows once and describes each column. The memory is bounded: see [`MOST_VALUES`].

use std::rc::Rc;

use hashbrown::HashMap;

use super::nested::Pairs;
use super::stats::{KeyTest, Stats};
use super::value::is_missing;

/// The largest number of different values of a column that are kept. A column with more values cannot be a list of codes;
/// only its numbers are described.
pub const MOST_VALUES: usize = 50_000;
/// The largest number of bytes of a column's different values.
const MOST_BYTES: usize = 4 << 20;

/// A description of all columns.
#[derive(Debug)]
pub struct Survey {
    pub(super) rows: u64,
    pub(super) columns: Vec<ColumnSurvey>,
    pub(super) pairs: Pairs,
}

/// A description of a column.
#[derive(Debug)]
pub(super) struct ColumnSurvey {
    pub name: String,
    /// Why the column cannot be read.
    pub unreadable: Option<String>,
    /// The different values with their numbers of rows, in the order of first appearance. Empty if `capped`.
    pub values: Vec<(Rc<str>, u64)>,
    pub capped: bool,
    pub stats: Stats,
    /// The key test of a column with more values than are kept.
    pub keys: Option<KeyTest>,
    /// The numbers of rows in which a value that looks like a missing answer stands.
    pub missing: Vec<(String, u64)>,
    /// Rows whose number equals that of the row before, or is the next number.
    pub steps: u64,
    /// The chance that two rows have the same value.
    pub agree: f64,
}

impl ColumnSurvey {
    /// The number of different values, without values that look like a missing answer.
    pub fn distinct(&self) -> usize {
        if self.capped { MOST_VALUES } else { self.values.iter().filter(|(value, _)| !is_missing(value)).count() }
    }
}

/// Collects rows.
///
/// ```
/// use cellveil::draft::{Surveyor, propose, Options};
/// let mut surveyor = Surveyor::new(&["sex".to_owned()], false);
/// ["1", "2", "1"].iter().for_each(|sex| surveyor.row(&[sex]));
/// let draft = propose(&surveyor.finish(), None, &Options::new("people.csv"));
/// assert_eq!(draft.columns[0].dimension.as_ref().map(|sex| sex.name.as_str()), Some("sex"));
/// ```
pub struct Surveyor {
    rows: u64,
    columns: Vec<Column>,
    pairs: Pairs,
    /// Columns without a list of values, whose pairs are dropped.
    dropped: Vec<bool>,
    ids: Vec<u32>,
}

/// The number of a value that is not kept, or that looks like a missing answer.
pub(super) const NO_ID: u32 = u32::MAX;

struct Column {
    name: String,
    unreadable: Option<String>,
    /// `None` if there were too many different values.
    values: Option<Values>,
    stats: Stats,
    keys: Option<KeyTest>,
    missing: Vec<(String, u64)>,
    steps: u64,
    before: Option<i64>,
}

#[derive(Default)]
struct Values {
    ids: HashMap<Rc<str>, u32>,
    list: Vec<(Rc<str>, u64, bool)>,
    bytes: usize,
    /// The number of the value in the row before. Sorted files repeat values.
    last: u32,
}

impl Surveyor {
    /// Begins with the names of the columns. `comma` states whether numbers may have a decimal comma.
    pub fn new(names: &[String], comma: bool) -> Self {
        let column = |name: &String| Column {
            name: name.clone(),
            unreadable: None,
            values: Some(Values::default()),
            stats: Stats::new(comma),
            keys: None,
            missing: Vec::new(),
            steps: 0,
            before: None,
        };
        Self {
            rows: 0,
            columns: names.iter().map(column).collect(),
            pairs: Pairs::new(names.len()),
            dropped: vec![false; names.len()],
            ids: vec![NO_ID; names.len()],
        }
    }

    /// Numbers may have a decimal comma from now on: the next file is separated by semicolons.
    pub fn allow_comma(&mut self) {
        self.columns.iter_mut().for_each(|column| column.stats.comma = true);
    }

    /// Marks a column whose values cannot be read. Its values in the rows are empty.
    pub fn unreadable(&mut self, column: usize, reason: &str) {
        if let Some(column) = self.columns.get_mut(column) {
            column.unreadable = Some(reason.to_owned());
        }
    }

    /// Adds a row, with one value for each column.
    pub fn row(&mut self, values: &[&str]) {
        self.rows += 1;
        for (at, (column, value)) in self.columns.iter_mut().zip(values).enumerate() {
            self.ids[at] = column.add(value);
            if column.values.is_none() && !self.dropped[at] {
                self.dropped[at] = true;
                self.pairs.drop_column(at);
            }
        }
        self.pairs.row(&self.ids);
    }

    /// Ends the survey.
    pub fn finish(self) -> Survey {
        let columns = self.columns.into_iter().map(Column::finish).collect();
        Survey { rows: self.rows, columns, pairs: self.pairs }
    }
}

impl Column {
    fn add(&mut self, text: &str) -> u32 {
        let number = super::value::whole(text);
        if let (Some(before), Some(number)) = (self.before, number) {
            self.steps += u64::from(number == before || before.checked_add(1) == Some(number));
        }
        self.before = number.or(self.before);
        let Some(values) = &mut self.values else {
            self.stream(text, 1);
            return NO_ID;
        };
        if let Some((last, rows, is_missing)) = values.list.get_mut(values.last as usize)
            && **last == *text
        {
            *rows += 1;
            return if *is_missing { NO_ID } else { values.last };
        }
        let id = match values.ids.get(text) {
            Some(&id) => id,
            None if values.list.len() >= MOST_VALUES || values.bytes + text.len() > MOST_BYTES => {
                self.cap();
                self.stream(text, 1);
                return NO_ID;
            }
            None => {
                let id = values.list.len() as u32;
                let value: Rc<str> = text.into();
                values.bytes += text.len();
                values.ids.insert(Rc::clone(&value), id);
                values.list.push((value, 0, is_missing(text)));
                id
            }
        };
        values.last = id;
        let (_, rows, is_missing) = &mut values.list[id as usize];
        *rows += 1;
        if *is_missing { NO_ID } else { id }
    }

    /// Drops the list of values: they are too many for codes.
    fn cap(&mut self) {
        let Some(values) = self.values.take() else { return };
        let rows: u64 = values.list.iter().map(|(_, rows, _)| rows).sum();
        self.keys = KeyTest::of_many(&values.list, rows);
        for (text, rows, _) in &values.list {
            self.stream(text, *rows);
        }
    }

    /// Describes a value of a column without a list.
    fn stream(&mut self, text: &str, rows: u64) {
        if is_missing(text) {
            match self.missing.iter_mut().find(|(value, _)| value == text) {
                Some((_, count)) => *count += rows,
                None => self.missing.push((text.to_owned(), rows)),
            }
            return;
        }
        self.stats.add(text, rows);
        if let Some(keys) = &mut self.keys
            && !keys.add(text, rows)
        {
            self.keys = None;
        }
    }

    fn finish(mut self) -> ColumnSurvey {
        let (values, capped) = match self.values.take() {
            Some(values) => (values.list.into_iter().map(|(text, rows, _)| (text, rows)).collect(), false),
            None => (Vec::new(), true),
        };
        for (text, rows) in &values {
            self.stream(text, *rows);
        }
        if !capped {
            self.keys = KeyTest::of_few(&self.name, &values);
        }
        let Self { name, unreadable, stats, keys, missing, steps, .. } = self;
        let of_all = stats.rows.max(1) as f64;
        // Sums in a fixed order give the same bits on every machine.
        let agree = values.iter().map(|(_, rows)| (*rows as f64 / of_all) * (*rows as f64 / of_all)).sum();
        ColumnSurvey { name, unreadable, values, capped, stats, keys, missing, steps, agree }
    }
}
