//! To be written.

use super::Study;
use crate::Error;

pub(super) fn study() -> Result<Study, Error> {
    Ok(Study { name: "scad-2011", paper: "", data: String::new(), parts: Vec::new() })
}
