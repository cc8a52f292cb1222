//! R before and after protection of every two-way table of the census sample, for each method of its cube: `cellveil
//! study risk`, which writes `docs/evidence/risk.md`. The data and the record keys are part of the program.

use std::fmt::Write as _;

use super::data::unpacked;
use super::report::{MARKDOWN, wrapped};
use super::rows::decimals;
use crate::build::build;
use crate::build::collect::{Collector, RowLocation};
use crate::measure::Divisor;
use crate::spec::CubeSpec;
use crate::table::{Caller, Measure, Measured, MethodChoice, Query, Store};

const RECORDS: &[u8] = include_bytes!("../../demo/census2011-teaching/records.csv.gz");
const SPECIFICATION: &str = include_str!("../../demo/census2011-teaching/cube.toml");
const PTABLES: [(&str, &[u8]); 2] = [
    ("ptable.csv", include_bytes!("../../demo/census2011-teaching/ptable.csv")),
    ("ptable-zeros.csv", include_bytes!("../../demo/census2011-teaching/ptable-zeros.csv")),
];
/// A problem of the built-in data, which a test excludes.
const SOUND: &str = "the data of the study are sound";

/// R of a table before protection, and after protection with the expected and with the realised number of cells.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// R before protection.
    pub before: f64,
    /// R after protection, with [`Divisor::Expected`].
    pub after: f64,
    /// R after protection, with [`Divisor::Realised`].
    pub realised: f64,
}

/// The points of all tables and methods.
#[derive(Debug)]
pub struct Points {
    /// The names of the methods.
    pub methods: Vec<String>,
    /// Each table: its name, its number of cells, and a point for each method.
    pub tables: Vec<(String, u64, Vec<Point>)>,
}

/// Builds the cube of the census sample, with all files loaded.
fn census() -> Store {
    let nothing = |name: &str| Err(format!("{name} is not part of the study"));
    let spec = CubeSpec::parse(SPECIFICATION, &nothing, &|_| None).expect(SOUND);
    let mut collector = Collector::new(&spec).expect(SOUND);
    for (row, line) in (1..).zip(unpacked(RECORDS).lines().skip(1)) {
        let fields: Vec<&str> = line.split(',').collect();
        let (key, codes) = fields.split_last().expect(SOUND);
        collector.add_record(codes, key, RowLocation { file: "records.csv", row, line: None }).expect(SOUND);
    }
    let ptable = |name: &str| {
        let found = PTABLES.iter().find(|(known, _)| *known == name);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| format!("{name} is not part of the study"))
    };
    let files = build(&spec, &collector.finish().expect(SOUND), &ptable, &mut |_, _| {}).expect(SOUND);
    let (manifest, files) = files.split_last().expect(SOUND);
    let mut store = Store::open(&manifest.1, Caller::CommandLine).expect(SOUND);
    store.keep_at_most(usize::MAX);
    files.iter().for_each(|(path, bytes)| store.load(path, bytes).expect(SOUND));
    store
}

impl Points {
    /// Measures the tables of all pairs of dimensions, each dimension at each of its levels.
    pub fn new() -> Self {
        let mut store = census();
        let methods: Vec<String> = store.methods().iter().map(|method| method.name.clone()).collect();
        let axes: Vec<(usize, String)> = store
            .cube()
            .dimensions
            .iter()
            .enumerate()
            .flat_map(|(at, dimension)| {
                let levels = dimension.levels.iter().map(|level| format!("{}:{}", dimension.name, level.name));
                std::iter::once(dimension.name.clone()).chain(levels).map(move |name| (at, name)).collect::<Vec<_>>()
            })
            .collect();
        let mut tables = Vec::new();
        for (at, (dimension, row)) in axes.iter().enumerate() {
            for (_, column) in axes[at + 1..].iter().filter(|other| other.0 != *dimension) {
                let mut cells = 0;
                let mut risk = |method: &str, divisor: Divisor| {
                    let query = Query {
                        rows: vec![row.clone()],
                        columns: vec![column.clone()],
                        method: Some(MethodChoice::Name(method.to_owned())),
                        measure: Some(Measure { divisor, ..Measure::default() }),
                        ..Query::default()
                    };
                    let Measured::Measures(measures) = store.measure(query).expect(SOUND) else { panic!("{SOUND}") };
                    cells = measures.table.cells;
                    let r = |risk: Option<crate::measure::Risk>| risk.expect(SOUND).r;
                    (r(measures.risk.before), r(measures.risk.after))
                };
                let mut point = |method: &String| {
                    let (before, after) = risk(method, Divisor::Expected);
                    Point { before, after, realised: risk(method, Divisor::Realised).1 }
                };
                let points = methods.iter().map(&mut point).collect();
                tables.push((format!("{row} × {column}"), cells, points));
            }
        }
        Self { methods, tables }
    }

    /// The names of the tables in which protection by a method raises R.
    pub fn raised(&self, method: usize, after: impl Fn(&Point) -> f64) -> Vec<&str> {
        let raised = self.tables.iter().filter(|(_, _, points)| after(&points[method]) > points[method].before);
        raised.map(|(name, ..)| name.as_str()).collect()
    }
}

impl Default for Points {
    fn default() -> Self {
        Self::new()
    }
}

/// Computes the whole page, as Markdown.
pub fn page() -> String {
    let points = Points::new();
    let mut text = String::from("# Risk before and after protection\n");
    let paragraph = |text: &mut String, of: &str| wrapped(text, "\n", of, MARKDOWN);
    paragraph(
        &mut text,
        &format!(
            "This page has the risk R of Shlomo, Antal and Elliot 2015 for all {} two-way tables of the census sample \
             (`demo/census2011-teaching`): each pair of dimensions, each dimension at its codes and at each of its levels. \
             Property (e) of the paper requires that protection lowers R. The formulas do not ensure this, and cellveil \
             does not clamp R. So this page names every table in which R rises.",
            points.tables.len()
        ),
    );
    paragraph(&mut text, "`cellveil study risk --output docs/evidence/risk.md` writes this page.");
    paragraph(
        &mut text,
        "R after protection divides the expected number of records behind a published value by a number of cells \
         ([measures.md](../reference/measures.md#risk-r-riskbefore-riskafter)). cellveil divides by the expected number of \
         cells. The paper divides by the realised number of cells (`--divisor realised`). A large count that occurs once \
         then shrinks to a small one, and R rises.",
    );
    text += "\n## Tables in which R rises\n\n";
    text += "| method | tables | R rises | mean of after/before | largest after/before | R rises with the realised number |\n";
    text += "|---|--:|--:|--:|--:|--:|\n";
    let all = points.tables.len();
    for (at, method) in points.methods.iter().enumerate() {
        let ratios: Vec<f64> =
            points.tables.iter().map(|(_, _, points)| points[at].after / points[at].before).collect();
        let mean = ratios.iter().sum::<f64>() / all as f64;
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let (raised, realised) = (points.raised(at, |point| point.after), points.raised(at, |point| point.realised));
        let _ = writeln!(
            text,
            "| {method} | {all} | {} | {} | {} | {} |",
            raised.len(),
            decimals(mean, 3),
            decimals(most, 3),
            realised.len()
        );
    }
    for (heading, after) in [
        ("R rises in these tables:", (|point| point.after) as fn(&Point) -> f64),
        ("With the realised number of cells, R rises in these tables:", |point| point.realised),
    ] {
        paragraph(&mut text, heading);
        text += "\n";
        let mut found = false;
        for (at, method) in points.methods.iter().enumerate() {
            let raised = points.raised(at, after);
            if !raised.is_empty() {
                found = true;
                wrapped(&mut text, "", &format!("- {method}: {}", raised.join(", ")), MARKDOWN);
            }
        }
        if !found {
            text += "- in no table with any method\n";
        }
    }
    text += "\n## R of every table\n";
    paragraph(&mut text, "The columns are R before protection, and R after protection by each method.");
    let _ = write!(
        text,
        "\n| table | cells | before | {} |\n|---|{}\n",
        points.methods.join(" | "),
        "--:|".repeat(points.methods.len() + 2)
    );
    for (name, cells, of_methods) in &points.tables {
        let after: Vec<String> = of_methods.iter().map(|point| decimals(point.after, 4)).collect();
        let before = of_methods.first().map_or(f64::NAN, |point| point.before);
        let _ = writeln!(text, "| {name} | {cells} | {} | {} |", decimals(before, 4), after.join(" | "));
    }
    text
}
