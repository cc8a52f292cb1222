//! `cellveil matrix`: checks transition matrices and makes them invariant.

use std::path::{Path, PathBuf};

use super::frequencies::TableOf;
use super::outputs::refuse_input;
use super::{Failure, REFUSED, frequencies, print, table};
use crate::base::Quoted;
use crate::protect::Probability;
use crate::protect::invariance::{self, Matrix};

/// Check a transition matrix, or make a matrix that preserves the frequencies of the counts.
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArguments),
    Invariant(InvariantArguments),
}

/// The transition matrix of a command.
#[derive(Debug, clap::Args)]
struct MatrixArguments {
    /// Transition matrix: CSV without a header, or a JSON list of rows; numbers or fractions such as 1/60
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Largest count with its own row; later rows are for larger counts, by residual
    #[arg(long, value_name = "N")]
    cap: usize,
}

/// The number of cells at each position of the matrix: the frequencies of the counts.
#[derive(Debug, clap::Args)]
struct CellArguments {
    /// Number of cells at each position (counts 0 to N, then residuals), or a file with these numbers
    #[arg(long, value_name = "T0,T1,..|FILE")]
    frequencies: Option<String>,
    #[command(flatten)]
    counted: TableOf,
    /// Include empty cells, except cells that cannot exist
    #[arg(long, requires = "cube", conflicts_with = "frequencies")]
    empty_cells: bool,
}

/// Check whether rows sum to 1, whether the noise is unbiased, and whether the matrix preserves the frequencies of the
/// counts.
#[derive(Debug, clap::Args)]
struct CheckArguments {
    #[command(flatten)]
    matrix: MatrixArguments,
    #[command(flatten)]
    cells: CellArguments,
}

/// Make a transition matrix invariant in two stages: the result preserves the frequencies of the counts.
#[derive(Debug, clap::Args)]
struct InvariantArguments {
    #[command(flatten)]
    matrix: MatrixArguments,
    #[command(flatten)]
    cells: CellArguments,
    /// Share of cells to leave unchanged, at least 0 and below 1
    #[arg(long, value_name = "A", default_value = "0")]
    stay: String,
    /// Format of the matrix
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Csv,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Check(arguments) => check(arguments),
        Command::Invariant(arguments) => invariant(arguments),
    }
}

fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let matrix = matrix(&arguments.matrix)?;
    let cells = cells(&arguments.cells, &matrix)?;
    let report = invariance::check(&matrix, cells.as_deref()).map_err(|error| arguments.cells.wrong(&error))?;
    print(&report.to_string())?;
    if report.is_row_stochastic() {
        return Ok(());
    }
    let file = arguments.matrix.file.display();
    let message = format!("{file}: not every row sums to 1; expected that, perhaps with fractions such as 1/60");
    Err(Failure::of_status(message, REFUSED))
}

fn invariant(arguments: &InvariantArguments) -> Result<(), Failure> {
    let CellArguments { frequencies, counted, .. } = &arguments.cells;
    let read = [Some(arguments.matrix.file.as_path()), frequencies.as_deref().map(Path::new), counted.cube.as_deref()];
    refuse_input("--output", arguments.output.as_deref(), read.into_iter().flatten())?;
    let matrix = matrix(&arguments.matrix)?;
    let missing = || Failure::wrong("neither --frequencies nor --cube is given; expected one of them");
    let cells = cells(&arguments.cells, &matrix)?.ok_or_else(missing)?;
    // NaN fails the range check below, so a text that is not a number gets the same error message.
    let stay = arguments.stay.parse().unwrap_or(f64::NAN);
    let result = invariance::invariant(&matrix, &cells, stay).map_err(|error| match error {
        invariance::MatrixError::Stay(_) => {
            Failure::wrong(format!("--stay {}: expected a number from 0 to below 1", Quoted(&arguments.stay)))
        }
        invariance::MatrixError::RowSum { .. } => {
            Failure::wrong(format!("{}: {error}", arguments.matrix.file.display()))
        }
        error => arguments.cells.wrong(&error),
    })?;
    let rows = result.rounded().text().into_iter().map(|row| row.join(",")).collect::<Vec<_>>();
    let text = match arguments.format {
        Format::Csv => format!("{}\n", rows.join("\n")),
        Format::Json => format!("[\n  [{}]\n]\n", rows.join("],\n  [").replace(',', ", ").replace("], \n", "],\n")),
    };
    match &arguments.output {
        None => print(&text),
        Some(path) => table::write(path, &text),
    }
}

impl CellArguments {
    fn wrong(&self, error: &invariance::MatrixError) -> Failure {
        let cube = self.counted.cube.as_ref().map_or("--frequencies".into(), |cube| cube.display().to_string());
        Failure::wrong(format!("{cube}: {error}"))
    }
}

/// Returns the number of cells at each position, or `None` if the user gives no frequencies.
fn cells(arguments: &CellArguments, matrix: &Matrix) -> Result<Option<Vec<f64>>, Failure> {
    match (&arguments.frequencies, &arguments.counted.cube) {
        (Some(given), _) => frequencies::given(given, "numbers").map(Some),
        (None, Some(cube)) => counted(cube, arguments, matrix).map(Some),
        (None, None) => Ok(None),
    }
}

/// Counts the inner cells of a table by position.
fn counted(path: &Path, arguments: &CellArguments, matrix: &Matrix) -> Result<Vec<f64>, Failure> {
    let table = frequencies::of_table(path, arguments.counted.rows.as_deref())?;
    let mut cells = vec![0.0; matrix.rows().len()];
    for at in table.counts.iter().filter_map(|&count| matrix.position_of(count)) {
        cells[at] += 1.0;
    }
    if arguments.empty_cells {
        cells[0] = table.empty as f64;
    }
    Ok(cells)
}

fn matrix(arguments: &MatrixArguments) -> Result<Matrix, Failure> {
    let file = arguments.file.display();
    let wrong = |error: String| Failure::wrong(format!("{file}: {error}"));
    let rows = frequencies::fields(&arguments.file)?;
    let mut values = Vec::with_capacity(rows.len());
    for (row, fields) in (1..).zip(&rows) {
        let value = |(column, field): (usize, &String)| {
            Probability::parse(field.trim()).map(Probability::value).ok_or_else(|| {
                wrong(format!(
                    "row {row}, column {column} is {field}; expected a number from 0 to 1 or a fraction such as 1/60",
                    field = Quoted(field)
                ))
            })
        };
        values.push((1..).zip(fields).map(value).collect::<Result<Vec<_>, _>>()?);
    }
    Matrix::new(values, arguments.cap).map_err(|error| wrong(error.to_string()))
}
