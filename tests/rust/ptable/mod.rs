//! P-tables.

mod convert;
mod design;
mod drawn;
mod export;
mod offset;
mod published;
mod wrong;
