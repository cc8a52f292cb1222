//! R before and after protection of every two-way table of the census sample, for each method of its cube: `cellveil
//! study risk`, which writes `docs/evidence/risk.md`. The data and the record keys are part of the program.

use std::fmt::Write as _;

use super::data::unpacked;
use super::report::{MARKDOWN, wrapped};
use super::rows::decimals;
use crate::build::build;
use crate::build::collect::{Collector, RowLocation};
use crate::measure::{Divisor, Risk};
use crate::protect::Parameters;
use crate::spec::CubeSpec;
use crate::table::{Caller, Error, Measure, Measured, MethodChoice, Query, QueryError, Store};

const RECORDS: &[u8] = include_bytes!("../../demo/census2011-teaching/records.csv.gz");
const SPECIFICATION: &str = include_str!("../../demo/census2011-teaching/cube.toml");
const PTABLES: [(&str, &[u8]); 2] = [
    ("ptable.csv", include_bytes!("../../demo/census2011-teaching/ptable.csv")),
    ("ptable-zeros.csv", include_bytes!("../../demo/census2011-teaching/ptable-zeros.csv")),
];
/// Table methods that the cube does not have, by name.
const FURTHER: [(&str, &str); 3] = [
    ("semi-controlled5", r#"{ "kind": "semi-controlled-rounding", "base": 5 }"#),
    ("small-count3", r#"{ "kind": "small-count-rounding", "base": 3 }"#),
    ("rounding5-ipf", r#"{ "kind": "random-rounding", "base": 5, "additivity": "ipf" }"#),
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
    /// Each table: its name, its number of cells, and a point for each method. A method with `additivity` has no point if
    /// no table fits its totals.
    pub tables: Vec<(String, u64, Vec<Option<Point>>)>,
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

/// All sets of `size` axes of different dimensions. An axis is a dimension or a level of a dimension.
fn sets(axes: &[(usize, String)], size: usize) -> Vec<Vec<(usize, String)>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, axis) in axes.iter().enumerate() {
        let others: Vec<_> = axes[at + 1..].iter().filter(|other| other.0 != axis.0).cloned().collect();
        found.extend(sets(&others, size - 1).into_iter().map(|rest| [vec![axis.clone()], rest].concat()));
    }
    found
}

impl Points {
    /// Measures the tables of all sets of `size` dimensions, each dimension at its codes and at each of its levels.
    pub fn of(size: usize) -> Self {
        let mut store = census();
        let mut methods: Vec<(String, MethodChoice)> = Vec::new();
        for method in store.methods() {
            methods.push((method.name.clone(), MethodChoice::Name(method.name.clone())));
        }
        for (name, json) in FURTHER {
            methods.push((name.to_owned(), MethodChoice::Custom(Parameters::from_json(json).expect(SOUND))));
        }
        let mut axes = Vec::new();
        for (at, dimension) in store.cube().dimensions.iter().enumerate() {
            axes.push((at, dimension.name.clone()));
            axes.extend(dimension.levels.iter().map(|level| (at, format!("{}:{}", dimension.name, level.name))));
        }
        let mut tables = Vec::new();
        for set in sets(&axes, size) {
            let names: Vec<String> = set.into_iter().map(|(_, name)| name).collect();
            let mut cells = 0;
            let mut risk = |method: &MethodChoice, divisor: Divisor| {
                let query = Query {
                    rows: vec![names[0].clone()],
                    columns: names[1..].to_vec(),
                    method: Some(method.clone()),
                    measure: Some(Measure { divisor, ..Measure::default() }),
                    ..Query::default()
                };
                let measures = match store.measure(query) {
                    Ok(Measured::Measures(measures)) => measures,
                    Err(Error::Query(QueryError::Method(_))) => return None,
                    other => panic!("{SOUND}: {other:?}"),
                };
                cells = measures.table.cells;
                let r = |risk: Option<Risk>| risk.expect(SOUND).r;
                Some((r(measures.risk.before), r(measures.risk.after)))
            };
            let mut point = |(_, method): &(String, MethodChoice)| {
                let (before, after) = risk(method, Divisor::Expected)?;
                Some(Point { before, after, realised: risk(method, Divisor::Realised)?.1 })
            };
            let points = methods.iter().map(&mut point).collect();
            tables.push((names.join(" × "), cells, points));
        }
        Self { methods: methods.into_iter().map(|(name, _)| name).collect(), tables }
    }

    /// The names of the tables in which protection by a method raises R.
    pub fn raised(&self, method: usize, after: fn(&Point) -> f64) -> Vec<&str> {
        let rises = |point: &Option<Point>| point.is_some_and(|point| after(&point) > point.before);
        let raised = self.tables.iter().filter(|(_, _, points)| rises(&points[method]));
        raised.map(|(name, ..)| name.as_str()).collect()
    }
}

/// A list of the tables in which R rises, by method.
fn named(text: &mut String, points: &Points, after: fn(&Point) -> f64) {
    text.push('\n');
    let before = text.len();
    for (at, method) in points.methods.iter().enumerate() {
        let raised = points.raised(at, after);
        if !raised.is_empty() {
            wrapped(text, "", &format!("- {method}: {}", raised.join(", ")), MARKDOWN);
        }
    }
    if text.len() == before {
        *text += "- no table with any method\n";
    }
}

/// A line for each method: the number of tables, in how many R rises, and the ratios of R after to R before.
fn summary(text: &mut String, points: &Points) {
    *text += "\n| method | tables | R rises | mean of after/before | largest after/before | R rises with the realised number |\n";
    *text += "|---|--:|--:|--:|--:|--:|\n";
    for (at, method) in points.methods.iter().enumerate() {
        let measured: Vec<Point> = points.tables.iter().filter_map(|(_, _, points)| points[at]).collect();
        let ratios = measured.iter().map(|point| point.after / point.before);
        let [raised, realised] = [|point: &Point| point.after, |point: &Point| point.realised]
            .map(|after: fn(&Point) -> f64| points.raised(at, after).len());
        let mean = decimals(ratios.clone().sum::<f64>() / measured.len() as f64, 3);
        let most = decimals(ratios.fold(0.0, f64::max), 3);
        let _ = writeln!(text, "| {method} | {} | {raised} | {mean} | {most} | {realised} |", measured.len());
    }
}

/// Computes the whole page, as Markdown.
pub fn page() -> String {
    let (points, larger) = (Points::of(2), Points::of(3));
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
    paragraph(
        &mut text,
        "The fit of a method with `additivity` keeps empty cells empty. If no table with these empty cells has the \
         noisy totals, the method refuses the table. A refused table has no figure, and the second column counts the \
         other tables. \
         [measures.md](../reference/measures.md) defines the probabilities of the table methods.",
    );
    text += "\n## Two-way tables\n";
    summary(&mut text, &points);
    paragraph(&mut text, "R rises in:");
    named(&mut text, &points, |point| point.after);
    paragraph(&mut text, "With the realised number of cells, R rises in:");
    named(&mut text, &points, |point| point.realised);
    text += "\n## Three-way tables\n";
    summary(&mut text, &larger);
    paragraph(&mut text, "R rises in:");
    named(&mut text, &larger, |point| point.after);
    paragraph(
        &mut text,
        "R can still rise, because R separates the entropy of counts up to 6 from the entropy of larger counts. An expected \
         count slightly above 6 moves its cells to the larger counts. If one filled cell remains with empty cells, the \
         entropy of small counts has its largest risk. An expected count can also be small although no count is small, if \
         the method publishes a value for empty cells and for a larger count.",
    );
    text += "\n## R of every two-way table\n";
    paragraph(&mut text, "The columns are R before protection, and R after protection by each method.");
    let columns = "--:|".repeat(points.methods.len() + 2);
    let _ = writeln!(text, "\n| table | cells | before | {} |\n|---|{columns}", points.methods.join(" | "));
    for (name, cells, of_methods) in &points.tables {
        let figure = |point: &Option<Point>| point.map_or_else(|| "–".to_owned(), |point| decimals(point.after, 4));
        let after: Vec<String> = of_methods.iter().map(figure).collect();
        let before = decimals(of_methods.iter().flatten().next().map_or(f64::NAN, |point| point.before), 4);
        let _ = writeln!(text, "| {name} | {cells} | {before} | {} |", after.join(" | "));
    }
    text
}
