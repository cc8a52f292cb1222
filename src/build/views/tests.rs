//! Compares the choice of views with a simple implementation, and estimates with exact numbers. Tests the limits of the
//! lattice.

use std::collections::HashSet;

use super::greedy::few;
use super::*;
use crate::build::collect::Cells;
use crate::dimension::{CodeList, Dimension, Level};

/// A random number generator with a fixed sequence for each seed (Knuth's MMIX).
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

fn list(codes: usize) -> CodeList {
    CodeList::new((0..codes).map(|code| (code.to_string(), code.to_string().as_str().into())).collect()).unwrap()
}

/// A dimension with `codes` codes. Each function in `levels` maps a code to its group in a level.
fn dimension(codes: usize, levels: &[&dyn Fn(usize) -> usize]) -> Dimension {
    let level = |(at, group): (usize, &&dyn Fn(usize) -> usize)| {
        let of: Vec<u32> = (0..codes).map(|code| group(code) as u32).collect();
        let groups = *of.iter().max().unwrap() as usize + 1;
        Level { name: format!("l{at}"), label: "level".into(), codes: list(groups), of }
    };
    Dimension {
        name: "d".into(),
        label: "dimension".into(),
        note: None,
        role: None,
        codes: list(codes),
        levels: levels.iter().enumerate().map(level).collect(),
    }
}

/// Random cells. A cell may occur more than once. The tests do not use the counts.
fn cells(dimensions: Vec<Dimension>, cells: usize, seed: u64) -> Cells {
    let mut next = numbers(seed);
    // The product of two random numbers makes some codes far more frequent than others.
    let mut code = |codes: usize| (next(codes as u64) * next(codes as u64) / codes as u64) as u32;
    let coords = dimensions.iter().map(|dimension| (0..cells).map(|_| code(dimension.codes.len())).collect()).collect();
    let (counts, keys) = (vec![1; cells], vec![0; cells]);
    Cells {
        dimensions,
        coords,
        counts,
        keys,
        population: cells as u64,
        structural_zeros: Vec::new(),
        altered: Vec::new(),
        key_faults: crate::build::collect::KeyFaults::default(),
        changes: None,
        stated: None,
    }
}

fn some_dimensions() -> Vec<Dimension> {
    vec![
        // The first two levels nest. The third level nests with neither.
        dimension(40, &[&|code| code / 2, &|code| code / 20, &|code| code % 3]),
        dimension(1, &[]),
        dimension(9, &[&|code| 8 - code, &|_| 0]),
        dimension(60, &[&|code| code / 6]),
        dimension(3, &[]),
    ]
}

#[test]
fn only_partitions_that_tell_something_apart() {
    let lattice = Lattice::new(&some_dimensions(), 10_000);
    let levels: Vec<Vec<Option<usize>>> = (0..5).map(|dimension| lattice.parts(dimension).collect()).collect();
    let expected = [&[None, Some(0), Some(1), Some(2)][..], &[], &[None], &[None, Some(0)], &[None]];
    assert_eq!(levels, expected, "one code, one group and a second name for each code are left out");
    assert_eq!(lattice.elements().len(), 5 * 2 * 3 * 2);
}

#[test]
fn a_view_answers_what_its_groups_make_up() {
    let dimensions = some_dimensions();
    let lattice = Lattice::new(&dimensions, 10_000);
    let of = |element: &Element| -> Vec<(usize, Option<usize>)> {
        lattice.axes(element).iter().map(|axis| (axis.dimension, axis.level)).collect()
    };
    let mut answered = 0;
    for view in lattice.elements() {
        for query in lattice.elements() {
            let plain = of(query).iter().all(|&(dimension, level)| {
                of(view).iter().any(|&(own, from)| {
                    own == dimension && {
                        let group = |level, code| dimensions[dimension].group_of(level, code);
                        let codes = 0..dimensions[dimension].codes.len() as u32;
                        codes.clone().all(|a| {
                            codes
                                .clone()
                                .all(|b| group(from, a) != group(from, b) || group(level, a) == group(level, b))
                        })
                    }
                })
            });
            assert_eq!(lattice.answers(view, query), plain, "{:?} by {:?}", of(query), of(view));
            answered += usize::from(plain);
        }
    }
    // For the dimension of 40 codes alone, views answer 13 queries: 1 by the view without the dimension, 5 by the view
    // with its own codes, and 3, 2 and 2 by the views with its levels. The other factors come from the other
    // dimensions.
    assert_eq!(answered, 13 * 3 * (1 + 3 + 2) * 3);
}

#[test]
fn a_lattice_too_large_ends_at_a_number_of_dimensions() {
    let thirty: Vec<Dimension> = (0..30).map(|_| dimension(5, &[&|code| code / 2])).collect();
    for (most, widest) in [(60, 0), (61, 1), (1800, 1), (1801, 2), (4096, 2), (34_281, 3)] {
        let lattice = Lattice::new(&thirty, most);
        assert_eq!(lattice.elements().iter().map(Element::dimensions).max(), Some(widest), "{most}");
        assert!(lattice.elements().len() as u64 <= most);
    }
    let lattice = Lattice::new(&thirty, 4096);
    let axes = |element| -> Vec<(usize, Option<usize>)> {
        lattice.axes(element).iter().map(|axis| (axis.dimension, axis.level)).collect()
    };
    assert_eq!(lattice.elements().iter().map(axes).collect::<HashSet<_>>().len(), 1801, "each element once");
}

/// The exact number of distinct cells of an element.
fn counted(cells: &Cells, lattice: &Lattice, element: &Element) -> u64 {
    let axes = lattice.axes(element);
    let cell = |at: usize| -> Vec<u32> {
        let code =
            |axis: &AxisRef| cells.dimensions[axis.dimension].group_of(axis.level, cells.coords[axis.dimension][at]);
        axes.iter().map(code).collect()
    };
    (0..cells.counts.len()).map(cell).collect::<HashSet<_>>().len() as u64
}

#[test]
fn sizes_are_exact_up_to_two_thousand_and_near_above() {
    // The largest case has more than 65,536 cells, so that several threads share the work.
    for (many, seed) in [(0, 1), (1, 2), (3_000, 3), (150_000, 4)] {
        let cells = cells(some_dimensions(), many, seed);
        let lattice = Lattice::new(&cells.dimensions, 10_000);
        let (mut large, mut squares) = (0, 0.0);
        for (element, estimate) in
            lattice.elements().iter().zip(sizes::sizes(Finest::InMemory(&cells), &lattice, &mut |_| ()).unwrap())
        {
            let exact = counted(&cells, &lattice, element);
            if exact <= 2047 {
                assert_eq!(estimate, exact, "{:?} of {many}", lattice.axes(element));
            } else {
                let error = estimate as f64 / exact as f64 - 1.0;
                // Allows an error of up to four standard errors. About one estimate in 16,000 has a larger error.
                assert!(error.abs() < 4.0 * 1.2 / 2047_f64.sqrt(), "{estimate} for {exact}");
                (large, squares) = (large + 1, squares + error * error);
            }
        }
        assert!(many < 100_000 || large > 5, "{large} estimates");
        assert!(squares <= f64::from(large) * (2.0 * 1.2 / 2047_f64.sqrt()).powi(2), "{large} estimates: {squares}");
    }
}

#[test]
fn sizes_do_not_depend_on_the_order_of_cells() {
    let one = cells(some_dimensions(), 100_000, 5);
    let mut other = one.clone();
    other.coords.iter_mut().for_each(|column| column.reverse());
    let lattice = Lattice::new(&one.dimensions, 10_000);
    assert_eq!(
        sizes::sizes(Finest::InMemory(&one), &lattice, &mut |_| ()).unwrap(),
        sizes::sizes(Finest::InMemory(&other), &lattice, &mut |_| ()).unwrap()
    );
}

/// The total cost of all questions by definition. A question costs the cells of the cheapest view that answers it.
fn plain_cost(lattice: &Lattice, made: &[(Option<usize>, Size)], split: Option<usize>) -> u64 {
    let elements = lattice.elements();
    let few = few(made[0].1.cells);
    let mut sum = 0;
    for query in elements.iter().filter(|query| (1..=4).contains(&query.dimensions())) {
        let able = || {
            let answers = |view: Option<usize>| view.is_none_or(|view| lattice.answers(&elements[view], query));
            made.iter().filter(move |(view, _)| answers(*view)).map(|(_, size)| size)
        };
        sum += able().map(|size| size.cells.max(few)).min().unwrap();
        if let Some(groups) = split.and_then(|split| lattice.groups(query, split)) {
            sum += able().map(|size| size.cells.div_ceil(size.slices.min(groups)).max(few)).min().unwrap();
        }
    }
    sum
}

#[test]
fn the_choice_is_the_plain_one() {
    let mut chosen = 0;
    for seed in 0..40 {
        let mut next = numbers(seed);
        let levels: [&dyn Fn(usize) -> usize; 2] = [&|code| code / 2, &|code| code % 2];
        let dimensions: Vec<Dimension> =
            (0..2 + next(3)).map(|_| dimension(2 + next(5) as usize, &levels[..next(3) as usize])).collect();
        let lattice = Lattice::new(&dimensions, 300);
        let split = Some(next(4) as usize).filter(|&split| split < dimensions.len());
        let finest = Size { cells: [100_000, 5_000][next(2) as usize], slices: 1 + next(8), bytes: 30_000 };
        let sizes: Vec<Size> = (0..lattice.elements().len())
            .map(|_| Size { cells: 1 + next(finest.cells), slices: 1 + next(4), bytes: 10 + next(30_000) })
            .collect();
        let mut choice = Choice::new(&lattice, &sizes, finest, split);
        let mut made = vec![(None, finest)];
        let (mut left, mut done) = (1 + next(100_000), Vec::new());
        loop {
            let cost = plain_cost(&lattice, &made, split);
            // Finds the first candidate with the highest benefit per byte. Recomputes all benefits.
            let mut best: Option<(u128, usize)> = None;
            let open = |&(element, size): &(usize, &Size)| size.bytes <= left && !done.contains(&element);
            for (element, &size) in sizes.iter().enumerate().filter(open) {
                let mut with = made.clone();
                with.push((Some(element), size));
                let benefit = cost - plain_cost(&lattice, &with, split);
                let better = |&(most, other): &(u128, usize)| {
                    u128::from(benefit) * u128::from(sizes[other].bytes) > most * u128::from(size.bytes)
                };
                if benefit > 0 && benefit * 100 >= cost && best.as_ref().is_none_or(better) {
                    best = Some((benefit.into(), element));
                }
            }
            let found = choice.best(left);
            assert_eq!(found, best.map(|(_, element)| (element, sizes[element])), "seed {seed}");
            let Some((element, size)) = found else { break };
            done.push(element);
            // Some views are refused, and some have more cells than expected.
            if next(8) == 0 {
                choice.refused(element);
                left = left.min(size.bytes - 1);
                continue;
            }
            let real = Size { cells: size.cells + next(2) * 500, ..size };
            choice.made(element, real);
            made.push((Some(element), real));
            left -= size.bytes;
            chosen += 1;
        }
    }
    assert!(chosen > 100, "{chosen} views chosen");
}

#[test]
fn bytes_follow_the_finest_view() {
    let exact = Expected::new(8, 1_000_000, (1000, 10_000, 3_000));
    let found = exact.bytes(1000, 10_000, 0);
    assert!(found.abs_diff(3_000) <= 1, "{found}");
    assert!(exact.bytes(500, 5_000, 1) < exact.bytes(1000, 5_000, 1));
    assert_eq!(exact.bytes(0, 10, 3), 60);
    // No computation overflows at the limits of the format.
    let large = Expected::new(53, 1 << 52, (u64::from(u32::MAX), u64::MAX, 1 << 40));
    assert!(large.bytes(u64::from(u32::MAX), u64::MAX, 1 << 20) > 1 << 34);
    Expected::new(1, 0, (0, 1, 0)).bytes(0, 1, 1);
}
