//! `cellveil bundle`: writes a table, the workbench or the lessons as one HTML file, with the core and the cube's files
//! inside.

mod base85;
mod lesson;
mod template;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::folder::{Folder, read, refuse_encrypted, wrong_out};
use super::outputs::{is_new_within, ptable_of, refuse_input};
use super::site::audience;
use super::site::pages::{Archive, escaped};
use super::table::{self, QueryArguments, is_language_tag};
use super::{Failure, one_line, print, verify};
use crate::base::Quoted;
use crate::cube::MANIFEST;
use crate::host;
use crate::table::{Caller, MethodChoice, Plan, Query, Store};
use template::Parts;

/// Write a table, the workbench or the lessons as one HTML file. The file opens from disk without a network.
///
/// The file has the core and the files of the cube inside, and builds its table from them. A file with a table has only
/// the files of the cube that the table needs. The command checks the cube as `cellveil verify` does. The lessons invent
/// their people, and need no cube.
#[derive(Debug, clap::Args)]
#[command(mut_arg("rows", |rows| rows.required(false).default_value("").hide_default_value(true)))]
pub(super) struct Arguments {
    /// Folder of the cube; absent with --page lesson
    #[arg(value_name = "CUBE")]
    cube: Option<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the file shows: a finished table, the workbench with the whole cube, or the lessons
    #[arg(long, value_name = "PAGE", default_value = "table")]
    page: Page,
    /// Lesson that --page lesson shows first, such as rounding; by default the list of lessons
    #[arg(long, value_name = "NAME")]
    lesson: Option<String>,
    #[command(flatten)]
    query: QueryArguments,
    /// Title of the page; by default the title of the cube
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Language of the page, as a tag such as fr; by default the language of the cube
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// People who get the file: public, teaching, kiosk or internal; by default the audience of the cube
    #[arg(long, value_name = "AUDIENCE")]
    audience: Option<String>,
    /// Archive of pages, pages.zip of the package, in place of the pages in this program
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Replace a file
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Page {
    Table,
    Workbench,
    Lesson,
}

/// The language of a page whose cube has no language.
const LANGUAGE: &str = "en";
/// Maximum total size of the cube's files. Browsers open a page of twice this size in a few seconds.
const MOST_BYTES: u64 = 1 << 26;
/// Most cells of a table in a page, as in `www/element/element.js`.
const MOST_CELLS: usize = 50_000;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    check_out(arguments)?;
    if arguments.title.as_deref().is_some_and(|title| title.trim().is_empty()) {
        return Err(Failure::wrong("--title is empty; expected a text"));
    }
    if arguments.page == Page::Lesson {
        return lesson::run(arguments, &Archive::open(arguments.archive.as_deref())?);
    }
    if arguments.lesson.is_some() {
        return Err(Failure::wrong("--lesson without --page lesson; expected both"));
    }
    let Some(cube) = &arguments.cube else {
        return Err(Failure::wrong("CUBE is missing; expected the folder of a cube, or --page lesson"));
    };
    let language = arguments.language.as_deref();
    if let Some(tag) = language.filter(|tag| !is_language_tag(tag)) {
        return Err(Failure::wrong(format!(
            "--language {}: not a language tag; expected one such as en or fr-CA",
            Quoted(tag)
        )));
    }
    let archive = Archive::open(arguments.archive.as_deref())?;
    // One reading serves all checks and the file, in case somebody replaces the cube meanwhile.
    let manifest = read(cube, MANIFEST)?;
    refuse_encrypted(cube, &manifest)?;
    let mut checked = Folder::from_bytes(cube, &manifest, None)?;
    let about = checked.store.cube().about.clone();
    let title = arguments.title.as_deref().unwrap_or_else(|| about.title.resolve(language));
    let audience = audience::of_file(arguments.audience.as_deref(), &about)?;
    let query = query(arguments, &checked)?;
    verify::check(&mut checked)?;

    let content = Content::read(arguments.page, cube, manifest, &query)?;
    let cores = content.cores.iter().map(|&name| Ok((name, archive.file(&format!("bundle/{name}.deflate"))?)));
    let parts = Parts {
        title,
        language: language.or_else(|| about.title.language(None)).unwrap_or(LANGUAGE),
        query: &json_of(&query, &arguments.query),
        cores: &cores.collect::<Result<Vec<_>, Failure>>()?,
        files: &content.files,
    };
    let size = write(arguments, &archive, &parts)?;
    print(
        &(one_line(&format!(
            "{}: {} bytes, with {} of {} files of the cube {}: {}, {} data; audience {}: {}",
            arguments.out.display(),
            size,
            content.files.len(),
            checked.store.cube().files.len() + 1,
            about.id,
            audience::release_word(about.release),
            audience::data_word(about.data),
            audience::word(audience),
            audience::advice(audience),
        )) + "\n"),
    )
}

/// Writes the page from its template in the archive, and returns its size in bytes.
fn write(arguments: &Arguments, archive: &Archive, parts: &Parts<'_>) -> Result<usize, Failure> {
    let name = format!("bundle/{}.html", arguments.page.word());
    let page = parts.fill(&String::from_utf8_lossy(archive.file(&name)?)).map_err(|problem| {
        Failure::wrong(format!("the archive's {name}: {problem}; expected pages of this version of cellveil"))
    })?;
    check_out(arguments)?;
    table::write_to("--out", &arguments.out, &page)?;
    Ok(page.len())
}

impl Page {
    fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Workbench => "workbench",
            Self::Lesson => "lesson",
        }
    }
}

/// Checks that the file may be written.
fn check_out(arguments: &Arguments) -> Result<(), Failure> {
    let out = &arguments.out;
    let ptable = ptable_of(arguments.query.method());
    let inputs = [arguments.cube.as_deref(), ptable.as_deref(), arguments.archive.as_deref()];
    refuse_input("--out", Some(out), inputs.into_iter().flatten())?;
    if arguments.cube.as_deref().is_some_and(|cube| is_new_within(out, cube)) {
        return Err(wrong_out(out, "is in the folder of the cube", "a file outside the cube"));
    }
    if host::is_dir(out) {
        return Err(wrong_out(out, "is a folder", "a file, or a new name"));
    }
    if host::exists(out) && !arguments.force {
        return Err(wrong_out(out, "exists already", "--force to replace it, or another name"));
    }
    Ok(())
}

/// Reads the query. The workbench chooses its first table if the query has no axes.
fn query(arguments: &Arguments, folder: &Folder) -> Result<Query, Failure> {
    let given = &arguments.query;
    let has_rows = given.has_rows();
    if arguments.page == Page::Table && !has_rows {
        return Err(Failure::wrong("--rows is missing; expected the dimensions of the table's rows"));
    }
    if arguments.page == Page::Workbench && given.is_for_tables() {
        return Err(Failure::wrong(
            "--with-table and --areas have no meaning for --page workbench; expected --page table",
        ));
    }
    if !has_rows {
        if given.needs_rows() {
            return Err(Failure::wrong("--rows is missing; expected --rows with the other parts of a query"));
        }
        return Ok(Query::default());
    }
    let query = table::query(given, &folder.store.cube().dimensions)?;
    if let Some(MethodChoice::Custom(parameters)) = &query.method
        && let Some(name) = parameters.ptable()
        && folder.store.cube().file(name).is_none()
    {
        return Err(Failure::wrong(format!(
            "--method: the p-table {} is not in the cube; expected a p-table of the cube, because the page reads no other files",
            Quoted(name)
        )));
    }
    Ok(query)
}

/// The query as properties of the elements.
fn json_of(query: &Query, given: &QueryArguments) -> Value {
    let with = query.with.iter();
    json!({
        "rows": query.rows,
        "columns": query.columns,
        "filter": query.filter,
        "groups": query.groups,
        "method": given.method(),
        "with": with.map(|each| json!({ "rows": each.rows, "columns": each.columns, "filter": each.filter })).collect::<Vec<_>>(),
        "areas": query.areas,
        "totals": query.totals,
    })
}

/// The parts of the cube and of the program that a page needs.
struct Content {
    /// `cube.json` first, then files in the order of `cube.json`.
    files: Vec<(String, Vec<u8>)>,
    cores: Vec<&'static str>,
}

impl Content {
    /// Builds the table of the query as the page will, and reads the files for the page.
    fn read(page: Page, cube: &Path, manifest: Vec<u8>, query: &Query) -> Result<Self, Failure> {
        let store = Store::open_in_parts(&manifest, Caller::Page);
        let mut folder = Folder::of(cube, store.map_err(|error| Failure::about(cube.display(), &error))?);
        let mut files = vec![(MANIFEST.to_owned(), manifest)];
        let is_table = page == Page::Table;
        if !is_table {
            folder.load_parts()?;
            folder.load_indexes()?;
        }
        // In the workbench, readers choose among all methods of the cube.
        let mut has_table_method = !is_table && folder.store.methods().iter().any(|method| method.looks_at_table());
        if !query.rows.is_empty() {
            let (plan, needed) = needed(&mut folder, query)?;
            has_table_method |= plan.method().looks_at_table() || !query.with.is_empty();
            let cells = folder.store.table(&plan, false, None)?.len();
            if is_table && cells > MOST_CELLS {
                return Err(Failure::wrong(format!(
                    "the table has {cells} cells; expected at most {MOST_CELLS} in a page: choose fewer or coarser dimensions"
                )));
            }
            if is_table {
                files.extend(needed);
            }
        }
        if !is_table {
            files.extend(everything(&mut folder)?);
        }
        let mut cores = vec![if has_table_method { "tables" } else { "full" }];
        if !is_table {
            cores.extend(["export", "xlsx"]);
        }
        Ok(Self { files, cores })
    }
}

/// The path of a file in the cube, and its bytes.
type Loaded = (String, Vec<u8>);

/// Loads the files that a query needs, and returns its plan and the files.
fn needed(folder: &mut Folder, query: &Query) -> Result<(Plan, Vec<Loaded>), Failure> {
    let mut files = Vec::new();
    loop {
        let mut needs = folder.store.lacking(query);
        let plan = if needs.is_empty() { Some(folder.store.plan(query)?) } else { None };
        needs.extend(plan.iter().flat_map(|plan| folder.store.missing(plan)));
        if let Some(plan) = plan.filter(|_| needs.is_empty()) {
            return Ok((plan, files));
        }
        check_size(&folder.path, needs.iter().map(|need| need.bytes).sum())?;
        for need in needs {
            files.push(loaded(folder, need.path)?);
        }
    }
}

/// All files of the cube, each checked against its digest.
fn everything(folder: &mut Folder) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let files = &folder.store.cube().files;
    check_size(&folder.path, files.iter().map(|file| file.bytes).sum())?;
    let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let read = paths.into_iter().map(|path| {
        let read = loaded(folder, path)?;
        folder.store.unload(&read.0);
        Ok(read)
    });
    read.collect()
}

fn loaded(folder: &mut Folder, path: String) -> Result<(String, Vec<u8>), Failure> {
    let bytes = read(&folder.path, &path)?;
    folder.store.load(&path, &bytes).map_err(|error| Failure::about(folder.path.display(), &error))?;
    Ok((path, bytes))
}

fn check_size(cube: &Path, bytes: u64) -> Result<(), Failure> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Failure::wrong(format!(
        "{}: its files have {bytes} bytes; expected at most {MOST_BYTES} for one file: write a site for a larger cube",
        cube.display()
    )))
}
