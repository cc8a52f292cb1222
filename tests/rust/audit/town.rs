//! A small town for audits: its records, its cubes, and the audit reports.

use std::fs;

use cellveil::cube::sha256_hex;
use cellveil::tile::{self, Section};
use serde_json::Value;

use crate::support::program::repository;
use crate::support::workspace::Workspace;

/// A p-table of R cellKey: noise up to 5 with variance 3, which never publishes 1 or 2.
pub const D5: &str = "tests/data/ptable/cellkey_d5.csv";
/// The audit's default limits are designed for this method.
pub const SOUND: &str = "kind = \"cell-key\"\nptable = \"ptable.csv\"\nlookup = \"hash\"";
pub const SALT: &str = "ee35dcad067669c5186547f8d0ac2492";
pub const OTHER_SALT: &str = "e57d03b8f4c61a92287fb0d95e3361ca";
/// The dimensions, each with its number of codes.
pub const SIZES: [(&str, u64); 3] = [("area", 4), ("age", 8), ("work", 5)];

/// Returns the next number of a fixed series (splitmix64).
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A person: a code for each dimension, and a record key.
pub type Person = ([u64; 3], u64);

/// Draws `many` persons with even keys. Low codes are more frequent than high codes.
pub fn persons(many: usize, modulus: u64, seed: u64) -> Vec<Person> {
    let mut state = seed;
    let mut person = || {
        let codes = SIZES.map(|(_, size)| (next(&mut state) % size).min(next(&mut state) % size));
        (codes, next(&mut state) % modulus)
    };
    (0..many).map(|_| person()).collect()
}

pub fn csv(persons: &[Person]) -> String {
    let row = |([area, age, work], key): &Person| format!("{area},{age},{work},{key}\n");
    format!("area,age,work,key\n{}", persons.iter().map(row).collect::<String>())
}

/// A specification for a keyed or a sealed cube.
#[derive(Debug, Clone)]
pub struct Spec {
    /// How sensitive the data are. `tile` refuses weak keys of confidential data only.
    pub data: &'static str,
    pub key: String,
    pub salt: &'static str,
    pub method: String,
    pub publish: String,
    /// The last sections: `[audit]`, `[structural_zeros]`.
    pub more: String,
}

impl Spec {
    /// Returns a specification with a sound method, 2^32 keys and all views of up to two dimensions.
    pub fn sound() -> Self {
        Self {
            data: "confidential",
            key: "combine = \"sum\"".into(),
            salt: SALT,
            method: SOUND.into(),
            publish: "max_dimensions = 2".into(),
            more: String::new(),
        }
    }

    pub fn method(method: &str) -> Self {
        Self { method: method.into(), ..Self::sound() }
    }

    fn text(&self, about: &str, publish: &str) -> String {
        let mut dimensions = String::new();
        for (name, size) in SIZES {
            let codes: Vec<String> = (0..size).map(|code| format!("{code} = \"{name} {code}\"")).collect();
            dimensions += &format!("[[dimension]]\nname = \"{name}\"\ncodes = {{ {} }}\n", codes.join(", "));
            if name == "age" {
                dimensions += "[[dimension.level]]\nname = \"band\"\ngroups = [{ code = \"young\", of = [\"0\", \"1\", \"2\"] }, \
                               { code = \"old\", of = [\"3\", \"4\", \"5\", \"6\", \"7\"] }]\n";
            }
        }
        let Self { data, key, salt, method, more, .. } = self;
        format!(
            "[cube]\nid = \"town\"\nunit = \"person\"\ndata = \"{data}\"\n{about}\n[key]\ncolumn = \"key\"\n{key}\n\
             salt = \"{salt}\"\n{dimensions}[method.default]\n{method}\n{publish}{more}\n"
        )
    }

    pub fn keyed(&self) -> String {
        self.text("audience = \"internal\"", "")
    }

    pub fn sealed(&self) -> String {
        let publish = format!("[publish]\n{}\n", self.publish);
        self.text("audience = \"public\"\nrelease = \"sealed\"", &publish)
    }
}

/// A town's folder. `truth` in it is the keyed cube.
pub struct Town(pub Workspace);

impl Town {
    pub fn new(spec: &Spec, persons: &[Person]) -> Self {
        Self::with_ptable(spec, persons, fs::read(repository(D5)).unwrap())
    }

    pub fn with_ptable(spec: &Spec, persons: &[Person], ptable: impl AsRef<[u8]>) -> Self {
        let town = Self(Workspace::new());
        town.0.write("ptable.csv", ptable);
        town.0.write("records.csv", csv(persons));
        town.0.write("truth.toml", spec.keyed());
        town.0.done(&["tile", "truth.toml", "--records", "records.csv", "--out", "truth"]);
        town
    }

    /// Builds a sealed cube and writes its specification next to it.
    pub fn seal(&self, name: &str, spec: &Spec) {
        self.specify(name, spec);
        self.0.done(&["tile", &format!("{name}.toml"), "--records", "records.csv", "--out", name]);
    }

    pub fn specify(&self, name: &str, spec: &Spec) {
        self.0.write(&format!("{name}.toml"), spec.sealed());
    }

    pub fn audit(&self, arguments: &[&str]) -> Audit {
        let output = self.0.command(&[&["audit"], arguments, &["--format", "json"]].concat());
        let (text, message) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        let report = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}{message}"));
        Audit { status: output.status.code(), message, text, report }
    }

    /// Audits a sealed cube against the keyed cube.
    pub fn audit_sealed(&self, name: &str) -> Audit {
        self.audit(&[name, "--truth", "truth", "--spec", &format!("{name}.toml")])
    }

    /// Audits the planned sealed cube before it is built.
    pub fn audit_keyed(&self, spec: &Spec) -> Audit {
        self.specify("planned", spec);
        self.audit(&["truth", "--spec", "planned.toml"])
    }

    /// Returns the true counts of a view.
    pub fn counts(&self, axes: &str) -> Vec<u64> {
        let table = self.0.done(&["table", "truth", "--rows", axes, "--no-totals", "--reveal"]);
        let mut rows = table.lines();
        let column = rows.next().unwrap().split(',').position(|name| name == "true_count").unwrap();
        rows.map(|row| row.split(',').nth(column).unwrap().parse().unwrap()).collect()
    }

    pub fn manifest(&self, cube: &str) -> Value {
        serde_json::from_slice(&self.0.read(&format!("{cube}/cube.json"))).unwrap()
    }

    /// Writes a manifest with the correct digest.
    pub fn write_manifest(&self, cube: &str, mut value: Value) {
        value.as_object_mut().unwrap().shift_remove("digest");
        let text = value.to_string();
        let head = format!("{},\"digest\":\"", text.strip_suffix('}').unwrap());
        self.0.write(&format!("{cube}/cube.json"), format!("{head}{}\"}}\n", sha256_hex(head.as_bytes())));
    }

    /// Replaces a file and updates its entry in the manifest.
    pub fn replace(&self, cube: &str, file: &str, bytes: &[u8]) {
        self.0.write(&format!("{cube}/{file}"), bytes);
        let mut manifest = self.manifest(cube);
        let mut files = manifest["files"].as_array_mut().unwrap().iter_mut();
        let listed = files.find(|listed| listed["path"] == file).unwrap();
        (listed["bytes"], listed["sha256"]) = (bytes.len().into(), sha256_hex(bytes).into());
        self.write_manifest(cube, manifest);
    }

    /// Decodes a tile, changes its sections, and writes it again.
    pub fn change_tile(&self, cube: &str, file: &str, key_width: u32, change: impl FnOnce(&mut Vec<Section>)) {
        let mut sections = tile::decode(&self.0.read(&format!("{cube}/{file}"))).unwrap();
        change(&mut sections);
        self.replace(cube, file, &tile::encode(&sections, key_width, None).unwrap());
    }

    /// Returns the file and the section of a view with a single tile.
    pub fn tile_of(&self, cube: &str, axes: &[&str]) -> (String, usize) {
        let manifest = self.manifest(cube);
        let mut views = manifest["views"].as_array().unwrap().iter();
        let view = views.find(|view| view["axes"] == Value::from(axes.to_vec())).unwrap();
        let tile = &view["tiles"][0];
        (tile["file"].as_str().unwrap().to_owned(), tile["section"].as_u64().unwrap_or(0) as usize)
    }
}

/// The result of an audit.
#[derive(Debug)]
pub struct Audit {
    pub status: Option<i32>,
    pub message: String,
    pub text: String,
    pub report: Value,
}

impl Audit {
    /// Names of the findings over their limits.
    pub fn exceeded(&self) -> Vec<&str> {
        let exceeded: Vec<&str> =
            self.report["exceeded"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(self.report["passes"], exceeded.is_empty());
        assert_eq!(self.status, Some(if exceeded.is_empty() { 0 } else { 1 }), "{}", self.message);
        exceeded
    }

    pub fn passes(&self) {
        assert_eq!(self.exceeded(), [""; 0], "{}", self.text);
        assert_eq!(self.message, "");
    }

    pub fn finding(&self, name: &str) -> &Value {
        let mut findings = self.report["findings"].as_array().unwrap().iter();
        findings.find(|finding| finding["name"] == name).unwrap_or_else(|| panic!("no {name} in {}", self.text))
    }

    pub fn names(&self) -> Vec<&str> {
        self.report["findings"].as_array().unwrap().iter().map(|finding| finding["name"].as_str().unwrap()).collect()
    }

    /// Returns the value of a figure.
    pub fn figure(&self, name: &str, figure: usize) -> f64 {
        self.finding(name)["figures"][figure]["value"].as_f64().unwrap()
    }

    /// Returns the numerator and the denominator of a share.
    pub fn of(&self, name: &str, figure: usize) -> (u64, u64) {
        let figure = &self.finding(name)["figures"][figure];
        (figure["of"].as_u64().unwrap(), figure["all"].as_u64().unwrap())
    }

    pub fn published(&self, name: &str) -> &str {
        self.finding(name)["example"]["published"].as_str().unwrap_or_else(|| panic!("no example: {}", self.text))
    }
}
