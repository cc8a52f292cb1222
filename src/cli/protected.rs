//! Builds the files of a sealed cube from the protected views of an engine.

use std::path::Path;

use super::tile::{beside, judge, read_ptable};
use super::{Failure, Reported, note};
use crate::build::BuiltFile;
use crate::build::engine::{EngineViews, Plan, PlanError, build};
use crate::build::sql;
use crate::host::Bar;
use crate::input;
use crate::spec::CubeSpec;

/// What nobody has checked if an engine protects the views.
pub(super) const UNCHECKED: &str =
    "the engine has protected the views, so record keys were not checked; look for repeated identifiers and keys there";

impl Reported for PlanError {}
impl Reported for input::ViewsError {}

/// Builds the cube from the folder or file that the statements of `cellveil sql --protect` have written.
pub(super) fn files(spec: &CubeSpec, spec_path: &Path, views: &Path) -> Result<Vec<BuiltFile>, Failure> {
    let ptable = |name: &str| read_ptable(&beside(spec_path, name), name);
    let plan = Plan::new(spec, &ptable).map_err(|error| Failure::about(spec_path.display(), &error))?;
    judge(spec, &plan.empty, &[]).map_err(|error| error.at(spec_path.display()))?;
    let rows = read(spec, spec_path, &plan, views)?;
    note(format!("note: {UNCHECKED}"));
    let bar = Bar::new("Writing tiles".into());
    build(spec, &rows, &ptable, &mut |done, total| bar.set(done, total))
        .map_err(|error| Failure::about(spec_path.display(), &error))
}

/// Does what [`files`] does, but neither judges the salt nor writes notes. `cellveil check` does this in its own form.
pub(super) fn checked(spec: &CubeSpec, spec_path: &Path, views: &Path) -> Result<Vec<BuiltFile>, Failure> {
    let ptable = |name: &str| read_ptable(&beside(spec_path, name), name);
    let plan = Plan::new(spec, &ptable).map_err(|error| Failure::about(spec_path.display(), &error))?;
    let rows = read(spec, spec_path, &plan, views)?;
    build(spec, &rows, &ptable, &mut |_, _| ()).map_err(|error| Failure::about(spec_path.display(), &error))
}

fn read<'a>(spec: &CubeSpec, spec_path: &Path, plan: &'a Plan, views: &Path) -> Result<EngineViews<'a>, Failure> {
    let job = sql::job(spec, plan).map_err(|error| Failure::about(spec_path.display(), &error))?;
    let mut rows = EngineViews::new(plan);
    let bar = Bar::new(format!("Reading {}", views.display()));
    input::views(views, plan, &job, &mut rows, &mut |now| bar.set(now.done, now.total))
        .map_err(|error| Failure::wrong(error.to_string()))?;
    Ok(rows)
}
