//! A small population, and cubes of the population with rules.

use cellveil::build::collect::{Cells, Collector, RowLocation};
use cellveil::rules::Refusal;
use cellveil::spec::{CubeSpec, SpecErrors};
use cellveil::table::Error;
use cellveil::table::{Query, QueryError, Table};

use crate::support::cube::TestCube;
use crate::support::random::mmix;

/// Name, codes, and levels from fine to coarse. A level has a name and a group for each code.
pub type Dimension = (&'static str, &'static [&'static str], &'static [(&'static str, &'static [&'static str])]);

/// The dimensions. All levels nest.
pub const DIMENSIONS: &[Dimension] = &[
    (
        "region",
        &["A", "B", "C", "D", "E", "F"],
        &[("pair", &["p", "p", "q", "r", "r", "s"]), ("country", &["N", "N", "N", "S", "S", "S"])],
    ),
    ("age", &["0", "1", "2", "3", "4"], &[("band", &["y", "y", "o", "o", "o"])]),
    ("sex", &["1", "2"], &[]),
    ("head", &["0", "1"], &[]),
];

/// The positions of the codes of region, age, sex and head, and a number of records.
pub type Cell = ([usize; 4], u64);

/// Random numbers from a fixed seed.
pub struct Random(Box<dyn FnMut() -> u64>);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Box::new(mmix(seed, 33)))
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        (self.0)() % end
    }
}

/// Draws a population with many empty and small cells.
pub fn people(random: &mut Random) -> Vec<Cell> {
    let (share, most) = (1 + random.below(9), 1 + random.below(12));
    let mut cells = Vec::new();
    for place in 0..120 {
        let codes = [place / 20, place / 4 % 5, place / 2 % 2, place % 2];
        if random.below(10) < share {
            cells.push((codes, 1 + random.below(most)));
        }
    }
    cells
}

/// Returns a specification with some lines inserted: the last lines of `[cube]`, the lines of `[method.default]`, and
/// the end.
pub fn toml(cube: &str, method: &str, rest: &str) -> String {
    let mut toml = format!(
        "[cube]\nid = \"town\"\nunit = \"person\"\n{cube}\n[key]\ncolumn = \"key\"\nmodulus = 4294967296\n\
         salt = \"4b19e7c2805dfa36917c3e0ad4b86f25\"\n[method.default]\n{method}\n"
    );
    for (name, codes, levels) in DIMENSIONS {
        let role = if *name == "region" { "role = \"geo\"\n" } else { "" };
        let codes_of: Vec<String> = codes.iter().map(|code| format!("{code:?} = {code:?}")).collect();
        toml += &format!("[[dimension]]\nname = {name:?}\n{role}codes = {{ {} }}\n", codes_of.join(", "));
        for (level, of) in *levels {
            let mut groups: Vec<&str> = of.to_vec();
            groups.dedup();
            let group = |group: &&str| {
                let own: Vec<&&str> =
                    codes.iter().zip(*of).filter(|(_, of)| of == &group).map(|(code, _)| code).collect();
                format!("{{ code = {group:?}, of = {own:?} }}")
            };
            let groups: Vec<String> = groups.iter().map(group).collect();
            toml += &format!("[[dimension.level]]\nname = {level:?}\ngroups = [{}]\n", groups.join(", "));
        }
    }
    toml + rest
}

pub const OPEN: &str = "data = \"synthetic\"\naudience = \"teaching\"";
pub const ROUNDING: &str = "kind = \"random-rounding\"\nbase = 3";

pub fn collect(spec: &CubeSpec, cells: &[Cell]) -> Cells {
    let mut collector = Collector::new(spec).unwrap();
    for (row, (codes, count)) in (1..).zip(cells) {
        let codes: Vec<&str> = codes.iter().zip(DIMENSIONS).map(|(&code, dimension)| dimension.1[code]).collect();
        let key = (row * 2_654_435_761) % 4_294_967_296_u64;
        let place = RowLocation { file: "cells.csv", row, line: None };
        collector.add_cell(&codes, &count.to_string(), &key.to_string(), place).unwrap();
    }
    collector.finish().unwrap()
}

/// Builds a keyed cube of synthetic data with rules.
pub fn town(cells: &[Cell], rules: &str) -> TestCube {
    cube(&toml(OPEN, ROUNDING, rules), cells)
}

pub fn cube(toml: &str, cells: &[Cell]) -> TestCube {
    TestCube::new(toml, |spec| collect(spec, cells), &|_| Vec::new())
}

/// Returns the error of a specification with these rules.
pub fn spec_error(rules: &str) -> SpecErrors {
    let text = toml(OPEN, ROUNDING, rules);
    CubeSpec::parse(&text, &|_| Err("no files".into()), &|_| None).expect_err(rules)
}

fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Parses a query like `region,age | sex | age=0,1 sex=2`.
pub fn question(text: &str) -> Query {
    let mut parts = text.split('|').map(str::trim);
    let mut next = || parts.next().unwrap_or_default();
    let (rows, columns) = (list(next()), list(next()));
    let filter = |filter: &str| filter.split_once('=').map(|(on, codes)| (on.to_owned(), list(codes))).unwrap();
    Query { rows, columns, filter: next().split_whitespace().map(filter).collect(), ..Query::default() }
}

pub trait Asking {
    fn table(&mut self, query: &Query) -> Result<Table, Error>;
    /// Returns the rule that refuses a query, if any.
    fn rule(&mut self, text: &str) -> Option<String>;
}

impl Asking for TestCube {
    fn table(&mut self, query: &Query) -> Result<Table, Error> {
        self.ask(query).map(|(_, table)| table)
    }

    fn rule(&mut self, text: &str) -> Option<String> {
        refusal(self.table(&question(text))).map(|refusal| refusal.rule)
    }
}

/// Returns the refusal of a query, or `None` if it has a table.
pub fn refusal(table: Result<Table, Error>) -> Option<Refusal> {
    match table {
        Ok(_) => None,
        Err(Error::Query(QueryError::Rule(refusal))) => Some(*refusal),
        Err(other) => panic!("{other}"),
    }
}
