//! The pattern of R GaussSuppression on the package's example (`tests/data/gauss-suppression`).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cellveil::table_method::{System, suppression};

use super::outsider::derivable;
use super::systems::{Axis, table};
use super::{hide, rule};
use crate::table_method::tables::numbers;

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/gauss-suppression/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn as_many_secondary_cells_as_gauss_suppression() {
    // region, county, k_group, main_income, freq
    let group: BTreeMap<String, String> =
        rows("d2_input.csv").into_iter().map(|row| (row[0].clone(), row[2].clone())).collect();
    // region, main_income, freq, primary, suppressed
    let cells = rows("d2_maxN3_output.csv");
    let at: BTreeMap<(&str, &str), u32> =
        (0..).zip(&cells).map(|(at, row)| ((row[0].as_str(), row[1].as_str()), at)).collect();
    let incomes = ["assistance", "other", "pensions", "wages"];
    let groups = ["300", "400"];
    let mut sums: Vec<(u32, Vec<u32>)> = Vec::new();
    for region in group.keys().map(String::as_str).chain(groups).chain(["Total"]) {
        sums.push((at[&(region, "Total")], incomes.map(|income| at[&(region, income)]).to_vec()));
    }
    for income in incomes.into_iter().chain(["Total"]) {
        for of in groups {
            let regions = group.iter().filter(|(_, group)| *group == of);
            sums.push((at[&(of, income)], regions.map(|(region, _)| at[&(region.as_str(), income)]).collect()));
        }
        sums.push((at[&("Total", income)], groups.map(|group| at[&(group, income)]).to_vec()));
    }
    let counts: Vec<u64> = cells.iter().map(|row| row[2].parse().unwrap()).collect();
    let system = System::new(counts.clone(), (0..counts.len() as u64).collect(), sums);
    assert_eq!(system.check(), Ok(()));
    let flags = |column: usize| cells.iter().map(|row| row[column] == "TRUE").collect::<Vec<_>>();
    let (primary, theirs) = (flags(3), flags(4));
    // maxN = 3 hides counts from 1 to 3.
    let ours = hide(&system, &rule(4)).unwrap();
    let small: Vec<bool> = counts.iter().map(|count| (1..4).contains(count)).collect();
    assert_eq!(small, primary);
    // Both hide the same seven secondary cells.
    assert_eq!((ours.primary, ours.secondary), (7, 7));
    assert_eq!(ours.hidden, theirs);
    assert!((0..counts.len()).all(|cell| !primary[cell] || !derivable(&system, &ours.hidden)[cell]));
}

/// The greedy elimination of GaussSuppression without its handling of singletons: the largest cells are published first,
/// unless a primary cell then follows. Returns the number of secondary cells.
fn greedy_elimination(system: &System, primary: &[bool]) -> u64 {
    let counts = system.counts();
    let mut order: Vec<usize> = (0..system.len()).filter(|&cell| !primary[cell]).collect();
    order.sort_by_key(|&cell| (counts[cell] > 0, Reverse(counts[cell])));
    let (mut hidden, mut secondary) = (vec![true; system.len()], 0);
    for cell in order {
        hidden[cell] = false;
        let derivable = suppression::derivable(system, &hidden).unwrap();
        if (0..system.len()).any(|cell| primary[cell] && derivable[cell]) {
            hidden[cell] = true;
            secondary += 1;
        }
    }
    secondary
}

#[test]
fn no_more_secondary_cells_than_the_greedy_elimination() {
    for (axes, codes, most) in [(2, 8usize, 0.9), (3, 5, 0.9)] {
        let (mut ours, mut theirs) = (0, 0);
        for seed in 0..20 {
            let mut random = numbers(seed);
            let mut count = || match random(100) {
                draw if draw < 10 => 1 + random(3),
                draw if draw < 20 => 0,
                _ => 4 + random(60),
            };
            let inner: Vec<u64> = (0..codes.pow(axes)).map(|_| count()).collect();
            let axes: Vec<Axis> = (0..axes).map(|_| Axis::flat(codes)).collect();
            let system = table(&axes, &inner);
            ours += hide(&system, &rule(4)).unwrap().secondary;
            let primary: Vec<bool> = system.counts().iter().map(|count| (1..4).contains(count)).collect();
            theirs += greedy_elimination(&system, &primary);
        }
        println!("{axes} axes of {codes} codes: {ours} secondary cells, greedy elimination {theirs}");
        assert!((ours as f64) < most * theirs as f64, "{ours} {theirs}");
    }
}
