//! The code that an unknown code may stand for.

use super::Text;
use crate::base::{Misspelt, Quoted};

/// The end of a message about an unknown code: the code that it may stand for, by a code or a label that is near.
pub(crate) fn code_meant<'a>(wrong: &str, mut codes: impl Iterator<Item = (&'a str, &'a Text)>) -> String {
    nearest_code(wrong, &mut codes)
}

// One copy for all callers keeps the wasm small.
#[cold]
#[inline(never)]
fn nearest_code<'a>(wrong: &str, codes: &mut dyn Iterator<Item = (&'a str, &'a Text)>) -> String {
    let wrong = Misspelt::new(wrong);
    // Of equally near names, codes come before labels.
    let mut best: Option<((usize, bool), &str, &str)> = None;
    for (code, label) in codes {
        let mut offer = |name: &'a str, is_label| {
            if let Some(distance) = wrong.distance(name)
                && best.is_none_or(|(least, ..)| (distance, is_label) < least)
            {
                best = Some(((distance, is_label), code, name));
            }
        };
        offer(code, false);
        label.texts().for_each(|text| offer(text, true));
    }
    let Some(((_, is_label), code, name)) = best else { return String::new() };
    let mut text = ["; did you mean ", &Quoted(code).to_string()].concat();
    if is_label {
        text += &[", labelled ", &Quoted(name).to_string()].concat();
    }
    text + "?"
}
