//! Cubes in a folder of their own, and the commands on them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// Records of an invented country; `imputed` says whether a record is. The third area has nobody.
const HEAD: &str = "area,sex,age,imputed,record_key\n";

pub struct Workspace {
    folder: PathBuf,
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Cells with their codes `area,sex,age,imputed` and how many records they have.
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

/// A specification; `more` goes to its end.
pub fn spec(about: &str, more: &str) -> String {
    format!(
        r#"[cube]
id = "measured"
unit = "person"
{about}
[key]
column = "record_key"
salt = "000102030405060708090a0b0c0d0e0f"
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

impl Workspace {
    /// A cube of the people above in the folder `cube`.
    pub fn new(spec: &str) -> Self {
        Self::of(spec, PEOPLE)
    }

    pub fn of(spec: &str, people: &[(&str, u64)]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("measure-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let workspace = Self { folder };
        let (mut records, mut number) = (HEAD.to_owned(), 0u64);
        for (codes, count) in people {
            for _ in 0..*count {
                number += 1;
                // Spread over 0 to 2^32 − 1 by a multiplier without a common factor.
                records += &format!("{codes},{}\n", number * 2_654_435_761 % (1 << 32));
            }
        }
        workspace.write("people.csv", &records);
        workspace.write("cube.toml", spec);
        let (status, _, error) = workspace.run(&["tile", "cube.toml", "--records", "people.csv", "--out", "cube"]);
        assert_eq!((status, &*error), (0, ""), "{spec}");
        workspace
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Status, standard output, standard error.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output =
            Command::new(env!("CARGO_BIN_EXE_cellveil")).current_dir(&self.folder).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    pub fn done(&self, arguments: &[&str]) -> String {
        let (status, said, error) = self.run(arguments);
        assert_eq!((status, &*error), (0, ""), "{arguments:?}");
        said
    }

    pub fn measures(&self, arguments: &[&str]) -> Value {
        // That nothing is told is said beside the measures.
        let (status, said, error) = self.run(&[&["measure", "cube"], arguments].concat());
        assert_eq!((status, error.lines().count() < 2), (0, true), "{arguments:?}: {error}");
        serde_json::from_str(&said).unwrap()
    }
}
