//! Builds a keyed cube. Its tiles hold counts and keys. The result is the bytes of every file.

use super::error::Error;
use super::files::{BuiltFile, file_name, finished, manifest};
use super::methods::{self, Method, uniform};
use super::slices::{self, FutureManifest};
use super::views::{Finest, Materialised};
use crate::cube::{ExplainPart, KeyPart, Manifest};
use crate::rules::Rules;
use crate::spec::{CubeSpec, SpecError, Views};

/// Coarser views of a small cube may take up to this number of bytes, but at most four times the bytes of the finest
/// view.
const SMALL_CUBE: u64 = 1_000_000;

/// Builds all files of a keyed or pre-protected cube. See [`build`](super::build).
pub(super) fn build(
    spec: &CubeSpec,
    finest: Finest<'_>,
    future: FutureManifest,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<BuiltFile>, Error> {
    let cells = finest.head();
    if let Some(rules) = &spec.rules {
        // Limits can name codes that the specification does not declare. So the limits are checked again with the codes
        // in the data.
        Rules::resolve(rules, &cells.dimensions, &spec.about.unit).map_err(SpecError::of_rule)?;
    }
    let mut files: Vec<BuiltFile> = Vec::new();
    let mut named = Vec::with_capacity(spec.methods.len());
    for declared in &spec.methods {
        let method = methods::read(spec, declared, ptable)?;
        // A page could not compile such a method either.
        method.compile(spec)?;
        let Method { mut parameters, ptable, .. } = method;
        if let Some(table) = ptable {
            let bytes = table.encode();
            let path = file_name("ptables", "cvp", &bytes);
            if !files.iter().any(|(earlier, _)| *earlier == path) {
                files.push((path.clone(), bytes));
            }
            parameters.set_ptable(path);
        }
        named.push((declared.name.clone(), parameters));
    }

    // The choice of views reports twice the finest cells. Views in a list add theirs.
    let parts = if matches!(spec.publish.views, Some(Views::Auto)) { 3 } else { 1 };
    let total = parts * finest.len();
    let mut done = 0;
    let mut slice_done = |slice: u64| {
        done += slice;
        progress(done, done.max(total));
    };
    let mut views = Materialised::finest(spec, finest, future, &mut slice_done)?;
    match &spec.publish.views {
        None => {}
        Some(Views::List(more)) => more.iter().try_for_each(|axes| views.add(axes, &mut slice_done))?,
        Some(Views::Auto) => {
            let bytes = views.bytes();
            // Without a budget, coarser views may take as many bytes as the finest view. In a small cube they may take
            // up to four times as many.
            let more = bytes.max(SMALL_CUBE.min(bytes.saturating_mul(4)));
            let budget = spec.publish.budget.unwrap_or(bytes.saturating_add(more));
            if bytes <= budget {
                views.choose(budget, &mut slice_done)?;
            }
        }
    }
    within_budget(spec, &views)?;
    let (tiles, views) = slices::files(spec, &cells.dimensions, views.into_cuts())?;
    files.extend(tiles);
    let key = KeyPart {
        combine: spec.key.group.operation(),
        modulus: spec.key.group.modulus(),
        uniform: uniform(spec),
        salt: spec.key.salt.bytes().iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    let explain = spec.publish.explain.map(ExplainPart::Switch);
    let rules = spec.rules.clone();
    let manifest = Manifest { key: Some(key), methods: named, explain, rules, views, ..manifest(spec, cells, &files) };
    finished(&manifest, files)
}

fn within_budget(spec: &CubeSpec, views: &Materialised<'_>) -> Result<(), Error> {
    let Some(budget) = spec.publish.budget.filter(|&budget| views.bytes() > budget) else { return Ok(()) };
    let tiles = match &spec.publish.views {
        Some(Views::List(list)) if !list.is_empty() => "the tiles of the views listed and of the finest one",
        _ => "the tiles of the finest view alone",
    };
    let expected = format!("at least the {} bytes that {tiles} take", views.bytes());
    Err(SpecError::of_publish("budget", &format!("{budget} bytes"), &expected).into())
}
