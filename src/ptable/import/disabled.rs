//! The import error of a build that reads no published p-tables.

use thiserror::Error;

/// An error in a published file. This build reads no published files, so the error never occurs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {}
