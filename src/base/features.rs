//! Which optional parts this build of the crate has.

/// Whether this build has the methods and questions that few tables need. Without them it refuses such a question with
/// the code `needs-full`.
pub const FULL: bool = cfg!(feature = "full");
