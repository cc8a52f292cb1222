//! Small tables of three dimensions beside exact answers: `tests/data/controlled-rounding`.

use cellveil::table_method::controlled_rounding;

use super::{Random, check, distance, table};

/// One table of the file.
struct Case {
    sizes: Vec<usize>,
    base: u32,
    jumps: u64,
    distance: u64,
    counts: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../../data/controlled-rounding/exact.csv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("sizes,base,jumps,distance,counts"));
    let case = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let numbers = |text: &str, mark| text.split(mark).map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
        Case {
            sizes: numbers(fields[0], 'x').into_iter().map(|size| size as usize).collect(),
            base: fields[1].parse().unwrap(),
            jumps: fields[2].parse().unwrap(),
            distance: fields[3].parse().unwrap(),
            counts: numbers(fields[4], ' '),
        }
    };
    lines.map(case).collect()
}

/// Each table has the least number of jumps and, with this number, at most 1.1 times the least distance.
#[test]
fn small_tables_are_as_near_as_the_exact_program() {
    let cases = cases();
    assert_eq!(cases.len(), 500);
    assert!(cases.iter().filter(|case| case.jumps > 0).count() >= 40, "tables without a rounding free of jumps");
    let mut random = Random(21);
    let mut exact = 0;
    for (at, case) in cases.iter().enumerate() {
        let system = table(&case.sizes, &case.counts, &mut random);
        let outcome = controlled_rounding(&system, case.base, b"").unwrap();
        assert_eq!(check(&system, case.base.into(), &outcome), Ok(()), "table {at}");
        assert_eq!(outcome.jumps, case.jumps, "table {at}");
        let distance = distance(&system, &outcome);
        assert!(distance >= case.distance, "table {at}: nearer than the exact program");
        assert!(10 * distance <= 11 * case.distance, "table {at}: {distance} for {}", case.distance);
        exact += u32::from(distance == case.distance);
    }
    assert!(exact >= 490, "{exact}");
}
