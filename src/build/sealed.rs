//! Builds a sealed cube. Rolls up and protects every published view, and writes only the protected values.
//!
//! The builder makes a keyed cube of the same data in memory and queries it. So a table of the sealed cube has the
//! values of the keyed cube. A method that looks at the whole table is an exception: each view stores its own totals.
//! Suppression protects all views together. Other table methods protect each view separately.
//!
//! # Guarantee
//! The files depend only on two things. The first is the texts in the specification: titles, dimensions, codes and the
//! method's published parameters. The second is the protected values and statuses of the published views. If two sets
//! of records have the same protected values, the files have the same bytes. Three options disclose more:
//!
//! - `explain = true` adds the rows of the method. The threat model assumes that attackers have these rows.
//! - `measures = true` adds the risk and utility of each view. These measures are computed from true counts and rounded
//!   to two decimals.
//! - Limits (`[rules]`) disclose which views pass them. `refused` lists the other views.
//!
//! # Caller must ensure
//! It is safe to publish all these values together. `cellveil audit` tests this.

use super::coarsen::Columns;
use super::error::Error;
use super::files::{BuiltFile, finished, manifest};
use super::keyed;
use super::parallel::in_parallel;
use super::slices::{self, Cut, Cutting, FutureManifest, cut};
use super::views::Finest;
use crate::base::MAX_TABLE_CELLS;
use crate::cube::{
    Audience, ExplainPart, MANIFEST, Manifest, PropertiesPart, PublishedViews, Release, combinations, explanations_of,
    longest,
};
use crate::dimension::{AxisRef, Dimension};
use crate::protect::{Additivity, CompiledMethod, Parameters, Properties, Protected, Rest, Status, sealed_values};
use crate::spec::{CubeSpec, Publish, SpecError};
use crate::table::{Caller, Store};
use crate::tile::Encoding;

/// Returns the listed cells of a view that is protected already, and the state of its other cells.
pub(super) type Given<'a> = &'a (dyn Fn(&[AxisRef]) -> (Columns<'static>, Rest) + Sync);

/// Builds all files of a sealed cube. With `given`, the views are protected already, and `finest` has no cells.
pub(super) fn build(
    spec: &CubeSpec,
    finest: Finest<'_>,
    given: Option<Given<'_>>,
    future: FutureManifest,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let cells = finest.head();
    // All threads read one store, because its decoded tiles take most of the memory.
    let mut store = store(keyed::build(&keyed_spec(spec), finest, FutureManifest::Whole, ptable, &mut |_, _| ())?)?;
    // Limits, measures and table methods look at a whole view.
    let in_parts = spec.rules.is_none() && !spec.publish.measures && !store.methods()[0].looks_at_table();
    let mut published = spec.publish.views_of(&cells.dimensions, in_parts)?;
    if spec.rules.is_some() {
        published.release(&mut |axes| Ok::<_, Error>(store.release_view(axes)?.err()))?;
    }
    // A method that looks at the whole table decides all views before they are written.
    let whole = whole_views(spec, &store, &published)?;
    let views = published.views.len() as u64;
    let cutting = Cutting { spec, dimensions: &cells.dimensions, views, manifest: future };
    let seal = |(): &mut (), axes: &Vec<AxisRef>| -> Result<Cut, Error> {
        if let Some(given) = given {
            let (columns, rest) = given(axes);
            return Ok(Cut { rest, ..cut(cutting, &columns, 0, &mut |_| ())? });
        }
        if let Some(whole) = &whole {
            let at = published.views.iter().position(|view| view == axes).unwrap_or_default();
            let (sizes, protected) = &whole[at];
            let (columns, rest) = listed(axes, sizes, protected);
            return Ok(Cut { rest, ..cut(cutting, &columns, 1, &mut |_| ())? });
        }
        if combinations(&cells.dimensions, axes) > MAX_TABLE_CELLS as u64 {
            let (columns, rest) = listed_in_parts(axes, &cells.dimensions, &store)?;
            return Ok(Cut { rest, ..cut(cutting, &columns, 0, &mut |_| ())? });
        }
        let (grid, mut protected) = store.cells_of(axes, None)?;
        let blocked = store.release_view(axes)?.unwrap_or_default(); // a published view is not refused
        for (status, _) in protected.status.iter_mut().zip(&blocked).filter(|(_, blocked)| **blocked) {
            *status = Status::Blocked;
        }
        let (columns, rest) = listed(axes, &grid.sizes, &protected);
        Ok(Cut { rest, ..cut(cutting, &columns, 0, &mut |_| ())? })
    };
    let (mut done, all) = (0, published.views.len() as u64);
    let cuts = in_parallel(&published.views, || (), seal, &mut |_| {
        done += 1;
        progress(done, all);
    })?;
    let (files, mut views) = slices::files(spec, &cells.dimensions, cuts)?;
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    if let Some(budget) = spec.publish.budget.filter(|&budget| bytes > budget) {
        let expected = format!("at least the {bytes} bytes that the tiles of all published views take");
        return Err(SpecError::of_publish("budget", &format!("{budget} bytes"), &expected).into());
    }
    if spec.publish.measures {
        // The view without axes is a single cell, for which measures have no meaning.
        for (view, axes) in views.iter_mut().zip(&published.views).filter(|(_, axes)| !axes.is_empty()) {
            // Measures of the whole table would disclose information about blocked cells.
            let is_whole = !store.release_view(axes)?.unwrap_or_default().contains(&true);
            view.measures = if is_whole { store.coarse_measures(&view.axes)? } else { None };
        }
    }
    let method = &store.methods()[0]; // a sealed cube has exactly one method
    let rows = store.compiled_method(method)?;
    let manifest = Manifest {
        methods: vec![(method.name.clone(), parameters(spec)?)],
        properties: Some(properties(method.properties(Some(&rows)))),
        explain: explain(spec, &rows)?,
        altered: Vec::new(),
        views,
        refused: published.refused_parts(&cells.dimensions),
        ..manifest(spec, cells, &files)
    };
    finished(&without_unpublished(manifest, &published, &cells.dimensions), files)
}

/// The specification of the keyed cube that the builder queries. The builder reads each tile of this cube once, in memory.
/// Modelling would only take time, so all tiles are packed.
fn keyed_spec(spec: &CubeSpec) -> CubeSpec {
    let mut spec = spec.clone();
    (spec.about.release, spec.about.audience) = (Release::Keyed, Audience::Internal);
    spec.publish = Publish { encoding: Some(Encoding::Packed), ..Publish::default() };
    spec
}

fn store(files: Vec<BuiltFile>) -> Result<Store, Error> {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST).map_or(&[][..], |(_, bytes)| bytes);
    let mut store = Store::open(manifest, Caller::CommandLine)?;
    for (path, bytes) in files.into_iter().filter(|(path, _)| path != MANIFEST) {
        store.load(&path, &bytes)?;
    }
    Ok(store)
}

/// The sizes of a view's axes and its protected values, totals included.
type WholeView = (Vec<usize>, Protected);

/// All published views, if the method looks at the whole table.
/// Returns `None` for a cell method.
fn whole_views(spec: &CubeSpec, store: &Store, published: &PublishedViews) -> Result<Option<Vec<WholeView>>, Error> {
    let method = &store.methods()[0]; // a sealed cube has exactly one method
    if !method.looks_at_table() {
        return Ok(None);
    }
    let refuse = |problem: &str| {
        let reason = format!("{problem}; expected release = \"keyed\", or another method");
        Err(SpecError::Method { name: method.name.clone(), reason }.into())
    };
    if method.additivity != Additivity::None {
        return refuse("a sealed cube does not store values that are fitted to their totals");
    }
    if spec.rules.as_ref().is_some_and(|rules| rules.areas.is_some()) {
        return refuse("limits on areas block cells, and totals of a table method would disclose these cells");
    }
    for axes in &published.views {
        if store.release_view(axes)?.is_ok_and(|blocked| blocked.contains(&true)) {
            return refuse("totals of a table method disclose cells that limits block");
        }
    }
    Ok(Some(store.whole_views(&published.views)?))
}

/// Number of cells of each kind: zero, suppressed and blocked.
fn tally(protected: &Protected) -> Vec<usize> {
    let cells = || protected.values.iter().zip(&protected.status);
    let is_it =
        |rest| move |&(&value, &status): &(&i64, &Status)| sealed_values::number(value, status, rest) == Some(0);
    Rest::ALL.iter().map(|&rest| cells().filter(is_it(rest)).count()).collect()
}

/// The most frequent kind of cell: zero, suppressed or blocked.
pub(super) fn most_frequent(tally: &[usize]) -> Rest {
    // On a tie, the first entry of the list is used, because the list is reversed.
    let most = Rest::ALL.iter().zip(tally).rev().max_by_key(|&(_, cells)| cells);
    most.map_or(Rest::Zero, |(&rest, _)| rest)
}

/// Lists the cells of a sealed view, with values and statuses encoded as numbers. Omits the most frequent kind of
/// cell. The result's `Rest` is this kind.
fn listed(axes: &[AxisRef], sizes: &[usize], protected: &Protected) -> (Columns<'static>, Rest) {
    let rest = most_frequent(&tally(protected));
    let mut listing = Listing::new(axes.len());
    listing.add(sizes, protected, rest, None);
    (listing.columns(axes), rest)
}

/// Lists the cells of a view with more combinations than a table: protects some codes of the longest axis at a time.
fn listed_in_parts(
    axes: &[AxisRef],
    dimensions: &[Dimension],
    store: &Store,
) -> Result<(Columns<'static>, Rest), Error> {
    let axis = longest(dimensions, axes).expect("a view with many combinations has an axis");
    let codes = dimensions[axes[axis].dimension].codes_at(axes[axis].level).len() as u32;
    let others = combinations(dimensions, axes) / u64::from(codes);
    let step = (MAX_TABLE_CELLS as u64 / others).max(1) as u32;
    let parts = || (0..codes).step_by(step as usize).map(|start| start..codes.min(start.saturating_add(step)));
    let mut all = vec![0; Rest::ALL.len()];
    for part in parts() {
        let (_, protected) = store.cells_of_part(axes, axis, part)?;
        all.iter_mut().zip(tally(&protected)).for_each(|(all, cells)| *all += cells);
    }
    // The rest is known only now, so each part is protected a second time. All parts together would not fit in memory.
    let rest = most_frequent(&all);
    let mut listing = Listing::new(axes.len());
    for part in parts() {
        let (grid, protected) = store.cells_of_part(axes, axis, part.clone())?;
        listing.add(&grid.sizes, &protected, rest, Some((axis, part.start)));
    }
    listing.sort(axis);
    Ok((listing.columns(axes), rest))
}

/// The listed cells of a view.
struct Listing {
    coordinates: Vec<Vec<u32>>,
    counts: Vec<u64>,
}

impl Listing {
    fn new(axes: usize) -> Self {
        Self { coordinates: vec![Vec::new(); axes], counts: Vec::new() }
    }

    /// Adds the cells of a view or of a part. `from` is the axis of the part and its first code.
    fn add(&mut self, sizes: &[usize], protected: &Protected, rest: Rest, from: Option<(usize, u32)>) {
        let mut places = Vec::new();
        for (place, (&value, &status)) in protected.values.iter().zip(&protected.status).enumerate() {
            let number = sealed_values::number(value, status, rest).expect("no method makes a count negative");
            if number > 0 {
                places.push(place);
                self.counts.push(number);
            }
        }
        let mut stride: usize = sizes.iter().product();
        for (axis, (column, &size)) in self.coordinates.iter_mut().zip(sizes).enumerate() {
            stride /= size;
            let first = from.filter(|(part, _)| *part == axis).map_or(0, |(_, first)| first);
            column.extend(places.iter().map(|place| (place / stride % size) as u32 + first));
        }
    }

    /// Sorts cells by their coordinates. Parts of the first axis are in order already.
    fn sort(&mut self, axis: usize) {
        if axis == 0 {
            return;
        }
        let mut order: Vec<u32> = (0..self.counts.len() as u32).collect();
        order.sort_by_key(|&cell| self.coordinates.iter().map(|column| column[cell as usize]).collect::<Vec<_>>());
        for column in &mut self.coordinates {
            *column = order.iter().map(|&cell| column[cell as usize]).collect();
        }
        self.counts = order.iter().map(|&cell| self.counts[cell as usize]).collect();
    }

    fn columns(self, axes: &[AxisRef]) -> Columns<'static> {
        Columns {
            axes: axes.to_vec(),
            coordinates: self.coordinates.into(),
            counts: self.counts.into(),
            keys: Vec::new().into(),
        }
    }
}

/// The parameters of the method that may be published: all except its p-table or matrix.
fn parameters(spec: &CubeSpec) -> Result<Parameters, Error> {
    let method = &spec.methods[0];
    let given = serde_json::Value::Object(method.parameters.clone());
    let wrong = |reason| crate::spec::SpecError::Method { name: method.name.clone(), reason };
    Ok(Parameters::from_json(&given.to_string()).map_err(wrong)?.unsaid())
}

/// The field `explain` of the manifest. With `explain = true`, it holds the explanations of all values.
fn explain(spec: &CubeSpec, compiled: &CompiledMethod) -> Result<Option<ExplainPart>, Error> {
    match spec.publish.explain {
        Some(true) => {
            let expected =
                "false, or a method with fewer values before its rows repeat, which a sealed cube has to list";
            let made = explanations_of(compiled).ok_or_else(|| SpecError::of_publish("explain", "true", expected))?;
            Ok(Some(ExplainPart::Made(made)))
        }
        setting => Ok(setting.map(ExplainPart::Switch)),
    }
}

fn properties(properties: Properties) -> PropertiesPart {
    let known = "the codes of all rows were collected";
    PropertiesPart {
        // Controlled rounding is unbiased in two-way tables only, so it makes no promise.
        unbiased: properties.unbiased.unwrap_or(false),
        keeps_zeros: properties.keeps_zeros.expect(known),
        largest_change: properties.largest_change.expect(known),
    }
}

/// Removes the dimensions and levels that no view uses, because a page offers all dimensions and levels in the
/// manifest.
fn without_unpublished(mut manifest: Manifest, published: &PublishedViews, dimensions: &[Dimension]) -> Manifest {
    let levels = published.levels(dimensions);
    let is_out = |name: &String| {
        let at = dimensions.iter().position(|dimension| dimension.name == *name);
        at.is_none_or(|at| levels[at].is_none())
    };
    manifest.structural_zeros.retain(|rule| !rule.iter().any(|(name, _)| is_out(name)));
    let mut at = levels.iter();
    manifest.dimensions.retain_mut(|part| {
        let Some(Some(published)) = at.next() else { return false };
        let mut number = 0..;
        part.levels.retain(|_| number.next().is_some_and(|level| published.contains(&level)));
        true
    });
    let is_named = |name: &String| {
        manifest.dimensions.iter().any(|part| {
            let levels = part.levels.iter().map(|level| format!("{}:{}", part.name, level.name));
            part.name == *name || levels.into_iter().any(|level| level == *name)
        })
    };
    manifest.refused.retain(|refused| refused.axes.iter().all(is_named));
    for step in manifest.pretabular.iter_mut().flat_map(|part| &mut part.steps) {
        step.matrix = step.matrix.take().filter(|matrix| is_named(&matrix.axis));
    }
    manifest
}
