//! Names of sheets that Excel accepts (Microsoft, "Rename a worksheet").

/// Maximum number of UTF-16 units of a name.
const LONGEST: usize = 31;

/// Replaces what Excel refuses in names of sheets, and makes the names distinct. Excel compares names without case.
pub(super) fn distinct_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    // Excel reserves this name.
    let mut used = vec!["history".to_owned()];
    let mut distinct = Vec::new();
    for name in names {
        let name = clean(name);
        let mut candidate = cut(&name, LONGEST);
        let mut number = 2;
        while used.contains(&candidate.to_lowercase()) {
            let ending = format!(" ({number})");
            candidate = cut(&name, LONGEST - ending.len()) + &ending;
            number += 1;
        }
        used.push(candidate.to_lowercase());
        distinct.push(candidate);
    }
    distinct
}

fn clean(name: &str) -> String {
    let is_refused = |letter: char| letter.is_control() || "[]:*?/\\\u{fffe}\u{ffff}".contains(letter);
    let words = name.replace(is_refused, " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cuts a name between characters. Apostrophes at the ends are refused by Excel.
fn cut(name: &str, longest: usize) -> String {
    let is_end = |letter: char| letter == '\'' || letter == ' ';
    let name = name.trim_matches(is_end);
    let mut units = 0;
    let end = name.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > longest
    });
    let name = end.map_or(name, |(end, _)| &name[..end]).trim_end_matches(is_end);
    if name.is_empty() { "Sheet".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_rules_of_excel() {
        let long = "Marital status and ethnic group of persons";
        for (names, expected) in [
            (vec!["Table", "Notes"], vec!["Table", "Notes"]),
            (vec!["a[b]:c*d?e/f\\g"], vec!["a b c d e f g"]),
            (vec!["'Tom's'", "a\n\tb\u{7}"], vec!["Tom's", "a b"]),
            (vec!["", "?", " ' "], vec!["Sheet", "Sheet (2)", "Sheet (3)"]),
            (vec!["Âge", "âGE", "AGE"], vec!["Âge", "âGE (2)", "AGE"]),
            (vec!["history"], vec!["history (2)"]),
            (vec![long, long], vec!["Marital status and ethnic group", "Marital status and ethnic g (2)"]),
            // The 16th emoji would be the units 31 and 32.
            (vec!["😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"], vec!["😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"]),
            (vec!["a", "a (2)", "a"], vec!["a", "a (2)", "a (3)"]),
        ] {
            let names = distinct_names(names.into_iter());
            assert_eq!(names, expected);
            assert!(names.iter().all(|name| name.encode_utf16().count() <= LONGEST));
        }
    }
}
