//! Puts names in quotes for error messages.

use std::fmt::{self, Write as _};

/// Displays a name in quotes. Quotes, backslashes and invisible characters are escaped, because they could garble a
/// line on a terminal.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    // `{:?}` would escape all unprintable characters, but its tables are large in wasm.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('"')?;
        for letter in self.0.chars() {
            if letter.is_control() || matches!(letter, '"' | '\\') || is_invisible(letter) {
                write!(out, "{}", letter.escape_default())?;
            } else {
                out.write_char(letter)?;
            }
        }
        out.write_char('"')
    }
}

/// Whether a character is a direction mark, a separator or a zero-width space. The joiners of Persian and Indic words
/// are not escaped.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_and_invisible_marks_are_escaped() {
        for (name, quoted) in [
            ("Zürich", r#""Zürich""#),
            ("a\u{301}", "\"a\u{301}\""),
            ("a\"b\\c", r#""a\"b\\c""#),
            ("\u{1b}[2J\u{202e}", r#""\u{1b}[2J\u{202e}""#),
            ("نمی\u{200c}خواهم", "\"نمی\u{200c}خواهم\""),
        ] {
            assert_eq!(Quoted(name).to_string(), quoted);
        }
    }
}
