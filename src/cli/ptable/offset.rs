//! `cellveil ptable offset`: subtracts from chosen rows the records that row 0 adds.

use std::path::{Path, PathBuf};

use super::super::figures::{grouped, short};
use super::super::frequencies::TableOf;
use super::super::outputs::refuse_input;
use super::super::{Failure, frequencies, list, print, table};
use crate::base::Quoted;
use crate::ptable::offset::{Offset, OffsetError, offset};
use crate::ptable::{IntervalTable, ONE, Ptable};

/// Lower chosen rows by the expected number of records that row 0 adds to empty cells, so that the expected total does
/// not change.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Interval p-table with a row 0 that adds records
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Rows to lower; all their cells lose the same number of records on average
    #[arg(long, value_name = "ROW,..")]
    from: String,
    /// Number of cells of each count from 0, or a file with these numbers; for count 0, only cells that can exist
    #[arg(long, value_name = "T0,T1,..|FILE")]
    frequencies: Option<String>,
    #[command(flatten)]
    counted: TableOf,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let frequencies = arguments.frequencies.as_deref().map(Path::new);
    let read = [Some(arguments.file.as_path()), frequencies, arguments.counted.cube.as_deref()];
    refuse_input("--output", arguments.output.as_deref(), read.into_iter().flatten())?;
    let table = interval(&arguments.file)?;
    let from = from(&arguments.from)?;
    let cells = cells(arguments, &table)?;
    let result = offset(&table, &from, &cells).map_err(|error| arguments.wrong(&error))?;
    let text = result.table.to_csv();
    match &arguments.output {
        None => print(&text)?,
        Some(path) => table::write(path, &text)?,
    }
    report(&result).iter().for_each(super::super::note);
    Ok(())
}

impl Arguments {
    fn wrong(&self, error: &OffsetError) -> Failure {
        let cells = || self.counted.cube.as_ref().map_or("--frequencies".into(), |cube| cube.display().to_string());
        let place = match error {
            OffsetError::NoRows
            | OffsetError::RowZero { .. }
            | OffsetError::NoSuchRow { .. }
            | OffsetError::Twice(_)
            | OffsetError::TooLittle { .. } => "--from".into(),
            OffsetError::NoEmptyCells | OffsetError::NoCells(_) | OffsetError::TooMany => cells(),
            OffsetError::NothingAdded | OffsetError::Table(_) => self.file.display().to_string(),
        };
        Failure::wrong(format!("{place}: {error}"))
    }
}

fn interval(file: &std::path::Path) -> Result<IntervalTable, Failure> {
    match super::read(file)? {
        Ptable::Interval(table) => Ok(table),
        Ptable::Dense(_) => {
            Err(Failure::wrong(format!("{}: it is a dense p-table; expected one of intervals", file.display())))
        }
    }
}

fn from(text: &str) -> Result<Vec<u32>, Failure> {
    let row = |field: &String| {
        let wrong = || {
            Failure::wrong(format!(
                "--from: {field} is not a row; expected rows of the p-table such as 3,4",
                field = Quoted(field)
            ))
        };
        field.trim().parse().map_err(|_| wrong())
    };
    list::fields("--from", text)?.iter().map(row).collect()
}

/// Returns the number of cells for each row. The last row includes all larger counts.
fn cells(arguments: &Arguments, table: &IntervalTable) -> Result<Vec<u64>, Failure> {
    match (&arguments.frequencies, &arguments.counted.cube) {
        (Some(given), _) => frequencies::given(given, "whole numbers"),
        (None, Some(cube)) => {
            let counted = frequencies::of_table(cube, arguments.counted.rows.as_deref())?;
            let mut cells = vec![0; table.last_row() as usize + 1];
            counted.counts.iter().for_each(|&count| cells[table.row_for(count) as usize] += 1);
            cells[0] = counted.empty;
            Ok(cells)
        }
        (None, None) => Err(Failure::wrong("neither --frequencies nor --cube is given; expected one of them")),
    }
}

/// Writes a number of records, given in units of 2^-32.
fn records(units: f64) -> String {
    short(units / ONE as f64)
}

/// Describes the changes to the table and their limits, as lines of text.
fn report(result: &Offset) -> Vec<String> {
    let Offset { cells: (all, empty), gain, gives, remains, table } = result;
    let counts = |row: u32| {
        if row == table.last_row() { format!("counts of {row} and more") } else { format!("counts of {row}") }
    };
    let mut lines = vec![format!(
        "{} empty cells of {} gain {} records each, on average: {} expected together",
        grouped((*empty).into()),
        grouped((*all).into()),
        records(*gain as f64),
        records(*empty as f64 * *gain as f64),
    )];
    lines.extend(gives.iter().map(|give| {
        format!(
            "row {}: {} cells give {} records each, on average: {} more of them fall by {}",
            give.row,
            grouped(give.cells.into()),
            records(give.moved as f64 * f64::from(give.fall)),
            share(give.moved),
            give.fall,
        )
    }));
    lines.push(format!("left over by the rounding of probabilities to 2^-32: {} records", records(*remains as f64)));
    let means: Vec<String> =
        gives.iter().map(|give| format!("{} for {}", records(give.mean as f64), counts(give.row))).collect();
    lines.push(format!(
        "still biased: the mean noise is {} for empty cells, {}; only the expected total is as without row 0, and \
         only for these frequencies",
        records(*gain as f64),
        means.join(", "),
    ));
    lines
}

fn share(units: u64) -> String {
    format!("{} %", short(units as f64 / ONE as f64 * 100.0))
}
