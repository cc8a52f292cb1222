//! Defines a store: an open cube with its description and its loaded files.

mod build;
#[cfg(feature = "make")]
mod building;
#[cfg(feature = "full")]
mod estimate;
#[cfg(feature = "full")]
mod explain;
#[cfg(feature = "make")]
mod explain_cells;
#[cfg(feature = "audit")]
mod inside;
#[cfg(feature = "full")]
mod measure;
#[cfg(feature = "full")]
mod original;
#[cfg(feature = "full")]
mod parts;
#[path = "store/parts/disabled.rs"]
#[cfg(not(feature = "full"))]
mod parts;
mod plan;
#[cfg(feature = "full")]
mod rules;
#[path = "store/rules/disabled.rs"]
#[cfg(not(feature = "full"))]
mod rules;
#[cfg(feature = "make")]
mod sealing;
#[cfg(feature = "full")]
mod search;
#[cfg(feature = "tables")]
mod trace;
#[cfg(feature = "tables")]
mod whole;
#[path = "store/whole/disabled.rs"]
#[cfg(not(feature = "tables"))]
mod whole;
#[cfg(feature = "make")]
mod whole_views;

use std::sync::Arc;

use super::cache::TileCache;
use super::columns::Columns;
use super::query_error::QueryError;
use crate::base::{FULL, MAX_COUNT, OnlyFull, Quoted};
use crate::cube::{Cube, Slice, View, sha256_hex};
use crate::dimension::AxisRef;
use crate::protect::{CompiledMethod, KeyContext, MethodError, MethodSpec, Properties, compile};
use crate::ptable::Ptable;
use crate::table::error::{Error, FileError};
use crate::tile::{self, Section};
#[cfg(feature = "full")]
pub use original::TrueCounts;
#[cfg(feature = "full")]
pub use search::FoundCodes;
#[cfg(feature = "tables")]
pub use trace::{Member, Trace, Traced};

/// Maximum number of compiled methods in memory. Pages rarely use more.
const MAX_COMPILED: usize = 4;

/// Marks a section that no view reads.
const UNREAD: u64 = u64::MAX;

/// The caller of a store. A page may use its own method only if the cube's audience is teaching or internal. A user of
/// the command line has the files and is not restricted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// JavaScript on a page.
    Page,
    /// The command line.
    CommandLine,
}

/// A cube's description and the files that are loaded.
#[derive(Debug)]
pub struct Store {
    cube: Cube,
    caller: Caller,
    /// The cells of the loaded tiles, by position of their file in [`Cube::files`].
    tiles: TileCache,
    /// The slices in each file, as pairs of view and slice positions.
    slices_of: Vec<Vec<(usize, usize)>>,
    ptables: Vec<(String, Ptable)>,
    methods: Vec<Arc<MethodSpec>>,
    /// The most recently compiled methods. They are stored so that a method is compiled only once for many tables.
    compiled: Vec<(Arc<MethodSpec>, CompiledMethod)>,
}

impl Store {
    /// Opens a cube from the bytes of its manifest. The other files are loaded later.
    pub fn open(manifest: &[u8], caller: Caller) -> Result<Self, Error> {
        Self::read(manifest, caller, false, false)
    }

    /// Opens a cube from the bytes of a manifest with parts in files of their own. [`lacking`](Self::lacking) names the
    /// parts that a query needs, and [`load`](Self::load) loads them.
    pub fn open_in_parts(manifest: &[u8], caller: Caller) -> Result<Self, Error> {
        Self::read(manifest, caller, false, true)
    }

    /// Opens a cube from the bytes of a manifest that was inside encrypted files, or that will be.
    pub fn open_decrypted(manifest: &[u8], caller: Caller) -> Result<Self, Error> {
        Self::read(manifest, caller, true, false)
    }

    /// Opens a cube from the bytes of a manifest, which may have been inside encrypted files. With `in_parts`, parts of
    /// the manifest may be in files of their own.
    pub(crate) fn read(manifest: &[u8], caller: Caller, is_decrypted: bool, in_parts: bool) -> Result<Self, Error> {
        let cube = Cube::read(manifest, is_decrypted, in_parts)?;
        let mut methods = Vec::with_capacity(cube.methods.len());
        for (name, given) in &cube.methods {
            let read = if cube.is_sealed() { MethodSpec::sealed } else { MethodSpec::new };
            methods.push(Arc::new(read(name, given).map_err(QueryError::from)?));
        }
        let store = Self {
            methods,
            tiles: TileCache::new(cube.files.len()),
            slices_of: slices_of(&cube),
            cube,
            caller,
            ptables: Vec::new(),
            compiled: Vec::new(),
        };
        for method in store.methods().iter().filter(|_| !store.cube.is_sealed()) {
            method.check(store.keys()).map_err(QueryError::from)?;
        }
        Ok(store)
    }

    /// The cube's description.
    pub fn cube(&self) -> &Cube {
        &self.cube
    }

    /// The methods in the cube, in order.
    pub fn methods(&self) -> &[Arc<MethodSpec>] {
        &self.methods
    }

    /// The name of the default method: the method `default`, or the only method.
    pub fn default_method(&self) -> Option<&str> {
        match self.cube.methods.as_slice() {
            [(only, _)] => Some(only),
            methods => methods.iter().map(|(name, _)| name.as_str()).find(|&name| name == "default"),
        }
    }

    /// Whether the views of this cube store their own totals: a sealed cube whose method looks at the whole table. The
    /// total is one more place on each axis, after the codes.
    pub(crate) fn has_own_totals(&self) -> bool {
        FULL && self.cube.is_sealed() && self.methods[0].looks_at_table()
    }

    fn keys(&self) -> KeyContext<'_> {
        KeyContext { keys: self.cube.keys, uniform: self.cube.uniform_keys, salt: &self.cube.salt }
    }

    /// Checks the bytes of a file against the manifest and stores the contents of the file.
    ///
    /// # Errors
    /// Fails if the manifest does not list the path, the SHA-256 differs, or the contents do not fit the cube. The
    /// store is then unchanged, except if a part of the manifest has several places and fits some of them.
    pub fn load(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let about = |problem: FileError| Error::File { path: path.to_owned(), problem: Box::new(problem) };
        let number = self.cube.file(path).ok_or_else(|| about(FileError::Unlisted))?;
        let file = &self.cube.files[number];
        if bytes.len() as u64 != file.bytes {
            return Err(about(FileError::Length { found: bytes.len() as u64, expected: file.bytes }));
        }
        if sha256_hex(bytes) != file.sha256 {
            return Err(about(FileError::Hash));
        }
        if self.load_part(number, bytes)? {
            return Ok(());
        }
        // The reader of the manifest has checked that each file of a sealed cube belongs to a view.
        if self.slices_of[number].is_empty() {
            let ptable = Ptable::decode(bytes).map_err(|error| about(error.into()))?;
            self.add_ptable(path, ptable);
            return Ok(());
        }
        let mut sections = tile::decode(bytes).map_err(|error| about(error.into()))?;
        let mut populations = vec![UNREAD; sections.len()];
        let mut origins = vec![None; sections.len()];
        for &(view, slice) in &self.slices_of[number] {
            let view = &self.cube.views[view];
            let slice = &view.slices[slice];
            let contents = |what| about(FileError::Contents { what });
            let (population, origin) = self.fits(view, slice, &sections).map_err(contents)?;
            // Slices with different first codes need different coordinates.
            if populations[slice.section] != UNREAD && origins[slice.section] != origin {
                return Err(contents("codes of the splitting dimension"));
            }
            (populations[slice.section], origins[slice.section]) = (population, origin);
        }
        for (section, origin) in sections.iter_mut().zip(origins) {
            if let Some((axis, first)) = origin.map(OnlyFull::into_inner) {
                section.shift(axis, first);
            }
        }
        // A file must not disclose sections that no view reads. A view whose tile entries are not loaded may read such a
        // section. If its tile entries list this file, the file is loaded again with them.
        if populations.contains(&UNREAD) && self.knows_all_tiles() {
            return Err(about(FileError::Contents { what: "sections" }));
        }
        let columns = |(section, population)| match population {
            UNREAD => Columns::new(Section::empty(), self.cube.keys, 0),
            population => Columns::new(section, self.cube.keys, population),
        };
        let sections: Vec<Columns> = sections.into_iter().zip(populations).map(columns).collect();
        self.tiles.insert(number, sections);
        Ok(())
    }

    /// Removes a loaded file from memory. It can be loaded again.
    pub fn unload(&mut self, path: &str) {
        if let Some(file) = self.cube.file(path) {
            self.tiles.remove(file);
        }
        self.ptables.retain(|(name, _)| name != path);
        self.compiled.retain(|(method, _)| method.ptable() != Some(path));
    }

    /// Sets the maximum memory for tiles. Defaults to 256 MiB. If tiles take more memory after a table is built, the
    /// least recently read files are dropped and must be loaded again.
    pub fn keep_at_most(&mut self, bytes: usize) {
        self.tiles.keep_at_most(bytes);
    }

    /// Adds a p-table that is not a file of the cube, for a query with its own method.
    pub fn add_ptable(&mut self, name: &str, ptable: Ptable) {
        insert(&mut self.ptables, name, ptable);
        self.compiled.retain(|(method, _)| method.ptable() != Some(name));
    }

    /// Adds a p-table in the stored form, for a query with its own method.
    ///
    /// # Errors
    /// Fails if a file of the cube has the same name, or the bytes are not a stored p-table. The store is then
    /// unchanged.
    pub fn add_stored(&mut self, name: &str, stored: &[u8]) -> Result<(), Error> {
        if self.cube.file(name).is_some() {
            let problem = format!("ptable is {}, which is a file of the cube", Quoted(name));
            return Err(QueryError::from(MethodError::new("custom", problem, "a name of its own")).into());
        }
        self.add_ptable(name, Ptable::decode(stored)?);
        Ok(())
    }

    /// The number of records in a section, and the axis and code from which the section counts, if it is not the first
    /// code of the axis. Fails with the name of the part that contradicts the manifest.
    fn fits(&self, view: &View, slice: &Slice, sections: &[Section]) -> Result<Fit, &'static str> {
        let section = sections.get(slice.section).ok_or("sections")?;
        let total = usize::from(self.has_own_totals());
        let codes = |axis: &AxisRef| self.cube.dimensions[axis.dimension].codes_at(axis.level).len();
        let origin = self.origin(view, slice, section);
        // `origin` has compared the number of codes of its axis.
        let fits = |(at, (&own, axis)): (usize, (&u32, &AxisRef))| {
            own as usize == codes(axis) + total || origin.is_some_and(|origin| origin.get().0 == at)
        };
        if section.cardinalities.len() != view.axes.len()
            || !section.cardinalities.iter().zip(&view.axes).enumerate().all(fits)
        {
            return Err("dimensions");
        }
        if section.len() != slice.cells {
            return Err("number of cells");
        }
        let modulus = self.cube.keys.modulus().get();
        match &section.keys {
            // Keys are missing in a keyed cube or present in a sealed cube, so the file belongs to another cube.
            keys if keys.is_none() != self.cube.is_sealed() => return Err("measures"),
            Some(keys) if keys.iter().any(|key| key >= modulus) => return Err("keys"),
            _ => {}
        }
        let population = section.counts.iter().fold(0, u64::saturating_add);
        if population > self.most_records() {
            return Err("counts");
        }
        if let (Some(split), Some((first, last))) = (view.split, slice.codes)
            && !section.coordinates[split].iter().all(|code| {
                let code = code + origin.map_or(0, |origin| origin.get().1.into());
                // The total follows the last code, in the last slice.
                let is_last = last as usize + 1 == codes(&view.axes[split]);
                (first.into()..=u64::from(last) + (total & usize::from(is_last)) as u64).contains(&code)
            })
        {
            return Err("codes of the splitting dimension");
        }
        Ok((population, origin))
    }

    /// Maximum sum of a view's counts. It is larger in a sealed cube, where the numbers encode values with noise.
    fn most_records(&self) -> u64 {
        if self.cube.is_sealed() { 2 * MAX_COUNT } else { MAX_COUNT }
    }

    /// The properties of a method. Properties that depend on a p-table are known only after the method's first table is
    /// built.
    pub fn properties(&self, method: &MethodSpec) -> Properties {
        if let Some(sealed) = &self.cube.sealed_properties {
            return Properties {
                unbiased: Some(sealed.unbiased),
                keeps_zeros: Some(sealed.keeps_zeros),
                gain_of_empty_cells: sealed.keeps_zeros.then_some(0.0),
                largest_change: Some(sealed.largest_change),
                ..method.properties(None)
            };
        }
        let compiled = self.compiled.iter().find(|(known, _)| **known == *method);
        method.properties(compiled.map(|(_, rows)| rows))
    }

    /// Compiles a method. Its p-table must be loaded.
    pub(crate) fn compiled_method(&self, method: &MethodSpec) -> Result<CompiledMethod, Error> {
        let ptable = match method.ptable() {
            None => None,
            Some(path) => match find(&self.ptables, path) {
                None if self.cube.file(path).is_some_and(|file| self.tiles.has(file)) => {
                    let problem = format!("ptable is {}, which is a tile", Quoted(path));
                    return Err(QueryError::from(MethodError::new(&method.name, problem, "a p-table")).into());
                }
                None if self.cube.file(path).is_some() => {
                    return Err(QueryError::NotLoaded { path: path.to_owned() }.into());
                }
                ptable => ptable,
            },
        };
        Ok(compile(method, self.keys(), ptable).map_err(QueryError::from)?)
    }
}

/// The number of records in a section, and the axis and code from which the section counts.
type Fit = (u64, Option<Origin>);

/// The position of an axis and the code from which a section counts.
type Origin = OnlyFull<(usize, u32)>;

/// The slices in each file of a cube, as pairs of view and slice positions.
fn slices_of(cube: &Cube) -> Vec<Vec<(usize, usize)>> {
    let mut slices_of = vec![Vec::new(); cube.files.len()];
    for (number, view) in cube.views.iter().enumerate() {
        view.slices.iter().enumerate().for_each(|(at, slice)| slices_of[slice.file].push((number, at)));
    }
    slices_of
}

/// Finds the entry of a path in entries that are sorted by path.
fn find<'a, T>(entries: &'a [(String, T)], path: &str) -> Option<&'a T> {
    entries.binary_search_by(|(found, _)| found.as_str().cmp(path)).ok().map(|at| &entries[at].1)
}

fn insert<T>(entries: &mut Vec<(String, T)>, path: &str, value: T) {
    match entries.binary_search_by(|(found, _)| found.as_str().cmp(path)) {
        Ok(at) => entries[at].1 = value,
        Err(at) => entries.insert(at, (path.to_owned(), value)),
    }
}
