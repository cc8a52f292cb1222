//! Data that the studies take along, and the tables that are made of them.

use std::io::Read;
use std::ops::AddAssign;

use flate2::read::GzDecoder;

use crate::key::DrawHash;

/// Keys are below 2^32.
const KEYS: u64 = 1 << 32;

/// Axes of the hypercube, in the order of its file: region, sex, age, activity, occupation, education, citizenship.
pub(super) const HYPERCUBE: [usize; 7] = [2, 2, 21, 5, 13, 9, 5];

/// Columns of the teaching sample, in the order of its file.
const SAMPLE: [&str; 6] = ["region", "residence_type", "sex", "age", "country_of_birth", "religion"];

/// Cells with their keys, row-major over the axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    /// Places of each axis.
    pub sizes: Vec<usize>,
    /// Numbers of records.
    pub counts: Vec<u64>,
    /// Cell keys, sums modulo 2^32.
    pub keys: Vec<u64>,
}

/// Where each cell of a grid goes in a table of some of its axes.
#[derive(Debug, Clone)]
pub(super) struct Way {
    sizes: Vec<usize>,
    to: Vec<Option<usize>>,
}

impl Way {
    /// To a table of these axes; where `only` names an axis and a place of it, of the cells there.
    pub fn new(sizes: &[usize], axes: &[usize], only: Option<(usize, usize)>) -> Self {
        let place = |cell: usize, axis: usize| cell / sizes[axis + 1..].iter().product::<usize>() % sizes[axis];
        let to = |cell: usize| {
            let within = only.is_none_or(|(axis, wanted)| place(cell, axis) == wanted);
            within.then(|| axes.iter().fold(0, |at, &axis| at * sizes[axis] + place(cell, axis)))
        };
        let cells = sizes.iter().product();
        Self { sizes: axes.iter().map(|&axis| sizes[axis]).collect(), to: (0..cells).map(to).collect() }
    }

    /// The table's cells as sums of the grid's.
    pub fn add<T: Copy + Default + AddAssign>(&self, values: &[T]) -> Vec<T> {
        let mut sums = vec![T::default(); self.sizes.iter().product()];
        for (&value, to) in values.iter().zip(&self.to) {
            if let Some(to) = *to {
                sums[to] += value;
            }
        }
        sums
    }

    /// The table with its keys.
    pub fn table(&self, grid: &Grid) -> Grid {
        // At most a quarter of a million keys below 2^32: far below 2^64.
        let keys = self.add(&grid.keys).into_iter().map(|key| key % KEYS).collect();
        Grid { sizes: self.sizes.clone(), counts: self.add(&grid.counts), keys }
    }
}

/// The synthetic hypercube of `demo/hypercube`, with all its cells. The file's keys are below 256, too few for the methods that hash
/// them; each filled cell has one below 2^32 here, drawn from its position.
pub(super) fn hypercube() -> Grid {
    let text = unpacked(include_bytes!("../../demo/hypercube/cells.csv.gz"));
    let cells = HYPERCUBE.iter().product();
    let (mut counts, mut keys) = (vec![0; cells], vec![0; cells]);
    let hash = DrawHash::new("study", b"hypercube");
    for line in text.lines().skip(1) {
        let mut fields = line.split(',').map(|field| field.parse::<u64>().expect("the hypercube's file holds whole numbers"));
        let cell = HYPERCUBE.iter().fold(0, |at, size| at * size + fields.next().map_or(0, |code| code as usize));
        counts[cell] = fields.next().expect("a line of the hypercube's file has a count after its codes");
        keys[cell] = u64::from(hash.draw(cell as u64, 0));
    }
    Grid { sizes: HYPERCUBE.to_vec(), counts, keys }
}

/// The non-empty cells of a table of the teaching sample: of all 10,000 persons, or of those in communal establishments. Sizes are those of region
/// and of the combinations of sex, age, country of birth and religion that occur; keys are sums of record keys below 2^32, drawn from the number of the record.
pub(super) fn teaching_sample(communal_only: bool) -> Grid {
    let text = unpacked(include_bytes!("data/teaching-sample.csv.gz"));
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    assert_eq!(head, SAMPLE, "the sample's columns are those that are read here");
    let hash = DrawHash::new("study", b"teaching-sample");
    // Every record has its key, whichever table it is counted in.
    let records = lines.enumerate().map(|(number, line)| (line, u64::from(hash.draw(number as u64, 0))));
    let records: Vec<(&str, (&str, u64))> = records
        .filter_map(|(line, key)| {
            let (region, rest) = line.split_once(',').expect("a line of the sample has six columns");
            let (residence, others) = rest.split_once(',').expect("a line of the sample has six columns");
            (!communal_only || residence == "C").then_some((region, (others, key)))
        })
        .collect();
    let mut regions: Vec<&str> = records.iter().map(|record| record.0).collect();
    let mut others: Vec<&str> = records.iter().map(|record| record.1.0).collect();
    for codes in [&mut regions, &mut others] {
        codes.sort_unstable();
        codes.dedup();
    }
    let sizes = vec![others.len(), regions.len()];
    let (mut counts, mut keys) = (vec![0; others.len() * regions.len()], vec![0; others.len() * regions.len()]);
    for (region, (other, key)) in records {
        let row = others.partition_point(|code| *code < other);
        let cell = row * regions.len() + regions.partition_point(|code| *code < region);
        counts[cell] += 1;
        keys[cell] = (keys[cell] + key) % KEYS;
    }
    Grid { sizes, counts, keys }
}

fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("the file is part of the program, and a test reads it");
    text
}
