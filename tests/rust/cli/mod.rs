//! The command line.

mod measure;
mod names;
mod ready_ptable;
