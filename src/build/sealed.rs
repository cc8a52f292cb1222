//! Builds a sealed cube: rolls up and protects every published view, and writes only the protected values.
//!
//! The values are those of a keyed cube of the same data, which is made in memory and asked like any other: so a table of the
//! sealed cube has the figures that the keyed one would give; but for a method that fixes the moves of a whole table, which are then those
//! of each view.
//!
//! # Guarantee
//! The files are a function of the specification's words (titles, dimensions, codes, the method's public parameters) and of the
//! protected values and statuses of the published views; with `explain = true` also of the rows of the method, which the threat model
//! takes as known, and with `measures = true` of risk and utility of each view, which are made from the truth and rounded to two
//! decimals. Without these, records that lead to the same values lead to the same bytes. Where the specification has rules of release, the files
//! are also a function of which views pass which rule: that is all they say of the rules, and what `refused` names.
//!
//! # Caller must ensure
//! That these values may be published together; `cellveil audit` tries them.

use super::coarsen::Columns;
use super::collect::Cells;
use super::error::Error;
use super::files::{BuiltFile, finished, manifest};
use super::keyed;
use super::published::PublishedViews;
use super::slices::{self, Cut, cut, in_parallel};
use crate::cube::{Audience, ExplainPart, MANIFEST, Manifest, PropertiesPart, Release, explanations_of};
use crate::dimension::{AxisRef, Dimension};
use crate::protect::{CompiledMethod, Parameters, Properties, Protected, Rest, Status, sealed_values};
use crate::spec::{CubeSpec, Publish, SpecError};
use crate::table::{Caller, Store};

/// Builds all files of a sealed cube, as [`keyed::build`] does for others.
pub(super) fn build(
    spec: &CubeSpec,
    cells: &Cells,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let mut published = PublishedViews::new(&spec.publish, &cells.dimensions)?;
    let open = keyed::build(&keyed_spec(spec), cells, ptable, &mut |_, _| ())?;
    if spec.rules.is_some() {
        let store = store(&open)?;
        published.release(&mut |axes| Ok::<_, Error>(store.release_view(axes)?.err()))?;
    }
    let seal = |own: &mut Option<Store>, axes: &Vec<AxisRef>| -> Result<Cut, Error> {
        let store = match own {
            Some(store) => store,
            None => own.insert(store(&open)?),
        };
        let (grid, mut protected) = store.cells_of(axes, None)?;
        let blocked = store.release_view(axes)?.unwrap_or_default(); // of a view that is published
        for (status, _) in protected.status.iter_mut().zip(&blocked).filter(|(_, blocked)| **blocked) {
            *status = Status::Blocked;
        }
        let (columns, rest) = listed(axes, &grid.sizes, &protected);
        Ok(Cut { rest, ..cut(spec, &cells.dimensions, &columns, &mut |_| ())? })
    };
    let (mut done, all) = (0, published.views.len() as u64);
    let cuts = in_parallel(&published.views, || None, seal, &mut |_| {
        done += 1;
        progress(done, all);
    })?;
    let (files, mut views) = slices::files(spec, &cells.dimensions, cuts)?;
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    if let Some(budget) = spec.publish.budget.filter(|&budget| bytes > budget) {
        let expected = format!("at least the {bytes} bytes that the tiles of all published views take");
        return Err(SpecError::of_publish("budget", &format!("{budget} bytes"), &expected).into());
    }
    let mut store = store(&open)?;
    if spec.publish.measures {
        // The view of no axes is one cell: there is nothing to measure.
        for (view, axes) in views.iter_mut().zip(&published.views).filter(|(_, axes)| !axes.is_empty()) {
            // What is blocked is not to be told, be it in a figure of the whole table.
            let is_whole = !store.release_view(axes)?.unwrap_or_default().contains(&true);
            view.measures = if is_whole { store.coarse_measures(&view.axes)? } else { None };
        }
    }
    let method = &store.methods()[0]; // the only one, as the specification's reader has seen
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

/// The specification of the keyed cube that the values come from. It never leaves the memory.
fn keyed_spec(spec: &CubeSpec) -> CubeSpec {
    let mut spec = spec.clone();
    (spec.about.release, spec.about.audience) = (Release::Keyed, Audience::Internal);
    spec.publish = Publish::default();
    spec
}

fn store(files: &[BuiltFile]) -> Result<Store, Error> {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST).map_or(&[][..], |(_, bytes)| bytes);
    let mut store = Store::open(manifest, Caller::CommandLine)?;
    for (path, bytes) in files.iter().filter(|(path, _)| path != MANIFEST) {
        store.load(path, bytes)?;
    }
    Ok(store)
}

/// The cells of a view that are not its rest, as columns of numbers; the rest is what most cells are that have no value of
/// their own.
fn listed(axes: &[AxisRef], sizes: &[usize], protected: &Protected) -> (Columns<'static>, Rest) {
    let cells = || protected.values.iter().zip(&protected.status);
    let many =
        |rest: Rest| cells().filter(|&(&value, &status)| sealed_values::number(value, status, rest) == Some(0)).count();
    // The last of equals is the first of the list.
    let rest = *Rest::ALL.iter().rev().max_by_key(|&&rest| many(rest)).unwrap_or(&Rest::Zero);
    let (mut places, mut counts) = (Vec::new(), Vec::new());
    for (place, (&value, &status)) in cells().enumerate() {
        let number = sealed_values::number(value, status, rest).expect("no method makes a count negative");
        if number > 0 {
            places.push(place);
            counts.push(number);
        }
    }
    let mut stride: usize = sizes.iter().product();
    let column = |&size: &usize| {
        stride /= size;
        places.iter().map(|place| (place / stride % size) as u32).collect()
    };
    let coordinates: Vec<Vec<u32>> = sizes.iter().map(column).collect();
    (
        Columns {
            axes: axes.to_vec(),
            coordinates: coordinates.into(),
            counts: counts.into(),
            keys: Vec::new().into(),
        },
        rest,
    )
}

/// The method's parameters, without what it draws from.
fn parameters(spec: &CubeSpec) -> Result<Parameters, Error> {
    let method = &spec.methods[0];
    let given = serde_json::Value::Object(method.parameters.clone());
    let wrong = |reason| crate::spec::SpecError::Method { name: method.name.clone(), reason };
    Ok(Parameters::from_json(&given.to_string()).map_err(wrong)?.unsaid())
}

/// The explanation of all values, where the publisher wants them.
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
    let known = "rows are at hand, which say all of it";
    PropertiesPart {
        unbiased: properties.unbiased.expect(known),
        keeps_zeros: properties.keeps_zeros.expect(known),
        largest_change: properties.largest_change.expect(known),
    }
}

/// Leaves out dimensions and levels that no view has: a page offers what the manifest names.
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
    manifest
}
