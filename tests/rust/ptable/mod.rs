//! P-tables.

mod design;
mod offset;
mod published;
mod wrong;
