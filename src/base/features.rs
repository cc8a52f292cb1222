//! Which optional parts this build of the crate has.

/// Whether this build has the methods and queries that few tables need. A build without them refuses such a query with
/// the code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");

/// Whether messages suggest names that are near. In wasm the comparison of names would take two kilobytes of each core.
pub(crate) const SUGGESTS: bool = cfg!(not(target_family = "wasm"));
