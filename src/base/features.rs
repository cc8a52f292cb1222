//! Which optional parts this build of the crate has.

/// Whether this build has the methods and queries that few tables need. A build without them refuses such a query with
/// the code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");
