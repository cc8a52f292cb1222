//! Tests from outside: of the library as its users see it, and of the command line as a program that is started. A folder for each
//! folder of `src`; what crosses folders is in `laws` and `reference`, and what several tests need in `support`.
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
mod protect;
mod ptable;
mod reference;
mod rules;
mod spec;
mod study;
mod support;
mod table;
mod tile;
