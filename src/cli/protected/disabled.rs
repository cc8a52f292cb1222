//! Protected views of an engine, which only the native program reads.

use std::path::Path;

use super::Failure;
use crate::build::BuiltFile;
use crate::spec::CubeSpec;

pub(super) const UNCHECKED: &str = "";

pub(super) fn files(_: &CubeSpec, _: &Path, _: &Path) -> Result<Vec<BuiltFile>, Failure> {
    Err(Failure::wrong(
        "--views: only the native program reads the views of an engine; expected --records or --cells, or cargo install cellveil",
    ))
}

pub(super) fn checked(spec: &CubeSpec, spec_path: &Path, views: &Path) -> Result<Vec<BuiltFile>, Failure> {
    files(spec, spec_path, views)
}
