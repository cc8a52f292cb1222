//! The words of labels and codes, by which readers find a code in a long list.

use super::Text;

/// Small letters with a mark, and the letters without it that readers may type.
const PLAIN: [(&str, &str); 31] = [
    ("àáâãäåāăą", "a"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķĸ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņň\u{149}ŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšșſ", "s"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("æ", "ae"),
    ("\u{133}", "ij"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("þ", "th"),
    ("ά", "α"),
    ("έ", "ε"),
    ("ή", "η"),
    ("ίϊΐ", "ι"),
    ("ό", "ο"),
    ("ύϋΰ", "υ"),
    ("ώ", "ω"),
];

/// The words of a text: letters and digits, in small letters without marks. An apostrophe does not end a word.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars().flat_map(char::to_lowercase) {
        let word = words.last_mut().expect("the list starts with a word");
        // Most letters are ASCII and have no mark, and the search for a mark is slow.
        if letter.is_ascii_alphanumeric() {
            word.push(letter);
            continue;
        }
        match PLAIN.iter().find(|(marked, _)| marked.contains(letter)) {
            Some((_, plain)) => word.push_str(plain),
            None if letter.is_alphanumeric() => word.push(letter),
            None if matches!(letter, '\'' | '’' | '\u{300}'..='\u{36f}') => {}
            None => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a code and of its label in all languages.
pub(super) fn words_of(code: &str, label: &Text) -> Vec<String> {
    [code].into_iter().chain(label.texts()).flat_map(words).collect()
}

/// Whether each of the words begins a word of the code or of its label.
pub(crate) fn matches(wanted: &[String], code: &str, label: &Text) -> bool {
    let own = words_of(code, label);
    wanted.iter().all(|word| own.iter().any(|own| own.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_small_letters_and_digits_without_marks() {
        for (text, expected) in [
            ("King's Lynn and West Norfolk 012A", "kings lynn and west norfolk 012a"),
            ("Ynys Môn / Île-de-France", "ynys mon ile de france"),
            ("Łódź, Straße, Αθήνα", "lodz strasse αθηνα"),
            ("E02-000001", "e02 000001"),
            ("re\u{301}gion", "region"),
            (" - ", ""),
        ] {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
    }
}
