//! What happens to everything that is wrong: damaged cubes, bad files, bad questions.
//!
//! Each case is run through the program itself, and has to end with the right status, one line that says what, where and
//! what was expected, nothing on standard output, nothing written, and no figure of the data in the message. What is too
//! much to start a program for (every byte, every length) goes through the library.
#![cfg(feature = "cli")]
#![allow(missing_docs, clippy::unwrap_used)]

mod demo;
mod manifest;
mod ptable;
mod query;
mod receipts;
mod records;
mod sealed;
mod spec;
mod tile;
mod views;
mod workspace;
