//! Checks a manifest and turns it into a [`Cube`]. Resolves every reference and checks every size against its limit.

#[cfg(feature = "full")]
mod listed;
mod parts;

use std::fmt::Display;

use super::explain::ExplainPart;
use super::manifest::{FilePart, Form, KeyPart, Manifest, ManifestError, PropertiesPart, RefusedPart, TilePart};
use super::pretabular::PretabularPart;
use super::terms::{About, Audience, Data, Release};
use crate::base::{FULL, OnlyFull, Quoted};
use crate::dimension::{AxisRef, CodeList, Dimension, Text};
use crate::key::KeyGroup;
use crate::measure::PublishedMeasures;
use crate::protect::{Parameters, Rest};
use crate::rules::Rules;
use crate::tile::MAX_DIMENSIONS;
use parts::{
    add_part, axes_of, dimension, file, files_of_views, find_file, list_in_parts, marked_codes, no_file, salt, view,
};
#[cfg(feature = "full")]
pub(crate) use parts::{slices, slices_of_view};

/// Maximum number of codes in a dimension or level: 2^24.
pub(crate) const MAX_CODES: usize = 1 << 24;
/// Maximum number of views, of tiles in a view, and of files: 2^20.
const MAX_PARTS: usize = 1 << 20;
/// Maximum number of methods, and of levels in a dimension. It is low because all names are compared in pairs.
const MAX_NAMES: usize = 1000;
/// Maximum size of a file in bytes: 1 GiB.
const MAX_FILE: u64 = 1 << 30;
/// Maximum size of the salt in hexadecimal digits: 2^16.
const MAX_SALT: usize = 1 << 16;

/// The checked description of a cube, without the contents of its tiles.
#[derive(Debug, Clone)]
pub struct Cube {
    /// Title, unit, data, audience and release class.
    pub about: About,
    /// How record keys combine to cell keys. A sealed cube has no keys, so this field, `uniform_keys` and `salt` have
    /// defaults.
    pub keys: KeyGroup,
    /// Whether record keys are uniform from 0 to M − 1.
    pub uniform_keys: bool,
    /// The salt of the hashes of keys.
    pub salt: Vec<u8>,
    /// The dimensions of the data.
    pub dimensions: Vec<Dimension>,
    /// Combinations of codes that cannot exist.
    pub structural_zeros: Vec<StructuralZero>,
    /// The names and parameters of the protection methods.
    pub methods: Vec<(String, Parameters)>,
    /// The names and titles of the methods that have a title.
    pub method_titles: Vec<(String, Text)>,
    /// Properties of a sealed cube's method. A keyed cube has `None`.
    pub sealed_properties: Option<PropertiesPart>,
    /// The publisher's choice whether pages may explain values, if given. A sealed cube can have the explanations here.
    pub explain: Option<ExplainPart>,
    /// For each dimension that marks imputed or changed records, the codes that mark them. Empty if no code marks such
    /// records.
    pub altered: StructuralZero,
    /// The steps that changed the records before they were counted, as far as the publisher states them.
    pub pretabular: Option<PretabularPart>,
    /// The publisher's limits on tables.
    pub rules: Option<Rules>,
    /// The views. A keyed cube has the finest view first, a sealed cube the views with the fewest axes.
    pub views: Vec<View>,
    /// The sets of axes that a sealed cube refuses, each with the reason.
    pub refused: Vec<Refused>,
    /// All known files except the manifest. Those that `cube.json` lists come first, sorted by path.
    pub files: Vec<CubeFile>,
    /// Positions in `files`, sorted by path.
    by_path: Vec<u32>,
    /// The files that hold parts of the manifest, each with the part.
    pub parts: Vec<(usize, PartOf)>,
    /// For each dimension, the index of its words, if it has one. An entry has a word and a code in place of a code.
    pub indexes: Vec<Option<CodeList>>,
    /// The form of the lists in the manifest's parts.
    pub form: Form,
    /// The digest at the end of the manifest. It identifies this version of the cube.
    pub digest: String,
}

/// Combinations that cannot exist: every combination with a marked code in each of these dimensions. Each entry holds
/// a dimension's position and one mark for each of its codes.
pub type StructuralZero = Vec<(usize, Vec<bool>)>;

/// The cells of one set of axes.
#[derive(Debug, Clone)]
pub struct View {
    /// The axes in the order of the tiles' coordinates. Each dimension occurs at most once.
    pub axes: Vec<AxisRef>,
    /// In a sealed cube, the status or value of all cells that are in no slice.
    pub rest: Rest,
    /// Risk and utility of a view in a sealed cube, if the publisher discloses them.
    pub measures: Option<PublishedMeasures>,
    /// Position in `axes` of the axis that cuts the view into slices.
    pub split: Option<usize>,
    /// The slices of the view. Together they hold its cells.
    pub slices: Vec<Slice>,
}

/// A set of axes that no view of a sealed cube contains.
#[derive(Debug, Clone)]
pub struct Refused {
    /// The axes. Each dimension occurs at most once.
    pub axes: Vec<AxisRef>,
    /// The reason, worded to follow the names of the axes.
    pub reason: String,
}

/// The part of a manifest that a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOf {
    /// Codes of the dimension at a position, or a list of files with its codes.
    Codes(usize),
    /// Entries of this dimension's index, or a list of files with its entries.
    Index(usize),
    /// A level: the positions of its dimension and of the level.
    Level(usize, usize),
    /// Slices of the view at a position.
    Slices(usize),
    /// The tile entries of consecutive views: the position of the first view, and the number of views.
    Views(usize, usize),
}

/// A part of a view that lies in one section of one file.
#[derive(Debug, Clone)]
pub struct Slice {
    /// Position of the file in [`Cube::files`].
    pub file: usize,
    /// Position of the section in the file.
    pub section: usize,
    /// Number of cells.
    pub cells: usize,
    /// Positions of the first and last code that the slice covers on the splitting axis.
    pub codes: Option<(u32, u32)>,
    /// Whether the file lists slices, which take this slice's place when the file is loaded. Such a slice may stand for the
    /// whole view, also for a view without a splitting axis.
    pub is_list: bool,
    /// Whether such a file lists this slice. Its tile may then count codes from the slice's first code.
    pub is_listed: bool,
}

/// A file that the manifest lists.
#[derive(Debug, Clone)]
pub struct CubeFile {
    /// Path inside the cube's folder.
    pub path: String,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 as 64 lower-case hexadecimal digits.
    pub sha256: String,
}

impl Cube {
    /// Reads and checks the bytes of `cube.json`.
    pub fn from_manifest(bytes: &[u8]) -> Result<Self, ManifestError> {
        Self::read(bytes, false, false)
    }

    /// Reads and checks a `cube.json` that was inside encrypted files, or that will be. Only there may a keyed cube of
    /// confidential data be for a kiosk.
    pub fn from_decrypted(bytes: &[u8]) -> Result<Self, ManifestError> {
        Self::read(bytes, true, false)
    }

    /// Whether the cube's files hold only protected values, without counts and keys.
    pub fn is_sealed(&self) -> bool {
        self.about.release == Release::Sealed
    }

    /// Whether a query may reveal true counts and keys. The cube must have them. The data must not be confidential, or
    /// the audience must be internal.
    pub fn may_reveal(&self) -> bool {
        !self.is_sealed() && (self.about.data != Data::Confidential || self.about.audience == Audience::Internal)
    }

    /// The title of one of the cube's methods. A query's own method has no title, even if its name is that of a method
    /// of the cube.
    pub fn method_title(&self, name: &str, parameters: &Parameters) -> Option<&Text> {
        let (_, title) = self.method_titles.iter().find(|(titled, _)| titled == name)?;
        self.methods.iter().any(|(known, given)| known == name && given == parameters).then_some(title)
    }

    /// Whether the cube explains which counts a value can stand for. If the publisher made no choice, a keyed cube
    /// explains values, and a sealed cube does not.
    pub fn explains(&self) -> bool {
        self.explain.as_ref().map_or(!self.is_sealed(), ExplainPart::explains)
    }

    /// The position of a file in [`files`](Self::files).
    pub fn file(&self, path: &str) -> Option<usize> {
        find_file(&self.files, &self.by_path, path)
    }
}

impl Cube {
    /// Reads and checks the bytes of a `cube.json`, which may have been inside encrypted files. With `in_parts`, parts
    /// of the manifest may be in files of their own.
    pub(crate) fn read(bytes: &[u8], is_decrypted: bool, in_parts: bool) -> Result<Self, ManifestError> {
        let manifest = Manifest::from_bytes(bytes)?;
        if let Some(problem) = OnlyFull::new(()).filter(|_| !in_parts && manifest.is_in_parts()) {
            return Err(ManifestError::InParts(problem));
        }
        let form = manifest.form();
        let wrong = |field: &str, problem: &dyn Display, expected| Err(ManifestError::field(&field, problem, expected));
        let sealed = manifest.about.release == Release::Sealed;
        let is_kiosk = is_decrypted && manifest.about.audience == Audience::Kiosk;
        if manifest.about.release == Release::Keyed
            && manifest.about.data == Data::Confidential
            && manifest.about.audience != Audience::Internal
            && !is_kiosk
        {
            let problem = "is \"keyed\" for confidential data outside the agency";
            let expected = "audience \"internal\", encrypted files for a kiosk, or data that are not confidential";
            return wrong("release", &problem, expected);
        }
        let key = match manifest.key {
            Some(_) if sealed => return wrong("key", &"is given in a sealed cube", "no keys"),
            None if sealed => KeyPart::default(),
            None => return wrong("key", &"is missing", "how cell keys are made"),
            Some(key) => key,
        };
        if manifest.properties.is_some() != sealed || (sealed && manifest.methods.len() != 1) {
            return wrong(
                "methods",
                &"do not suit the release class",
                "one method and its properties in a sealed cube",
            );
        }
        if let Some(part) = &manifest.explain {
            part.check(sealed)?;
        }
        if FULL && sealed && manifest.rules.is_some() {
            return wrong("rules", &"is given in a sealed cube", "rules in a keyed cube only");
        }
        if !sealed && !manifest.refused.is_empty() {
            return wrong("refused", &"is given in a keyed cube", "views that are refused in a sealed cube only");
        }
        if manifest.files.len() > MAX_PARTS {
            return wrong("files", &"has too many entries", "at most 2^20 files");
        }
        let mut files: Vec<CubeFile> = Vec::with_capacity(manifest.files.len());
        for part in manifest.files {
            let part = file(part)?;
            if files.last().is_some_and(|before| before.path >= part.path) {
                let field = format_args!("files: {}", Quoted(&part.path));
                return Err(ManifestError::field(&field, &"is out of order", "each file once, in order of the paths"));
            }
            files.push(part);
        }
        let mut by_path: Vec<u32> = (0..files.len() as u32).collect();
        let mut parts = Vec::new();
        if manifest.dimensions.is_empty() || manifest.dimensions.len() > MAX_DIMENSIONS {
            let problem = format_args!("has {} entries", manifest.dimensions.len());
            return wrong("dimensions", &problem, "1 to 64 dimensions");
        }
        let mut add = |part: FilePart, of: PartOf| {
            let file = add_part(&mut files, &mut by_path, &parts, part)?;
            parts.push((file, of));
            Ok(file)
        };
        let mut dimensions: Vec<Dimension> = Vec::with_capacity(manifest.dimensions.len());
        let mut indexes = Vec::new();
        for mut part in manifest.dimensions {
            if dimensions.iter().any(|earlier| earlier.name == part.name) {
                let field = format_args!("dimensions: {}", Quoted(&part.name));
                return Err(ManifestError::field(&field, &"occurs twice", "each dimension once"));
            }
            let at = dimensions.len();
            let index = part.index.take().map(|index| {
                let field = format!("dimensions: {}: index", Quoted(&part.name));
                list_in_parts(&field, index.into_inner(), PartOf::Index(at), &mut add)
            });
            indexes.push(index.transpose()?);
            dimensions.push(dimension(part, at, &mut add)?);
        }
        if manifest.methods.len() > MAX_NAMES {
            let problem = format_args!("has {} entries", manifest.methods.len());
            return wrong("methods", &problem, "at most 1000 methods");
        }
        for (at, (name, _)) in manifest.methods.iter().enumerate() {
            if manifest.methods[..at].iter().any(|(earlier, _)| earlier == name) {
                let field = format_args!("methods: {}", Quoted(name));
                return Err(ManifestError::field(&field, &"occurs twice", "each method once"));
            }
        }
        // A page finds a title by the method's name, so only the full build refuses a stray title.
        for (at, (name, _)) in manifest.method_titles.iter().enumerate().filter(|_| FULL) {
            let wrong = |problem: &str, expected| {
                Err(ManifestError::field(&format_args!("method_titles: {}", Quoted(name)), &problem, expected))
            };
            if manifest.method_titles[..at].iter().any(|(earlier, _)| earlier == name) {
                return wrong("occurs twice", "each method once");
            }
            if !manifest.methods.iter().any(|(method, _)| method == name) {
                return wrong("is no method of the cube", "the name of one of methods");
            }
        }
        if manifest.views.is_empty() || manifest.views.len() > MAX_PARTS {
            return wrong("views", &"has no entry or too many", "1 to 2^20 views");
        }
        let whole = manifest.tiles.map(|tiles| files_of_views(tiles.into_inner(), manifest.views.len(), &mut add));
        let whole = whole.transpose()?;
        let mut views = Vec::with_capacity(manifest.views.len());
        for (number, part) in manifest.views.into_iter().enumerate() {
            if FULL && !sealed && part.measures.is_some() {
                return wrong("views", &"have measures in a keyed cube", "measures in a sealed cube only");
            }
            if !sealed && !part.rest.is_zero() {
                return wrong("views", &"have a rest in a keyed cube", "a rest in a sealed cube only");
            }
            let mut file_of = |tile: &mut TilePart| match tile.list.take() {
                Some(list) => {
                    let file = add_part(&mut files, &mut by_path, &parts, list.into_inner())?;
                    parts.push((file, PartOf::Slices(number)));
                    Ok(Some(file))
                }
                None => Ok(find_file(&files, &by_path, &tile.file)),
            };
            let whole = whole.as_ref().and_then(|files| OnlyFull::new(files[number]));
            views.push(view(number, part, &dimensions, whole, &mut file_of)?);
        }
        // Refuses files that no view reads, because they may hide other contents. A build without `full` leaves this to
        // `verify` and the audit, to save code.
        if FULL && sealed {
            let mut held = vec![false; files.len()];
            views.iter().flat_map(|view: &View| &view.slices).for_each(|slice| held[slice.file] = true);
            parts.iter().for_each(|&(file, _)| held[file] = true);
            if let Some(stray) = held.iter().position(|held| !held) {
                let field = format_args!("files: {}", Quoted(&files[stray].path));
                return Err(ManifestError::field(&field, &"is in no view", "a sealed cube of tiles alone"));
            }
            // Requires a fixed order and one view for each set of axes. So the order discloses nothing, and the audit
            // finds every view.
            let order = |view: &View| (view.axes.len(), view.axes.clone());
            let ordered = |pair: &[View]| order(&pair[0]) < order(&pair[1]);
            if !(views.windows(2).all(ordered) && views.iter().all(|view| view.axes.is_sorted())) {
                let expected = "those with fewest axes first, in the order of the dimensions, each once";
                return wrong("views", &"are out of order", expected);
            }
        }
        let mut refused = Vec::with_capacity(manifest.refused.len());
        for RefusedPart { axes, reason } in manifest.refused.into_iter().filter(|_| FULL) {
            refused.push(Refused {
                axes: axes_of(&axes, &dimensions, &|p, e| ManifestError::field(&"refused", p, e))?,
                reason,
            });
        }
        for (name, parameters) in &manifest.methods {
            let Some(path) = parameters.ptable() else { continue };
            let wrong = |problem: &dyn Display, expected| {
                Err(ManifestError::field(&format_args!("methods: {}: ptable", Quoted(name)), problem, expected))
            };
            let Some(file) = find_file(&files, &by_path, path) else {
                return wrong(&no_file(path), "a file of the manifest");
            };
            let is_tile = views.iter().flat_map(|view: &View| &view.slices).any(|slice| slice.file == file);
            if is_tile || parts.iter().any(|&(part, _)| part == file) {
                return wrong(&format_args!("names {}, a tile", Quoted(path)), "the file of a p-table");
            }
        }
        let mut structural_zeros = Vec::with_capacity(manifest.structural_zeros.len());
        for rule in manifest.structural_zeros {
            structural_zeros.push(marked_codes("structural_zeros", rule, &dimensions)?);
        }
        let altered = match manifest.altered {
            none if !FULL || none.is_empty() => Vec::new(),
            codes => marked_codes("altered", codes, &dimensions)?,
        };
        if altered.iter().any(|(_, marked)| !marked.contains(&false)) {
            return wrong("altered", &"has every code of a dimension", "codes that leave one for records as they were");
        }
        PretabularPart::check(manifest.pretabular.as_ref(), manifest.about.release, &dimensions)?;
        // A limit needs all codes and levels at once.
        let is_complete = |dimension: &Dimension| {
            dimension.codes.is_whole() && dimension.levels.iter().all(|level| level.is_loaded())
        };
        if manifest.rules.is_some() && !dimensions.iter().all(is_complete) {
            return wrong("rules", &"stand beside a dimension in parts", "all codes and levels in cube.json");
        }
        let rules = match &manifest.rules {
            None => None,
            Some(part) => Some(Rules::resolve(part, &dimensions, &manifest.about.unit).map_err(
                |(field, problem, expected)| {
                    ManifestError::Shape(format!("rules.{field} is {problem}; expected {expected}"))
                },
            )?),
        };
        Ok(Self {
            about: manifest.about,
            keys: KeyGroup::new(key.combine, key.modulus)?,
            uniform_keys: key.uniform,
            salt: salt(&key.salt)?,
            dimensions,
            structural_zeros,
            methods: manifest.methods,
            method_titles: manifest.method_titles,
            sealed_properties: manifest.properties,
            explain: manifest.explain,
            altered,
            pretabular: manifest.pretabular,
            rules,
            views,
            refused,
            files,
            by_path,
            parts,
            indexes,
            form,
            digest: manifest.digest,
        })
    }
}
