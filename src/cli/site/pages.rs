//! The pages of a site. They travel as an archive, which `npm run build` makes, inside the program.

use std::io::{Cursor, Read};
use std::path::Path;

use zip::ZipArchive;

use super::Failure;
use super::cubes::SiteCube;
use super::settings::Given;
use crate::base::{Quoted, did_you_mean};
use crate::cli::folder::plain;
use crate::cube::Audience;
use crate::dimension::Role;
use crate::host::{self, fs};

/// The page of tables. Every site has it, because it is the page of the site's own address.
const FIRST: &str = "index";
/// The page with HTML to copy.
const EMBED: &str = "embed";
/// The pages that make cubes. The core for this is as large as all others together, so sites without these pages lack it.
const MAKERS: [&str; 2] = ["make", "learn"];
/// How the paths of the files for [`MAKERS`] begin.
const MAKER_FILES: [&str; 3] = ["cellveil/make", "cellveil/js/make", "cellveil/cellveil_make"];
/// The start of the paths of the templates and cores of `cellveil bundle`.
const TEMPLATES: &str = "bundle/";
/// The start of the paths of the template with the lessons.
const LESSONS: &str = "bundle/lesson";
/// The message of a program without pages.
const MISSING: &str = "this program has no pages; expected --archive with pages.zip of the package, or a program that \
                       `npm run build` made";
/// The word that stands for all pages of the archive.
const ALL: &str = "all";
/// The largest size of all pages together.
const MOST_BYTES: u64 = 1 << 28;

/// All pages, with their scripts, style sheets and the package.
pub(in crate::cli) struct Archive {
    files: Vec<(String, Vec<u8>)>,
    /// The names of the pages in the order of the navigation.
    pages: Vec<String>,
}

impl Archive {
    /// Reads a given archive, or the archive in this program.
    pub(in crate::cli) fn open(given: Option<&Path>) -> Result<Self, Failure> {
        let (place, bytes) = match given {
            Some(path) => {
                let place = format!("--archive {}", path.display());
                let read = fs::read(path).map_err(|error| {
                    let expected = "expected pages.zip of the package cellveil";
                    Failure::wrong(format!("{place}: {}; {expected}", plain(&error)))
                })?;
                (place, read.into())
            }
            None => ("the pages of this program".to_owned(), host::pages().ok_or_else(|| Failure::wrong(MISSING))?),
        };
        let files = unzip(&bytes).map_err(|problem| {
            Failure::wrong(format!("{place}: {problem}; expected pages.zip of the package cellveil"))
        })?;
        let index = files.iter().find(|(path, _)| path == "index.html");
        let pages = index.map(|(_, html)| navigation(&String::from_utf8_lossy(html))).unwrap_or_default();
        if !pages.iter().any(|page| page == FIRST) {
            return Err(Failure::wrong(format!(
                "{place}: no page of tables; expected pages.zip of the package cellveil"
            )));
        }
        Ok(Self { files, pages })
    }

    /// A file of the archive, for the command `bundle`.
    pub(in crate::cli) fn file(&self, path: &str) -> Result<&[u8], Failure> {
        let file = self.files.iter().find(|(own, _)| own == path);
        file.map(|(_, bytes)| bytes.as_slice()).ok_or_else(|| {
            Failure::wrong(format!("the archive has no {path}; expected pages of this version of cellveil"))
        })
    }

    /// Chooses the pages of a site: the given pages, or those that have a meaning for the cubes.
    pub(super) fn choose(&self, given: &[String], cubes: &[SiteCube], is_kiosk: bool) -> Result<Vec<String>, Failure> {
        let known: Vec<&str> = self.pages.iter().map(|page| word(page)).collect();
        if let Some(unknown) = given.iter().find(|name| !known.contains(&name.as_str()) && given != [ALL]) {
            let near = did_you_mean(unknown, known.iter().copied());
            let expected = known.join(", ");
            return Err(Failure::wrong(format!(
                "--pages: no page {}; expected some of {expected}{near}",
                Quoted(unknown)
            )));
        }
        let is_wanted = |page: &str| match given {
            // A visitor of a kiosk has no page of their own.
            [] => has_meaning(page, cubes) && !(is_kiosk && page == EMBED),
            [all] if all == ALL => true,
            given => page == FIRST || given.iter().any(|name| name == word(page)),
        };
        Ok(self.pages.iter().filter(|page| is_wanted(page)).cloned().collect())
    }

    /// The files of the chosen pages, and those that all pages share.
    pub(super) fn files<'a>(&'a self, shown: &'a [String]) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let absent: Vec<&str> = self.pages.iter().filter(|page| !shown.contains(page)).map(String::as_str).collect();
        let has_maker = shown.iter().any(|page| MAKERS.contains(&page.as_str()));
        // A page, its script and its style sheet have the page's name.
        let is_absent = move |path: &str| {
            if !has_maker && MAKER_FILES.iter().any(|start| path.starts_with(start)) {
                return true;
            }
            // Only the page "Embed" fills the templates of `cellveil bundle`, and this page saves no lessons.
            if path.starts_with(TEMPLATES) && (absent.contains(&"embed") || path.starts_with(LESSONS)) {
                return true;
            }
            let page = [".html", ".css", ".js"].iter().find_map(|ending| path.strip_suffix(ending));
            page.is_some_and(|page| absent.contains(&page))
        };
        self.files
            .iter()
            .filter(move |(path, _)| !is_absent(path))
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }
}

/// The name of a page on the command line.
pub(super) fn word(page: &str) -> &str {
    if page == FIRST { "tables" } else { page }
}

/// Whether a page helps the readers of these cubes. Pages that only publishers need are not on a site by default.
fn has_meaning(page: &str, cubes: &[SiteCube]) -> bool {
    let any = |has: &dyn Fn(&SiteCube) -> bool| cubes.iter().any(has);
    match page {
        FIRST => true,
        // A page that embeds a table cannot ask for a passphrase.
        EMBED => any(&|cube| !cube.folder.is_encrypted()),
        "maps" | "community" => any(&|cube| cube.settings.as_ref().is_some_and(Given::has_map)),
        // Risk and utility are measured from true counts.
        "risk" => any(&|cube| cube.folder.store.cube().may_reveal()),
        // Only the cubes for these audiences take a reader's own method.
        "designer" => any(&|cube| {
            let cube = cube.folder.store.cube();
            !cube.is_sealed() && matches!(cube.about.audience, Audience::Teaching | Audience::Internal)
        }),
        _ => false,
    }
}

/// The cube that a page opens if its address names no cube: the first cube for which the page has most meaning.
pub(super) fn first_cube<'a>(page: &str, cubes: &'a [SiteCube]) -> &'a SiteCube {
    let has_boundaries = |cube: &&SiteCube| cube.settings.as_ref().is_some_and(|given| !given.boundaries.is_empty());
    let has_map = |cube: &&SiteCube| cube.settings.as_ref().is_some_and(Given::has_map);
    let has_areas = |cube: &&SiteCube| {
        cube.folder.store.cube().dimensions.iter().any(|dimension| dimension.role == Some(Role::Geo))
    };
    let mut all = cubes.iter();
    let found = match page {
        "maps" | "community" => {
            all.clone().find(has_boundaries).or_else(|| all.clone().find(has_map)).or_else(|| all.find(has_areas))
        }
        "risk" => all.find(|cube| cube.folder.store.cube().may_reveal()),
        _ => None,
    };
    found.unwrap_or(&cubes[0])
}

/// The parts of a page that differ between sites.
pub(super) struct Dress<'a> {
    pub title: &'a str,
    /// The pages in the navigation.
    pub shown: &'a [String],
    /// The cube that the page opens first.
    pub cube: &'a str,
    /// The options of kiosk mode, if the site is a kiosk.
    pub kiosk: Option<&'a str>,
    /// Minutes without input after which a page locks an encrypted cube, if the publisher sets them.
    pub lock_after: Option<u32>,
    /// Whether browsers keep the site.
    pub is_kept: bool,
}

impl Dress<'_> {
    /// Puts the site's title, pages, first cube and kiosk mode on a page.
    pub fn put_on(&self, path: &str, html: &[u8]) -> Result<String, Failure> {
        let html = String::from_utf8_lossy(html);
        let title = escaped(self.title);
        let mut dressed = String::with_capacity(html.len());
        let (mut titles, mut heads, mut in_navigation) = (0, 0, false);
        for line in html.split_inclusive('\n') {
            let trimmed = line.trim();
            if trimmed.starts_with("<html") {
                let kiosk = self.kiosk.map(|kiosk| format!(" data-kiosk=\"{}\"", escaped(kiosk)));
                let lock = self.lock_after.map(|minutes| format!(" data-lock-after=\"{minutes}\""));
                let start = format!("<html{}{}", kiosk.unwrap_or_default(), lock.unwrap_or_default());
                dressed += &with_attribute(line, "data-cube", &escaped(self.cube)).replacen("<html", &start, 1);
            } else if !self.is_kept && trimmed.starts_with("<link rel=\"manifest\"") {
                // A page without this link does not start the worker.
            } else if trimmed.starts_with("<title>") {
                titles += 1;
                dressed +=
                    &line.replace(">cellveil<", &format!(">{title}<")).replace("– cellveil<", &format!("– {title}<"));
            } else if trimmed == "<h1>cellveil</h1>" {
                heads += 1;
                dressed += &line.replace("cellveil", &title);
            } else if !in_navigation || linked(trimmed).is_none_or(|page| self.shown.iter().any(|shown| shown == page))
            {
                dressed += line;
            }
            in_navigation = (in_navigation || is_navigation(trimmed)) && !trimmed.contains("</nav>");
        }
        match (titles, heads) {
            (1, 1) => Ok(dressed),
            _ => Err(Failure::wrong(format!(
                "the archive's {path}: no title; expected pages of this version of cellveil"
            ))),
        }
    }
}

/// Puts the version of the site on a page, so that the page notices files of another version.
pub(super) fn with_version(html: &str, version: &str) -> String {
    html.replacen("<html", &format!("<html data-version=\"{version}\""), 1)
}

fn is_navigation(line: &str) -> bool {
    line.starts_with("<nav class=\"ways\"")
}

/// The page to which a line of the navigation leads.
fn linked(line: &str) -> Option<&str> {
    line.strip_prefix("<a href=\"")?.split_once(".html\"").map(|(page, _)| page)
}

/// The names of the pages in the navigation of a page.
fn navigation(html: &str) -> Vec<String> {
    let lines = html.lines().map(str::trim).skip_while(|line| !is_navigation(line));
    lines.take_while(|line| !line.contains("</nav>")).filter_map(linked).map(str::to_owned).collect()
}

/// Replaces the value of an attribute in a line, if the line has the attribute.
fn with_attribute(line: &str, name: &str, value: &str) -> String {
    let parts =
        line.split_once(&format!(" {name}=\"")).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    parts.map_or_else(|| line.to_owned(), |(before, after)| format!("{before} {name}=\"{value}\"{after}"))
}

/// Escapes a text for HTML.
pub(in crate::cli) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Reads all files of an archive. Their paths stay within a folder.
fn unzip(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let (mut files, mut left) = (Vec::with_capacity(archive.len()), MOST_BYTES);
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|error| error.to_string())?;
        let path = file.name().map_err(|error| error.to_string())?.into_owned();
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':']);
        if !path.split('/').all(is_plain) {
            return Err(format!("the path {} leads out of a folder", Quoted(&path)));
        }
        let mut content = Vec::new();
        let read =
            file.take(left + 1).read_to_end(&mut content).map_err(|error| format!("{path}: {}", plain(&error)))?;
        left = left.checked_sub(read as u64).ok_or_else(|| format!("more than {MOST_BYTES} bytes"))?;
        files.push((path, content));
    }
    Ok(files)
}
