//! `cellveil verify`: every file of a cube against its manifest.

use std::path::PathBuf;

use super::folder::Folder;
use super::progress::Bar;
use super::{Failure, print};
use crate::cube::MAX_COUNT;

/// Check every file of a cube: its digest, that it holds what the manifest says, and that all views have the same records.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut folder = Folder::open(&arguments.cube)?;
    let paths: Vec<String> = folder.store.cube().files.iter().map(|file| file.path.clone()).collect();
    let bar = Bar::new("Checking files".into());
    let keys = folder.store.cube().keys;
    let mut totals = vec![(0u64, 0); folder.store.cube().views.len()];
    for (done, path) in paths.iter().enumerate() {
        folder.load(path)?;
        for (view, population, key) in folder.store.totals(done) {
            totals[view] = (totals[view].0.saturating_add(population), keys.combine(totals[view].1, key));
        }
        folder.store.unload(path);
        bar.set(done as u64 + 1, paths.len() as u64);
    }
    drop(bar);
    // Not that every cell is the same, which no reader can be sure of; but other records would have another key.
    // A sealed cube's views have noise of their own, and no keys.
    let different = |total: &(u64, u64)| *total != totals[0] || total.0 > MAX_COUNT;
    if let Some(view) = totals.iter().position(different).filter(|_| !folder.store.cube().is_sealed()) {
        let problem = format!("cube.json: views[{view}] does not have the records of the finest view");
        let expected = "the same records in every view, at most 2^52";
        return Err(Failure::wrong(format!("{}: {problem}; expected {expected}", arguments.cube.display())));
    }
    let strays = folder.strays(&paths);
    for stray in strays.iter() {
        print(&format!("{}: not a file of the cube\n", stray.display()))?;
    }
    print(&format!("{}: cube.json and {} files are as they were built\n", arguments.cube.display(), paths.len()))
}
