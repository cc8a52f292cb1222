//! `cellveil init`: drafts a specification from records.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::outputs::refuse_input;
use super::stream::Stream;
use super::{Failure, note, print, tile};
use crate::base::Quoted;
use crate::build::collect::RowLocation;
use crate::draft::{Codebook, Draft, KeyDraft, Options, Surveyor, Use, propose};
use crate::host::Bar;
use crate::input::{Column, Columns, Error, InputError, Rows, columns, read_rows};

/// Draft a specification from records: what each column is, codes, levels, intervals and missing answers.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File with one record per row: CSV, CSV.gz or Parquet (several parts of one delivery may be given)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File for the specification; code lists are written beside it
    #[arg(long, value_name = "FILE", default_value = "cube.toml")]
    out: PathBuf,
    /// Labels of variables and codes: a Stata file, or a CSV file with the columns variable, code and label
    #[arg(long, value_name = "FILE")]
    codebook: Option<PathBuf>,
    /// Id of the cube: a to z, 0 to 9 and - [default: from the name of the file]
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// Title of the cube
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// What a record is
    #[arg(long, value_name = "TEXT", default_value = "person")]
    unit: String,
    /// How sensitive the data are
    #[arg(long, value_name = "KIND", default_value = "confidential")]
    data: Data,
    /// Environment variable with the salt; the method then draws by a hash with the salt
    #[arg(long, value_name = "VAR")]
    salt_env: Option<String>,
    /// toml: write the specification and its files; json: print the draft, and write nothing
    #[arg(long, value_name = "FORMAT", default_value = "toml")]
    format: Format,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Toml,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Data {
    Confidential,
    PublicUse,
    Synthetic,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = options(arguments)?;
    let read = arguments.files.iter().chain(&arguments.codebook).map(PathBuf::as_path);
    if arguments.format == Format::Toml {
        refuse_input("--out", Some(&arguments.out), read)?;
    }
    let codebook = arguments.codebook.as_deref().map(codebook).transpose()?;
    let draft = survey(&arguments.files, codebook.as_ref(), &options)?;
    if arguments.format == Format::Json {
        let text = serde_json::to_string_pretty(&draft);
        return print(&(text.map_err(|error| Failure::wrong(error.to_string()))? + "\n"));
    }
    write(arguments, &draft)?;
    report(arguments, &draft)
}

fn options(arguments: &Arguments) -> Result<Options, Failure> {
    let is_id = |id: &String| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if let Some(id) = arguments.id.as_ref().filter(|id| id.is_empty() || !is_id(id)) {
        return Err(Failure::wrong(format!("--id {}: expected only a to z, 0 to 9 and -", Quoted(id))));
    }
    let data = match arguments.data {
        Data::Confidential => "confidential",
        Data::PublicUse => "public-use",
        Data::Synthetic => "synthetic",
    };
    Ok(Options {
        specification: arguments.out.display().to_string(),
        records: arguments.files.iter().map(|path| path.display().to_string()).collect(),
        id: arguments.id.clone(),
        title: arguments.title.clone(),
        unit: Some(arguments.unit.clone()),
        data: Some(data.to_owned()),
        audience: None,
        salt_env: arguments.salt_env.clone(),
    })
}

/// Reads all files once.
fn survey(files: &[PathBuf], codebook: Option<&Codebook>, options: &Options) -> Result<Draft, Failure> {
    let found: Vec<Columns> =
        files.iter().map(|path| columns(path)).collect::<Result<_, InputError>>().map_err(Error::from)?;
    let Some(first) = found.first() else { return Err(Failure::wrong("no input; expected a file of records")) };
    let names: Vec<String> = first.list.iter().map(|column| column.name.clone()).collect();
    let mut surveyor = Surveyor::new(&names, first.comma);
    let mut readable = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let unreadable = found.iter().find_map(|columns| {
            let column = columns.list.iter().find(|column| column.name == *name)?;
            column.unreadable.as_ref()
        });
        match unreadable {
            Some(reason) => surveyor.unreadable(at, reason),
            None => readable.push(at),
        }
    }
    for (path, columns) in files.iter().zip(&found) {
        if columns.comma {
            surveyor.allow_comma();
        }
        let wanted: Vec<Column<'_>> =
            readable.iter().map(|at| Column { name: &names[*at], has_fractions: true }).collect();
        let bar = Bar::new(format!("Reading {}", path.display()));
        let mut rows = Survey { surveyor: &mut surveyor, readable: &readable, row: vec![String::new(); names.len()] };
        read_rows(path, &wanted, &mut |now| bar.set(now.done, now.total), &mut rows)?;
    }
    Ok(propose(&surveyor.finish(), codebook, options))
}

/// Passes rows to the survey.
struct Survey<'a> {
    surveyor: &'a mut Surveyor,
    readable: &'a [usize],
    /// The values of a row. Columns that cannot be read stay empty.
    row: Vec<String>,
}

impl Rows for Survey<'_> {
    type Error = Error;

    fn row(&mut self, _: RowLocation<'_>, values: &[&str]) -> Result<(), Error> {
        if self.readable.len() == self.row.len() {
            self.surveyor.row(values);
            return Ok(());
        }
        let mut all = vec![""; self.row.len()];
        for (at, value) in self.readable.iter().zip(values) {
            all[*at] = value;
        }
        self.surveyor.row(&all);
        Ok(())
    }
}

/// Reads a codebook by its first bytes.
fn codebook(path: &Path) -> Result<Codebook, Failure> {
    let wrong = |reason: String| Failure::wrong(format!("--codebook {}: {reason}", path.display()));
    let bytes = tile::read_plain(path).map_err(Failure::wrong)?;
    let head = &bytes[..bytes.len().min(crate::base::FOREIGN_HEAD)];
    if crate::base::is_stata(head) {
        return Codebook::from_stata(&bytes).map_err(wrong);
    }
    if let Some((found, _)) = crate::base::foreign(head) {
        let remedy = if found.contains("SPSS") { ", as SPSS saves with SAVE TRANSLATE /TYPE=STATA" } else { "" };
        let expected = "expected a CSV file with the columns variable, code and label, or a Stata file";
        return Err(wrong(format!("{found}; {expected}{remedy}")));
    }
    Codebook::from_csv(&bytes).map_err(wrong)
}

/// Writes the specification and its files, all or nothing.
fn write(arguments: &Arguments, draft: &Draft) -> Result<(), Failure> {
    let paths: Vec<PathBuf> = draft.files.iter().map(|file| tile::beside(&arguments.out, &file.name)).collect();
    for path in &paths {
        let read = arguments.files.iter().chain(&arguments.codebook).map(PathBuf::as_path);
        refuse_input("code list", Some(path), read)?;
    }
    let mut streams = vec![Stream::create("--out", &arguments.out, arguments.force)?];
    for path in &paths {
        streams.push(Stream::create("code list", path, arguments.force)?);
    }
    let toml = draft.to_toml();
    let texts = std::iter::once(toml.as_str()).chain(draft.files.iter().map(|file| file.text.as_str()));
    for (stream, text) in streams.iter_mut().zip(texts) {
        let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
        written.map_err(|error| stream.failed(&error))?;
    }
    // The specification names the others, so it comes last.
    streams.into_iter().rev().try_for_each(Stream::place)
}

/// Says what was written, and the next commands.
fn report(arguments: &Arguments, draft: &Draft) -> Result<(), Failure> {
    let number = |role: Use| draft.columns.iter().filter(|column| column.role == role).count();
    let files: String = draft.files.iter().map(|file| format!(" and {}", file.name)).collect();
    let (out, used, left) = (arguments.out.display(), number(Use::Dimension), number(Use::LeftOut));
    if used == 0 {
        note("warning: no column can be a dimension; describe one in the specification");
    }
    let next = if draft.key == KeyDraft::Missing { "cellveil keys" } else { "cellveil tile" };
    print(&format!(
        "{out}{files}: {used} dimensions of {} columns, {left} left out. Read {out}. Then run {next}: the first lines of {out} have the command\n",
        draft.columns.len()
    ))
}
