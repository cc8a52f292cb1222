//! The publisher's settings of maps and areas: a `page.json` and its files of boundaries. docs/reference/pages.md
//! describes the format. The pages check the fields, because a mistake in one indicator should not stop the others.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::Failure;
use super::cubes::SiteCube;
use super::output::Writing;
use crate::base::{Quoted, did_you_mean};
use crate::cli::folder::plain;
use crate::cube::Release;
use crate::host::fs::File;
use crate::host::{self, fs};

/// The settings of the map that name a file. The file's name on the site ends like the setting.
const BOUNDARIES: [&str; 3] = ["geojson", "topojson", "pmtiles"];

/// The settings in one file.
#[derive(Clone)]
pub(super) struct Given {
    /// The only cube of these settings. Without a name, they are for every cube that has their areas.
    cube: Option<String>,
    file: PathBuf,
    page: Map<String, Value>,
    /// The files of boundaries, by the setting that names them.
    pub boundaries: Vec<(&'static str, PathBuf)>,
}

impl Given {
    /// The file of settings and the files that it names.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.file.as_path()).chain(self.boundaries.iter().map(|(_, file)| file.as_path()))
    }

    /// Whether the settings describe a map.
    pub fn has_map(&self) -> bool {
        self.page.contains_key("map")
    }

    /// The dimension of areas that the settings name.
    fn dimension(&self) -> Option<&str> {
        self.page.get("map")?.get("dimension")?.as_str()
    }

    /// Whether a cube has the areas of these settings.
    fn fits(&self, cube: &SiteCube) -> bool {
        let has = |name| cube.folder.store.cube().dimensions.iter().any(|dimension| dimension.name == name);
        self.dimension().is_none_or(has)
    }
}

/// Reads the settings in the arguments `[CUBE=]FILE`.
pub(super) fn read(arguments: &[String]) -> Result<Vec<Given>, Failure> {
    arguments.iter().map(|argument| read_one(argument)).collect()
}

fn read_one(argument: &str) -> Result<Given, Failure> {
    let named = argument.split_once('=').filter(|_| !host::exists(Path::new(argument)));
    let (cube, file) = named.map_or((None, argument), |(cube, file)| (Some(cube.to_owned()), file));
    let wrong =
        |problem: String, expected: &str| Failure::wrong(format!("--settings {file}: {problem}; expected {expected}"));
    let text = fs::read(file).map_err(|error| wrong(plain(&error), "a page.json"))?;
    let page = serde_json::from_slice(&text).map_err(|error| wrong(format!("not JSON, {error}"), "a page.json"))?;
    let Value::Object(page) = page else {
        return Err(wrong("not an object".into(), "an object with \"map\", \"indicators\" and \"tables\""));
    };
    let mut boundaries = Vec::new();
    for kind in BOUNDARIES {
        let Some(name) = page.get("map").and_then(|map| map.get(kind)) else { continue };
        let path = name.as_str().map(|name| Path::new(file).parent().unwrap_or(Path::new("")).join(name));
        let Some(path) = path.filter(|path| host::is_file(path)) else {
            return Err(wrong(format!("map.{kind} names {name}"), "a file in the same folder"));
        };
        let checked = if kind == "pmtiles" { check_tiles(&path) } else { check_json(&path) };
        checked.map_err(|(problem, expected)| {
            Failure::wrong(format!("{}: {problem}; expected {expected}", path.display()))
        })?;
        boundaries.push((kind, path));
    }
    Ok(Given { cube, file: file.into(), page, boundaries })
}

/// Gives each cube its settings. Settings for one cube replace settings for all cubes.
pub(super) fn assign(settings: Vec<Given>, cubes: &mut [SiteCube]) -> Result<(), Failure> {
    let (of_all, of_one): (Vec<Given>, Vec<Given>) = settings.into_iter().partition(|given| given.cube.is_none());
    for given in of_all {
        let mut fits = cubes.iter_mut().filter(|cube| given.fits(cube)).peekable();
        if fits.peek().is_none() {
            return Err(misfit(&given, "none of the cubes has"));
        }
        fits.for_each(|cube| cube.settings = Some(given.clone()));
    }
    for given in of_one {
        let name = given.cube.as_deref().unwrap_or_default();
        let known: Vec<String> = cubes.iter().map(|cube| cube.name.clone()).collect();
        let Some(cube) = cubes.iter_mut().find(|cube| cube.name == name) else {
            let near = did_you_mean(name, known.iter().map(String::as_str));
            return Err(Failure::wrong(format!(
                "--settings: no cube {}; expected one of {}{near}",
                Quoted(name),
                known.join(", ")
            )));
        };
        if !given.fits(cube) {
            return Err(misfit(&given, "the cube lacks"));
        }
        cube.settings = Some(given);
    }
    Ok(())
}

fn misfit(given: &Given, who: &str) -> Failure {
    let dimension = Quoted(given.dimension().unwrap_or_default());
    let file = given.file.display();
    Failure::wrong(format!(
        "--settings {file}: map.dimension: {who} {dimension}; expected the cube's dimension of areas"
    ))
}

/// Writes the settings of each cube, their files of boundaries, and the list of cubes that have settings.
pub(super) fn write(site: &mut Writing, cubes: &[SiteCube]) -> Result<(), Failure> {
    let names: Vec<&str> = cubes.iter().map(|cube| cube.name.as_str()).collect();
    let mut copied: Vec<(&Path, String)> = Vec::new();
    let mut described = Vec::new();
    for cube in cubes {
        let Some(given) = &cube.settings else { continue };
        let mut page = given.page.clone();
        for (kind, file) in &given.boundaries {
            // Cubes with the same areas share one file, because boundaries may be large.
            let name = match copied.iter().find(|(known, _)| known == file) {
                Some((_, name)) => name.clone(),
                None => {
                    let name = format!("{}.{kind}", cube.name);
                    site.copy(&format!("pages/{name}"), file)?;
                    copied.push((file, name.clone()));
                    name
                }
            };
            if let Some(map) = page.get_mut("map").and_then(Value::as_object_mut) {
                map.insert((*kind).to_owned(), json!(name));
            }
        }
        keep_changed(&mut page, cube, &names);
        site.json(&format!("pages/{}.json", cube.name), &Value::Object(page))?;
        described.push(cube.name.as_str());
    }
    // Pages request only the settings in this list.
    site.json("pages/index.json", &json!(described))
}

/// Keeps the list of changed cubes only for a keyed cube of unchanged records, and only the cubes of this site.
fn keep_changed(page: &mut Map<String, Value>, cube: &SiteCube, names: &[&str]) {
    let about = cube.folder.store.cube();
    let is_unchanged = about.about.release == Release::Keyed && about.pretabular.is_none();
    let Some(changed) = page.get_mut("changed").and_then(Value::as_array_mut) else { return };
    changed.retain(|each| {
        is_unchanged && each.get("cube").and_then(Value::as_str).is_some_and(|name| names.contains(&name))
    });
    if changed.is_empty() {
        page.shift_remove("changed");
    }
}

/// A problem of a file of boundaries, and what was expected.
type Misread = (String, &'static str);

/// Checks that a file of boundaries is JSON.
fn check_json(file: &Path) -> Result<(), Misread> {
    let text = fs::read(file).map_err(|error| (plain(&error), "a file of boundaries"))?;
    let read: Result<serde::de::IgnoredAny, _> = serde_json::from_slice(&text);
    read.map(|_| ()).map_err(|error| (format!("not JSON, {error}"), "GeoJSON or TopoJSON"))
}

/// The start of an archive of tiles, from the specification of PMTiles, version 3: the magic number, the version and, at
/// byte 99, the type of the tiles.
const MAGIC: &[u8] = b"PMTiles";
const VERSION: u8 = 3;
const TILE_TYPE_AT: usize = 99;
const VECTOR: u8 = 1;

/// Checks that a file is an archive of vector tiles.
fn check_tiles(file: &Path) -> Result<(), Misread> {
    let mut header = [0; TILE_TYPE_AT + 1];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    if read.is_err() || !header.starts_with(MAGIC) {
        return Err(("not an archive of PMTiles".into(), "a file that begins with PMTiles"));
    }
    if header[MAGIC.len()] != VERSION {
        return Err((format!("version {} of PMTiles", header[MAGIC.len()]), "version 3"));
    }
    if header[TILE_TYPE_AT] != VECTOR {
        return Err((format!("tiles of the type {}", header[TILE_TYPE_AT]), "vector tiles of the type MVT (1)"));
    }
    Ok(())
}
