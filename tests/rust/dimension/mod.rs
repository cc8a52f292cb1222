//! Codes and levels.

mod levels;
