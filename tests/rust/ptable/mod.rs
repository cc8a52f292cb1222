//! P-tables.

mod convert;
mod design;
mod drawn;
mod errors;
mod export;
mod offset;
mod published;
