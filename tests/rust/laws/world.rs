//! A population with its dimensions, methods and keys. Cubes and the plain definitions use it as input.

use cellveil::build::collect::{Cells, Collector, RowLocation};
use cellveil::spec::CubeSpec;
use cellveil::table::{MethodChoice, Query};

use super::method::Method;
use crate::support::cube::TestCube;

/// Dimensions, cells, keys and methods, independent of the views and the split of a cube.
#[derive(Debug, Clone)]
pub struct World {
    pub dimensions: Vec<Dimension>,
    /// The cells of the input. Codes may repeat.
    pub cells: Vec<Cell>,
    pub modulus: u64,
    pub xor: bool,
    pub salt: Vec<u8>,
    /// The structural zeros. No cell of the input is one.
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
    /// The position of the group for each code.
    pub of: Vec<usize>,
}

#[derive(Debug, Clone)]
pub struct Cell {
    pub codes: Vec<usize>,
    pub count: u64,
    pub key: u64,
}

/// A structural zero: combinations with one of the listed codes in every listed dimension.
pub type Rule = Vec<(usize, Vec<usize>)>;

/// The views and the split of a cube.
#[derive(Debug, Clone, Default)]
pub struct Publish {
    pub views: Vec<Vec<String>>,
    /// Uses `views = "auto"` instead of the list.
    pub auto: bool,
    /// The budget in bytes.
    pub budget: Option<u64>,
    pub split: Option<String>,
    /// The views that a sealed cube publishes in addition to the listed ones. `None` for a keyed cube.
    pub sealed: Option<Sealed>,
}

/// The views that a sealed cube publishes, and those that it must not publish.
#[derive(Debug, Clone, Default)]
pub struct Sealed {
    pub max_dimensions: Option<usize>,
    /// Axes as `dimension` or `dimension:level`.
    pub axes: Option<Vec<String>>,
    /// Lists of dimension names.
    pub never_together: Vec<Vec<String>>,
}

impl Sealed {
    /// Returns the fields for `[publish]`.
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
    /// Returns a dimension and the groups of one of its levels: the group's position for each code, and the codes of
    /// the groups.
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

    /// Returns every `dimension` and `dimension:level` of one dimension.
    pub fn names(&self, dimension: usize) -> Vec<String> {
        let dimension = &self.dimensions[dimension];
        let levels = dimension.levels.iter().map(|level| format!("{}:{}", dimension.name, level.name));
        std::iter::once(dimension.name.clone()).chain(levels).collect()
    }

    /// Returns the axes of each dimension that a view can answer. A view by codes answers all levels, and a view by a
    /// level answers that level only.
    pub fn names_within(&self, view: &[String]) -> Vec<Vec<String>> {
        let names = |axis: &String| match axis.contains(':') {
            true => vec![axis.clone()],
            false => self.names(self.axis(axis).0),
        };
        view.iter().map(names).collect()
    }

    /// Returns the text of the specification.
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

    /// Returns the p-table of a method.
    fn ptable(&self, name: &str) -> Vec<u8> {
        let method = self.methods.iter().find(|method| method.name == name).unwrap();
        method.ptable().unwrap().0.clone().into_bytes()
    }

    /// Returns the codes of a cell as text.
    fn codes<'a>(&'a self, cell: &Cell) -> Vec<&'a str> {
        self.dimensions.iter().zip(&cell.codes).map(|(dimension, &code)| dimension.codes[code].as_str()).collect()
    }

    /// Builds a cube from the cells in their order.
    pub fn cube(&self, publish: &Publish) -> TestCube {
        self.collected(publish, |collector| {
            for (row, cell) in (1..).zip(&self.cells) {
                let place = RowLocation { file: "cells", row, line: None };
                let (count, key) = (cell.count.to_string(), cell.key.to_string());
                collector.add_cell(&self.codes(cell), &count, &key, place).unwrap();
            }
        })
    }

    /// Builds a cube from records, each with the number of its cell and its key.
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

    /// Returns the method that a query names.
    pub fn method(&self, query: &Query) -> &Method {
        let Some(MethodChoice::Name(name)) = &query.method else { panic!("questions here name their method") };
        self.methods.iter().find(|method| method.name == *name).unwrap()
    }

    /// Returns whether a combination of codes cannot exist.
    pub fn is_never(&self, codes: &[usize]) -> bool {
        self.never.iter().any(|rule| rule.iter().all(|(dimension, listed)| listed.contains(&codes[*dimension])))
    }

    /// Combines two keys according to the definition.
    pub fn combine(&self, a: u64, b: u64) -> u64 {
        if self.xor { a ^ b } else { ((u128::from(a) + u128::from(b)) % u128::from(self.modulus)) as u64 }
    }
}
