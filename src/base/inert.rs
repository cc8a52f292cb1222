//! Protects spreadsheets from texts that they would run as formulas.

/// Puts an apostrophe before a text that a spreadsheet would run as a formula. Numbers with a sign stay unchanged.
///
/// **Source**: OWASP, "CSV injection": the characters `=`, `+`, `-`, `@`, tab, carriage return and line feed begin a
/// formula. Programs drop further leading control characters, so each of them counts.
pub(crate) fn inert(text: &str) -> String {
    let is_formula = match text.as_bytes() {
        [b'=' | b'@' | ..=0x1f | 0x7f, ..] => true,
        [b'+' | b'-', number @ ..] => !is_number(number),
        _ => false,
    };
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// Whether a text is digits, or digits with a decimal point between them.
fn is_number(text: &[u8]) -> bool {
    let mut parts = text.splitn(2, |&byte| byte == b'.');
    parts.all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases of `www/site/result/inert.js`, which does the same for the clipboard.
    #[test]
    fn formulas_get_an_apostrophe() {
        let formulas = [
            "=1+1",
            "=HYPERLINK(\"x\",1)",
            "@SUM(1)",
            "\tx",
            "\r=1",
            "+1+1",
            "-2+cmd|' /C calc'!A0",
            "+",
            "-a",
            "-1.",
            "-.5",
        ];
        for text in formulas {
            assert_eq!(inert(text), format!("'{text}"));
        }
        for control in (0..0x20).chain([0x7f]).map(char::from) {
            for text in [format!("{control}@SUM(1)"), format!("{control}North"), control.to_string()] {
                assert_eq!(inert(&text), format!("'{text}"));
            }
        }
        for text in ["", " ", "North\n", "North", "-9", "+44", "-1.5", "'=1", "a=b", "0"] {
            assert_eq!(inert(text), text);
        }
    }
}
