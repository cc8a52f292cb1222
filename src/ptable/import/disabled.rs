//! A build that reads no published p-tables: files of that kind cannot be wrong.

use thiserror::Error;

/// A published file that is wrong: this build reads none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {}
