//! Compares the roll-up with its definition. The cases have sections with and without runs and use every inner loop.

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

use super::*;
use crate::key::{Combine, KeyGroup, Modulus};
use crate::tile::{Column, Section};

/// A section of cells, and a query on its columns. `selected` holds the class of every code and the number of classes,
/// or `None` for a column that the query does not use.
#[derive(Debug, Clone)]
struct Case {
    keys: KeyGroup,
    codes: Vec<u32>,
    cells: Vec<(Vec<u32>, u64, u64)>,
    selected: Vec<Option<(Vec<u32>, usize)>>,
    totals: bool,
}

/// One to four columns of random cells. The codes are skewed, so that the leading columns have runs.
fn cases() -> impl Strategy<Value = Case> {
    let codes = prop::collection::vec(prop_oneof![1..4u32, 1..40u32, 250..400u32], 1..5);
    let moduli = prop_oneof![Just(256u64), Just(1 << 32), Just(1 << 16), Just(1 << 40), Just(100_000), Just(7)];
    // The larger counts give populations of 2^32 and more.
    let counts = prop_oneof![3 => Just(9u64), 1 => Just(u64::from(u32::MAX))];
    (codes, moduli, counts, any::<bool>(), any::<bool>(), 0..600usize, any::<u64>(), any::<bool>()).prop_map(
        |(codes, modulus, most, xor, totals, cells, seed, dense)| {
            let mut state = seed;
            let mut random = move |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % below
            };
            let combine = if xor && modulus.is_power_of_two() { Combine::Xor } else { Combine::Sum };
            let keys = KeyGroup::new(combine, Modulus::try_from(modulus).unwrap()).unwrap();
            let cell = |random: &mut dyn FnMut(u64) -> u64| {
                // Small codes are more frequent, as in real data. So cells form runs.
                let codes: Vec<u32> = codes.iter().map(|&n| (random(n.into()) * random(3) / 2) as u32 % n).collect();
                (codes, 1 + random(most), random(modulus))
            };
            let mut cells: Vec<_> = (0..cells).map(|_| cell(&mut random)).collect();
            let places = codes.iter().fold(1, |places: u32, &n| places.saturating_mul(n));
            if dense && places <= 4000 {
                // Keeps nearly all combinations, so that runs are full.
                cells.clear();
                for place in 0..places {
                    let drawn = cell(&mut random);
                    if random(8) > 0 {
                        cells.push(at(place, &codes, drawn));
                    }
                }
            }
            cells.sort();
            cells.dedup_by(|a, b| a.0 == b.0);
            let selected = codes
                .iter()
                .map(|&n| {
                    let classes = 1 + random(4);
                    let class = |random: &mut dyn FnMut(u64) -> u64| match random(5) {
                        0 => DROPPED,
                        _ => random(classes) as u32,
                    };
                    let each: Vec<u32> = (0..n).map(|_| class(&mut random)).collect();
                    // In half of the columns, a class has neighbouring codes, as in levels.
                    let width = if random(2) > 0 { 1 } else { n.div_ceil(7) };
                    let of = (0..n).map(|code| each[(code - code % width) as usize]).collect();
                    (random(3) > 0).then_some((of, classes as usize))
                })
                .collect();
            Case { keys, codes, cells, selected, totals }
        },
    )
}

/// The cell at a place among all combinations of codes.
fn at(place: u32, codes: &[u32], (_, count, key): (Vec<u32>, u64, u64)) -> (Vec<u32>, u64, u64) {
    let mut rest = place;
    let mut at: Vec<u32> = codes.iter().rev().map(|n| (rest % n, rest /= n).0).collect();
    at.reverse();
    (at, count, key)
}

impl Case {
    fn section(&self, cells: &[(Vec<u32>, u64, u64)]) -> Columns {
        let column = |values: Vec<u64>| Column::from_values(&values);
        let section = Section {
            cardinalities: self.codes.clone(),
            coordinates: (0..self.codes.len())
                .map(|at| column(cells.iter().map(|(codes, ..)| codes[at].into()).collect()))
                .collect(),
            counts: column(cells.iter().map(|cell| cell.1).collect()),
            keys: Some(column(cells.iter().map(|cell| cell.2).collect())),
        };
        Columns::new(section, self.keys, cells.iter().map(|cell| cell.1).sum())
    }

    fn axes(&self) -> Vec<(usize, &[u32], usize)> {
        let selected = self.selected.iter().enumerate();
        selected
            .filter_map(|(at, selected)| selected.as_ref().map(|(of, classes)| (at, of.as_slice(), *classes)))
            .collect()
    }

    fn sizes(&self) -> Vec<usize> {
        self.axes().iter().map(|(.., classes)| classes + usize::from(self.totals)).collect()
    }

    /// The expected grid: each place adds up the cells of its classes. A total includes all classes.
    fn plain(&self) -> Grid {
        let (axes, sizes) = (self.axes(), self.sizes());
        let mut grid = Grid::empty(sizes.clone());
        for place in 0..grid.counts.len() {
            let mut rest = place;
            let mut at: Vec<usize> = sizes.iter().rev().map(|size| (rest % size, rest /= size).0).collect();
            at.reverse();
            for (codes, count, key) in &self.cells {
                let within = axes.iter().zip(&at).all(|(&(column, of, classes), &at)| {
                    let class = of[codes[column] as usize];
                    class != DROPPED && (at == classes || class as usize == at)
                });
                if within {
                    grid.counts[place] += count;
                    grid.keys[place] = self.keys.combine(grid.keys[place], *key);
                }
            }
        }
        grid
    }

    fn rolled(&self, parts: usize) -> Grid {
        let sizes = self.sizes();
        let cells: usize = sizes.iter().product();
        let mut stride = cells;
        let offsets: Vec<Offsets> = self
            .axes()
            .iter()
            .zip(&sizes)
            .map(|(&(column, of, _), size)| {
                stride /= size;
                let offset = |&class: &u32| if class == DROPPED { cells as u32 } else { class * stride as u32 };
                let mut by_code: Vec<u32> = of.iter().map(offset).collect();
                by_code.resize(by_code.len().max(256), cells as u32);
                Offsets { column, by_code }
            })
            .collect();
        let sections: Vec<Columns> =
            self.cells.chunks(self.cells.len().div_ceil(parts).max(1)).map(|cells| self.section(cells)).collect();
        let totals = vec![self.totals; sizes.len()];
        roll_up(self.keys, &sections.iter().collect::<Vec<_>>(), &offsets, sizes, &totals)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/data/seeds/rollup.txt"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_roll_up_is_its_definition(case in cases(), parts in 1..4usize) {
        prop_assert_eq!(case.rolled(parts), case.plain());
    }
}

/// The test above needs some sections with runs and some without runs.
#[test]
fn runs_are_found_where_they_are_long() {
    let keys = KeyGroup::new(Combine::Sum, Modulus::default()).unwrap();
    let cells = |a: u32, b: u32| (0..a).flat_map(move |x| (0..b).map(move |y| (vec![x, y], 1, 5))).collect::<Vec<_>>();
    for (a, b, led) in [(3, 100, 1), (100, 3, 0), (1, 64, 1), (1, 63, 0), (5, 1, 0)] {
        let case = Case { keys, codes: vec![a, b], cells: cells(a, b), selected: vec![None, None], totals: false };
        let columns = case.section(&case.cells);
        assert_eq!((columns.led, columns.len()), (led, (a * b) as usize), "{a} by {b}");
        assert!(matches!(columns.measures, Measures::Pairs(_)));
        assert_eq!(columns.full, (led == 1).then_some(b as usize), "{a} by {b}");
    }
    // A run is filled up if at least two of three cells are present.
    for (missing, full) in [(4, Some(200)), (2, None)] {
        let cells: Vec<_> = cells(4, 200).into_iter().filter(|(codes, ..)| codes[1] % missing > 0).collect();
        let case = Case { keys, codes: vec![4, 200], cells, selected: vec![None, None], totals: false };
        assert_eq!(case.section(&case.cells).full, full, "one in {missing} missing");
    }
}
