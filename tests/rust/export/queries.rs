//! The cube, the queries, and the expected tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

use crate::support::program;

const SPEC: &str = include_str!("odd.toml");
const CELLS: &str = include_str!("odd.csv");

/// Queries as arguments of the command line.
pub const QUESTIONS: &[&[&str]] = &[
    &["--rows", "area", "--columns", "sex"],
    &["--rows", "area,kind", "--columns", "year,sex"],
    &["--rows", "area,kind", "--columns", "year,sex", "--language", "fr-CA"],
    // The cube does not have this language.
    &["--rows", "kind", "--columns", "sex", "--language", "zz"],
    &["--rows", "kind", "--no-totals"],
    &["--rows", "year", "--columns", "area:land", "--no-totals"],
    &["--rows", "sex", "--columns", "kind", "--filter", "kind=\"a,b\",e;f", "--filter", "area:land=main"],
    &["--rows", "sex", "--columns", "year", "--group", "sex:Both \"of\"; them, 人=m,f", "--group", "sex:f\n2=f"],
    &["--rows", "kind", "--columns", "area", "--group", "area:N & W=A,B,D", "--areas", "blocks", "--language", "fr"],
    &["--rows", "year,sex,kind", "--method", "{\"kind\":\"none\"}"],
];

/// The label of each dimension, in English and in French.
const LABELS: &[(&str, &str, &str)] = &[
    ("area", "Area, \"of\" usual; residence", "Zone"),
    ("area:land", "Land", "Pays"),
    ("year", "Year", "Année"),
    ("sex", "Sex", "Sexe"),
    ("kind", "Sex", "Sex"),
];

/// The label of each code, in English and in French.
const CODES: &[(&str, &str, &str)] = &[
    ("A", "North, \"upper\"", "Nord"),
    ("B", "Юг; край", "Юг; край"),
    ("C", "West\nside", "West\nside"),
    ("D", "شرق & <b>", "شرق & <b>"),
    ("main", "Main_x0041_", "Main_x0041_"),
    ("sea", "海", "海"),
    ("2011", "2011", "2011"),
    ("2021", "2021", "2021"),
    ("m", "Male", "Hommes"),
    ("f", "Female", "Femmes"),
    ("a,b", "Other", "Other"),
    ("c\"d", "Other", "Other"),
    ("e;f", "=1+1", "=1+1"),
    ("_T", "Total", "Total"),
];

/// A table parsed from its CSV, with labels from the cube.
#[derive(Debug)]
pub struct Asked {
    pub query: Vec<&'static str>,
    pub csv: String,
    pub receipt: String,
    pub is_french: bool,
    /// Names of the axes in the query: rows, then columns.
    pub names: Vec<String>,
    pub rows: usize,
    /// Codes, value and status of each cell.
    pub cells: Vec<(Vec<String>, Option<i64>, String)>,
}

impl Asked {
    /// Exports the table in a format and returns the file.
    pub fn file(&self, format: &str) -> Vec<u8> {
        let output = run(&[&["table", "cube"], &self.query[..], &["--format", format]].concat());
        assert!(output.status.success(), "{:?}: {}", self.query, String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    pub fn text(&self, format: &str) -> String {
        String::from_utf8(self.file(format)).unwrap()
    }

    /// Returns the label of a dimension.
    pub fn label(&self, name: &str) -> &'static str {
        let &(_, english, french) = LABELS.iter().find(|(known, _, _)| *known == name).unwrap();
        if self.is_french { french } else { english }
    }

    /// Returns the label of a code. A group is its own label.
    pub fn code_label(&self, code: &str) -> String {
        let found = CODES.iter().find(|(known, _, _)| *known == code);
        found.map_or(code.to_owned(), |&(_, english, french)| if self.is_french { french } else { english }.to_owned())
    }

    /// Returns the codes of an axis in order.
    pub fn codes(&self, axis: usize) -> Vec<String> {
        let mut codes: Vec<String> = Vec::new();
        for (cell, _, _) in &self.cells {
            if !codes.contains(&cell[axis]) {
                codes.push(cell[axis].clone());
            }
        }
        codes
    }

    /// Returns the word in the language of the table.
    pub fn word(&self, english: &'static str, french: &'static str) -> &'static str {
        if self.is_french { french } else { english }
    }

    pub fn title(&self) -> &'static str {
        self.word("Odd \"words\"; a test, <of> all & sundry", "Mots « étranges » ; un essai")
    }

    pub fn licence(&self) -> &'static str {
        self.word("Free; for \"all\"", "Libre ; pour tous")
    }

    pub fn source(&self) -> &'static str {
        self.word("An \"office\" of <statistics> & others", "Un « bureau »")
    }

    /// Returns the meaning of the status `[c]`.
    pub fn confidential(&self) -> &'static str {
        self.word("confidential: withheld", "confidentiel : non publié")
    }

    /// Returns a part of the description of the table's method.
    pub fn method(&self) -> &'static str {
        match self.query.contains(&"--method") {
            true => "The counts are shown as they are",
            false => "Counts below 10, 0 included, are suppressed, the others rounded to the nearest multiple of 5.",
        }
    }

    /// Returns the digest at the end of the receipt.
    pub fn receipt_digest(&self) -> String {
        let receipt: serde_json::Value = serde_json::from_str(&self.receipt).unwrap();
        receipt["digest"].as_str().unwrap().to_owned()
    }
}

/// Returns the folder with the cube. Each run creates the folder anew.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("odd.toml"), SPEC).unwrap();
        fs::write(folder.join("odd.csv"), CELLS).unwrap();
        let made = command(&folder, &["tile", "odd.toml", "--cells", "odd.csv", "--out", "cube"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder
    })
}

fn command(folder: &Path, arguments: &[&str]) -> Output {
    program::run(folder, arguments)
}

/// Runs the command line in the folder of the cube.
pub fn run(arguments: &[&str]) -> Output {
    command(folder(), arguments)
}

/// Returns every query with its table.
pub fn asked() -> &'static [Asked] {
    static ASKED: OnceLock<Vec<Asked>> = OnceLock::new();
    ASKED.get_or_init(|| QUESTIONS.iter().enumerate().map(|(number, query)| ask(number, query)).collect())
}

fn ask(number: usize, query: &[&'static str]) -> Asked {
    let path = folder().join(format!("receipt-{number}.json"));
    let output = run(&[&["table", "cube"], query, &["--receipt", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{query:?}: {}", String::from_utf8_lossy(&output.stderr));
    let csv = String::from_utf8(output.stdout).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let names = head[..head.len() - 2].to_vec();
    assert_eq!(head[names.len()..], ["value", "status"]);
    let cells = reader.records().map(|record| {
        let record = record.unwrap();
        let codes = record.iter().take(names.len()).map(str::to_owned).collect();
        (codes, record[names.len()].parse().ok(), record[names.len() + 1].to_owned())
    });
    let cells: Vec<(Vec<String>, Option<i64>, String)> = cells.collect();
    assert!(cells.iter().all(|(_, value, status)| value.is_some() == status.is_empty()));
    let after = |flag: &str| query.iter().position(|word| *word == flag).map(|at| query[at + 1]);
    Asked {
        query: query.to_vec(),
        receipt: fs::read_to_string(path).unwrap(),
        is_french: after("--language").is_some_and(|tag| tag.starts_with("fr")),
        rows: after("--rows").unwrap().split(',').count(),
        names,
        cells,
        csv,
    }
}

/// Collects entries into a map and fails if a key occurs twice.
pub fn once<V>(entries: impl IntoIterator<Item = (String, V)>) -> BTreeMap<String, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        assert!(!map.contains_key(&key), "{key} is given twice");
        map.insert(key, value);
    }
    map
}

#[test]
fn queries_cover_hard_codes_and_statuses() {
    let statuses: Vec<&str> = asked().iter().flat_map(|asked| asked.cells.iter().map(|cell| cell.2.as_str())).collect();
    assert!(["", "suppressed", "blocked"].iter().all(|status| statuses.contains(status)));
    let codes: Vec<&String> = asked().iter().flat_map(|asked| asked.cells.iter().flat_map(|cell| &cell.0)).collect();
    assert!([',', '"', ';', '\n', '人'].iter().all(|&letter| codes.iter().any(|code| code.contains(letter))));
}
