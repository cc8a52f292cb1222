//! Attacks on the synthetic hypercube with an ordinary p-table, and the figures of their findings.

use std::fs;

use cellveil::audit::{
    Evidence, Figure, Finding, Finest, certain_zeros, consistency, equality, exact_totals, impossible_values,
    key_algebra, largest_noise, near_zero_keys,
};
use cellveil::dimension::AxisRef;
use cellveil::table::Store;

use crate::support::cube::TestCube;

/// The hypercube with 256 keys, which select the noise, and the p-table of R cellKey with noise up to 5.
fn hypercube() -> Store {
    let spec = fs::read_to_string("demo/hypercube/cube.toml").unwrap();
    let start = spec.find("[method.default]").unwrap();
    let toml = format!("{}[method.default]\nkind = \"cell-key\"\nptable = \"p.csv\"\n", &spec[..start]);
    let ptable = fs::read("tests/data/ptable/cellkey_d5.csv").unwrap();
    let cells = ["demo/hypercube/cells.csv.gz".into()];
    let collect = |spec: &_| cellveil::input::collect(spec, &[], &cells, &mut |_, _| ()).unwrap();
    let TestCube { files, mut store } = TestCube::new(&toml, collect, &|_| ptable.clone());
    let (_, others) = files.split_last().unwrap();
    others.iter().for_each(|(path, bytes)| store.load(path, bytes).unwrap());
    store
}

/// The evidence from all views with a number of dimensions in the range, each dimension by its own codes.
fn views(store: &mut Store, dimensions: std::ops::RangeInclusive<u32>) -> Evidence {
    let axis = |dimension| AxisRef { dimension, level: None };
    let sets = (0_u32..1 << 7).filter(|set| dimensions.contains(&set.count_ones()));
    let mut views: Vec<Vec<AxisRef>> =
        sets.map(|set| (0..7).filter(|at| set >> at & 1 == 1).map(axis).collect()).collect();
    views.sort_by_key(Vec::len);
    Evidence::before_sealing(store, &views, None).unwrap()
}

fn shares(finding: &Finding) -> Vec<(u64, u64)> {
    let share = |(_, figure): &(_, Figure)| match *figure {
        Figure::Share { of, all } => Some((of, all)),
        _ => None,
    };
    finding.figures.iter().filter_map(share).collect()
}

/// The attack compares views of four dimensions with their totals in views of three. In these and in all views of up to
/// four dimensions, 97 of 100 conclusions are right.
#[test]
fn equality_attack_is_right_in_97_of_100_conclusions() {
    let mut store = hypercube();
    let finding = equality(&views(&mut store, 3..=4));
    // The worst group of tables, all tables, and the share of all conclusions.
    assert_eq!(shares(&finding), [(2_627, 14_639), (3_827, 32_240), (3_827, 3_944)]);
    let finding = equality(&views(&mut store, 0..=4));
    assert_eq!(shares(&finding)[1..], [(4_227, 37_754), (4_227, 4_355)]);
    assert!(!finding.passes());
}

/// The 5 keys from −2 to 2 out of 256 expose an expected 5/256 of the persons.
#[test]
fn key_algebra_exposes_the_expected_number_of_persons() {
    let mut store = hypercube();
    let finest = views(&mut store, 7..=7);
    let cells = finest.views[0].counts.iter().zip(&finest.views[0].keys).filter(|&(&count, _)| count > 0);
    let (counts, keys): (Vec<u64>, Vec<u64>) = cells.unzip();
    assert_eq!(counts.len(), 18_806);
    let finest = Finest { counts: &counts, keys: &keys };
    let evidence = views(&mut store, 0..=2);
    let finding = key_algebra(&evidence, finest);
    assert_eq!(finding.figures[0].1, Figure::Number(5.0 / 256.0));
    assert_eq!(shares(&finding), [(104, 4_537)]);
    assert_eq!(finding.figures[2].1, Figure::Number(4_537.0 * 5.0 / 256.0));
    assert!(!finding.passes());
    let finding = near_zero_keys(&evidence, finest);
    let (near, alone) = shares(&finding)[0];
    assert!(finding.passes() && near > 0 && alone == 4_537, "{finding:?}");
}

/// The attacks find no change to the output of the method in 95,447 cells of 99 views.
#[test]
fn other_attacks_pass_on_the_hypercube() {
    let evidence = views(&mut hypercube(), 0..=4);
    for (finding, figures) in [
        (largest_noise(&evidence), [(0, 39_147), (903, 39_147)].as_slice()),
        (impossible_values(&evidence), &[(0, 39_147)]),
        (certain_zeros(&evidence), &[(0, 53_212)]),
        (exact_totals(&evidence), &[(0, 99), (9_023, 42_235)]),
        (consistency(&evidence), &[(0, 5_510)]),
    ] {
        assert_eq!(shares(&finding), figures, "{finding:?}");
        assert!(finding.passes(), "{finding:?}");
    }
}
