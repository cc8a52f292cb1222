//! Laws of semi-controlled rounding: sums of lines, two multiples, numbers of cells that rise, and means.

use std::collections::BTreeMap;

use cellveil::key::DrawHash;
use cellveil::table_method::{Control, System, semi_controlled_rounding};

use super::tables::{numbers, random_system, table};

/// The place of a cell on each axis.
fn places(sizes: &[usize], cell: usize) -> Vec<usize> {
    let mut rest = cell;
    let mut places: Vec<usize> = sizes.iter().rev().map(|&size| (rest % size, rest /= size).0).collect();
    places.reverse();
    places
}

/// The inner cells of each controlled line, below the position of the line's total. Computed from places, unlike the
/// method.
fn lines(sizes: &[usize], marks: &[bool], system: &System) -> BTreeMap<usize, Vec<usize>> {
    let mut lines = BTreeMap::<usize, Vec<usize>>::new();
    for cell in (0..system.len()).filter(|&cell| system.is_inner(cell)) {
        let places = places(sizes, cell);
        let total = (0..sizes.len())
            .fold(0, |at, axis| at * sizes[axis] + if marks[axis] { sizes[axis] - 1 } else { places[axis] });
        lines.entry(total).or_default().push(cell);
    }
    lines
}

/// Checks the values of a rounded table against its laws. Returns the first law that fails.
fn check(system: &System, base: i64, marks: &[bool], values: &[i64]) -> Result<(), &'static str> {
    let counts: Vec<i64> = system.counts().iter().map(|&count| count as i64).collect();
    for (&value, &count) in values.iter().zip(&counts) {
        if value % base != 0 || (value - count).abs() >= base {
            return Err("two multiples");
        }
    }
    for (total, cells) in lines(system.sizes().unwrap(), marks, system) {
        if cells.iter().map(|&cell| values[cell]).sum::<i64>() != values[total] {
            return Err("sum");
        }
        for rest in 1..base {
            let class: Vec<usize> = cells.iter().copied().filter(|&cell| counts[cell] % base == rest).collect();
            let rise = class.iter().filter(|&&cell| values[cell] > counts[cell]).count() as i64;
            let expected = class.len() as i64 * rest;
            if rise != expected / base && rise != (expected + base - 1) / base {
                return Err("number that rise");
            }
        }
    }
    Ok(())
}

#[test]
fn laws_hold_on_random_tables() {
    for seed in 0..2000 {
        let system = random_system(seed);
        let axes = system.sizes().unwrap().len();
        let mut random = numbers(seed + 1_000_000);
        let marks: Vec<bool> = (0..axes).map(|_| random(2) == 1).collect();
        let base = 2 + random(9) as u32;
        for (control, marks) in [(Control::Total, vec![true; axes]), (Control::Lines(marks.clone()), marks)] {
            let rounded = semi_controlled_rounding(&system, base, &control, b"salt").unwrap();
            assert_eq!(check(&system, base.into(), &marks, &rounded.values), Ok(()), "table {seed}");
            assert_eq!(rounded.jumps, 0);
        }
    }
}

/// Totals that no line controls are random-rounded for themselves.
#[test]
fn other_totals_depend_on_their_own_hash() {
    for seed in 0..200 {
        let system = random_system(seed);
        let rounded = semi_controlled_rounding(&system, 5, &Control::Total, b"salt").unwrap();
        for cell in (0..system.len()).filter(|&cell| !system.is_inner(cell)) {
            let (key, count) = (system.keys()[cell], system.counts()[cell]);
            let draw = DrawHash::new("semi-controlled-rounding", b"salt").draw(key, count);
            let rises = u64::from(draw) * 5 < (count % 5) << 32;
            assert_eq!(rounded.values[cell] as u64, count - count % 5 + if rises { 5 } else { 0 });
        }
    }
}

#[test]
fn checks_notice_planted_faults() {
    let mut random = numbers(5);
    let system = table(&[4, 3], &[1, 3, 6, 7, 11, 13], &mut random);
    let marks = [true, true];
    let sound = semi_controlled_rounding(&system, 5, &Control::Total, b"").unwrap().values;
    assert_eq!(check(&system, 5, &marks, &sound), Ok(()));
    let mut far = sound.clone();
    far[0] += 10;
    assert_eq!(check(&system, 5, &marks, &far), Err("two multiples"));
    let mut total = sound.clone();
    total[11] = if total[11] == 40 { 45 } else { 40 };
    assert_eq!(check(&system, 5, &marks, &total), Err("sum"));
    // A cell with remainder 1 and a cell with remainder 3 exchange their directions; 3 cells have remainder 1 and rise
    // 0 or 1 times. All cells of remainder 3 fall, of two that rise 1 or 2 times.
    let wrong = [5, 0, 10, 10, 10, 10];
    let mut classes = sound;
    let inner = [0, 1, 3, 4, 6, 7];
    inner.iter().zip(wrong).for_each(|(&cell, value)| classes[cell] = value);
    classes[11] = 45;
    assert_eq!(check(&system, 5, &marks, &classes), Err("number that rise"));
}

#[test]
fn ten_thousand_records_add_up_to_ten_thousand() {
    // 100 × 36 inner cells with 10,000 records.
    let mut random = numbers(10_000);
    let mut inner = vec![0; 3600];
    (0..10_000).for_each(|_| inner[random(3600) as usize] += 1);
    let system = table(&[101, 37], &inner, &mut random);
    let rounded = semi_controlled_rounding(&system, 5, &Control::Total, b"salt").unwrap();
    let of_inner: i64 = (0..system.len()).filter(|&cell| system.is_inner(cell)).map(|cell| rounded.values[cell]).sum();
    assert_eq!((rounded.values.last(), of_inner), (Some(&10_000), 10_000));
}

/// Rounding of the same counts with other keys, again and again. Returns the number of standard deviations between the
/// mean value and the count of each cell, with the variance of random rounding.
fn deviations(inner: &[u64], sizes: &[usize], round: impl Fn(&System) -> Vec<i64>) -> Vec<f64> {
    const TIMES: u64 = 20_000;
    let mut random = numbers(2007);
    let mut sums = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..TIMES {
        let system = table(sizes, inner, &mut random);
        sums.resize(system.len(), 0i64);
        sums.iter_mut().zip(round(&system)).for_each(|(sum, value)| *sum += value);
        counts = system.counts().to_vec();
    }
    let deviation = |(&sum, &count): (&i64, &u64)| {
        let rest = (count % 5) as f64;
        let error = sum as f64 - (TIMES * count) as f64;
        if rest == 0.0 { error } else { error / (rest * (5.0 - rest) * TIMES as f64).sqrt() }
    };
    sums.iter().zip(&counts).map(deviation).collect()
}

/// Level 10^-6 for the whole test. It has fewer than 200 cells, so 6 standard deviations (two-sided 2 · 10^-9 each) suffice.
#[test]
fn mean_of_each_cell_is_its_count() {
    let cases: [(&[usize], &[u64]); 4] = [
        (&[4, 3], &[1, 3, 6, 7, 11, 13]),
        (&[6], &[1, 1, 2, 4, 0]),
        (&[2], &[3]),
        (&[3, 3, 3], &[1, 2, 3, 4, 0, 5, 7, 8]),
    ];
    for (sizes, inner) in cases {
        for lines in [false, true] {
            let marks: Vec<bool> = (0..sizes.len()).map(|axis| !lines || axis == 0).collect();
            let control = if lines { Control::Lines(marks.clone()) } else { Control::Total };
            let round = |system: &System| semi_controlled_rounding(system, 5, &control, b"salt").unwrap().values;
            let deviations = deviations(inner, sizes, round);
            assert!(deviations.iter().all(|deviation| deviation.abs() < 6.0), "{deviations:?}");
        }
    }
    // Planted fault: the cell with remainder 1 in the first place always falls.
    let faulty = |system: &System| {
        let mut values = semi_controlled_rounding(system, 5, &Control::Total, b"salt").unwrap().values;
        values[0] = 0;
        values
    };
    assert!(deviations(&[1, 3, 6, 7, 11, 13], &[4, 3], faulty)[0] < -6.0);
}
