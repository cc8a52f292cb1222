//! The command line.

mod measure;
