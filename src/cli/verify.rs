//! `cellveil verify`: every file of a cube against its manifest.

use std::path::PathBuf;

use super::folder::Folder;
use super::progress::Bar;
use super::{Failure, print};

/// Check every file of a cube: its digest, and that it holds what the manifest says.
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
    for (done, path) in paths.iter().enumerate() {
        folder.load(path)?;
        folder.store.unload(path);
        bar.set(done as u64 + 1, paths.len() as u64);
    }
    drop(bar);
    let strays = folder.strays(&paths);
    for stray in strays.iter() {
        print(&format!("{}: not a file of the cube\n", stray.display()))?;
    }
    print(&format!("{}: cube.json and {} files are as they were built\n", arguments.cube.display(), paths.len()))
}
