//! Small populations and their published values, for tests.

use std::io::Read;

use super::combinations::views;
use super::tables::{Cells, cells};
use super::{Evidence, Published};
use crate::base::SplitMix;
use crate::dimension::{AxisRef, CodeList, Dimension, Level};
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{KeyContext, MethodSpec, Parameters, Protected, compile};
use crate::ptable::Ptable;

/// Records, counted by all dimensions together.
pub struct World {
    pub dimensions: Vec<Dimension>,
    /// Codes, count and key of each non-empty cell.
    pub cells: Vec<(Vec<u32>, u64, u64)>,
    pub keys: KeyGroup,
}

fn codes(many: usize) -> CodeList {
    CodeList::new((0..many).map(|code| (code.to_string(), code.to_string().into())).collect()).expect("no code twice")
}

/// Makes a dimension. Each of the `levels` lists the group of each code.
pub fn dimension(name: &str, many: usize, levels: &[&[u32]]) -> Dimension {
    let level = |(at, of): (usize, &&[u32])| Level {
        name: format!("l{at}"),
        label: "".into(),
        codes: codes(*of.iter().max().expect("a group") as usize + 1),
        of: of.to_vec(),
    };
    Dimension {
        name: name.to_owned(),
        label: "".into(),
        note: None,
        role: None,
        codes: codes(many),
        levels: levels.iter().enumerate().map(level).collect(),
    }
}

impl World {
    /// Makes a world with these counts and random 32-bit keys. The last dimension varies fastest.
    pub fn new(dimensions: Vec<Dimension>, counts: &[u64], seed: u64) -> Self {
        let keys = KeyGroup::new(Combine::Sum, Modulus::default()).expect("a sum");
        let mut random = SplitMix(seed);
        let mut cells = Vec::new();
        for (cell, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let mut rest = cell;
            let mut at: Vec<u32> = Vec::new();
            for dimension in dimensions.iter().rev() {
                at.insert(0, (rest % dimension.codes.len()) as u32);
                rest /= dimension.codes.len();
            }
            cells.push((at, count, random.next() % keys.modulus().get()));
        }
        Self { dimensions, cells, keys }
    }

    /// Makes a world of random persons. Low codes are more frequent.
    pub fn random(dimensions: Vec<Dimension>, persons: usize, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let mut counts = vec![0; dimensions.iter().map(|dimension| dimension.codes.len()).product()];
        for _ in 0..persons {
            let cell = dimensions.iter().fold(0, |cell, dimension| {
                let many = dimension.codes.len();
                cell * many + random.below(many).min(random.below(many))
            });
            counts[cell] += 1;
        }
        Self::new(dimensions, &counts, seed)
    }

    /// Publishes all views of up to `most` dimensions by a method in JSON.
    pub fn publish(&self, most: usize, method: &str, ptable: Option<&[u8]>) -> Evidence {
        let given = Parameters::from_json(method).expect("an object");
        let method = MethodSpec::new("m", &given).unwrap_or_else(|e| panic!("{e}"));
        let ptable = ptable.map(|text| Ptable::parse(text, "ptable").unwrap_or_else(|e| panic!("{e}")));
        let context = KeyContext { keys: self.keys, uniform: true, salt: &[7; 16] };
        let compiled = compile(&method, context, ptable.as_ref()).unwrap_or_else(|e| panic!("{e}"));
        let publish = |axes: Vec<AxisRef>| {
            let finest = self.cells.iter().map(|(codes, count, key)| (codes.as_slice(), *count, *key));
            let Cells { sizes, counts, keys } = cells(&self.dimensions, self.keys, &axes, finest);
            let Protected { values, status, .. } = compiled.protect(&counts, &keys);
            Published { axes, sizes, counts, keys, original: None, values, status }
        };
        let views = views(&self.dimensions, most).into_iter().map(publish).collect();
        Evidence {
            dimensions: self.dimensions.clone(),
            method,
            compiled,
            keys: self.keys,
            structural_zeros: Vec::new(),
            draws_by_view: false,
            views,
        }
    }
}

/// Noise up to 5 with a variance of 3, and never a value of 1 or 2 (R `ptable`).
pub const S05: &[u8] = include_bytes!("../../tests/data/ptable/s05_ptable.csv");
/// Noise up to 1 with a variance of 0.5 (R `ptable`).
pub const S19: &[u8] = include_bytes!("../../tests/data/ptable/s19_ptable.csv");
/// A cell-key method with a hash lookup.
pub const HASH: &str = r#"{ "kind": "cell-key", "ptable": "ptable", "lookup": "hash" }"#;

/// Makes a random world with three dimensions. The first dimension has a level.
pub fn town(persons: usize, seed: u64) -> World {
    let dimensions =
        vec![dimension("a", 8, &[&[0, 0, 0, 1, 1, 1, 2, 2]]), dimension("b", 6, &[]), dimension("c", 5, &[])];
    World::random(dimensions, persons, seed)
}

/// Reads and decompresses a gzip file of the repository.
pub fn gz(path: &str) -> Vec<u8> {
    let file = std::fs::File::open(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a file of the repository");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).expect("packed");
    bytes
}

/// Reads the hypercube of the demonstration.
pub fn hypercube() -> World {
    let bands: Vec<u32> = (0..21)
        .map(|age| {
            if age < 3 {
                0
            } else if age < 13 {
                1
            } else {
                2
            }
        })
        .collect();
    let groups: Vec<u32> = (0..13)
        .map(|code| {
            if code < 4 {
                0
            } else if code < 9 {
                1
            } else {
                2
            }
        })
        .collect();
    let stages: Vec<u32> = (0..9).map(|code| code / 3).collect();
    let dimensions = vec![
        dimension("region", 2, &[]),
        dimension("sex", 2, &[]),
        dimension("age", 21, &[&bands]),
        dimension("activity", 5, &[]),
        dimension("occupation", 13, &[&groups]),
        dimension("education", 9, &[&stages]),
        dimension("citizenship", 5, &[]),
    ];
    let text = String::from_utf8(gz("demo/hypercube/cells.csv.gz")).expect("text");
    let cells = text.lines().skip(1).map(|line| {
        let numbers: Vec<u64> = line.split(',').map(|number| number.parse().expect("a number")).collect();
        (numbers[..7].iter().map(|&code| code as u32).collect(), numbers[7], numbers[8])
    });
    let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(256).expect("a modulus")).expect("a sum");
    World { dimensions, cells: cells.collect(), keys }
}
