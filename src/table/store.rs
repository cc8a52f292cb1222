//! A cube opened for questions: its description, and those of its files that have been loaded.

use super::axis::{DROPPED, Layout};
use super::cells;
use super::error::QueryError;
use super::query::{MethodChoice, Query};
use super::rollup::{Grid, Offsets, offsets};
use super::words::{Revealed, Table, areas, filters, headings};
use crate::FULL;
use crate::cube::{Cube, Data, MAX_COUNT, Slice, View, sha256_hex};
use crate::error::{Error, FileError};
use crate::protect::{
    KeyContext, MethodError, MethodKind, MethodSpec, Parameters, Properties, Protected, Rows, compile,
};
use crate::ptable::Ptable;
use crate::tile::{self, Section};

/// Methods that stay compiled; a page seldom has more in use.
const MAX_COMPILED: usize = 4;

/// Who asks. A page may bring its own method only where the audience learns or works inside the agency; whoever runs the
/// command line has the files anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// JavaScript.
    Page,
    /// The command line.
    CommandLine,
}

/// A cube's description with the files loaded so far.
#[derive(Debug)]
pub struct Store {
    cube: Cube,
    caller: Caller,
    tiles: Vec<(String, Vec<Section>)>,
    ptables: Vec<(String, Ptable)>,
    /// The methods used last, compiled once for all their tables.
    compiled: Vec<(MethodSpec, Rows)>,
}

/// What answering a question takes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Position of the view in [`Cube::views`].
    pub view: usize,
    /// Positions of the slices to read.
    pub slices: Vec<usize>,
    /// Cells in them.
    pub cells: usize,
    method: MethodSpec,
    layout: Layout,
}

/// A file that a plan reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// Path inside the cube.
    pub path: String,
    /// Length.
    pub bytes: u64,
}

impl Store {
    /// Opens a cube from the bytes of its manifest; nothing else is read yet.
    pub fn open(manifest: &[u8], caller: Caller) -> Result<Self, Error> {
        let store = Self {
            cube: Cube::from_manifest(manifest)?,
            caller,
            tiles: Vec::new(),
            ptables: Vec::new(),
            compiled: Vec::new(),
        };
        for method in store.methods()? {
            method.check(store.keys()).map_err(QueryError::from)?;
        }
        Ok(store)
    }

    /// The cube's description.
    pub fn cube(&self) -> &Cube {
        &self.cube
    }

    /// The cube's methods, in order.
    ///
    /// # Errors
    /// When one of them is not valid.
    pub fn methods(&self) -> Result<Vec<MethodSpec>, Error> {
        let parse = |(name, given): &(String, Parameters)| MethodSpec::new(name, given);
        Ok(self.cube.methods.iter().map(parse).collect::<Result<_, _>>().map_err(QueryError::from)?)
    }

    /// The name of the method that answers when none is asked for: `default`, or the only one.
    pub fn default_method(&self) -> Option<&str> {
        match self.cube.methods.as_slice() {
            [(only, _)] => Some(only),
            methods => methods.iter().map(|(name, _)| name.as_str()).find(|&name| name == "default"),
        }
    }

    /// Checks a query and finds the cheapest view that answers it: the one with the fewest cells in the slices that the
    /// filters touch, the first of equals.
    pub fn plan(&self, query: &Query) -> Result<Plan, Error> {
        let method = self.method(query)?;
        if query.reveal && !self.cube.may_reveal() {
            return Err(QueryError::RevealNotAllowed.into());
        }
        // Large blocks are shown as they are where the method says so.
        let shows_truth = method.kind == MethodKind::None
            || (method.protect_below.is_some() && query.areas.as_deref() == Some("blocks"));
        if shows_truth && self.cube.about.data == Data::Confidential && !query.reveal {
            return Err(QueryError::Unprotected { name: method.name }.into());
        }
        if !FULL && method.needs_full() {
            return Err(QueryError::NeedsFull.into());
        }
        let layout = Layout::resolve(&self.cube, query, method.totals)?;
        let sizes = cells::sizes(&layout, method.totals);
        let candidates = self.cube.views.iter().enumerate().filter_map(|(number, view)| {
            offsets(&self.cube, view, layout.selections(), &sizes)?;
            let slices = self.touched(view, &layout);
            let cells: usize = slices.iter().map(|&slice| view.slices[slice].cells).sum();
            Some((cells, number, slices))
        });
        match candidates.min_by_key(|&(cells, number, _)| (cells, number)) {
            Some((cells, view, slices)) => Ok(Plan { view, slices, cells, method, layout }),
            None => {
                let names = layout.selections().map(|selection| &*self.cube.dimensions[selection.dimension].name);
                Err(QueryError::NoView { axes: names.collect::<Vec<_>>().join(", ") }.into())
            }
        }
    }

    /// Slices of a view with a code that no filter drops.
    fn touched(&self, view: &View, layout: &Layout) -> Vec<usize> {
        let all = 0..view.slices.len();
        let Some(split) = view.split.map(|split| view.axes[split]) else { return all.collect() };
        let Some(selection) = layout.selections().find(|selection| selection.dimension == split.dimension) else {
            return all.collect();
        };
        let dimension = &self.cube.dimensions[split.dimension];
        let mut wanted = vec![false; dimension.codes_at(split.level).len()];
        for (code, _) in selection.class_of.iter().enumerate().filter(|&(_, &class)| class != DROPPED) {
            wanted[dimension.group_of(split.level, code as u32) as usize] = true;
        }
        let touches = |slice: &Slice| {
            slice.codes.is_none_or(|(first, last)| wanted[first as usize..=last as usize].contains(&true))
        };
        all.filter(|&slice| touches(&view.slices[slice])).collect()
    }

    fn method(&self, query: &Query) -> Result<MethodSpec, Error> {
        let known = || {
            let names: Vec<String> = self.cube.methods.iter().map(|(name, _)| format!("{name:?}")).collect();
            if names.is_empty() {
                "a method given with the query".into()
            } else {
                format!("one of {}", names.join(", "))
            }
        };
        let named = |name: &str| match self.cube.methods.iter().find(|(found, _)| found == name) {
            Some((_, given)) => Ok(MethodSpec::new(name, given)?),
            None => Err(QueryError::UnknownMethod { name: name.to_owned(), known: known() }),
        };
        let method = match &query.method {
            Some(MethodChoice::Name(name)) => named(name)?,
            Some(MethodChoice::Custom(given)) => {
                use crate::cube::Audience::{Internal, Teaching};
                if self.caller == Caller::Page && !matches!(self.cube.about.audience, Internal | Teaching) {
                    return Err(QueryError::MethodNotAllowed.into());
                }
                MethodSpec::new("custom", given).map_err(QueryError::from)?
            }
            None => named(self.default_method().ok_or_else(|| QueryError::NoMethod { known: known() })?)?,
        };
        method.check(self.keys()).map_err(QueryError::from)?;
        Ok(method)
    }

    fn keys(&self) -> KeyContext<'_> {
        KeyContext { keys: self.cube.keys, uniform: self.cube.uniform_keys, salt: &self.cube.salt }
    }

    /// The files that a plan reads and that are not loaded, each once.
    pub fn missing(&self, plan: &Plan) -> Vec<Need> {
        let view = &self.cube.views[plan.view];
        let tiles = plan.slices.iter().map(|&slice| view.slices[slice].file.as_str());
        let mut needs: Vec<Need> = Vec::new();
        for path in plan.method.ptable().into_iter().chain(tiles) {
            let loaded = find(&self.tiles, path).is_some() || find(&self.ptables, path).is_some();
            if let Some(file) = self.cube.file(path).filter(|_| !loaded)
                && !needs.iter().any(|need| need.path == path)
            {
                needs.push(Need { path: path.to_owned(), bytes: file.bytes });
            }
        }
        needs
    }

    /// Checks the bytes of one of the cube's files against the manifest, reads them and keeps what they hold.
    ///
    /// # Errors
    /// A path that the manifest does not list, bytes with another SHA-256, or contents that do not fit the cube. The
    /// store is as before.
    pub fn load(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let about = |problem: FileError| Error::File { path: path.to_owned(), problem: Box::new(problem) };
        let file = self.cube.file(path).ok_or_else(|| about(FileError::Unlisted))?;
        if bytes.len() as u64 != file.bytes {
            return Err(about(FileError::Length { found: bytes.len() as u64, expected: file.bytes }));
        }
        if sha256_hex(bytes) != file.sha256 {
            return Err(about(FileError::Hash));
        }
        let views = self.cube.views.iter();
        let slices: Vec<(&View, &Slice)> = views
            .flat_map(|view| view.slices.iter().map(move |slice| (view, slice)))
            .filter(|(_, slice)| slice.file == path)
            .collect();
        if slices.is_empty() {
            let ptable = Ptable::decode(bytes).map_err(|error| about(error.into()))?;
            keep(&mut self.ptables, path, ptable);
            self.compiled.retain(|(method, _)| method.ptable() != Some(path));
            return Ok(());
        }
        let sections = tile::decode(bytes).map_err(|error| about(error.into()))?;
        for (view, slice) in slices {
            self.fits(view, slice, &sections).map_err(|what| about(FileError::Contents { what }))?;
        }
        keep(&mut self.tiles, path, sections);
        Ok(())
    }

    /// Forgets a file; it can be loaded again.
    pub fn unload(&mut self, path: &str) {
        self.tiles.retain(|(kept, _)| kept != path);
        self.ptables.retain(|(kept, _)| kept != path);
        self.compiled.retain(|(method, _)| method.ptable() != Some(path));
    }

    /// Adds a p-table that is not among the cube's files, for a method given with a query.
    pub fn add_ptable(&mut self, name: &str, ptable: Ptable) {
        keep(&mut self.ptables, name, ptable);
        self.compiled.retain(|(method, _)| method.ptable() != Some(name));
    }

    /// Whether a file holds the section that the manifest says; what is wrong otherwise.
    fn fits(&self, view: &View, slice: &Slice, sections: &[Section]) -> Result<(), &'static str> {
        let section = sections.get(slice.section).ok_or("sections")?;
        let codes = view.axes.iter().map(|axis| self.cube.dimensions[axis.dimension].codes_at(axis.level).len());
        if !section.cardinalities.iter().map(|&codes| codes as usize).eq(codes) {
            return Err("dimensions");
        }
        if section.len() != slice.cells {
            return Err("number of cells");
        }
        let modulus = self.cube.keys.modulus().get();
        if section.keys.iter().any(|key| key >= modulus) {
            return Err("keys");
        }
        if section.counts.iter().fold(0, u64::saturating_add) > MAX_COUNT {
            return Err("counts");
        }
        if let (Some(split), Some((first, last))) = (view.split, slice.codes)
            && !section.coordinates[split].iter().all(|code| (first.into()..=last.into()).contains(&code))
        {
            return Err("codes of the splitting dimension");
        }
        Ok(())
    }

    /// Builds and protects the table of a plan whose files are all loaded.
    pub fn table(&mut self, plan: &Plan, reveal: bool, lang: Option<&str>) -> Result<Table, Error> {
        if !self.compiled.iter().any(|(method, _)| *method == plan.method) {
            let rows = self.rows(&plan.method)?;
            self.compiled.truncate(MAX_COMPILED - 1);
            self.compiled.insert(0, (plan.method.clone(), rows));
        }
        let compiled = self.compiled.iter().find(|(method, _)| *method == plan.method);
        let (_, rows) = compiled.expect("found or made just now");
        let grid = self.roll_up(plan)?;
        let (grid, protected) = self.protect(plan, grid, rows);
        let revealed = (reveal && self.cube.may_reveal()).then(|| Revealed {
            noise: grid.counts.iter().zip(&protected.values).map(|(&count, &value)| value - count as i64).collect(),
            counts: grid.counts,
            keys: grid.keys,
        });
        let headings = headings(&self.cube, &plan.layout, lang);
        let filters = filters(&self.cube, &plan.layout, lang);
        let areas = areas(&self.cube, &plan.layout, &plan.method, &headings, lang);
        Ok(Table::new(headings, filters, areas, protected, revealed))
    }

    /// The cells that a plan reads.
    pub(crate) fn sections(&self, plan: &Plan) -> Result<Vec<&Section>, Error> {
        let section = |&slice: &usize| {
            let Slice { file, section, .. } = &self.cube.views[plan.view].slices[slice];
            let not_loaded = || QueryError::NotLoaded { path: file.clone() };
            Ok(&find(&self.tiles, file).ok_or_else(not_loaded)?[*section])
        };
        plan.slices.iter().map(section).collect()
    }

    /// The sums that a plan asks for; totals are still to come.
    pub(crate) fn roll_up(&self, plan: &Plan) -> Result<Grid, Error> {
        let sizes = cells::sizes(&plan.layout, plan.method.totals);
        let view = &self.cube.views[plan.view];
        let offsets: Vec<Offsets> = offsets(&self.cube, view, plan.layout.selections(), &sizes)
            .expect("a plan's view tells the classes of its layout apart");
        let mut grid = Grid::empty(sizes);
        grid.add(self.cube.keys, self.sections(plan)?.into_iter(), &offsets);
        Ok(grid)
    }

    /// The populations of a plan's areas, where the method protects only the small ones.
    fn populations(&self, plan: &Plan) -> Option<Grid> {
        plan.method.protect_below.filter(|_| FULL)?;
        let areas = cells::area_selections(&self.cube, &plan.layout)?;
        let sizes = cells::sizes(&plan.layout, plan.method.totals);
        let mut grid = Grid::empty(cells::area_sizes(&self.cube, &plan.layout, &sizes));
        let view = &self.cube.views[plan.view];
        let selections = areas.iter().chain(&plan.layout.filters);
        // What the plan's view tells apart is finer: all are loaded, and told apart.
        let offsets = offsets(&self.cube, view, selections, &grid.sizes)?;
        grid.add(self.cube.keys, self.sections(plan).ok()?.into_iter(), &offsets);
        Some(grid)
    }

    /// Totals and protection of a plan's roll-up, as [`cells::protect`].
    pub(crate) fn protect(&self, plan: &Plan, grid: Grid, rows: &Rows) -> (Grid, Protected) {
        let populations = self.populations(plan);
        cells::protect(&self.cube, &plan.layout, grid, populations, rows, &plan.method)
    }

    /// The properties of a method; those of a p-table once a table was made with it.
    pub fn properties(&self, method: &MethodSpec) -> Properties {
        let compiled = self.compiled.iter().find(|(known, _)| known == method);
        method.properties(compiled.map(|(_, rows)| rows))
    }

    /// The rows of a method.
    pub(crate) fn rows(&self, method: &MethodSpec) -> Result<Rows, Error> {
        let ptable = match method.ptable() {
            None => None,
            Some(path) => match find(&self.ptables, path) {
                None if find(&self.tiles, path).is_some() => {
                    let problem = format!("ptable is {path:?}, which is a tile");
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

/// What is kept under a path. A cube has few files at hand at a time, in order of their paths.
fn find<'a, T>(kept: &'a [(String, T)], path: &str) -> Option<&'a T> {
    kept.binary_search_by(|(found, _)| found.as_str().cmp(path)).ok().map(|at| &kept[at].1)
}

fn keep<T>(kept: &mut Vec<(String, T)>, path: &str, value: T) {
    match kept.binary_search_by(|(found, _)| found.as_str().cmp(path)) {
        Ok(at) => kept[at].1 = value,
        Err(at) => kept.insert(at, (path.to_owned(), value)),
    }
}

impl Plan {
    /// The method that protects the table.
    pub fn method(&self) -> &MethodSpec {
        &self.method
    }
}
