//! The datasets built into the program for the studies, and tables of these datasets.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::AddAssign;

use flate2::read::GzDecoder;

use crate::key::DrawHash;

/// Modulus of the cell keys.
const KEYS: u64 = 1 << 32;

/// Sizes of the hypercube's axes, in the order of its file: region, sex, age, activity, occupation, education,
/// citizenship.
pub(super) const HYPERCUBE: [usize; 7] = [2, 2, 21, 5, 13, 9, 5];

/// Columns of the teaching sample, in the order of its file.
pub(super) const SAMPLE: [&str; 6] = ["region", "residence_type", "sex", "age", "country_of_birth", "religion"];

/// The cells of a table with their keys, row-major over the axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    /// Number of places on each axis.
    pub sizes: Vec<usize>,
    /// Number of records in each cell.
    pub counts: Vec<u64>,
    /// Cell keys, sums modulo 2^32.
    pub keys: Vec<u64>,
}

/// Maps each cell of a grid to a cell in a table of some of the grid's axes.
#[derive(Debug, Clone)]
pub(super) struct Way {
    sizes: Vec<usize>,
    to: Vec<Option<usize>>,
}

impl Way {
    /// Makes the map to a table of these axes. `only` names an axis and a place. Cells at other places of this axis are
    /// left out.
    pub fn new(sizes: &[usize], axes: &[usize], only: Option<(usize, usize)>) -> Self {
        let place = |cell: usize, axis: usize| cell / sizes[axis + 1..].iter().product::<usize>() % sizes[axis];
        let to = |cell: usize| {
            let within = only.is_none_or(|(axis, wanted)| place(cell, axis) == wanted);
            within.then(|| axes.iter().fold(0, |at, &axis| at * sizes[axis] + place(cell, axis)))
        };
        let cells = sizes.iter().product();
        Self { sizes: axes.iter().map(|&axis| sizes[axis]).collect(), to: (0..cells).map(to).collect() }
    }

    /// Returns the cells of the table, as sums of the grid's cells.
    pub fn add<T: Copy + Default + AddAssign>(&self, values: &[T]) -> Vec<T> {
        let mut sums = vec![T::default(); self.sizes.iter().product()];
        for (&value, to) in values.iter().zip(&self.to) {
            if let Some(to) = *to {
                sums[to] += value;
            }
        }
        sums
    }

    /// Returns the table with its cell keys.
    pub fn table(&self, grid: &Grid) -> Grid {
        // The sum of a quarter of a million keys below 2^32 is far below 2^64, so it cannot overflow.
        let keys = self.add(&grid.keys).into_iter().map(|key| key % KEYS).collect();
        Grid { sizes: self.sizes.clone(), counts: self.add(&grid.counts), keys }
    }
}

/// Reads the synthetic hypercube of `demo/hypercube`, including its empty cells. The file's keys are below 256, and
/// methods that hash keys need larger keys. So each filled cell gets a key below 2^32, which is a hash of the cell's
/// position.
pub(super) fn hypercube() -> Grid {
    let text = unpacked(include_bytes!("../../demo/hypercube/cells.csv.gz"));
    let cells = HYPERCUBE.iter().product();
    let (mut counts, mut keys) = (vec![0; cells], vec![0; cells]);
    let hash = DrawHash::new("study", b"hypercube");
    for line in text.lines().skip(1) {
        let mut fields =
            line.split(',').map(|field| field.parse::<u64>().expect("the hypercube's file holds whole numbers"));
        let cell = HYPERCUBE.iter().fold(0, |at, size| at * size + fields.next().map_or(0, |code| code as usize));
        counts[cell] = fields.next().expect("a line of the hypercube's file has a count after its codes");
        keys[cell] = u64::from(hash.draw(cell as u64, 0));
    }
    Grid { sizes: HYPERCUBE.to_vec(), counts, keys }
}

/// A person of the teaching sample.
#[derive(Debug, Clone)]
pub(super) struct Person {
    /// The person's code in each column, in the order of [`SAMPLE`].
    codes: Vec<String>,
    /// Record key, below 2^32.
    key: u64,
}

impl Person {
    /// Returns the person's code in a column.
    pub fn code(&self, column: usize) -> &str {
        &self.codes[column]
    }
}

/// Reads the 10,000 persons of the teaching sample. Record keys are drawn from the record's number and `draw`.
pub(super) fn teaching_sample(draw: u64) -> Vec<Person> {
    let text = unpacked(include_bytes!("data/teaching-sample.csv.gz"));
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    assert_eq!(head, SAMPLE, "the sample has the columns that are read here");
    let hash = DrawHash::new("study", b"teaching-sample");
    let person = |(number, line): (usize, &str)| Person {
        codes: line.split(',').map(str::to_owned).collect(),
        key: u64::from(hash.draw(number as u64, draw)),
    };
    lines.enumerate().map(person).collect()
}

/// Counts persons in a two-way table. Each combination of codes that occurs has a row or a column, in the order of the
/// codes. If `rows` or `columns` is empty, the table has a single row or column.
pub(super) fn cross(persons: &[Person], rows: &[usize], columns: &[usize]) -> Grid {
    fn codes<'a>(person: &'a Person, of: &[usize]) -> Vec<&'a str> {
        of.iter().map(|&column| person.code(column)).collect()
    }
    let occurring = |of: &[usize]| {
        let all: BTreeSet<Vec<&str>> = persons.iter().map(|person| codes(person, of)).collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let (of_rows, of_columns) = (occurring(rows), occurring(columns));
    let cells = of_rows.len() * of_columns.len();
    let (mut counts, mut keys) = (vec![0; cells], vec![0; cells]);
    for person in persons {
        let place = |all: &[Vec<&str>], of: &[usize]| {
            let own = codes(person, of);
            all.partition_point(|other| *other < own)
        };
        let cell = place(&of_rows, rows) * of_columns.len() + place(&of_columns, columns);
        counts[cell] += 1;
        keys[cell] = (keys[cell] + person.key) % KEYS;
    }
    Grid { sizes: vec![of_rows.len(), of_columns.len()], counts, keys }
}

pub(super) fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("the file is part of the program, and a test reads it");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_adds_up_what_is_within() {
        // Three axes of 2, 3 and 2 places; the cell of (a, b, c) holds 100 a + 10 b + c.
        let sizes = [2, 3, 2];
        let values: Vec<u64> = (0..12).map(|cell| 100 * (cell / 6) + 10 * (cell / 2 % 3) + cell % 2).collect();
        type Case = (&'static [usize], Option<(usize, usize)>, &'static [u64]);
        let cases: [Case; 5] = [
            (&[0], None, &[63, 663]),
            (&[2, 0], None, &[30, 330, 33, 333]),
            (&[1], Some((0, 1)), &[201, 221, 241]),
            (&[0, 2], Some((1, 2)), &[20, 21, 120, 121]),
            (&[], None, &[726]),
        ];
        for (axes, only, expected) in cases {
            assert_eq!(Way::new(&sizes, axes, only).add(&values), expected, "{axes:?} {only:?}");
        }
    }

    #[test]
    fn keys_of_a_table_are_sums_below_the_modulus() {
        let grid = Grid { sizes: vec![2, 2], counts: vec![1, 2, 3, 4], keys: vec![KEYS - 1, 5, 2, KEYS - 3] };
        let table = Way::new(&grid.sizes, &[1], None).table(&grid);
        assert_eq!(table, Grid { sizes: vec![2], counts: vec![4, 6], keys: vec![1, 2] });
    }

    #[test]
    fn the_files_hold_what_their_readmes_say() {
        let grid = hypercube();
        assert_eq!(grid.counts.len(), 245_700);
        assert_eq!(grid.counts.iter().sum::<u64>(), 1_500_000);
        assert_eq!(grid.counts.iter().filter(|count| **count > 0).count(), 18_806);
        assert!(grid.counts.iter().zip(&grid.keys).all(|(count, key)| *count > 0 || *key == 0));
        let persons = teaching_sample(0);
        assert_eq!(persons.len(), 10_000);
        assert_eq!(persons.iter().filter(|person| person.code(1) == "C").count(), 183);
    }

    #[test]
    fn crossing_counts_every_person_once() {
        let persons = teaching_sample(0);
        let (cells, regions) = (cross(&persons, &[0, 2, 3, 4, 5], &[]), cross(&persons, &[2], &[0]));
        assert!(cells.counts.iter().all(|count| *count > 0));
        assert_eq!(regions.sizes, [2, 10]);
        let key = persons.iter().map(|person| person.key).sum::<u64>() % KEYS;
        for table in [cells, regions] {
            assert_eq!(table.counts.iter().sum::<u64>(), 10_000);
            assert_eq!(table.keys.iter().sum::<u64>() % KEYS, key);
        }
    }
}
