//! P-tables.

mod design;
mod errors;
mod offset;
mod published;
