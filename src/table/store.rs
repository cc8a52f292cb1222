//! A cube opened for questions: its description, and those of its files that have been loaded.

use std::rc::Rc;

use super::axis::{DROPPED, Layout, Selection};
use super::cells;
use super::columns::Columns;
use super::error::QueryError;
use super::kept::Kept;
use super::query::{MethodChoice, Query};
use super::receipt;
use super::rollup::{Apart, Grid, offsets, roll_up};
use super::sealed::{self, Share};
use super::words::{Revealed, Table, areas, filters, headings};
use crate::FULL;
#[cfg(feature = "cli")]
use crate::cube::axis_name;
use crate::cube::{AxisRef, Cube, CubeFile, Data, MAX_COUNT, Slice, View, sha256_hex};
use crate::error::{Error, FileError, Quoted};
use crate::order::sort_positions;
use crate::protect::{KeyContext, MethodError, MethodKind, MethodSpec, Properties, Protected, Rows, compile};
use crate::ptable::Ptable;
use crate::tile::{self, Section};

/// Methods that stay compiled; a page seldom has more in use.
const MAX_COMPILED: usize = 4;

/// Cells below which a view that is loaded answers, whatever another might spare: reading so many takes less than a
/// millisecond, and so less than any fetching.
const FEW_CELLS: usize = 1 << 18;

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
    /// By position in [`Cube::files`], those that are loaded.
    tiles: Kept,
    /// The slices of each file, as positions of view and slice.
    slices_of: Vec<Vec<(usize, usize)>>,
    ptables: Vec<(String, Ptable)>,
    methods: Vec<Rc<MethodSpec>>,
    /// The methods used last, compiled once for all their tables.
    compiled: Vec<(Rc<MethodSpec>, Rows)>,
}

/// What answering a question takes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The one view of a keyed cube that answers; of a sealed one all those that a part of the table is in.
    pub readings: Vec<Reading>,
    method: Rc<MethodSpec>,
    layout: Layout,
}

/// What a plan reads of a view.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Position of the view in [`Cube::views`].
    pub view: usize,
    /// Positions of the slices to read.
    pub slices: Vec<usize>,
    /// Cells in them; 0 in a sealed cube, where nothing is chosen by it.
    pub cells: usize,
    /// What the view has of a table, in a sealed cube.
    share: Option<Share>,
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
        let cube = Cube::from_manifest(manifest)?;
        let mut slices_of = vec![Vec::new(); cube.files.len()];
        for (number, view) in cube.views.iter().enumerate() {
            view.slices.iter().enumerate().for_each(|(at, slice)| slices_of[slice.file].push((number, at)));
        }
        let mut methods = Vec::with_capacity(cube.methods.len());
        for (name, given) in &cube.methods {
            let read = if cube.is_sealed() { MethodSpec::baked } else { MethodSpec::new };
            methods.push(Rc::new(read(name, given).map_err(QueryError::from)?));
        }
        let store = Self {
            methods,
            tiles: Kept::new(cube.files.len()),
            cube,
            caller,
            slices_of,
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

    /// The cube's methods, in order.
    pub fn methods(&self) -> &[Rc<MethodSpec>] {
        &self.methods
    }

    /// The name of the method that answers when none is asked for: `default`, or the only one.
    pub fn default_method(&self) -> Option<&str> {
        match self.cube.methods.as_slice() {
            [(only, _)] => Some(only),
            methods => methods.iter().map(|(name, _)| name.as_str()).find(|&name| name == "default"),
        }
    }

    /// Checks a query and finds the cheapest view that answers it: the one with the fewest cells in the slices that the
    /// filters touch, the first of equals; but one that need not be fetched comes first, unless it is large.
    pub fn plan(&self, query: &Query) -> Result<Plan, Error> {
        if query.rows.is_empty() {
            return Err(QueryError::NoRows.into());
        }
        self.plan_any(query, true)
    }

    /// The same for any axes, or none: the whole population is then the one cell. Whether a view that need not be fetched comes
    /// first is for the caller to say.
    fn plan_any(&self, query: &Query, at_hand_first: bool) -> Result<Plan, Error> {
        let method = self.method(query)?;
        if query.reveal && self.cube.is_sealed() {
            return Err(QueryError::NothingToReveal.into());
        }
        if query.reveal && !self.cube.may_reveal() {
            return Err(QueryError::RevealNotAllowed.into());
        }
        if self.cube.is_sealed() {
            return self.plan_sealed(query, method);
        }
        // Large blocks are shown as they are where the method says so.
        let shows_truth = method.kind == MethodKind::None
            || (method.protect_below.is_some() && query.areas.as_deref() == Some("blocks"));
        if shows_truth && self.cube.about.data == Data::Confidential && !query.reveal {
            return Err(QueryError::Unprotected { name: method.name.clone() }.into());
        }
        if !FULL && method.needs_full() {
            return Err(QueryError::NeedsFull.into());
        }
        let layout = Layout::resolve(&self.cube, query, method.totals)?;
        let apart: Vec<Apart> = layout.selections().filter_map(|selection| Apart::new(&self.cube, selection)).collect();
        let views = self.cube.views.iter().enumerate();
        let candidates = views.filter(|(_, view)| apart.iter().all(|apart| apart.is_in(view))).map(|(number, view)| {
            let slices = self.touched(view, &layout);
            let cells: usize = slices.iter().map(|&slice| view.slices[slice].cells).sum();
            let at_hand = at_hand_first
                && cells < FEW_CELLS
                && slices.iter().all(|&slice| self.tiles.has(view.slices[slice].file));
            (!at_hand, cells, number, slices)
        });
        match candidates.min_by_key(|&(to_fetch, cells, number, _)| (to_fetch, cells, number)) {
            Some((_, cells, view, slices)) => {
                let readings = vec![Reading { view, slices, cells, share: None }];
                Ok(Plan { readings, method, layout })
            }
            None => {
                let axis = |selection: &Selection| AxisRef { dimension: selection.dimension, level: None };
                Err(sealed::no_view(&self.cube, &layout.selections().map(axis).collect::<Vec<_>>()).into())
            }
        }
    }

    /// The views of a sealed cube that a table is in.
    fn plan_sealed(&self, query: &Query, method: Rc<MethodSpec>) -> Result<Plan, Error> {
        let layout = Layout::resolve(&self.cube, query, method.totals)?;
        let mut readings = Vec::new();
        for (number, share) in sealed::shares(&self.cube, &layout, method.totals)? {
            let view = &self.cube.views[number];
            let slices = self.touched(view, &layout);
            readings.push(Reading { view: number, slices, cells: 0, share: Some(share) });
        }
        Ok(Plan { readings, method, layout })
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

    fn method(&self, query: &Query) -> Result<Rc<MethodSpec>, Error> {
        let known = || {
            let names: Vec<String> = self.cube.methods.iter().map(|(name, _)| Quoted(name).to_string()).collect();
            if names.is_empty() {
                "a method given with the query".into()
            } else {
                format!("one of {}", names.join(", "))
            }
        };
        let named = |name: &str| match self.methods.iter().find(|method| method.name == name) {
            Some(method) => Ok(method.clone()),
            None => Err(QueryError::UnknownMethod { name: name.to_owned(), known: known() }),
        };
        let method = match &query.method {
            Some(MethodChoice::Name(name)) => named(name)?,
            Some(MethodChoice::Custom(_)) if self.cube.is_sealed() => return Err(QueryError::MethodNotAllowed.into()),
            Some(MethodChoice::Custom(given)) => {
                use crate::cube::Audience::{Internal, Teaching};
                if self.caller == Caller::Page && !matches!(self.cube.about.audience, Internal | Teaching) {
                    return Err(QueryError::MethodNotAllowed.into());
                }
                let method = MethodSpec::new("custom", given).map_err(QueryError::from)?;
                method.check(self.keys()).map_err(QueryError::from)?; // the cube's own were when it was opened
                Rc::new(method)
            }
            None => named(self.default_method().ok_or_else(|| QueryError::NoMethod { known: known() })?)?,
        };
        Ok(method)
    }

    fn keys(&self) -> KeyContext<'_> {
        KeyContext { keys: self.cube.keys, uniform: self.cube.uniform_keys, salt: &self.cube.salt }
    }

    /// The files that a plan reads and that are not loaded, each once.
    pub fn missing(&self, plan: &Plan) -> Vec<Need> {
        let mut needs = Vec::new();
        for number in self.files(plan) {
            let CubeFile { path, bytes, .. } = &self.cube.files[number as usize];
            if !self.tiles.has(number as usize) && find(&self.ptables, path).is_none() {
                needs.push(Need { path: path.clone(), bytes: *bytes });
            }
        }
        needs
    }

    /// The cube's files that a plan reads, each once, in order of their paths.
    #[inline(never)]
    fn files(&self, plan: &Plan) -> Vec<u32> {
        let mut files = Vec::new();
        for reading in &plan.readings {
            for &slice in &reading.slices {
                files.push(self.cube.views[reading.view].slices[slice].file as u32);
            }
        }
        // A p-table given with the query is none of them.
        if let Some(file) = plan.method.ptable().and_then(|path| self.cube.file(path)) {
            files.push(file as u32);
        }
        sort_positions(&mut files, &|a, b| a.cmp(&b));
        files.dedup();
        files
    }

    /// Checks the bytes of one of the cube's files against the manifest, reads them and keeps what they hold.
    ///
    /// # Errors
    /// A path that the manifest does not list, bytes with another SHA-256, or contents that do not fit the cube. The
    /// store is as before.
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
        // Each file of a sealed cube is in a view: the manifest's reader has seen to that.
        if self.slices_of[number].is_empty() {
            let ptable = Ptable::decode(bytes).map_err(|error| about(error.into()))?;
            self.add_ptable(path, ptable);
            return Ok(());
        }
        let sections = tile::decode(bytes).map_err(|error| about(error.into()))?;
        let mut populations = vec![0; sections.len()];
        for &(view, slice) in &self.slices_of[number] {
            let view = &self.cube.views[view];
            let slice = &view.slices[slice];
            let population = self.fits(view, slice, &sections);
            populations[slice.section] = population.map_err(|what| about(FileError::Contents { what }))?;
        }
        let columns = |(section, population)| Columns::new(section, self.cube.keys, population);
        let sections: Vec<Columns> = sections.into_iter().zip(populations).map(columns).collect();
        self.tiles.insert(number, sections);
        Ok(())
    }

    /// Forgets a file; it can be loaded again.
    pub fn unload(&mut self, path: &str) {
        if let Some(file) = self.cube.file(path) {
            self.tiles.remove(file);
        }
        self.ptables.retain(|(kept, _)| kept != path);
        self.compiled.retain(|(method, _)| method.ptable() != Some(path));
    }

    /// Sets how much memory the cells may take that no table needs at the moment; 256 MiB unless set. Above that, those that
    /// were read longest ago are forgotten, and missing when they are needed again.
    pub fn keep_at_most(&mut self, bytes: usize) {
        self.tiles.keep_at_most(bytes);
    }

    /// Adds a p-table that is not among the cube's files, for a method given with a query.
    pub fn add_ptable(&mut self, name: &str, ptable: Ptable) {
        keep(&mut self.ptables, name, ptable);
        self.compiled.retain(|(method, _)| method.ptable() != Some(name));
    }

    /// How many records the section has that the manifest says a file holds; what is wrong where it does not.
    fn fits(&self, view: &View, slice: &Slice, sections: &[Section]) -> Result<u64, &'static str> {
        let section = sections.get(slice.section).ok_or("sections")?;
        let codes = view.axes.iter().map(|axis| self.cube.dimensions[axis.dimension].codes_at(axis.level).len());
        if !section.cardinalities.iter().map(|&codes| codes as usize).eq(codes) {
            return Err("dimensions");
        }
        if section.len() != slice.cells {
            return Err("number of cells");
        }
        let modulus = self.cube.keys.modulus().get();
        match &section.keys {
            // A file of one class in a cube of another.
            keys if keys.is_none() != self.cube.is_sealed() => return Err("measures"),
            Some(keys) if keys.iter().any(|key| key >= modulus) => return Err("keys"),
            _ => {}
        }
        let population = section.counts.iter().fold(0, u64::saturating_add);
        if population > self.most_records() {
            return Err("counts");
        }
        if let (Some(split), Some((first, last))) = (view.split, slice.codes)
            && !section.coordinates[split].iter().all(|code| (first.into()..=last.into()).contains(&code))
        {
            return Err("codes of the splitting dimension");
        }
        Ok(population)
    }

    /// What the counts of a view may add up to; in a sealed cube the numbers that stand for values, which have noise.
    fn most_records(&self) -> u64 {
        if self.cube.is_sealed() { 2 * MAX_COUNT } else { MAX_COUNT }
    }

    /// Builds and protects the table of a plan whose files are all loaded.
    pub fn table(&mut self, plan: &Plan, reveal: bool, lang: Option<&str>) -> Result<Table, Error> {
        let (grid, protected) = if self.cube.is_sealed() {
            self.picked(plan)?
        } else {
            if !self.compiled.iter().any(|(method, _)| *method == plan.method) {
                let rows = self.rows(&plan.method)?;
                self.compiled.truncate(MAX_COMPILED - 1);
                self.compiled.insert(0, (plan.method.clone(), rows));
            }
            let compiled = self.compiled.iter().find(|(method, _)| *method == plan.method);
            let (_, rows) = compiled.expect("found or made just now");
            let grid = self.roll_up(plan)?;
            self.protect(plan, grid, rows)?
        };
        let revealed = (reveal && self.cube.may_reveal()).then(|| Revealed {
            noise: grid.counts.iter().zip(&protected.values).map(|(&count, &value)| value - count as i64).collect(),
            counts: grid.counts,
            keys: grid.keys,
        });
        let headings = headings(&self.cube, &plan.layout, lang);
        let filters = filters(&self.cube, &plan.layout, lang);
        let areas = areas(&self.cube, &plan.layout, &plan.method, &headings, lang);
        self.tiles.read(&self.files(plan));
        Ok(Table::new(headings, filters, areas, protected, revealed))
    }

    /// The values of a sealed cube that a plan reads, each at its place, and sums of them. There are no counts in the grid.
    fn picked(&self, plan: &Plan) -> Result<(Grid, Protected), Error> {
        let sizes = sealed::sizes(&plan.layout, plan.method.totals);
        let mut protected = sealed::empty(sizes.iter().product());
        for reading in &plan.readings {
            let sections = self.sections(reading)?;
            if let Some(share) = &reading.share {
                share.put(&self.cube, &self.cube.views[reading.view], &sections, &sizes, &mut protected);
            }
        }
        let mut grid = Grid::empty(sizes);
        let keeps = self.cube.baked.is_some_and(|baked| baked.keeps_zeros);
        let zero = (keeps || plan.method.category_keys).then(|| plan.method.status_of_empty());
        cells::add_up(&self.cube, &plan.layout, &mut grid, &mut protected, &plan.method, zero);
        Ok((grid, protected))
    }

    /// The cells that a plan reads of a view.
    ///
    /// # Errors
    /// A file that is not loaded, or more records than a cube may have, which no single tile shows.
    pub(crate) fn sections(&self, reading: &Reading) -> Result<Vec<&Columns>, Error> {
        let mut sections = Vec::with_capacity(reading.slices.len());
        let mut population = 0;
        for &slice in &reading.slices {
            let &Slice { file, section, .. } = &self.cube.views[reading.view].slices[slice];
            let path = &self.cube.files[file].path;
            let not_loaded = || QueryError::NotLoaded { path: path.clone() };
            let columns = self.tiles.section(file, section).ok_or_else(not_loaded)?;
            population += columns.population; // each at most 2^53, and the sum so far as well
            if population > self.most_records() {
                let problem = Box::new(FileError::Contents { what: "counts" });
                return Err(Error::File { path: path.clone(), problem });
            }
            sections.push(columns);
        }
        Ok(sections)
    }

    /// How many records the slices of a file have, and their keys combined: the position of the view, the number and the key,
    /// once for each slice.
    #[cfg(feature = "cli")]
    pub(crate) fn totals(&self, file: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        self.slices_of[file].iter().filter_map(move |&(view, slice)| {
            let section = self.tiles.section(file, self.cube.views[view].slices[slice].section)?;
            Some((view, section.population, section.key(self.cube.keys)))
        })
    }

    /// The sums that a plan asks for, with the totals of plain axes.
    pub(crate) fn roll_up(&self, plan: &Plan) -> Result<Grid, Error> {
        let with_totals = cells::with_totals(&plan.layout, plan.method.totals);
        let sizes = cells::sizes(&plan.layout, &with_totals);
        self.sums(plan, plan.layout.selections(), sizes, &with_totals)
    }

    /// The populations of a plan's areas, where the method protects only the small ones.
    fn populations(&self, plan: &Plan) -> Result<Option<Grid>, Error> {
        let areas = plan.method.protect_below.filter(|_| FULL);
        let Some(areas) = areas.and_then(|_| cells::area_selections(&self.cube, &plan.layout)) else { return Ok(None) };
        let mut with_totals = cells::with_totals(&plan.layout, plan.method.totals);
        let mut sizes = cells::sizes(&plan.layout, &with_totals);
        cells::area_sizes(&self.cube, &plan.layout, &mut sizes, &mut with_totals);
        // What the plan's view tells apart is finer: all is loaded, and told apart.
        self.sums(plan, areas.iter().chain(&plan.layout.filters), sizes, &with_totals).map(Some)
    }

    fn sums<'a>(
        &self,
        plan: &Plan,
        selections: impl Iterator<Item = &'a Selection>,
        sizes: Vec<usize>,
        with_totals: &[bool],
    ) -> Result<Grid, Error> {
        let reading = &plan.readings[0]; // the only one of a keyed cube
        let offsets = offsets(&self.cube, &self.cube.views[reading.view], selections, &sizes);
        Ok(roll_up(self.cube.keys, &self.sections(reading)?, &offsets, sizes, with_totals))
    }

    /// Totals and protection of a plan's roll-up, as [`cells::protect`].
    pub(crate) fn protect(&self, plan: &Plan, grid: Grid, rows: &Rows) -> Result<(Grid, Protected), Error> {
        let populations = self.populations(plan)?;
        Ok(cells::protect(&self.cube, &plan.layout, grid, populations, rows, &plan.method))
    }

    /// Counts, keys and protected values of all combinations of some axes' codes, none being a total: what a sealed cube
    /// publishes of them, and holds, without counts and keys. All of the cube's files are loaded.
    #[cfg(feature = "cli")]
    pub(crate) fn cells_of(&self, axes: &[AxisRef], method: Option<&MethodChoice>) -> Result<(Grid, Protected), Error> {
        let query = Query {
            rows: axes.iter().map(|&axis| axis_name(&self.cube.dimensions, axis)).collect(),
            method: method.cloned(),
            totals: false,
            reveal: self.cube.may_reveal(),
            ..Query::default()
        };
        let plan = self.plan_any(&query, false)?;
        if self.cube.is_sealed() {
            return self.picked(&plan);
        }
        let rows = self.rows(&plan.method)?;
        self.protect(&plan, self.roll_up(&plan)?, &rows)
    }

    /// A method of the cube, or one given, checked.
    #[cfg(feature = "cli")]
    pub(crate) fn chosen(&self, method: Option<&MethodChoice>) -> Result<Rc<MethodSpec>, Error> {
        self.method(&Query { method: method.cloned(), ..Query::default() })
    }

    /// Counts and keys of the cells that are not empty, of the finest view; its files are loaded.
    #[cfg(feature = "cli")]
    pub(crate) fn finest(&self) -> Result<(Vec<u64>, Vec<u64>), Error> {
        let slices = (0..self.cube.views[0].slices.len()).collect();
        let sections = self.sections(&Reading { view: 0, slices, cells: 0, share: None })?;
        let cells = sections.into_iter().flat_map(Columns::counts_and_keys).filter(|&(count, _)| count > 0);
        Ok(cells.unzip())
    }

    /// Draws with another salt from now on.
    #[cfg(feature = "cli")]
    pub(crate) fn set_salt(&mut self, salt: &[u8]) {
        self.cube.salt = salt.to_vec();
        self.compiled.clear();
    }

    /// The properties of a method; those of a p-table once a table was made with it.
    pub fn properties(&self, method: &MethodSpec) -> Properties {
        if let Some(baked) = &self.cube.baked {
            return Properties {
                unbiased: Some(baked.unbiased),
                keeps_zeros: Some(baked.keeps_zeros),
                gain_of_empty_cells: baked.keeps_zeros.then_some(0.0),
                largest_change: Some(baked.largest_change),
                ..method.properties(None)
            };
        }
        let compiled = self.compiled.iter().find(|(known, _)| **known == *method);
        method.properties(compiled.map(|(_, rows)| rows))
    }

    /// The rows of a method.
    pub(crate) fn rows(&self, method: &MethodSpec) -> Result<Rows, Error> {
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

    /// What a receipt says of the table that answers a query: all but the hash of its CSV, with which JavaScript ends it. `own`
    /// is the SHA-256 of a p-table that is not among the cube's files.
    pub fn statement(&self, query: &Query, own: Option<&str>) -> Result<String, Error> {
        // What is at hand decides which view answers, and must not decide what a receipt says.
        let plan = self.plan_any(query, false)?;
        let files = self.files(&plan);
        let files = files.iter().map(|&file| &*self.cube.files[file as usize].sha256);
        Ok(receipt::statement(&self.cube, files.chain(own).collect(), &plan.method, query))
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
    pub fn method(&self) -> &Rc<MethodSpec> {
        &self.method
    }
}
