//! The optional parts that this build of the crate contains.

/// Whether this build contains the methods and queries that few tables need. Other builds refuse such a query with the
/// error code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");

/// Whether this build contains table methods. Other builds refuse a table with such a method with the error code
/// `needs-tables`.
pub(crate) const TABLES: bool = cfg!(feature = "tables");

/// Whether error messages suggest similar names. The command line does, also as wasm. The other wasm builds suggest no
/// names: the comparison of names would add two kilobytes to each wasm core.
pub(crate) const SUGGESTS: bool = cfg!(any(feature = "make", not(target_family = "wasm")));
