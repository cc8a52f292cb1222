//! A build without table methods refuses further tables with the error code `needs-tables`.

use thiserror::Error;

/// An error that this build never makes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LinkedError {}
