//! A sealed cube answers the same unfiltered tables as a keyed cube with the same rules.

use std::collections::BTreeMap;

use cellveil::export::to_csv;
use cellveil::protect::Status;

use super::naive::{Axis, name};
use super::town::{Asking, Cell, DIMENSIONS, ROUNDING, Random, cube, people, question, refusal, toml, town};

const SEALED: &str = "data = \"confidential\"\naudience = \"public\"\nrelease = \"sealed\"";

/// Returns sets of axes of up to three dimensions. Smaller sets come first.
fn views() -> Vec<Vec<Axis>> {
    let mut sets: Vec<Vec<Axis>> = vec![Vec::new()];
    for (dimension, (_, _, levels)) in DIMENSIONS.iter().enumerate() {
        let levels = 0..=levels.len();
        let with = |set: &Vec<Axis>| {
            levels.clone().map(move |level| [set.as_slice(), &[(dimension, level)]].concat()).collect::<Vec<_>>()
        };
        sets.extend(sets.iter().filter(|set| set.len() < 3).flat_map(with).collect::<Vec<_>>());
    }
    sets.sort_by_key(Vec::len);
    sets
}

fn axes(view: &[Axis]) -> String {
    view.iter().map(|&axis| name(axis)).collect::<Vec<_>>().join(",")
}

#[test]
fn sealed_cube_has_the_tables_of_the_keyed_cube() {
    let (mut same, mut refused, mut blocked) = (0, 0, 0);
    for seed in 0..12 {
        let random = &mut Random::new(seed);
        let cells = people(random);
        let share = |random: &mut Random| (8 + random.below(12)) as f64 / 20.0;
        let rules = format!(
            "[rules]\nnested = true\nmax_dimensions = 3\nzeros = {:?}\nsmall_cells = {:?}\naverage_cell = {:?}\nrisk_after = {:?}\n\
             never = [[\"age\", \"region:country\"]]\n[rules.population]\nperson = 3\n[rules.areas]\nperson = {}\n",
            share(random),
            share(random),
            0.5 + random.below(8) as f64 / 4.0,
            share(random),
            1 + random.below(80),
        );
        let totals = if seed % 2 == 0 { "own" } else { "sum" };
        let method = format!("{ROUNDING}\ntotals = \"{totals}\"");
        let mut keyed = cube(&toml(super::town::OPEN, &method, &rules), &cells);
        let text = toml(SEALED, &method, &format!("{rules}\n[publish]\nmax_dimensions = 3\n"));
        let mut passes: BTreeMap<Vec<Axis>, bool> = BTreeMap::from([(Vec::new(), true)]);
        for view in views().iter().filter(|view| !view.is_empty()) {
            let own = refusal(keyed.table(&question(&axes(view)))).is_none();
            let fewer = (0..view.len()).all(|out| {
                let rest: Vec<Axis> =
                    view.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, axis)| *axis).collect();
                passes[&rest]
            });
            passes.insert(view.clone(), own && fewer);
        }
        let mut sealed = cube(&text, &cells);
        for (view, passes) in passes.iter().filter(|(view, _)| !view.is_empty()) {
            let about = format!("seed {seed} {} {rules}", axes(view));
            let (found, expected) = (sealed.table(&question(&axes(view))), keyed.table(&question(&axes(view))));
            if !passes {
                assert!(found.is_err(), "{about}");
                refused += 1;
                continue;
            }
            let found = found.unwrap_or_else(|error| panic!("{error}: {about}"));
            blocked += usize::from(found.status().contains(&Status::Blocked));
            assert_eq!(to_csv(&found), to_csv(&expected.unwrap()), "{about}");
            same += 1;
        }
        let manifest = String::from_utf8(sealed.files.last().unwrap().1.clone()).unwrap();
        assert!(!manifest.contains("\"rules\""), "{manifest}");
    }
    assert!(same > 100 && refused > 100 && blocked > 20, "{same} {refused} {blocked}");
}

#[test]
fn sealed_cube_gives_the_reason_of_a_refusal() {
    // The view of region has too many empty cells, so no view with region is published.
    let cells: Vec<Cell> = (0..20).map(|place| ([place % 5, place % 5, place % 2, place / 10], 7777)).collect();
    let rules =
        "[rules]\nzeros = 0.1\nmax_dimensions = 2\nnever = [[\"age\", \"head\"]]\n[publish]\nmax_dimensions = 3\n";
    let mut sealed = cube(&toml(SEALED, ROUNDING, rules), &cells);
    let error_of = |words: &str, sealed: &mut crate::support::cube::TestCube| {
        sealed.table(&question(words)).unwrap_err().to_string()
    };
    let region = error_of("region", &mut sealed);
    assert!(
        region.starts_with("no view of the cube has region together (region do not pass the rule zeros)"),
        "{region}"
    );
    assert!(sealed.table(&question("region:country | sex")).is_ok());
    let never = error_of("age | head", &mut sealed);
    assert!(never.contains("(age, head do not pass the rule never)"), "{never}");
    let three = error_of("region:country,head | sex", &mut sealed);
    assert!(three.contains("are more dimensions than the rule max_dimensions lets pass"), "{three}");
    let manifest = String::from_utf8(sealed.files.last().unwrap().1.clone()).unwrap();
    assert!(!manifest.contains("7777") && !manifest.contains("0.1") && !manifest.contains("small_cells"), "{manifest}");
    // A keyed cube prints the figures for the same query, because its files disclose them anyway.
    let keyed = refusal(town(&cells, "[rules]\nzeros = 0.1\n").table(&question("region"))).unwrap();
    assert_eq!(keyed.found.as_deref(), Some("0.166667"));
}

#[test]
fn slices_of_a_view_are_checked_when_it_is_built() {
    let cells = [([0, 0, 0, 0], 5), ([0, 1, 0, 0], 50), ([1, 0, 0, 0], 50), ([1, 1, 0, 0], 50), ([2, 2, 1, 0], 9)];
    let method = "kind = \"random-rounding\"\nbase = 3";
    let table = |rules: &str, words: &str| {
        let text = toml(SEALED, method, &format!("{rules}\n[publish]\nmax_dimensions = 2\n"));
        let table = cube(&text, &cells).table(&question(words)).unwrap();
        table.status().iter().map(|status| *status == Status::Blocked).collect::<Vec<_>>()
    };
    // There are 9 people of sex 2. Each line of either axis with fewer than 10 people is blocked. Totals are other
    // views.
    let rules = "[rules.population]\nfiltered = { person = 10 }\n";
    let blocked = table(rules, "age:band | sex");
    assert_eq!(blocked, [false, true, false, true, true, false, false, false, false], "{blocked:?}");
    assert!(!table(rules, "sex").contains(&true));
    // Areas with fewer than 10 people at one code of the other axis are blocked, with the areas that protect them.
    let rules = "[rules.areas]\nfiltered = { person = 10 }\n";
    let blocked = table(rules, "region:country | age");
    // Country N has all people. Country S has none at any age.
    assert_eq!(blocked.iter().filter(|blocked| **blocked).count(), 10, "{blocked:?}");
    assert!(!table(rules, "region:country").contains(&true));
}

#[test]
fn too_small_population_is_not_published() {
    let text = toml(SEALED, ROUNDING, "[rules.population]\nperson = 10\n[publish]\nmax_dimensions = 2\n");
    let spec = cellveil::spec::CubeSpec::parse(&text, &|_| Err(String::new()), &|_| None).unwrap();
    let cells = super::town::collect(&spec, &[([0; 4], 9)]);
    let error = cellveil::build::build(&spec, &cells, &|_| Err(String::new()), &mut |_, _| ()).unwrap_err().to_string();
    assert_eq!(error, "cube: the rules refuse the whole population; expected rules that a view passes");
}
