//! `cellveil table`: builds a protected table from a cube.

mod large;
mod output;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::figures::short;
use super::folder::Folder;
use super::outputs::{ptable_of, refuse_input};
use super::passphrase::PassphraseOption;
use super::with_table::with_table;
use super::{Failure, list, note, tile};
use crate::base::Quoted;
use crate::cube::sha256_hex;
use crate::dimension::Dimension;
use crate::export::{Format as Export, Published, to_csv, to_csv_with_estimates, to_csv_with_intervals};
use crate::host::{absolute, stdout_is_terminal};
use crate::protect::{Adjustment, MethodSpec, Parameters};
use crate::ptable::Ptable;
use crate::table::{Group, MethodChoice, Query, Table, estimates};

use output::New;
pub(super) use output::{hand_out, write, write_to};

/// Build a protected table from a cube.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    #[command(flatten)]
    query: QueryArguments,
    #[command(flatten)]
    passphrase: PassphraseOption,
    /// Add the true count, the cell key and the noise of each cell, if the cube allows this
    #[arg(long)]
    reveal: bool,
    /// Add an unbiased estimate of each figure before PRAM, if the cube has the matrix
    #[arg(long, conflicts_with_all = ["reveal", "receipt", "format"])]
    estimate: bool,
    /// Add the interval of counts that each figure can stand for, with probability 0.9, if the cube allows this
    #[arg(long, conflicts_with_all = ["reveal", "estimate", "receipt", "format"])]
    intervals: bool,
    /// Format of the table; csvw describes the table's CSV; xlsx and parquet need --output or a pipe
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    /// Language of titles, labels and shorthand, as a tag such as fr; used if the cube has this language
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// File for the table's receipt, which cellveil verify checks
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Csv,
    JsonStat,
    Csvw,
    SdmxCsv,
    Px,
    Xlsx,
    Parquet,
}

impl Format {
    /// Returns the export format, or `None` for CSV, which has a separate writer.
    fn export(self) -> Option<Export> {
        match self {
            Self::Csv => None,
            Self::JsonStat => Some(Export::JsonStat),
            Self::Csvw => Some(Export::Csvw),
            Self::SdmxCsv => Some(Export::SdmxCsv),
            Self::Px => Some(Export::Px),
            Self::Xlsx => Some(Export::Xlsx),
            Self::Parquet => Some(Export::Parquet),
        }
    }
}

/// The least probability of the intervals of `--intervals`. Sealed cubes have explanations of this level only.
const INTERVAL_LEVEL: f64 = 0.9;

/// Suffix of the metadata file. It follows the name of the CSV file (CSV on the Web, section 5.3).
const METADATA: &str = "-metadata.json";

/// The options that describe a query.
#[derive(Debug, clap::Args)]
pub(super) struct QueryArguments {
    /// Dimensions of the rows, as dimension or dimension:level
    #[arg(long, value_name = "D,..")]
    rows: String,
    /// Dimensions of the columns
    #[arg(long, value_name = "D,..")]
    columns: Option<String>,
    /// Count only records with one of these codes (may be repeated; every filter must match)
    #[arg(long, value_name = "D=code,..")]
    filter: Vec<String>,
    /// Replace the codes of an axis by a named group (may be repeated)
    #[arg(long, value_name = "D:Label=code,..")]
    group: Vec<String>,
    /// A method of the cube by name, or a method as a JSON object
    #[arg(long, value_name = "NAME|JSON")]
    method: Option<String>,
    /// Leave out totals
    #[arg(long)]
    no_totals: bool,
    /// Protect together with a further table, for a table method (may be repeated)
    #[arg(long, value_name = "rows=D,..&columns=D,..")]
    with_table: Vec<String>,
    /// Answer a set of codes as one cell (exact), as a sum and difference of standard areas (blocks), or as a sum of
    /// standard areas (sums)
    #[arg(long, value_name = "exact|blocks|sums")]
    areas: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(export) = arguments.format.export() {
        check_export(arguments, export)?;
    }
    if let Some(path) = &arguments.receipt {
        check_receipt(arguments, path)?;
    }
    refuse_inputs("--output", arguments.output.as_deref(), &arguments.cube, &arguments.query)?;
    refuse_inputs("--receipt", arguments.receipt.as_deref(), &arguments.cube, &arguments.query)?;
    let language = arguments.language.as_deref();
    if let Some(tag) = language.filter(|tag| !is_language_tag(tag)) {
        return Err(Failure::wrong(format!(
            "--language {tag}: not a language tag; expected one such as en or fr-CA",
            tag = Quoted(tag)
        )));
    }
    let mut cube = Folder::open_with(&arguments.cube, &arguments.passphrase)?;
    let mut query = query(&arguments.query, &cube.store.cube().dimensions)?;
    query.reveal = arguments.reveal;
    let is_csv = matches!(arguments.format, Format::Csv) && !arguments.estimate && !arguments.intervals;
    if is_csv && arguments.receipt.is_none() && large::is_large(&cube.store, &query) {
        own_ptable(&mut cube, &query)?;
        return large::write(&mut cube, &query, arguments.output.as_deref());
    }
    let (table, method, own) = made(&mut cube, &query, language)?;
    table.adjustment.iter().flat_map(adjustments).for_each(note);
    if arguments.estimate {
        let found = estimates(&table, cube.store.cube());
        let found = found.map_err(|error| Failure::wrong(format!("--estimate: {error}")))?;
        return hand_out(arguments.output.as_deref(), &to_csv_with_estimates(&table, &found));
    }
    if arguments.intervals {
        let found = cube.store.explain_cells(&query, &table, INTERVAL_LEVEL);
        let found = found.map_err(|error| Failure::about("--intervals", &error))?;
        let ends: Vec<_> = found.iter().map(|found| found.as_ref().map(|found| (found.low, found.high))).collect();
        return hand_out(arguments.output.as_deref(), &to_csv_with_intervals(&table, &ends));
    }
    let csv = to_csv(&table);
    let receipt = || cube.store.receipt(&query, own.as_deref(), &csv);
    if let Some(export) = arguments.format.export() {
        let mut published = Published::new(&table, cube.store.cube(), &method, receipt()?.ok(), language);
        let name = arguments.output.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
        if let Some(described) = name.and_then(|name| name.strip_suffix(METADATA)).filter(|name| !name.is_empty()) {
            published.csv = described.to_owned();
        }
        let bytes = published.write(export).map_err(|error| Failure::wrong(format!("--format: {error}")))?;
        return hand_out(arguments.output.as_deref(), &bytes);
    }
    let Some(path) = &arguments.receipt else { return hand_out(arguments.output.as_deref(), &csv) };
    // The receipt is made first, so that its errors occur before the table is written.
    let receipt = receipt()?.map_err(|error| Failure::wrong(format!("--receipt: {error}")))?;
    let receipt = New::beside("--receipt", path, receipt.as_bytes())?;
    hand_out(arguments.output.as_deref(), &csv)?;
    receipt.place()
}

/// What a method that looks at the whole table reports, in sentences.
fn adjustments(adjustment: &Adjustment) -> Vec<String> {
    let mut notes = Vec::new();
    if adjustment.jumps > 0 {
        notes.push(format!("{} figures moved further than to the two nearest multiples", adjustment.jumps));
    }
    if let Some((mean, largest)) = adjustment.change {
        notes.push(format!(
            "the fit to the totals changed figures by {} on average and by at most {}, beyond the noise",
            short(mean),
            short(largest)
        ));
    }
    if adjustment.intervals_unchecked {
        notes.push("the table has too many suppressed counts to compute their intervals by linear programs; moves and an elimination \
             checked that no small count is exact".into());
    }
    notes
}

/// Checks that the table can be written in this format to the chosen output.
fn check_export(arguments: &Arguments, export: Export) -> Result<(), Failure> {
    let name = export.name();
    if arguments.reveal {
        let problem = format!("--reveal: {name} cannot hold true counts; expected --format csv");
        return Err(Failure::wrong(problem));
    }
    if export.is_binary() && arguments.output.is_none() && stdout_is_terminal() {
        let problem = format!("--format {name}: not for a terminal; expected --output FILE, or a pipe");
        return Err(Failure::wrong(problem));
    }
    Ok(())
}

/// Refuses an output that is a file of the cube, or the p-table of the query's method.
pub(super) fn refuse_inputs(
    flag: &str,
    output: Option<&Path>,
    cube: &Path,
    query: &QueryArguments,
) -> Result<(), Failure> {
    let ptable = ptable_of(query.method());
    refuse_input(flag, output, std::iter::once(cube).chain(ptable.as_deref()))
}

/// Whether a text has the form of a language tag.
pub(super) fn is_language_tag(tag: &str) -> bool {
    crate::dimension::Text::from_languages(vec![(tag.to_owned(), String::new())]).is_ok()
}

/// Checks that the query can have a receipt, and that the receipt can be written to `path`.
fn check_receipt(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    if !matches!(arguments.format, Format::Csv) {
        return Err(Failure::wrong("--receipt: a receipt has the hash of the table's CSV; expected --format csv"));
    }
    let same = |output: &PathBuf| absolute(output).ok() == absolute(path).ok();
    if arguments.output.as_ref().is_some_and(same) {
        return Err(Failure::wrong("--receipt: the same file as --output; expected another one"));
    }
    Ok(())
}

/// A table, its method, and the SHA-256 of the p-table if the user supplied a p-table file.
type Made = (Table, Arc<MethodSpec>, Option<String>);

/// Builds the table of a query, with labels in a language.
fn made(cube: &mut Folder, query: &Query, language: Option<&str>) -> Result<Made, Failure> {
    let plan = cube.store.plan(query)?;
    let own = own_ptable(cube, query)?;
    cube.load_all(&plan)?;
    Ok((cube.store.table(&plan, query.reveal, language)?, plan.method().clone(), own))
}

/// Builds the table of a query. Also returns the SHA-256 of the p-table if the user supplied a p-table file.
pub(super) fn build(cube: &mut Folder, query: &Query) -> Result<(Table, Option<String>), Failure> {
    let (table, _, own) = made(cube, query, None)?;
    Ok((table, own))
}

/// If the user supplied a p-table file with the query's method, loads the file and returns its SHA-256.
pub(super) fn own_ptable(cube: &mut Folder, query: &Query) -> Result<Option<String>, Failure> {
    if let Some(MethodChoice::Custom(parameters)) = &query.method
        && let Some(name) = parameters.ptable()
        && cube.store.cube().file(name).is_none()
    {
        let bytes =
            tile::read_ptable(Path::new(name), name).map_err(|error| Failure::wrong(format!("--method: {error}")))?;
        cube.store.add_ptable(name, Ptable::parse(&bytes, name)?);
        return Ok(Some(sha256_hex(&bytes)));
    }
    Ok(None)
}

/// Reads the options of a query.
pub(super) fn query(arguments: &QueryArguments, dimensions: &[Dimension]) -> Result<Query, Failure> {
    let method = arguments.method.as_deref().map(|given| method("--method", given)).transpose()?;
    let filter = |text: &String| list::named("--filter", text).map(|(axis, codes)| (axis.to_owned(), codes));
    Ok(Query {
        rows: list::fields("--rows", &arguments.rows)?,
        columns: arguments.columns.as_deref().map_or(Ok(Vec::new()), |text| list::fields("--columns", text))?,
        filter: arguments.filter.iter().map(filter).collect::<Result<_, _>>()?,
        groups: groups(&arguments.group, dimensions)?,
        method,
        with: arguments.with_table.iter().map(|text| with_table(text)).collect::<Result<_, _>>()?,
        totals: !arguments.no_totals,
        areas: arguments.areas.clone(),
        reveal: false,
        explain: None,
        measure: None,
    })
}

/// Reads a method: the name of a method of the cube, or a JSON object.
pub(super) fn method(option: &str, given: &str) -> Result<MethodChoice, Failure> {
    if !given.trim_start().starts_with('{') {
        return Ok(MethodChoice::Name(given.to_owned()));
    }
    let wrong = |error: String| Failure::wrong(format!("{option}: {error}; expected a method as a JSON object"));
    Ok(MethodChoice::Custom(Parameters::from_json(given).map_err(wrong)?))
}

impl QueryArguments {
    /// Returns the argument of `--method`.
    pub(super) fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }

    /// Whether the argument `--rows` has a text.
    pub(super) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Whether there are arguments that need `--rows`.
    pub(super) fn needs_rows(&self) -> bool {
        self.columns.is_some()
            || !self.filter.is_empty()
            || !self.group.is_empty()
            || self.method.is_some()
            || self.no_totals
    }

    /// Whether there are arguments that the workbench does not have.
    pub(super) fn is_for_tables(&self) -> bool {
        self.areas.is_some() || !self.with_table.is_empty()
    }
}

/// Groups in their order, each with a label and codes, by dimension or dimension:level.
type Groups = Vec<(String, Vec<Group>)>;

/// Reads `D:Label=code,..` entries. The label starts after the dimension, or after the level if the entry names one.
fn groups(given: &[String], dimensions: &[Dimension]) -> Result<Groups, Failure> {
    let mut groups: Groups = Vec::new();
    for text in given {
        let (name, codes) = list::named("--group", text)?;
        let no_label = || {
            Failure::wrong(format!(
                "--group {text}: there is no label; expected D:Label=code,code",
                text = Quoted(text)
            ))
        };
        let (dimension, rest) = name.split_once(':').ok_or_else(no_label)?;
        let known = dimensions.iter().find(|known| known.name == dimension);
        let level = rest.split_once(':').filter(|(level, _)| known.is_some_and(|known| known.level(level).is_some()));
        let (axis, label) = match level {
            Some((level, label)) => (format!("{dimension}:{level}"), label),
            None => (dimension.to_owned(), rest),
        };
        let group = (label.to_owned(), codes);
        match groups.iter_mut().find(|(earlier, _)| *earlier == axis) {
            Some((_, labels)) => labels.push(group),
            None => groups.push((axis, vec![group])),
        }
    }
    Ok(groups)
}
