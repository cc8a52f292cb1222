//! PRAM moves units with the probabilities of its matrix.

use cellveil::microdata::{Impossible, Moves, Pram, PramReport, Records, Share, StepKind, StepReport, change};

use super::{AGE, AREA, DISTRICT, REGION, axis, counts, dimensions, records, records_of, shuffled, step, town};

fn to_others(share: &str) -> Pram {
    let moves = Moves::ToOthers(Share::parse(share).unwrap());
    Pram { variable: AREA, level: None, unit: Some(0), within: Some(DISTRICT), moves }
}

fn run(records: &mut Records, pram: Pram, seed: u8) -> PramReport {
    let reports = change(records, &[step(StepKind::Pram(pram), seed)], &dimensions(), &Impossible::default());
    match reports.unwrap().as_slice() {
        [StepReport::Pram(report)] => report.clone(),
        other => panic!("not the report of one PRAM: {other:?}"),
    }
}

fn matrix() -> Vec<Vec<f64>> {
    vec![vec![0.9, 0.1, 0.0], vec![0.05, 0.9, 0.05], vec![0.3, 0.2, 0.5]]
}

#[test]
fn matrices_are_invariant() {
    for seed in 0..5 {
        let persons = town(3000, seed);
        for (pram, invariant) in [
            (to_others("0.3"), true),
            (Pram { within: None, unit: None, ..to_others("1") }, true),
            (Pram { level: Some(DISTRICT), within: Some(REGION), ..to_others("0.5") }, true),
            (of_matrix(true), true),
            (of_matrix(false), false),
        ] {
            let imbalance = run(&mut records(&persons), pram.clone(), 1).transition.imbalance();
            assert_eq!(imbalance <= 1e-12, invariant, "{pram:?}: {imbalance}");
        }
    }
}

fn of_matrix(invariant: bool) -> Pram {
    let moves = Moves::Matrix { rows: matrix(), invariant };
    Pram { variable: AGE, level: None, unit: None, within: None, moves }
}

/// Counts the moves of units between categories.
fn moves(records: &Records, variable: usize, level: Option<usize>, first: &[usize]) -> Vec<Vec<f64>> {
    let dimension = &dimensions()[variable];
    let size = dimension.codes_at(level).len();
    let mut moves = vec![vec![0.0; size]; size];
    for &record in first {
        let category = |code| dimension.group_of(level, code) as usize;
        let (from, to) = (category(records.original_code(variable, record)), category(records.code(variable, record)));
        moves[from][to] += 1.0;
    }
    moves
}

/// The largest standardised difference between numbers of moves and their expectations.
fn largest(moves: &[Vec<f64>], report: &PramReport) -> f64 {
    let mut largest = 0.0_f64;
    for block in &report.transition.blocks {
        for (at, &from) in block.categories.iter().enumerate() {
            for (probability, &to) in block.row(at).iter().zip(&block.categories) {
                let units = block.units[at] as f64;
                let found = moves[from as usize][to as usize];
                let deviation = (units * probability * (1.0 - probability)).sqrt();
                if deviation == 0.0 {
                    assert_eq!(found, units * probability, "a certain move, or an impossible one");
                } else {
                    largest = largest.max((found - units * probability).abs() / deviation);
                }
            }
        }
    }
    largest
}

#[test]
fn units_move_with_the_probabilities_of_the_matrix() {
    let persons = town(30_000, 2);
    let mut first: Vec<usize> = (0..persons.len()).collect();
    first.dedup_by_key(|at| persons[*at].0);
    let all: Vec<usize> = (0..persons.len()).collect();
    for (pram, of) in [
        (to_others("0.3"), &first),
        (Pram { level: Some(DISTRICT), within: Some(REGION), ..to_others("0.5") }, &first),
        (of_matrix(false), &all),
        (of_matrix(true), &all),
    ] {
        let mut records = records(&persons);
        let report = run(&mut records, pram.clone(), 3);
        let found = largest(&moves(&records, pram.variable, pram.level, of), &report);
        // At most 576 entries are compared. A standard normal exceeds 5 with probability 6e-7.
        assert!(found < 5.0, "{pram:?}: {found}");
        assert!(found > 0.5, "the moves are random");
        assert_eq!(report.moved, (0..records.len()).filter(|&record| records.is_changed(record)).count() as u64);
    }
}

#[test]
fn units_stay_together_and_within_their_group() {
    let persons = town(5000, 4);
    let mut records = records(&persons);
    let pram = Pram { level: Some(DISTRICT), within: Some(REGION), ..to_others("0.5") };
    run(&mut records, pram, 1);
    let mut homes = std::collections::BTreeMap::new();
    for (record, person) in persons.iter().enumerate() {
        let (home, before) = (records.code(AREA, record), records.original_code(AREA, record));
        assert_eq!(*homes.entry(person.0).or_insert(home), home);
        assert_eq!(home / 12, before / 12, "regions stay");
        assert!(home == before || home / 4 != before / 4, "a household that moves leaves its district");
    }
    let by_region = [axis(AREA, Some(REGION)), axis(AGE, None)];
    assert_eq!(counts(&records, &by_region, false), counts(&records, &by_region, true));
}

#[test]
fn the_order_of_records_does_not_matter() {
    let persons = town(1500, 5);
    for pram in [to_others("0.5"), of_matrix(true), Pram { unit: None, ..to_others("0.5") }] {
        let codes = |seed: u64| {
            let order = shuffled(&persons, seed);
            let mut records = records_of(&order);
            run(&mut records, pram.clone(), 1);
            let code = |(record, (at, _)): (usize, &(usize, _))| (*at, records.code(pram.variable, record));
            let mut codes: Vec<(usize, u32)> = order.iter().enumerate().map(code).collect();
            codes.sort_unstable();
            codes
        };
        assert_eq!(codes(1), codes(2));
    }
}

#[test]
fn impossible_moves_are_counted_and_not_made() {
    let persons: Vec<_> = town(3000, 6)
        .into_iter()
        .map(|(h, area, sex, age)| (h, area, sex, if area == 0 { age.max(1) } else { age }))
        .collect();
    let impossible = Impossible::new(&[vec![(AREA, vec![0]), (AGE, vec![0])]], &[24, 2, 3]);
    let mut records = records(&persons);
    let steps = [step(StepKind::Pram(to_others("1")), 1)];
    let reports = change(&mut records, &steps, &dimensions(), &impossible).unwrap();
    let [StepReport::Pram(report)] = reports.as_slice() else { panic!("one report") };
    assert!(report.impossible > 0);
    assert!((0..records.len()).all(|record| records.code(AREA, record) != 0 || records.code(AGE, record) != 0));
}

#[test]
fn a_matrix_of_another_size_is_refused() {
    let moves = Moves::Matrix { rows: vec![vec![1.0]], invariant: false };
    let pram = Pram { moves, ..of_matrix(false) };
    let steps = [step(StepKind::Pram(pram), 1)];
    let error = change(&mut records(&town(10, 1)), &steps, &dimensions(), &Impossible::default()).unwrap_err();
    assert_eq!(error.0, 0);
    assert_eq!(error.1.to_string(), "the matrix has 1 rows; expected 3, one for each category");
}
