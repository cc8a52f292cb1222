//! To be written.

use super::Study;
use crate::Error;

pub(super) fn study() -> Result<Study, Error> {
    Ok(Study { name: "shlomo-2015", paper: "", data: String::new(), parts: Vec::new() })
}
