//! To be written.

use super::Study;
use crate::Error;

pub(super) fn study() -> Result<Study, Error> {
    Ok(Study { name: "abs-2005", paper: "", data: String::new(), parts: Vec::new() })
}
