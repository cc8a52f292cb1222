//! A population with its dimensions, methods and keys: the source of a cube, and the input of the plain definitions.

use cellveil::build::collect::{Cells, Collector, RowLocation};
use cellveil::spec::CubeSpec;
use cellveil::table::{MethodChoice, Query};

use super::method::Method;
use crate::support::cube::TestCube;

/// Dimensions, cells, keys and methods, independent of how a cube of them is cut.
#[derive(Debug, Clone)]
pub struct World {
    pub dimensions: Vec<Dimension>,
    /// Distinct or not; the same codes may come again.
    pub cells: Vec<Cell>,
    pub modulus: u64,
    pub xor: bool,
    pub salt: Vec<u8>,
    /// The structural zeros; no cell is one.
    pub never: Vec<Rule>,
    pub methods: Vec<Method>,
}

#[derive(Debug, Clone)]
pub struct Dimension {
    pub name: String,
    pub codes: Vec<String>,
    pub levels: Vec<Level>,
}

#[derive(Debug, Clone)]
pub struct Level {
    pub name: String,
    pub groups: Vec<String>,
    /// For each code its group.
    pub of: Vec<usize>,
}

#[derive(Debug, Clone)]
pub struct Cell {
    pub codes: Vec<usize>,
    pub count: u64,
    pub key: u64,
}

/// Combinations that cannot exist: those with one of the listed codes in every listed dimension.
pub type Rule = Vec<(usize, Vec<usize>)>;

/// How a cube is cut.
#[derive(Debug, Clone, Default)]
pub struct Publish {
    pub views: Vec<Vec<String>>,
    /// `views = "auto"` in place of the list.
    pub auto: bool,
    /// Bytes.
    pub budget: Option<u64>,
    pub split: Option<String>,
    /// What a sealed cube publishes beside the listed views; none for a keyed one.
    pub sealed: Option<Sealed>,
}

/// Sets of axes that a sealed cube publishes, and those that it does not.
#[derive(Debug, Clone, Default)]
pub struct Sealed {
    pub max_dimensions: Option<usize>,
    /// `dimension` and `dimension:level`.
    pub axes: Option<Vec<String>>,
    /// Names of dimensions.
    pub never_together: Vec<Vec<String>>,
}

impl Sealed {
    /// Its fields of `[publish]`.
    fn toml(&self) -> String {
        let mut toml = String::new();
        if let Some(most) = self.max_dimensions {
            toml += &format!("max_dimensions = {most}\n");
        }
        if let Some(axes) = &self.axes {
            toml += &format!("axes = {axes:?}\n");
        }
        if !self.never_together.is_empty() {
            toml += &format!("never_together = {:?}\n", self.never_together);
        }
        toml
    }
}

impl World {
    /// A dimension and the groups of its codes at a level: for each code its group's position, and the groups' codes.
    pub fn axis(&self, axis_name: &str) -> (usize, Vec<usize>, &[String]) {
        let (name, level) = axis_name.split_once(':').map_or((axis_name, None), |(name, level)| (name, Some(level)));
        let at = self.dimensions.iter().position(|dimension| dimension.name == name).unwrap();
        let dimension = &self.dimensions[at];
        match level {
            None => (at, (0..dimension.codes.len()).collect(), &dimension.codes),
            Some(level) => {
                let level = dimension.levels.iter().find(|found| found.name == level).unwrap();
                (at, level.of.clone(), &level.groups)
            }
        }
    }

    /// Every `dimension` and `dimension:level` of one dimension.
    pub fn names(&self, dimension: usize) -> Vec<String> {
        let dimension = &self.dimensions[dimension];
        let levels = dimension.levels.iter().map(|level| format!("{}:{}", dimension.name, level.name));
        std::iter::once(dimension.name.clone()).chain(levels).collect()
    }

    /// What of each dimension a view answers: its own codes and all levels, or the one level that it has.
    pub fn names_within(&self, view: &[String]) -> Vec<Vec<String>> {
        let names = |axis: &String| match axis.contains(':') {
            true => vec![axis.clone()],
            false => self.names(self.axis(axis).0),
        };
        view.iter().map(names).collect()
    }

    /// The text of the specification.
    pub fn toml(&self, publish: &Publish) -> String {
        let hex: String = self.salt.iter().map(|byte| format!("{byte:02x}")).collect();
        let combine = if self.xor { "xor" } else { "sum" };
        let release = if publish.sealed.is_some() { "sealed" } else { "keyed" };
        let mut toml = format!(
            "[cube]\nid = \"world\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"teaching\"\n\
             release = \"{release}\"\n[key]\ncolumn = \"key\"\ncombine = \"{combine}\"\nmodulus = {}\nsalt = \"{hex}\"\n",
            self.modulus
        );
        for dimension in &self.dimensions {
            let codes: Vec<String> = dimension.codes.iter().map(|code| format!("{code:?} = {code:?}")).collect();
            toml += &format!("[[dimension]]\nname = {:?}\ncodes = {{ {} }}\n", dimension.name, codes.join(", "));
            for level in &dimension.levels {
                let group = |(at, group): (usize, &String)| {
                    let codes = dimension.codes.iter().zip(&level.of);
                    let of: Vec<&String> = codes.filter(|&(_, &of)| of == at).map(|(code, _)| code).collect();
                    format!("{{ code = {group:?}, of = {of:?} }}")
                };
                let groups: Vec<String> = level.groups.iter().enumerate().map(group).collect();
                toml += &format!("[[dimension.level]]\nname = {:?}\ngroups = [{}]\n", level.name, groups.join(", "));
            }
        }
        if !self.never.is_empty() {
            let side = |(dimension, codes): &(usize, Vec<usize>)| {
                let dimension = &self.dimensions[*dimension];
                let codes: Vec<&String> = codes.iter().map(|&code| &dimension.codes[code]).collect();
                format!("{} = {codes:?}", dimension.name)
            };
            let rule = |rule: &Rule| format!("{{ {} }}", rule.iter().map(side).collect::<Vec<_>>().join(", "));
            let rules: Vec<String> = self.never.iter().map(rule).collect();
            toml += &format!("[structural_zeros]\nnever = [{}]\n", rules.join(", "));
        }
        for method in &self.methods {
            toml += &method.toml();
        }
        toml += match publish.auto {
            true => "[publish]\nviews = \"auto\"\n".to_owned(),
            false => format!("[publish]\nviews = {:?}\n", publish.views),
        }
        .as_str();
        if let Some(sealed) = &publish.sealed {
            toml += &sealed.toml();
        }
        if let Some(budget) = publish.budget {
            toml += &format!("budget = \"{budget} B\"\n");
        }
        if let Some(split) = &publish.split {
            toml += &format!("split = {split:?}\n");
        }
        toml
    }

    /// The p-table of a method.
    fn ptable(&self, name: &str) -> Vec<u8> {
        let method = self.methods.iter().find(|method| method.name == name).unwrap();
        method.ptable().unwrap().0.clone().into_bytes()
    }

    /// The codes of a cell, as text.
    fn codes<'a>(&'a self, cell: &Cell) -> Vec<&'a str> {
        self.dimensions.iter().zip(&cell.codes).map(|(dimension, &code)| dimension.codes[code].as_str()).collect()
    }

    /// A cube of the cells, given to the builder as cells in the order that they are in.
    pub fn cube(&self, publish: &Publish) -> TestCube {
        self.collected(publish, |collector| {
            for (row, cell) in (1..).zip(&self.cells) {
                let place = RowLocation { file: "cells", row, line: None };
                let (count, key) = (cell.count.to_string(), cell.key.to_string());
                collector.add_cell(&self.codes(cell), &count, &key, place).unwrap();
            }
        })
    }

    /// A cube of records: the key of each and the codes of the cell that it is in.
    pub fn cube_of_records(&self, publish: &Publish, records: &[(usize, u64)]) -> TestCube {
        self.collected(publish, |collector| {
            for (row, &(cell, key)) in (1..).zip(records) {
                let place = RowLocation { file: "records", row, line: None };
                collector.add_record(&self.codes(&self.cells[cell]), &key.to_string(), place).unwrap();
            }
        })
    }

    fn collected(&self, publish: &Publish, add: impl FnOnce(&mut Collector<'_>)) -> TestCube {
        let collect = |spec: &CubeSpec| -> Cells {
            let mut collector = Collector::new(spec).unwrap();
            add(&mut collector);
            collector.finish().unwrap()
        };
        TestCube::new(&self.toml(publish), collect, &|name| self.ptable(name))
    }

    /// The method that a question names.
    pub fn method(&self, query: &Query) -> &Method {
        let Some(MethodChoice::Name(name)) = &query.method else { panic!("questions here name their method") };
        self.methods.iter().find(|method| method.name == *name).unwrap()
    }

    /// Whether a combination of codes cannot exist.
    pub fn is_never(&self, codes: &[usize]) -> bool {
        self.never.iter().any(|rule| rule.iter().all(|(dimension, listed)| listed.contains(&codes[*dimension])))
    }

    /// Two keys combined, straight from the definition.
    pub fn combine(&self, a: u64, b: u64) -> u64 {
        if self.xor { a ^ b } else { ((u128::from(a) + u128::from(b)) % u128::from(self.modulus)) as u64 }
    }
}
