//! The one error type that leaves the crate, over one enum an area.

use thiserror::Error;

/// Whose fault an error is, and with that the exit status of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The query is understood and refused (exit status 1).
    Refused,
    /// Wrong usage or input, or a damaged cube (exit status 2).
    Input,
}

/// Any error of the crate. Messages say what, where and what was expected, and never quote a true count or a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A key, a modulus or a derivation of keys.
    #[error(transparent)]
    Key(#[from] crate::key::KeyError),
    /// The specification of a cube.
    #[cfg(feature = "cli")]
    #[error(transparent)]
    Spec(#[from] crate::cube::spec::SpecError),
    /// A file of records or cells.
    #[cfg(feature = "cli")]
    #[error(transparent)]
    Input(#[from] crate::cli::input::InputError),
    /// The records or cells themselves.
    #[cfg(feature = "cli")]
    #[error(transparent)]
    Collect(#[from] crate::cube::collect::CollectError),
}

impl Error {
    /// A stable identifier for programs: the `code` of JavaScript errors.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Key(_) => "key",
            #[cfg(feature = "cli")]
            Self::Spec(_) => "specification",
            #[cfg(feature = "cli")]
            Self::Input(_) => "input",
            #[cfg(feature = "cli")]
            Self::Collect(_) => "data",
        }
    }

    /// Whether the query was refused or the input is wrong.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
