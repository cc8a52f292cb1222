//! The figures in docs/evidence/threat-model.md are the output of `cellveil audit` on the demonstration cubes.
//!
//! The first column of each table names the cube. The second column contains the changes to its sealed.toml. If a
//! figure changes, the test fails and prints the new row.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};
use std::process::Output;

use flate2::read::GzDecoder;

use crate::support::program;
use crate::support::workspace::Workspace;

const DOC: &str = "docs/evidence/threat-model.md";

/// For each demonstration cube: its name in the document, its folder and its data files.
const CUBES: [(&str, &str, [&str; 2]); 2] = [
    ("census", "demo/census2011-teaching", ["--records", "records.csv.gz"]),
    ("hypercube", "demo/hypercube", ["--cells", "cells.csv.gz"]),
];

/// Returns the rows of the table below a heading, starting with the header.
fn table(heading: &str) -> Vec<Vec<String>> {
    let doc = fs::read_to_string(DOC).unwrap();
    let (_, section) = doc.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading:?}"));
    let lines = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    lines.filter(|line| !line.starts_with("|---")).map(cells).collect()
}

/// A folder with copies of a demonstration cube's specifications. Paths of p-tables resolve as in the original folder.
struct Demo {
    /// Keeps the temporary folder until the value is dropped.
    _space: Workspace,
    folder: PathBuf,
    data: [String; 2],
    cubes: usize,
}

impl Demo {
    fn new(name: &str) -> Self {
        let (_, demo, [option, data]) = CUBES.iter().find(|(cube, ..)| *cube == name).unwrap();
        let space = Workspace::new();
        for from in [*demo, "tests/data/ptable"] {
            let to = space.path(from);
            fs::create_dir_all(&to).unwrap();
            for file in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
                if file.to_str().unwrap().contains(".csv")
                    || file.extension().is_some_and(|extension| extension == "toml")
                {
                    fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
                }
            }
        }
        let data = [(*option).to_owned(), format!("{demo}/{data}")];
        Self { folder: space.path(demo), _space: space, data, cubes: 0 }
    }

    /// Writes sealed.toml with the lines in the code spans of a table cell.
    fn spec(&self, changes: &str) -> PathBuf {
        let mut lines: Vec<String> =
            fs::read_to_string(self.folder.join("sealed.toml")).unwrap().lines().map(str::to_owned).collect();
        let changes: Vec<&str> = changes.split('`').skip(1).step_by(2).collect();
        if changes.iter().any(|change| change.starts_with("kind = ")) {
            // Another kind of method has other parameters, so the old ones are removed.
            let start = lines.iter().position(|line| line.starts_with("kind = ")).unwrap() + 1;
            let end = start + lines[start..].iter().position(String::is_empty).unwrap();
            lines.drain(start..end);
        }
        for change in changes {
            let field = &change[..=change.find('=').unwrap()];
            let kind = lines.iter().position(|line| line.starts_with("kind = ")).unwrap();
            match lines.iter_mut().find(|line| line.starts_with(field)) {
                Some(line) => change.clone_into(line),
                None => lines.insert(kind + 1, change.to_owned()),
            }
        }
        let path = self.folder.join("variant.toml");
        fs::write(&path, lines.join("\n")).unwrap();
        path
    }

    fn tile(&mut self, spec: &Path) -> PathBuf {
        self.cubes += 1;
        let out = self.folder.join(format!("cube-{}", self.cubes));
        let [option, data] = &self.data;
        let made = run(&["tile", spec.to_str().unwrap(), option, data, "--out", out.to_str().unwrap()]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        out
    }

    fn keyed(&mut self) -> PathBuf {
        self.tile(&self.folder.join("cube.toml"))
    }
}

fn run(arguments: &[&str]) -> Output {
    program::run(program::REPOSITORY, arguments)
}

/// The parsed Markdown report of an audit.
struct Report {
    /// Names and values of the figures, by the name of their finding.
    figures: BTreeMap<String, Vec<(String, String)>>,
    views: usize,
    exceeded: String,
}

impl Report {
    fn of(arguments: &[&Path]) -> Self {
        let arguments: Vec<&str> =
            std::iter::once("audit").chain(arguments.iter().map(|path| path.to_str().unwrap())).collect();
        let output = run(&arguments);
        let status = output.status.code().unwrap();
        assert!(status < 2, "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let mut report = Self { figures: BTreeMap::new(), views: 0, exceeded: "none".to_owned() };
        let mut finding = String::new();
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                finding = heading.split(':').next().unwrap().to_owned();
            } else if let Some(views) = line.strip_prefix("- Views: ") {
                report.views = views.split("; ").count();
            } else if line.starts_with("**FAIL**") {
                report.exceeded = line.split(": ").last().unwrap().trim_end_matches('.').to_owned();
            } else if let Some(row) = line.strip_prefix("| ").filter(|row| !row.starts_with("figure |")) {
                let (name, value) = row.trim_end_matches(" |").split_once(" | ").unwrap();
                report.figures.entry(finding.clone()).or_default().push((name.to_owned(), value.to_owned()));
            }
        }
        assert_eq!(status == 0, report.exceeded == "none");
        report
    }

    /// Returns the text of a column: the number of views, the findings over their limits, or a figure of a finding.
    fn column(&self, name: &str) -> String {
        match name {
            "published views" => self.views.to_string(),
            "over the limit" => self.exceeded.clone(),
            "reconstruction" => self.figure(name, "counts known exactly"),
            "posterior" => self.figure(name, "right claims of 1 or 2 (share of such cells, worst group of tables)"),
            "hidden-presence" => {
                self.figure(name, "cells published as 0 that are proven to have records (worst group of tables)")
            }
            "profiles" => self.figure(name, "persons whose record is rightly claimed"),
            "equality" => self.figure(name, "right conclusions (share of positive totals, worst group of tables)"),
            "key-algebra" => self.figure(name, "exposed persons alone in their cell"),
            "averaging" => self.figure(name, "right counts after averaging"),
            "differencing" => self.figure(name, "right claims about differences"),
            figure => self.figure("composition", figure),
        }
    }

    fn figure(&self, finding: &str, figure: &str) -> String {
        let found = self.figures.get(finding).and_then(|all| all.iter().find(|(name, _)| name == figure));
        found.map_or_else(|| "no such figure".to_owned(), |(_, value)| value.clone())
    }
}

/// Fails and prints the expected rows if the document has wrong ones.
fn check(wrong: &[String]) {
    assert!(wrong.is_empty(), "{DOC} should have\n{}\n", wrong.join("\n"));
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_figures_of_the_attacks() {
    let reports = ["census", "hypercube"].map(|name| {
        let mut demo = Demo::new(name);
        let spec = demo.folder.join("sealed.toml");
        let (keyed, sealed) = (demo.keyed(), demo.tile(&spec));
        Report::of(&[&sealed, Path::new("--truth"), &keyed, Path::new("--spec"), &spec])
    });
    let rows = table("What the attacks found");
    let mut wrong = Vec::new();
    for cells in &rows[1..] {
        let found: Vec<String> = reports
            .iter()
            .map(|report| match cells[0].as_str() {
                "all" => report.column("over the limit"),
                finding => report.figure(finding, &cells[1]),
            })
            .collect();
        if found != cells[2..4] {
            wrong.push(row(&[&cells[..2], &found, &cells[4..]].concat()));
        }
    }
    check(&wrong);
    // Every finding of the reports has a row in the table.
    for finding in reports[0].figures.keys() {
        assert!(rows.iter().any(|cells| cells[0] == *finding), "{DOC} has no row for {finding}");
    }
}

/// Compares the figures of each row with those of a report about the row's first two columns.
fn check_rows<'a>(
    header: &[String],
    rows: impl Iterator<Item = &'a Vec<String>>,
    mut audit: impl FnMut(&'a [String]) -> Report,
    figure: impl Fn(&Report, &str) -> String,
) {
    let mut wrong = Vec::new();
    for cells in rows {
        let report = audit(&cells[..2]);
        let found: Vec<String> = header[2..].iter().map(|column| figure(&report, column)).collect();
        if found != cells[2..] {
            wrong.push(row(&[&cells[..2], &found].concat()));
        }
    }
    check(&wrong);
}

/// Checks some rows of a cube in the table of variants.
fn variants(name: &str, wanted: impl RangeBounds<usize>) {
    let mut demo = Demo::new(name);
    let keyed = demo.keyed();
    let rows = table("Other views, noise and look-up");
    let of_cube = rows[1..].iter().filter(|cells| cells[0] == name).enumerate();
    let wanted = of_cube.filter(|(at, _)| wanted.contains(at)).map(|(_, cells)| cells);
    let audit = |cells: &[String]| Report::of(&[&keyed, Path::new("--spec"), &demo.spec(&cells[1])]);
    check_rows(&rows[0], wanted, audit, Report::column);
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_first_variant_of_each_cube() {
    variants("census", ..1);
    variants("hypercube", ..1);
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_other_variants_of_the_census() {
    variants("census", 1..);
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_other_variants_of_the_hypercube() {
    variants("hypercube", 1..);
}

#[test]
fn hash_lookup_needs_more_keys_than_the_hypercube_has() {
    let mut demo = Demo::new("hypercube");
    let (keyed, spec) = (demo.keyed(), demo.spec("`lookup = \"hash\"`"));
    let refused = run(&["audit", keyed.to_str().unwrap(), "--spec", spec.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected a modulus of 2^32 or more"));
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_figures_of_two_releases() {
    let mut demo = Demo::new("census");
    let spec = demo.folder.join("sealed.toml");
    let (keyed, sealed) = (demo.keyed(), demo.tile(&spec));
    let rows = table("Two releases");
    let audit = |cells: &[String]| {
        let old = demo.tile(&demo.spec(&cells[1]));
        let arguments = ["--truth", "--spec", "--against"].map(Path::new);
        Report::of(&[&sealed, arguments[0], &keyed, arguments[1], &spec, arguments[2], &old])
    };
    check_rows(&rows[0], rows[1..].iter(), audit, Report::column);
}

/// Writes the records without some, which are spread evenly over the file, and builds the keyed and the sealed cube.
fn without_some(demo: &mut Demo, some: usize, spec: &Path) -> (PathBuf, PathBuf) {
    let file = fs::File::open("demo/census2011-teaching/records.csv.gz").unwrap();
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let (header, records) = text.split_once('\n').unwrap();
    let step = records.lines().count() / some;
    let rest = records.lines().enumerate().filter(|(at, _)| at % step != 0).map(|(_, line)| line);
    let path = demo.folder.join("before.csv");
    fs::write(&path, std::iter::once(header).chain(rest).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let all = std::mem::replace(&mut demo.data[1], path.to_str().unwrap().to_owned());
    let (keyed, sealed) = (demo.keyed(), demo.tile(spec));
    demo.data[1] = all;
    (keyed, sealed)
}

#[test]
#[ignore = "long: audits many cubes"]
fn document_has_the_figures_of_repeated_releases() {
    let mut demo = Demo::new("census");
    let spec = demo.folder.join("sealed.toml");
    let (keyed, sealed) = (demo.keyed(), demo.tile(&spec));
    let rows = table("Repeated releases");
    let audit = |cells: &[String]| {
        let of_old = demo.spec(&cells[1]);
        let (old_truth, old) = without_some(&mut demo, cells[0].parse().unwrap(), &of_old);
        let options = ["--truth", "--spec", "--against", "--against-truth"].map(Path::new);
        Report::of(&[&sealed, options[0], &keyed, options[1], &spec, options[2], &old, options[3], &old_truth])
    };
    let figure = |report: &Report, name: &str| match name {
        "over the limit" => report.column(name),
        "counts known only from both values together" => report.figure("composition", name),
        figure => report.figure("churn", figure),
    };
    check_rows(&rows[0], rows[1..].iter(), audit, figure);
}
