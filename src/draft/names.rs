//! Names of columns: what they hint at, and the names and labels of dimensions that they become.

/// The words of a column's name, in lower case: `AgeYears`, `age_years` and `age.years` have the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_is_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && before_is_small) {
            words.push(String::new());
        }
        before_is_small = letter.is_lowercase();
        if letter.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn has_word(name: &str, hints: &[&str]) -> bool {
    words(name).iter().any(|word| hints.contains(&word.as_str()))
}

/// Whether a name hints at an age in years.
pub(super) fn is_age(name: &str) -> bool {
    has_word(name, &["age", "ages", "alter", "edad", "idade", "leeftijd", "eta", "ålder", "alder", "ika", "wiek"])
}

/// Whether a name hints at a survey weight.
pub(super) fn is_weight(name: &str) -> bool {
    const WORDS: [&str; 12] = [
        "weight",
        "weights",
        "wgt",
        "wt",
        "wght",
        "gewicht",
        "hochrechnung",
        "poids",
        "ponderation",
        "peso",
        "vikt",
        "grossing",
    ];
    has_word(name, &WORDS) && !has_word(name, &["body", "birth", "kg", "baby", "height"])
}

/// Whether a name hints at an identifier.
pub(super) fn is_identifier(name: &str) -> bool {
    const WORDS: [&str; 34] = [
        "id",
        "ids",
        "uuid",
        "guid",
        "pid",
        "hid",
        "hhid",
        "serial",
        "serialno",
        "ident",
        "identifier",
        "number",
        "nr",
        "no",
        "num",
        "nummer",
        "passport",
        "ssn",
        "email",
        "phone",
        "address",
        "surname",
        "household",
        "haushalt",
        "menage",
        "hogar",
        "family",
        "dwelling",
        "person",
        "persona",
        "personne",
        "respondent",
        "tin",
        "nino",
    ];
    let words = words(name);
    let ends_in_id = words.last().is_some_and(|word| word.len() > 3 && word.ends_with("id"));
    ends_in_id || words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether a name hints at record keys.
pub(super) fn is_key(name: &str) -> bool {
    let name = words(name).join("_");
    let is_other = name.contains("foreign") || name.contains("primary");
    !is_other
        && (name == "key"
            || name == "rkey"
            || ["record_key", "recordkey", "rec_key", "_rkey", "record_key_seeded"]
                .iter()
                .any(|end| name.ends_with(end)))
}

/// Whether a name hints at areas.
pub(super) fn is_area(name: &str) -> bool {
    const WORDS: [&str; 29] = [
        "region",
        "area",
        "district",
        "municipality",
        "county",
        "state",
        "commune",
        "gemeinde",
        "kreis",
        "land",
        "province",
        "nuts",
        "lsoa",
        "msoa",
        "oa",
        "lad",
        "ward",
        "canton",
        "kanton",
        "departement",
        "department",
        "local",
        "authority",
        "governorate",
        "prefecture",
        "kommune",
        "community",
        "place",
        "geo",
    ];
    has_word(name, &WORDS) && !has_word(name, &["birth", "born", "origin", "citizenship", "floor", "work"])
}

/// Whether a name hints at a year or another period.
pub(super) fn is_period(name: &str) -> bool {
    has_word(name, &["year", "jahr", "annee", "année", "ano", "año", "quarter", "month", "period", "monat", "mois"])
        && !has_word(name, &["birth", "born", "arrival", "built", "construction"])
}

/// How early a dimension should be chosen from a wide file, by its name: 0 is first.
pub(super) fn rank(name: &str) -> u8 {
    if has_word(name, &["sex", "gender", "geschlecht", "sexe", "sexo", "kön"]) || is_age(name) {
        0
    } else if is_area(name) || is_period(name) {
        1
    } else {
        2
    }
}

/// The name of a dimension: letters a to z, digits, `_` and `-`. Names that tables reserve get an ending, and so do names
/// that are taken.
pub(super) fn of_dimension(column: &str, taken: &[String]) -> String {
    let letters = column.trim().chars().map(|letter| match letter {
        'a'..='z' | '0'..='9' | '_' | '-' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        'ä' | 'Ä' | 'à' | 'á' | 'â' | 'å' | 'Å' => 'a',
        'ö' | 'Ö' | 'ó' | 'ô' | 'ø' => 'o',
        'ü' | 'Ü' | 'ú' | 'û' => 'u',
        'é' | 'è' | 'ê' | 'É' => 'e',
        'ñ' => 'n',
        'ç' => 'c',
        'í' => 'i',
        _ => '_',
    });
    let plain: String = letters.collect();
    let plain = plain.trim_matches('_');
    let plain = if plain.is_empty() { "column" } else { plain };
    let is_reserved = ["value", "status", "true_count", "cell_key", "noise", "count", "key", "_t"].contains(&plain);
    let first = if is_reserved { format!("{plain}_code") } else { plain.to_owned() };
    let mut name = first.clone();
    let mut next = 2;
    while taken.contains(&name) {
        name = format!("{first}_{next}");
        next += 1;
    }
    name
}

/// A label for readers: `marital_status` becomes `Marital status`.
pub(super) fn label(column: &str) -> String {
    let spaced: String = column.chars().map(|letter| if matches!(letter, '_' | '.') { ' ' } else { letter }).collect();
    let mut letters = spaced.trim().chars();
    match letters.next() {
        None => "Column".to_owned(),
        Some(first) => first.to_uppercase().chain(letters).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hint() {
        for (name, hints) in [
            ("age_years", [true, false, false, false]),
            ("AgeYears", [true, false, false, false]),
            ("language", [false, false, false, false]),
            ("person_id", [false, false, true, false]),
            ("hhid", [false, false, true, false]),
            ("covid", [false, false, true, false]),
            ("pweight", [false, false, false, false]),
            ("design.wt", [false, true, false, false]),
            ("birth_weight", [false, false, false, false]),
            ("region_of_birth", [false, false, false, false]),
            ("Gemeinde", [false, false, false, true]),
        ] {
            assert_eq!([is_age(name), is_weight(name), is_identifier(name), is_area(name)], hints, "{name}");
        }
        assert!(is_key("record_key") && is_key("Record.Key") && !is_key("key_stage") && !is_key("foreign_key"));
    }

    #[test]
    fn dimensions_have_plain_names() {
        assert_eq!(of_dimension("Straße Nr.", &[]), "stra_e_nr");
        assert_eq!(of_dimension("状态", &[]), "column");
        assert_eq!(of_dimension("value", &["value_code".to_owned()]), "value_code_2");
        assert_eq!(label("marital_status"), "Marital status");
    }
}
