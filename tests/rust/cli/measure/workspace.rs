//! A folder with a cube of an invented country, and commands that read the cube.

use serde_json::Value;

use crate::support::workspace::Workspace;

/// Header of the records. `imputed` marks imputed records. The third area has no records.
const HEAD: &str = "area,sex,age,imputed,record_key\n";

pub struct Measured(Workspace);

/// Codes `area,sex,age,imputed` of the cells, each with its number of records.
pub const PEOPLE: &[(&str, u64)] = &[
    ("A,1,0,0", 12),
    ("A,1,1,0", 1),
    ("A,2,0,0", 3),
    ("A,2,0,1", 2),
    ("A,2,1,1", 1),
    ("A,2,2,0", 1),
    ("A,2,2,1", 1),
    ("B,1,0,0", 40),
    ("B,1,2,0", 2),
    ("B,2,0,0", 7),
    ("B,2,1,0", 6),
    ("B,2,1,1", 1),
];

/// Returns a specification that ends with `more`.
pub fn spec(about: &str, more: &str) -> String {
    format!(
        r#"[cube]
id = "measured"
unit = "person"
{about}
[key]
column = "record_key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
role = "geo"
codes = {{ A = "North", B = "South", C = "Isles" }}
[[dimension]]
name = "sex"
codes = {{ 1 = "Male", 2 = "Female" }}
[[dimension]]
name = "age"
codes = {{ 0 = "0 to 15", 1 = "16 to 64", 2 = "65 and over" }}
[[dimension]]
name = "imputed"
codes = {{ 0 = "No", 1 = "Yes" }}
[method.default]
kind = "random-rounding"
base = 3
{more}
"#
    )
}

pub const TEACHING: &str = "data = \"synthetic\"\naudience = \"teaching\"";

impl Measured {
    /// Builds a cube of `PEOPLE` in the folder `cube`.
    pub fn new(spec: &str) -> Self {
        Self::of(spec, PEOPLE)
    }

    pub fn of(spec: &str, people: &[(&str, u64)]) -> Self {
        let measured = Self(Workspace::new());
        let (mut records, mut number) = (HEAD.to_owned(), 0u64);
        for (codes, count) in people {
            for _ in 0..*count {
                number += 1;
                // The multiplier and 2^32 have no common factor, so the keys spread over 0 to 2^32 − 1.
                records += &format!("{codes},{}\n", number * 2_654_435_761 % (1 << 32));
            }
        }
        measured.write("people.csv", &records);
        measured.write("cube.toml", spec);
        measured.done(&["tile", "cube.toml", "--records", "people.csv", "--out", "cube"]);
        measured
    }

    pub fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    pub fn read(&self, name: &str) -> String {
        self.0.text(name)
    }

    /// Returns exit status, standard output and standard error.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        self.0.run(arguments)
    }

    pub fn done(&self, arguments: &[&str]) -> String {
        let (status, printed, error) = self.run(arguments);
        assert_eq!((status, &*error), (0, ""), "{arguments:?}");
        printed
    }

    pub fn measures(&self, arguments: &[&str]) -> Value {
        // Standard error contains a note if the measures disclose nothing.
        let (status, printed, error) = self.run(&[&["measure", "cube"], arguments].concat());
        assert_eq!((status, error.lines().count() < 2), (0, true), "{arguments:?}: {error}");
        serde_json::from_str(&printed).unwrap()
    }
}
