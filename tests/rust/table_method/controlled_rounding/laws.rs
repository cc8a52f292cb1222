//! Laws of controlled rounding over random systems.

use cellveil::table_method::{System, TableMethodError, controlled_rounding, round_to_whole_numbers};

use super::{Axis, Random, check, flat, nested, system, table, with_keys};

/// Random sizes, with a product of at most about 200.
fn sizes(random: &mut Random, dimensions: usize) -> Vec<usize> {
    let most = [200, 14, 6, 3][dimensions - 1];
    (0..dimensions).map(|_| 1 + random.below(most)).collect()
}

/// Counts of a table. Some lines of the first axis are empty, some tables have one cell, some have none.
fn counts(random: &mut Random, sizes: &[usize]) -> Vec<u64> {
    let cells = sizes.iter().product();
    let filled = random.of(&[2, 6, 10]);
    let mut counts = random.counts(cells, filled);
    match random.below(8) {
        0 => counts.fill(0),
        1 => {
            let cell = random.below(cells);
            counts.iter_mut().enumerate().filter(|&(at, _)| at != cell).for_each(|(_, count)| *count = 0);
        }
        2 | 3 => {
            let line = random.below(sizes[0]);
            counts.chunks_mut(cells / sizes[0]).nth(line).unwrap().fill(0);
        }
        _ => {}
    }
    counts
}

#[test]
fn laws_hold_in_tables_of_one_to_four_dimensions() {
    let mut random = Random(1);
    for round in 0..400 {
        let sizes = sizes(&mut random, 1 + round % 4);
        let counts = counts(&mut random, &sizes);
        let system = table(&sizes, &counts, &mut random);
        let base = random.of(&[1, 2, 3, 5, 10, 100]);
        let outcome = controlled_rounding(&system, base, b"salt").unwrap();
        assert_eq!(check(&system, base.into(), &outcome), Ok(()), "{sizes:?} base {base}");
        assert_eq!(outcome, controlled_rounding(&system, base, b"salt").unwrap());
    }
}

#[test]
fn two_way_tables_have_no_jumps() {
    let mut random = Random(2);
    for _ in 0..5000 {
        let mut sizes = sizes(&mut random, 2);
        let counts = counts(&mut random, &sizes);
        // An axis with a single inner place does not make a third dimension.
        sizes.insert(random.below(3), 1);
        let system = table(&sizes, &counts, &mut random);
        let base = random.of(&[2, 3, 5, 10, 250]);
        let outcome = controlled_rounding(&system, base, b"").unwrap();
        assert_eq!(check(&system, base.into(), &outcome), Ok(()), "{sizes:?} base {base}");
        assert_eq!(outcome.jumps, 0);
    }
}

#[test]
fn laws_hold_in_hierarchies() {
    let mut random = Random(3);
    let mut jumps = 0;
    for round in 0..150 {
        let mut axes: Vec<Axis> = vec![nested(1 + random.below(3), &mut random), flat(1 + random.below(5))];
        if round % 3 == 0 {
            axes.push(nested(2, &mut random));
        }
        let inner: usize = axes.iter().map(|axis| axis.iter().filter(|place| place.is_empty()).count()).product();
        let filled = random.of(&[2, 6, 10]);
        let cells = random.counts(inner, filled);
        let system = system(&axes, &with_keys(&cells, &mut random));
        let base = random.of(&[3, 5, 10]);
        let outcome = controlled_rounding(&system, base, b"salt").unwrap();
        assert_eq!(check(&system, base.into(), &outcome), Ok(()));
        // One hierarchy beside one plain axis is a network, so a rounding without jumps exists.
        assert!(outcome.jumps == 0 || axes.len() == 3, "base {base}");
        jumps += outcome.jumps;
    }
    assert!(jumps < 10, "{jumps}");
}

/// The laws catch what they must catch.
#[test]
fn planted_faults_are_found() {
    let system = table(&[2, 3], &[1, 0, 10, 7, 5, 4], &mut Random(4));
    let sound = controlled_rounding(&system, 5, b"").unwrap();
    assert_eq!(check(&system, 5, &sound), Ok(()));
    let plant = |cells: &[(usize, i64)], jumps: u64| {
        let mut faulty = sound.clone();
        cells.iter().for_each(|&(cell, by)| faulty.values[cell] += by);
        faulty.jumps += jumps;
        check(&system, 5, &faulty)
    };
    // Places of a row: 0, 1, 2 and the total 3. The last row is 8 to 11.
    assert_eq!(plant(&[(0, 5)], 0), Err("sums hold"));
    // The count 10 moves to 15, and all totals follow.
    let moved = [(2, 5), (3, 5), (10, 5), (11, 5)];
    assert_eq!(plant(&moved, 0), Err("jumps are counted"));
    let jumps = |cells: &[(usize, i64)]| {
        let out = |&&(cell, by): &&(usize, i64)| (sound.values[cell] + by).abs_diff(system.counts()[cell] as i64) >= 5;
        cells.iter().filter(out).count() as u64
    };
    assert_eq!(plant(&moved, jumps(&moved) - 1), Err("jumps are counted"));
    assert_eq!(plant(&moved, jumps(&moved)), Ok(()));
    assert_eq!(plant(&[(1, 5), (3, 5), (9, 5), (11, 5)], 0), Err("zeros stay"));
    assert_eq!(plant(&[(2, 1), (3, 1), (10, 1), (11, 1)], 0), Err("values are multiples"));
    assert_eq!(plant(&[], 1), Err("jumps are counted"));
}

/// The same table with its axes in another order and its categories in another order has the same values.
#[test]
fn order_of_axes_and_categories_does_not_matter() {
    let mut random = Random(5);
    for round in 0..300 {
        let dimensions = 2 + round % 3;
        let sizes = sizes(&mut random, dimensions);
        let mut order: Vec<usize> = (0..dimensions).collect();
        order.rotate_left(1 + random.below(dimensions - 1));
        let categories: Vec<Vec<usize>> = sizes.iter().map(|&size| shuffled(size, &mut random)).collect();
        let counts = random.counts(sizes.iter().product(), 8);
        let cells = with_keys(&counts, &mut random);
        let axes: Vec<Axis> = sizes.iter().map(|&size| flat(size)).collect();
        let first = system(&axes, &cells);
        let turned_axes: Vec<Axis> = order.iter().map(|&axis| axes[axis].clone()).collect();
        // The position in the first system of each cell of the turned one.
        let from = |turned: &[Axis], total: usize, cell: usize| {
            let mut places = vec![0; dimensions];
            let mut rest = cell;
            for at in (0..dimensions).rev() {
                let size = turned[at].len() - 1 + total;
                let place = rest % size;
                rest /= size;
                let axis = order[at];
                places[axis] = if place == sizes[axis] { place } else { categories[axis][place] };
            }
            places.iter().zip(&sizes).fold(0, |position, (&place, &size)| position * (size + total) + place)
        };
        let turned_cells: Vec<_> = (0..cells.len()).map(|cell| cells[from(&turned_axes, 0, cell)]).collect();
        let turned = system(&turned_axes, &turned_cells);
        let base = random.of(&[3, 5, 10]);
        let first = controlled_rounding(&first, base, b"salt").unwrap();
        let second = controlled_rounding(&turned, base, b"salt").unwrap();
        let back: Vec<i64> = (0..turned.len()).map(|cell| first.values[from(&turned_axes, 1, cell)]).collect();
        assert_eq!(second.values, back, "{sizes:?} {order:?} base {base}");
    }
}

fn shuffled(size: usize, random: &mut Random) -> Vec<usize> {
    let mut list: Vec<usize> = (0..size).collect();
    (1..size).rev().for_each(|at| list.swap(at, random.below(at + 1)));
    list
}

/// The values of some tables stay as they are. The same figures must come from every machine.
#[test]
fn values_do_not_change() {
    let mut random = Random(6);
    let mut words = Vec::new();
    for sizes in [&[7, 5][..], &[3, 4, 5], &[12, 9, 14], &[4, 4, 4, 4]] {
        let counts = random.counts(sizes.iter().product(), 9);
        let system = table(sizes, &counts, &mut random);
        let outcome = controlled_rounding(&system, 5, b"salt").unwrap();
        assert_eq!(check(&system, 5, &outcome), Ok(()));
        // FNV-1a over the values in bases.
        let word = |word: u64, &value: &i64| (word ^ (value / 5) as u64).wrapping_mul(0x0100_0000_01b3);
        words.push(outcome.values.iter().fold(0xcbf2_9ce4_8422_2325, word));
    }
    assert_eq!(words, [0x8c1d_5091_9fe4_73f7, 0x8bb7_04d3_9040_5ea3, 0xe227_bc20_430c_757f, 0x8040_454b_aba2_f84f]);
}

#[test]
fn large_tables_have_few_jumps() {
    let mut random = Random(7);
    for (sizes, most) in [([20, 16, 20, 1], 0), ([6, 7, 6, 7], 12)] {
        let counts = random.counts(sizes.iter().product(), 9);
        let system = table(&sizes, &counts, &mut random);
        let outcome = controlled_rounding(&system, 5, b"salt").unwrap();
        assert_eq!(check(&system, 5, &outcome), Ok(()));
        assert!(outcome.jumps <= most, "{sizes:?}: {}", outcome.jumps);
    }
}

#[test]
fn fixed_point_cells_become_whole_numbers() {
    let mut random = Random(8);
    for round in 0..200 {
        let sizes = sizes(&mut random, 1 + round % 3);
        let counts = random.counts(sizes.iter().product(), 8);
        let true_cells = table(&sizes, &counts, &mut random);
        // Cells with 20 binary digits after the point. Whole cells and empty cells stay.
        let mut fraction = |count: u64| (count << 20) + if count.is_multiple_of(3) { 0 } else { random.bits() >> 44 };
        let inner: Vec<(u64, u64)> = counts.iter().map(|&count| (fraction(count), 0)).collect();
        let axes: Vec<Axis> = sizes.iter().map(|&size| flat(size)).collect();
        let fitted = system(&axes, &inner);
        let mut outcome = round_to_whole_numbers(&true_cells, fitted.counts(), 20, "integer", b"salt").unwrap();
        assert!(outcome.values.iter().zip(fitted.counts()).all(|(&value, &cell)| value <= (cell >> 20) as i64 + 2));
        outcome.values.iter_mut().for_each(|value| *value <<= 20);
        assert_eq!(check(&fitted, 1 << 20, &outcome), Ok(()));
        assert!(outcome.jumps == 0 || round % 3 == 2);
    }
}

/// Three totals of pairs of three cells. Each total is the sum of a single cell in a second table.
fn triangles(number: u32) -> System {
    let (mut counts, mut sums) = (Vec::new(), Vec::new());
    for at in (0..number).map(|triangle| 9 * triangle) {
        counts.extend([5, 5, 5, 10, 10, 10, 10, 10, 10]);
        for side in 0..3 {
            sums.push((at + 3 + side, vec![at + side, at + (side + 1) % 3]));
            sums.push((at + 3 + side, vec![at + 6 + side]));
        }
    }
    let keys = (0..counts.len() as u64).collect();
    System::new(counts, keys, sums)
}

/// Of three cells with one half of a base, two sides add up to one base only if the third does not.
#[test]
fn linked_tables_agree_or_fail() {
    let system = triangles(1);
    let outcome = controlled_rounding(&system, 10, b"").unwrap();
    assert_eq!(check(&system, 10, &outcome), Ok(()));
    // A total and the only cell of its second table jump.
    assert_eq!(outcome.jumps, 2);
    let many = triangles(200);
    assert_eq!(controlled_rounding(&many, 10, b""), Err(TableMethodError::NoRounding));
    // Two sums of the same total, with other cells.
    let linked = System::new(vec![1, 4, 5, 3, 2], vec![1, 2, 3, 4, 5], vec![(2, vec![0, 1]), (2, vec![3, 4])]);
    let outcome = controlled_rounding(&linked, 3, b"").unwrap();
    assert_eq!((check(&linked, 3, &outcome), outcome.jumps), (Ok(()), 0));
}

#[test]
fn bad_input_is_an_error() {
    let cell = |count| System::table(&[1], vec![count], vec![0]);
    assert_eq!(controlled_rounding(&cell(4), 0, b""), Err(TableMethodError::NoBase { method: "controlled-rounding" }));
    let large = TableMethodError::CountTooLarge { method: "controlled-rounding" };
    assert_eq!(controlled_rounding(&cell(1 << 62), 5, b""), Err(large));
    let wrong = System::table(&[3], vec![1, 2, 4], vec![0; 3]);
    assert_eq!(controlled_rounding(&wrong, 5, b""), Err(TableMethodError::TotalsDisagree));
    let right = System::table(&[3], vec![1, 2, 3], vec![0; 3]);
    let disagree = round_to_whole_numbers(&right, &[1, 2, 4], 1, "integer", b"");
    assert_eq!(disagree, Err(TableMethodError::TotalsDisagree));
    let circle = System::new(vec![1, 1, 1], vec![0; 3], vec![(0, vec![1]), (1, vec![0]), (2, vec![0])]);
    assert_eq!(controlled_rounding(&circle, 5, b""), Err(TableMethodError::Circular));
    let cells = 100 * 100 * 31;
    let many = System::table(&[100, 100, 31], vec![0; cells], vec![0; cells]);
    let too_large = TableMethodError::TooLarge { method: "controlled-rounding", cells, most: 300_000 };
    assert_eq!(controlled_rounding(&many, 5, b""), Err(too_large));
    let empty = System::new(vec![], vec![], vec![]);
    assert!(controlled_rounding(&empty, 5, b"").unwrap().values.is_empty());
}
