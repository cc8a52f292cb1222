//! Integration tests of the library and of the command-line program. Each folder tests the folder of `src` with the
//! same name. `laws` and `reference` check several folders together. `support` contains shared helpers.
#![allow(missing_docs, clippy::unwrap_used)]

mod audit;
mod build;
mod cli;
mod cube;
mod dimension;
mod export;
mod input;
mod laws;
mod measure;
mod microdata;
mod protect;
mod ptable;
mod reference;
mod rules;
mod spec;
mod study;
mod support;
mod synthetic;
mod table;
mod table_method;
mod tile;
