//! Reads the files of R `ptable` and its exports: one line for each interval.
//!
//! `pt_export` writes some of the columns, separated by `;`, and pads values with spaces to a common width. It writes
//! `i;j;p;v;p_int_ub` for τ-ARGUS, and `i;j;p;v;p_int_lb;p_int_ub` for SAS. For magnitudes, both forms have a further
//! column `type`. `modify_cnt_ptable` splits large intervals and shuffles the parts, so several intervals of a row may
//! have the same noise.
//! Sources: R `ptable` 1.0.0, functions `create_cnt_ptable`, `modify_cnt_ptable`, `pt_export`.

use super::super::decimal::{ATTO, Decimal, atto_text};
use super::super::interval::{IntervalBuilder, check_noise};
use super::super::{Entry, Flaw, IntervalTable, MAX_ROWS, ONE};
use super::error::{ImportError, ImportFlaw, quoted};
use super::{File, Header, natural, noise};

/// Largest allowed difference between published decimals that should be equal: 10^-6, because R rounds to 8 digits. The
/// unit is 10^-18.
const TOLERANCE: u64 = ATTO / 1_000_000;

/// The position of each column.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    i: usize,
    j: usize,
    p: usize,
    v: usize,
    lower: Option<usize>,
    upper: usize,
    kind: Option<usize>,
}

impl Columns {
    pub(super) fn of(header: &Header) -> Option<Self> {
        let columns = Self {
            i: header.position("i")?,
            j: header.position("j")?,
            p: header.position("p")?,
            v: header.position("v")?,
            lower: header.position("p_int_lb"),
            upper: header.position("p_int_ub")?,
            kind: header.position("type"),
        };
        let optional = usize::from(columns.lower.is_some()) + usize::from(columns.kind.is_some());
        header.has(5 + optional).then_some(columns)
    }
}

/// A column's name and the error found in this column.
type Fault = (&'static str, ImportFlaw);

pub(super) fn parse<'a>(
    file: File<'_>,
    header: &Header,
    columns: Columns,
    lines: impl Iterator<Item = (u64, &'a str)>,
) -> Result<IntervalTable, ImportError> {
    let mut rows = Rows::default();
    let mut fields = Vec::new();
    let mut previous = 0;
    for (line, text) in lines {
        header.split(text, &mut fields).map_err(|flaw| file.error(Some(line), None, flaw))?;
        let interval = Interval::read(columns, &fields);
        let interval = interval.map_err(|(column, flaw)| file.error(Some(line), Some(column), flaw))?;
        if interval.row == rows.builder.row() + 1 && rows.last.is_some() {
            // An error of the whole row is reported at the last line of the row.
            rows.end_row().map_err(|(column, flaw)| file.error(Some(previous), Some(column), flaw))?;
        }
        rows.push(interval).map_err(|(column, flaw)| file.error(Some(line), Some(column), flaw))?;
        previous = line;
    }
    if rows.last.is_some() {
        rows.end_row().map_err(|(column, flaw)| file.error(Some(previous), Some(column), flaw))?;
    }
    rows.builder.finish().map_err(|flaw| file.error(None, None, flaw))
}

/// The values of one line. Each number is valid by itself.
struct Interval<'a> {
    row: u32,
    noise: i32,
    p: (Decimal, &'a str),
    lower: Option<(Decimal, &'a str)>,
    upper: (Decimal, &'a str),
}

impl<'a> Interval<'a> {
    fn read(columns: Columns, fields: &[&'a str]) -> Result<Self, Fault> {
        if let Some(kind) = columns.kind.map(|at| fields[at]).filter(|kind| !kind.eq_ignore_ascii_case("all")) {
            return Err(("type", ImportFlaw::Type(quoted(kind))));
        }
        let probability = |at: usize, column| match Decimal::parse(fields[at], TOLERANCE) {
            Some(number) => Ok((number, fields[at])),
            None => Err((column, ImportFlaw::NotProbability(quoted(fields[at])))),
        };
        let row = natural(fields[columns.i], MAX_ROWS, "a row from 0 to 100000").map_err(|flaw| ("i", flaw))?;
        let noise =
            noise(fields[columns.v]).and_then(|noise| Ok(check_noise(row, noise)?)).map_err(|flaw| ("v", flaw))?;
        let result =
            natural(fields[columns.j], u32::MAX, "a count, a whole number from 0").map_err(|flaw| ("j", flaw))?;
        if i64::from(result) != i64::from(row) + i64::from(noise) {
            return Err(("j", ImportFlaw::Result { row, noise, result: quoted(fields[columns.j]) }));
        }
        Ok(Self {
            row,
            noise,
            p: probability(columns.p, "p")?,
            lower: columns.lower.map(|at| probability(at, "p_int_lb")).transpose()?,
            upper: probability(columns.upper, "p_int_ub")?,
        })
    }
}

/// The table read so far and the row in progress.
#[derive(Default)]
struct Rows {
    builder: IntervalBuilder,
    /// The last interval read. If this interval ends its row, its upper bound becomes exactly 1.
    last: Option<Last>,
    /// Sum of the row's probabilities, in units of 10^-18.
    sum: u64,
}

struct Last {
    noise: i32,
    upper: Decimal,
    text: Box<str>,
}

impl Rows {
    fn push(&mut self, interval: Interval<'_>) -> Result<(), Fault> {
        let row = self.builder.row();
        if interval.row != row {
            return Err((
                "i",
                ImportFlaw::RowOrder { row: interval.row, expected: self.last.as_ref().map_or(row, |_| row + 1) },
            ));
        }
        let (upper, upper_text) = interval.upper;
        let previous = self.last.as_ref().map_or(0, |last| last.upper.atto());
        let previous_text = || self.last.as_ref().map_or_else(|| "0".into(), |last| last.text.clone());
        if let Some((lower, text)) = interval.lower
            && lower.atto().abs_diff(previous) > TOLERANCE
        {
            let lower = quoted(text);
            let flaw = if self.last.is_none() {
                ImportFlaw::Start { row, lower }
            } else {
                ImportFlaw::Gap { row, lower, previous: previous_text() }
            };
            return Err(("p_int_lb", flaw));
        }
        // Compare the rounded bounds, because they determine the noise of cells. A decrease below 2^-32 has no effect.
        if self.last.as_ref().is_some_and(|last| upper.bound() < last.upper.bound()) {
            return Err((
                "p_int_ub",
                Flaw::Decreasing { row, upper: quoted(upper_text), previous: previous_text() }.into(),
            ));
        }
        let (lower, lower_text) = match interval.lower {
            Some((lower, text)) => (lower.atto(), quoted(text)),
            None => (previous, previous_text()),
        };
        let (p, p_text) = interval.p;
        // The width is signed, because an upper bound may lie a little below its lower bound.
        let width = i128::from(upper.atto()) - i128::from(lower);
        if (width - i128::from(p.atto())).unsigned_abs() > u128::from(TOLERANCE) {
            let flaw = ImportFlaw::Width { p: quoted(p_text), lower: lower_text, upper: quoted(upper_text) };
            return Err(("p", flaw));
        }
        self.sum = self.sum.saturating_add(p.atto());
        self.commit(false).map_err(|flaw| ("p_int_ub", flaw.into()))?;
        self.last = Some(Last { noise: interval.noise, upper, text: quoted(upper_text) });
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Fault> {
        let row = self.builder.row();
        if let Some(last) = self.last.as_ref().filter(|last| last.upper.atto().abs_diff(ATTO) > TOLERANCE) {
            return Err(("p_int_ub", Flaw::End { row, upper: last.text.clone() }.into()));
        }
        if self.sum.abs_diff(ATTO) > TOLERANCE {
            return Err(("p", ImportFlaw::Sum { row, sum: atto_text(self.sum) }));
        }
        self.commit(true).and_then(|()| self.builder.end_row()).map_err(|flaw| ("p_int_ub", flaw.into()))?;
        self.last = None;
        self.sum = 0;
        Ok(())
    }

    /// Passes the last interval to the builder. The final bound of a row is 1, even if the file has a slightly
    /// different bound.
    fn commit(&mut self, ends_row: bool) -> Result<(), Flaw> {
        match &self.last {
            None => Ok(()),
            Some(last) => {
                let upper = if ends_row { ONE } else { last.upper.bound().min(ONE) };
                self.builder.push(Entry { upper, noise: last.noise })
            }
        }
    }
}
