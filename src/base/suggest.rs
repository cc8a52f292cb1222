//! "Did you mean": the known name that is nearest to a misspelt one.

use super::Quoted;

/// Longest name, in characters, that is compared. It bounds the work that a long name can cause.
const LONGEST: usize = 64;

/// The end of a message about an unknown name: `; did you mean "age"?`, or an empty text if no known name is near.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggest(name, &mut known.into_iter())
}

// One copy for all callers keeps the wasm small.
#[cold]
#[inline(never)]
fn suggest(name: &str, known: &mut dyn Iterator<Item = &str>) -> String {
    let name = Misspelt::new(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        if let Some(distance) = name.distance(candidate)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map_or_else(String::new, |(_, near)| ["; did you mean ", &Quoted(near).to_string(), "?"].concat())
}

/// An unknown name, which known names are compared with.
pub(crate) struct Misspelt {
    /// The letters in lower case.
    letters: [char; LONGEST],
    /// The number of characters; a name with more than [`LONGEST`] is not compared.
    len: usize,
}

impl Misspelt {
    /// Reads a name.
    pub fn new(name: &str) -> Self {
        let mut letters = ['\0'; LONGEST];
        let mut len = 0;
        for letter in name.chars() {
            if let Some(place) = letters.get_mut(len) {
                *place = letter.to_ascii_lowercase();
            }
            len += 1;
        }
        Self { letters, len }
    }

    /// The distance of a known name, if it is near: at most a third of the longer name's characters may differ. Capitals do
    /// not count.
    #[inline(never)]
    pub fn distance(&self, known: &str) -> Option<usize> {
        let known = Self::new(known);
        let longer = self.len.max(known.len);
        if longer > LONGEST || longer - self.len.min(known.len) > longer / 3 {
            return None;
        }
        Some(distance(&self.letters[..self.len], &known.letters[..known.len]))
            .filter(|&distance| distance <= longer / 3)
    }
}

/// Characters to insert, delete or replace, or neighbours to exchange, until one name is the other: the optimal string
/// alignment distance. Both names have at most [`LONGEST`] characters.
fn distance(one: &[char], other: &[char]) -> usize {
    // Row i of the table is rows[i mod 3].
    let mut rows = [[0; LONGEST + 1]; 3];
    rows[0].iter_mut().enumerate().for_each(|(at, cell)| *cell = at);
    for i in 0..one.len() {
        let (row, last, before_last) = ((i + 1) % 3, i % 3, (i + 2) % 3);
        rows[row][0] = i + 1;
        for j in 0..other.len() {
            let replaced = rows[last][j] + usize::from(one[i] != other[j]);
            let mut least = replaced.min(rows[last][j + 1] + 1).min(rows[row][j] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                least = least.min(rows[before_last][j - 1] + 1);
            }
            rows[row][j + 1] = least;
        }
    }
    rows[one.len() % 3][other.len()]
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
            let near = expected.map_or_else(String::new, |near: &str| format!("; did you mean \"{near}\"?"));
            assert_eq!(did_you_mean(name, known), near, "{name}");
        }
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
            let letters = |text: &str| text.to_ascii_lowercase().chars().collect::<Vec<_>>();
            assert_eq!(distance(&letters(one), &letters(other)), expected, "{one} {other}");
            assert_eq!(distance(&letters(other), &letters(one)), expected, "{other} {one}");
        }
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(1_000_000);
        assert_eq!(Misspelt::new(&long).distance(&long), None);
        assert_eq!(Misspelt::new(&"a".repeat(64)).distance(&"a".repeat(63)), Some(1));
        assert_eq!(Misspelt::new(&"a".repeat(65)).distance(&"a".repeat(64)), None);
    }
}
