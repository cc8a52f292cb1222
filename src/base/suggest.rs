//! Finds the known name that is nearest to a misspelt name, for "did you mean" in error messages.

use super::{Quoted, SUGGESTS};

/// Maximum length of a compared name, in characters. This limit bounds the work for a long name.
const LONGEST: usize = 64;

/// Returns the end of a message about an unknown name, such as `; did you mean "age"?`. The text is empty if no known
/// name is similar, and in the wasm cores for tables.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    if !SUGGESTS {
        return String::new();
    }
    let known: Vec<&str> = known.into_iter().collect();
    nearest(name, &known).map_or_else(String::new, |at| format!("; did you mean {}?", Quoted(known[at])))
}

/// Returns the position of the known name nearest to `name`, or the first such position if several names are equally
/// near. At most a third of the longer name's characters may differ. The comparison ignores the case of ASCII letters.
pub(crate) fn nearest(name: &str, known: &[&str]) -> Option<usize> {
    let name: Vec<char> = name.chars().take(LONGEST + 1).collect();
    let mut best = None;
    for (at, candidate) in known.iter().enumerate() {
        let candidate: Vec<char> = candidate.chars().take(LONGEST + 1).collect();
        let longer = name.len().max(candidate.len());
        if longer > LONGEST || longer - name.len().min(candidate.len()) > longer / 3 {
            continue;
        }
        let distance = distance(&name, &candidate);
        if distance <= longer / 3 && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, at));
        }
    }
    best.map(|(_, at)| at)
}

/// Returns the optimal string alignment distance of two names. This is the smallest number of changes from one name to
/// the other. A change inserts, deletes or replaces a character, or exchanges two neighbours.
fn distance(one: &[char], other: &[char]) -> usize {
    let same = |a: char, b: char| a.eq_ignore_ascii_case(&b);
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = last[j - 1] + usize::from(!same(one[i - 1], other[j - 1]));
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && same(one[i - 1], other[j - 2]) && same(one[i - 2], other[j - 1]) {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_others_are_not() {
        let known = ["age", "age_band", "sex", "economic_activity", "1", "10"];
        for (name, expected) in [
            ("Sex", Some("sex")),
            ("sx", Some("sex")),
            ("aeg", Some("age")),
            ("ageband", Some("age_band")),
            ("economic-activty", Some("economic_activity")),
            ("region", None),
            ("area", None),
            ("2", None),
            ("11", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, &known).map(|at| known[at]), expected, "{name}");
        }
        assert_eq!(did_you_mean("sx", known), "; did you mean \"sex\"?");
        assert_eq!(did_you_mean("region", known), "");
    }

    #[test]
    fn distances_count_single_changes() {
        for (one, other, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("abc", "ABC", 0),
            ("abcd", "acbd", 1),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
        ] {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            assert_eq!(distance(&letters(one), &letters(other)), expected, "{one} {other}");
            assert_eq!(distance(&letters(other), &letters(one)), expected, "{other} {one}");
        }
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(1_000_000);
        assert_eq!(nearest(&long, &[&long]), None);
        assert_eq!(nearest(&"a".repeat(64), &[&"a".repeat(63)]), Some(0));
    }
}
