//! The specification of a cube for the records, as the text of a `cube.toml`.

use std::fmt::Write;

use super::ages::OLDEST;
use super::areas::{Area, Areas};
use super::codes::{
    Activity, Category, Dwelling, Education, Health, HouseholdType, MaritalStatus, Occupation, Relation, Sex, Tenure,
};
use super::household::MOST_PERSONS;
use super::languages::Language;
use super::origin::Country;
use super::zeros::structural_zeros;
use super::{COLUMNS, Request};

/// First age and label of each band of the level `age:band`. The next entry ends the band.
const BANDS: [(u32, &str); 9] = [
    (0, "0 to 4"),
    (5, "5 to 15"),
    (16, "16 to 17"),
    (18, "18 to 24"),
    (25, "25 to 34"),
    (35, "35 to 49"),
    (50, "50 to 64"),
    (65, "65 to 79"),
    (80, "80 and over"),
];

/// Writes the specification of a population: dimensions with labels, levels, structural zeros and one method. The method
/// has a ready-made p-table. `cellveil tile` accepts the text with the records of the same population.
///
/// ```
/// use cellveil::synthetic::{Request, specification};
/// let text = specification(Request::new(500, 7)?);
/// assert!(text.contains("name = \"marital_status\"") && text.contains("D0001A04"));
/// # Ok::<(), cellveil::synthetic::SyntheticError>(())
/// ```
pub fn specification(request: Request) -> String {
    let mut text = head(request);
    areas(&mut text, request);
    ages(&mut text);
    dimension::<Sex>(&mut text, "sex", "Sex", None);
    dimension::<MaritalStatus>(&mut text, "marital_status", "Marital status", None);
    dimension::<HouseholdType>(&mut text, "household_type", "Household type", None);
    sizes(&mut text);
    dimension::<Relation>(&mut text, "relation", "Relation to the reference person", None);
    dimension::<Tenure>(&mut text, "tenure", "Tenure", None);
    dimension::<Dwelling>(&mut text, "dwelling", "Dwelling", None);
    dimension::<Activity>(&mut text, "activity", "Main activity", None);
    let occupation = "The present occupation, or the last one of persons who no longer work.";
    dimension::<Occupation>(&mut text, "occupation", "Occupation", Some(occupation));
    dimension::<Education>(&mut text, "education", "Highest education", None);
    countries(&mut text);
    dimension::<Language>(&mut text, "language", "Main language", None);
    dimension::<Health>(&mut text, "health", "Long-term illness", None);
    zeros(&mut text);
    text += METHOD;
    text
}

fn head(request: Request) -> String {
    let (households, seed) = (request.households(), request.seed());
    let mut salt = request.streams().salt;
    let salt = format!("{:016x}{:016x}", salt.number(), salt.number());
    let key = COLUMNS[COLUMNS.len() - 1];
    format!(
        "# Synthetic people: a specification for the records of
#     cellveil synthesize --households {households} --seed {seed}
# Build the cube with
#     cellveil tile FILE --records RECORDS --out FOLDER

[cube]
id = \"synthetic-people\"
title = \"Synthetic people\"
unit = \"person\"
# Nobody in the records exists.
data = \"synthetic\"
audience = \"teaching\"
release = \"keyed\"
source = \"cellveil synthesize --households {households} --seed {seed}\"
notes = [\"Households and persons are invented by a program. No real data enter.\"]

[key]
# The keys follow from the seed, so everybody can compute them. Real data need secret keys.
column = \"{key}\"
salt = \"{salt}\"

# The columns household, person and district are no dimensions. The first two identify a record, and each area has its
# district as the level area:district.
"
    )
}

fn areas(text: &mut String, request: Request) {
    open(text, "area", "Area");
    *text += "role = \"geo\"\n\n[dimension.codes]\n";
    let mut districts: Vec<(Area, Vec<String>)> = Vec::new();
    for area in Areas::settled(request) {
        let (district, number) = (area.district_number, area.number);
        let label = format!("District {district}, area {number} ({})", area.character.label());
        line(text, format_args!("{} = \"{label}\"", area.code));
        let code = area.code.to_string();
        match districts.last_mut() {
            Some((first, codes)) if first.district == area.district => codes.push(code),
            _ => districts.push((area, vec![code])),
        }
    }
    level(
        text,
        "district",
        "District",
        districts.iter().map(|(area, codes)| {
            let label = format!("District {}", area.district_number);
            (area.district.to_string(), label, codes.clone())
        }),
    );
}

fn ages(text: &mut String) {
    open(text, "age", "Age");
    *text += "\n[dimension.codes]\n";
    for age in 0..=OLDEST {
        line(text, format_args!("{age} = \"{age}\""));
    }
    let ends = BANDS.iter().skip(1).map(|(from, _)| *from).chain([OLDEST + 1]);
    level(
        text,
        "band",
        "Age band",
        BANDS.iter().zip(ends).map(|((from, label), end)| {
            let code = from.to_string();
            (code, (*label).to_owned(), (*from..end).map(|age| age.to_string()).collect())
        }),
    );
}

fn sizes(text: &mut String) {
    open(text, "household_size", "Household size");
    *text += "\n[dimension.codes]\n";
    for size in 1..=MOST_PERSONS {
        let unit = if size == 1 { "person" } else { "persons" };
        line(text, format_args!("{size} = \"{size} {unit}\""));
    }
}

fn countries(text: &mut String) {
    dimension::<Country>(text, "birth_country", "Country of birth", None);
    let abroad = Country::ALL.iter().filter(|country| **country != Country::Home);
    let groups = [
        ("home", Country::Home.label(), vec![Country::Home.code().to_owned()]),
        ("abroad", "Another country", abroad.map(|country| country.code().to_owned()).collect()),
    ];
    let groups = groups.into_iter().map(|(code, label, of)| (code.to_owned(), label.to_owned(), of));
    level(text, "origin", "Born at home or abroad", groups);
}

fn zeros(text: &mut String) {
    *text +=
        "\n# Combinations that cannot exist. A record with one of them is an error.\n[structural_zeros]\nnever = [\n";
    for zero in structural_zeros() {
        let codes = zero.codes.iter().map(|(column, codes)| format!("{column} = {}", list(codes)));
        let codes: Vec<String> = codes.collect();
        line(text, format_args!("    {{ {} }}, # {}", codes.join(", "), zero.reason));
    }
    *text += "]\n";
}

const METHOD: &str = "
# Noise of variance 3, at most 5. No value of 1 or 2 is shown. \"standard\" is a ready-made p-table.
[method.default]
kind = \"cell-key\"
ptable = \"standard\"
lookup = \"hash\"
";

/// Writes a dimension with all categories of a variable.
fn dimension<T: Category>(text: &mut String, name: &str, label: &str, note: Option<&str>) {
    open(text, name, label);
    if let Some(note) = note {
        line(text, format_args!("note = \"{note}\""));
    }
    *text += "\n[dimension.codes]\n";
    for category in T::all() {
        line(text, format_args!("{} = \"{}\"", category.code(), category.label()));
    }
}

fn open(text: &mut String, name: &str, label: &str) {
    line(text, format_args!("\n[[dimension]]\nname = \"{name}\"\nlabel = \"{label}\""));
}

/// Writes a level from the code, the label and the codes of each group.
fn level(text: &mut String, name: &str, label: &str, groups: impl Iterator<Item = (String, String, Vec<String>)>) {
    line(text, format_args!("\n[[dimension.level]]\nname = \"{name}\"\nlabel = \"{label}\"\ngroups = ["));
    for (code, label, of) in groups {
        line(text, format_args!("    {{ code = \"{code}\", label = \"{label}\", of = {} }},", list(&of)));
    }
    *text += "]\n";
}

fn list(codes: &[String]) -> String {
    format!("[\"{}\"]", codes.join("\", \""))
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}
