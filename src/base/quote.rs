//! Names in quotes, as error messages show them.

use std::fmt::{self, Write as _};

/// A name in quotes, as errors show it, with quotes and control characters in it escaped.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    // What `{:?}` does as well, with tables of all characters that cannot be printed.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('"')?;
        for letter in self.0.chars() {
            if letter.is_control() || matches!(letter, '"' | '\\') {
                write!(out, "{}", letter.escape_default())?;
            } else {
                out.write_char(letter)?;
            }
        }
        out.write_char('"')
    }
}
