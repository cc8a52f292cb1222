//! Blocked areas: no published cell, and no sum or difference of published cells, equals a blocked area.

use cellveil::protect::Status;
use cellveil::table::{Query, Table};

use super::naive::{group_of, groups, name};
use super::town::{Asking, Cell, DIMENSIONS, Random, people, question, refusal, town};
use crate::support::cube::TestCube;

const REGIONS: usize = 6;

/// A set of regions as numbers 0 and 1.
type Set = [f64; REGIONS];

/// Returns the regions of a group.
fn set(level: usize, group: usize) -> Set {
    std::array::from_fn(|region| f64::from(group_of((0, level), region) == group))
}

/// Returns whether a set is a linear combination of other sets, by elimination.
fn is_combination(of: &[Set], wanted: Set) -> bool {
    let mut rows: Vec<Set> = Vec::new();
    let reduce = |rows: &[Set], mut set: Set| {
        for row in rows {
            let lead = row.iter().position(|&x| x != 0.0).unwrap();
            let times = set[lead] / row[lead];
            for (to, from) in set.iter_mut().zip(row) {
                *to -= times * from;
            }
            set.iter_mut().filter(|x| x.abs() < 1e-9).for_each(|x| *x = 0.0);
        }
        set
    };
    for &set in of {
        let rest = reduce(&rows, set);
        if rest.iter().any(|&x| x != 0.0) {
            rows.push(rest);
            // Rows are sorted by their first non-zero column, so a single pass is enough.
            rows.sort_by_key(|row| row.iter().position(|&x| x != 0.0));
        }
    }
    reduce(&rows, wanted).iter().all(|&x| x == 0.0)
}

fn people_in(cells: &[Cell], set: &Set, weigh: impl Fn(&Cell) -> u64) -> u64 {
    cells.iter().filter(|cell| set[cell.0[0]] == 1.0).map(weigh).sum()
}

/// Returns whether each category of the first axis is blocked, with the total last. All cells of a category must have
/// the same status.
fn places(table: &Table) -> Vec<bool> {
    let sizes: Vec<usize> = table.sizes().collect();
    let inner: usize = sizes[1..].iter().product();
    let blocked = |place: usize| {
        let cells = &table.status()[place * inner..(place + 1) * inner];
        assert!(cells.iter().all(|&status| status == cells[0]), "an area that is blocked in part");
        cells[0] == Status::Blocked
    };
    (0..sizes[0]).map(blocked).collect()
}

fn with_groups(set: &Set) -> Query {
    let codes = DIMENSIONS[0].1.iter().zip(set).filter(|(_, is_in)| **is_in == 1.0).map(|(code, _)| (*code).to_owned());
    let mut query = question("region | sex");
    query.groups = vec![("region".into(), vec![("mine".into(), codes.collect())])];
    query
}

/// Returns every set of regions that the cube publishes: areas of each level, groups, filters, and the whole.
fn released(cube: &mut TestCube) -> Vec<Set> {
    let mut released = vec![[1.0; REGIONS]];
    for level in 0..=2 {
        let table = cube.table(&question(&format!("{} | sex", name((0, level))))).unwrap();
        let blocked = places(&table);
        assert_eq!(blocked.last(), Some(&false), "the total is the cell of a table without areas");
        for (group, _) in blocked[..blocked.len() - 1].iter().enumerate().filter(|(_, blocked)| !**blocked) {
            released.push(set(level, group));
        }
    }
    for number in 1..1 << REGIONS {
        let set: Set = std::array::from_fn(|region| f64::from(number >> region & 1));
        let by_group = cube.table(&with_groups(&set)).unwrap();
        let codes: Vec<&str> =
            DIMENSIONS[0].1.iter().zip(set).filter(|(_, is_in)| *is_in == 1.0).map(|(code, _)| *code).collect();
        let filter = format!("sex | | region={}", codes.join(","));
        let by_filter = refusal(cube.table(&question(&filter)));
        let blocked = places(&by_group)[0];
        assert_eq!(by_filter.map(|found| found.rule), blocked.then(|| "areas".to_owned()), "{filter}");
        if !blocked {
            released.push(set);
        }
    }
    released
}

#[test]
fn no_sum_or_difference_of_shown_values_is_a_blocked_area() {
    let (mut shown, mut hidden, mut partial) = (0, 0, 0);
    for seed in 0..50 {
        let random = &mut Random::new(seed);
        let cells = people(random);
        let (persons, heads) = (1 + random.below(120), 1 + random.below(60));
        let rules = format!(
            "[rules.areas]\nperson = {persons}\nhousehold = {heads}\n[rules.units]\nhousehold = {{ head = [\"1\"] }}\n"
        );
        let about = format!("seed {seed} {rules} {cells:?}");
        let mut cube = town(&cells, &rules);
        let released = released(&mut cube);
        for level in 0..=2 {
            for group in 0..groups((0, level)).len() {
                let set = set(level, group);
                let too_few = people_in(&cells, &set, |cell| cell.1) < persons
                    || people_in(&cells, &set, |cell| cell.1 * cell.0[3] as u64) < heads;
                if too_few {
                    assert!(!is_combination(&released, set), "level {level} group {group} {about}");
                    hidden += 1;
                } else {
                    shown += usize::from(released.contains(&set));
                }
            }
        }
        // Each published set of regions has enough people or is the whole.
        for set in &released[1..] {
            let enough = people_in(&cells, set, |cell| cell.1) >= persons
                && people_in(&cells, set, |cell| cell.1 * cell.0[3] as u64) >= heads;
            assert!(enough || set.iter().all(|&x| x == 1.0), "{set:?} {about}");
        }
        partial += usize::from(released.len() > 4 && released.len() < 1 << REGIONS);
    }
    assert!(shown > 100 && hidden > 50 && partial > 10, "{shown} {hidden} {partial}");
}

#[test]
fn summed_totals_exclude_blocked_areas() {
    let cells = [([0, 0, 0, 0], 3), ([1, 0, 0, 0], 30), ([2, 0, 0, 0], 60), ([3, 0, 0, 0], 90)];
    let none = cellveil::protect::Parameters::from_json("{ \"kind\": \"none\", \"totals\": \"sum\" }").unwrap();
    let mut query = question("region");
    query.method = Some(cellveil::table::MethodChoice::Custom(none));
    let table = town(&cells, "[rules.areas]\nperson = 20\n").table(&query).unwrap();
    // A has too few people, and E and F have none. In country N, B is blocked too, because it is in the same pair as A.
    // D is the only other region of country S with people, so D is blocked.
    let shown: Vec<Option<i64>> = (0..table.len()).map(|cell| table.value(cell)).collect();
    assert_eq!(shown, [None, None, Some(60), None, None, None, Some(60)]);
}

#[test]
fn other_cells_of_the_table_are_released() {
    let cells: Vec<Cell> =
        (0..24).map(|place| ([place % 6, place % 5, place % 2, 1], if place % 6 == 0 { 1 } else { 40 })).collect();
    let (mut open, mut cube) = (town(&cells, ""), town(&cells, "[rules.areas]\nperson = 10\n"));
    for words in
        ["region | age", "age | region", "age,region | sex", "region:pair | sex", "sex | age", "region | | sex=1"]
    {
        let (all, some) = (open.table(&question(words)).unwrap(), cube.table(&question(words)).unwrap());
        let same = (0..all.len()).filter(|&cell| all.value(cell) == some.value(cell)).count();
        let blocked = some.status().iter().filter(|status| **status == Status::Blocked).count();
        assert_eq!(same + blocked, all.len(), "{words}");
        assert_eq!(blocked > 0, words.contains("region") && !words.contains("pair"), "{words}");
    }
}

#[test]
fn filters_that_leave_few_people_block_areas() {
    let cells = [
        ([0, 0, 0, 0], 9),
        ([0, 0, 1, 0], 90),
        ([1, 0, 0, 0], 30),
        ([1, 0, 1, 0], 30),
        ([2, 0, 0, 0], 40),
        ([3, 0, 0, 0], 50),
        ([4, 0, 0, 0], 60),
        ([5, 0, 0, 0], 70),
    ];
    let blocked =
        |rules: &str, words: &str| -> Vec<bool> { places(&town(&cells, rules).table(&question(words)).unwrap()) };
    let rules = "[rules.areas]\nfiltered = { person = 10 }\n";
    assert_eq!(blocked(rules, "region | sex"), [false; 7]);
    // B is the smallest region that protects A. Together they are a pair.
    assert_eq!(blocked(rules, "region | | sex=1"), [true, true, false, false, false, false, false]);
    assert_eq!(blocked(rules, "region:pair | | sex=1"), [false; 5]);
    // A filter on regions alone retains all people of each region.
    assert_eq!(blocked(rules, "region | age | region:country=N"), [false; 4]);
    assert_eq!(blocked(rules, "region | | sex=1 region:country=N"), [true, true, false, false]);
    // A filter that retains a part of the blocked regions is refused.
    let refused = refusal(town(&cells, rules).table(&question("age | | sex=1 region=A"))).unwrap();
    assert_eq!(
        (refused.rule.as_str(), refused.nearest.unwrap().arguments().as_str()),
        ("areas", "--rows age --filter sex=1")
    );
    // The population equals the limit.
    assert_eq!(blocked("[rules.areas]\nfiltered = { person = 9 }\n", "region | | sex=1"), [false; 7]);
    assert_eq!(blocked("[rules.areas]\nperson = 40\n", "region"), [false; 7]);
    // C has 40. Country N has two pairs. The other pair is blocked to protect the pair of C, and so are its regions.
    assert_eq!(blocked("[rules.areas]\nperson = 41\n", "region"), [true, true, true, false, false, false, false]);
    assert_eq!(blocked("[rules.areas]\nperson = 41\n", "region:pair"), [true, true, false, false, false]);
    assert_eq!(blocked("[rules.areas]\nperson = 41\n", "region:country"), [false; 3]);
}

#[test]
fn custom_area_that_splits_blocked_areas_is_blocked() {
    let cells: Vec<Cell> = (0..6).map(|region| ([region, 0, 0, 0], if region == 0 { 1 } else { 50 })).collect();
    let mut cube = town(&cells, "[rules.areas]\nperson = 10\n");
    let mut query = with_groups(&[1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    query.areas = Some("blocks".into());
    // The area is country N and D. It contains all of A, so no difference discloses A.
    assert!(!places(&cube.table(&query).unwrap())[0]);
    let mut query = with_groups(&[0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    query.areas = Some("blocks".into());
    // B is blocked because of A, so each block of the custom area is blocked too.
    let table = cube.table(&query).unwrap();
    assert!(table.value(0).is_none());
}
