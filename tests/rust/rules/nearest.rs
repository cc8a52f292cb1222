//! The nearest table has the fewest steps of all coarser tables that pass. The tests search all of them.

use cellveil::rules::Nearest;

use super::naive::{Axis, Limits, Question, groups, name, passes};
use super::town::{Asking, DIMENSIONS, Random, people, question, refusal, town};

fn limits(random: &mut Random) -> Limits {
    let mut maybe = |of: u64| random.below(3) == 0 && of > 0;
    let flags: Vec<bool> = (0..7).map(|_| maybe(1)).collect();
    let share = |random: &mut Random| random.below(21) as f64 / 20.0;
    let sets: [&[Axis]; 4] = [&[(0, 0), (1, 0)], &[(0, 1), (2, 0)], &[(1, 1), (2, 0)], &[(0, 2), (1, 1)]];
    Limits {
        max_dimensions: flags[0].then(|| 1 + random.below(4) as usize),
        never: if flags[1] { vec![sets[random.below(4) as usize].to_vec()] } else { Vec::new() },
        zeros: flags[2].then(|| share(random)),
        small_cells: flags[3].then(|| share(random)),
        average_cell: flags[4].then(|| 0.5 + random.below(40) as f64),
        filtered: flags[5].then(|| 1 + random.below(200)),
        filtered_heads: flags[6].then(|| 1 + random.below(100)),
    }
}

fn toml(limits: &Limits) -> String {
    let mut toml = "[rules]\nnested = true\n".to_owned();
    let numbers = [("zeros", limits.zeros), ("small_cells", limits.small_cells), ("average_cell", limits.average_cell)];
    for (rule, limit) in numbers {
        toml += &limit.map_or_else(String::new, |limit| format!("{rule} = {limit:?}\n"));
    }
    toml += &limits.max_dimensions.map_or_else(String::new, |most| format!("max_dimensions = {most}\n"));
    let sets: Vec<Vec<String>> = limits.never.iter().map(|set| set.iter().map(|&axis| name(axis)).collect()).collect();
    toml += &format!("never = {sets:?}\n");
    let units = [("person", limits.filtered), ("household", limits.filtered_heads)];
    let least: Vec<String> = units.iter().filter_map(|(unit, least)| Some(format!("{unit} = {}", (*least)?))).collect();
    if !least.is_empty() {
        toml += &format!("[rules.population.filtered]\n{}\n", least.join("\n"));
    }
    toml + "[rules.units]\nhousehold = { head = [\"1\"] }\n"
}

fn draw(random: &mut Random) -> Question {
    let axis = |random: &mut Random, dimension: usize| {
        (dimension, random.below(1 + DIMENSIONS[dimension].2.len() as u64) as usize)
    };
    let mut drawn = Question { axes: Vec::new(), filters: Vec::new() };
    let first = random.below(3) as usize;
    for dimension in [first, (first + 1) % 3, (first + 2) % 3] {
        if drawn.axes.is_empty() || random.below(2) == 0 {
            drawn.axes.push(axis(random, dimension));
        }
    }
    for dimension in 0..3 {
        if random.below(3) == 0 {
            let axis = axis(random, dimension);
            drawn.filters.push((axis, random.below(groups(axis).len() as u64) as usize));
        }
    }
    drawn
}

/// Returns all coarser queries with their number of steps.
fn coarser(drawn: &Question) -> Vec<(usize, Question)> {
    let mut found = vec![(0, Question { axes: Vec::new(), filters: Vec::new() })];
    for &(dimension, level) in &drawn.axes {
        let mut next = Vec::new();
        for (steps, so_far) in &found {
            next.push((steps + 1, so_far.clone()));
            for coarse in level..=DIMENSIONS[dimension].2.len() {
                let mut with = so_far.clone();
                with.axes.push((dimension, coarse));
                next.push((steps + coarse - level, with));
            }
        }
        found = next;
    }
    for filter in &drawn.filters {
        let mut next = Vec::new();
        for (steps, so_far) in &found {
            next.push((steps + 1, so_far.clone()));
            let mut with = so_far.clone();
            with.filters.push(*filter);
            next.push((*steps, with));
        }
        found = next;
    }
    found.into_iter().filter(|(steps, drawn)| *steps > 0 && !drawn.axes.is_empty()).collect()
}

fn text(drawn: &Question) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let filter = |&(axis, group): &(Axis, usize)| (name(axis), vec![groups(axis)[group].to_owned()]);
    (drawn.axes.iter().map(|&axis| name(axis)).collect(), drawn.filters.iter().map(filter).collect())
}

#[test]
fn nearest_table_passes_with_the_fewest_steps() {
    let (mut passed, mut refused, mut without) = (0, 0, 0);
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let (cells, limits) = (people(random), limits(random));
        let rules = toml(&limits);
        let mut cube = town(&cells, &rules);
        for _ in 0..12 {
            let drawn = draw(random);
            let about = format!("seed {seed} {rules} {drawn:?}");
            let (axes, filter) = text(&drawn);
            let mut query = question("");
            let rows = 1 + random.below(axes.len() as u64) as usize;
            (query.rows, query.columns, query.filter) = (axes[..rows].to_vec(), axes[rows..].to_vec(), filter);
            let Some(found) = refusal(cube.table(&query)) else {
                assert!(passes(&cells, &limits, &drawn), "{about}");
                passed += 1;
                continue;
            };
            assert!(!passes(&cells, &limits, &drawn), "{about}: {found}");
            refused += 1;
            let all = coarser(&drawn);
            let fewest = all.iter().filter(|(_, drawn)| passes(&cells, &limits, drawn)).map(|(steps, _)| *steps).min();
            let Some(Nearest { rows, columns, filter, .. }) = found.nearest.clone() else {
                assert_eq!((fewest, found.all), (None, true), "{about}");
                without += 1;
                continue;
            };
            let own = [rows.clone(), columns.clone()].concat();
            let (steps, same) =
                all.iter().find(|(_, drawn)| text(drawn) == (own.clone(), filter.clone())).expect(&about);
            assert!(passes(&cells, &limits, same), "{about}: {found}");
            assert_eq!(Some(*steps), fewest, "{about}: {found}");
            // The suggested query is valid as printed.
            (query.rows, query.columns, query.filter) = (rows, columns, filter);
            assert!(cube.table(&query).is_ok(), "{about}: {found}");
        }
    }
    // All three outcomes occur.
    assert!(passed > 100 && refused > 100 && without > 10, "{passed} {refused} {without}");
}

#[test]
fn equally_near_tables_have_an_order() {
    // Two dimensions are allowed, and the queries have three. The last axis is removed before any other axis. A filter
    // is removed before an axis.
    let cells = [([0, 0, 0, 0], 50), ([5, 4, 1, 1], 50)];
    let nearest = |words: &str| {
        let refusal = refusal(town(&cells, "[rules]\nmax_dimensions = 2\n").table(&question(words))).expect(words);
        refusal.nearest.unwrap().arguments()
    };
    assert_eq!(nearest("region,age | sex"), "--rows region,age");
    assert_eq!(nearest("region | age | sex=1"), "--rows region --columns age");
    assert_eq!(nearest("region | | age=0 sex=1"), "--rows region --filter age=0");
    // A coarser level comes before removing an axis, and the last axis comes first. A group without records stays
    // empty.
    let zeros = |limit: &str, words: &str| {
        let rules = format!("[rules]\nzeros = {limit}\n");
        let refusal = refusal(town(&cells, &rules).table(&question(words))).expect(words);
        refusal.nearest.unwrap().arguments()
    };
    assert_eq!(zeros("0.9", "region | age"), "--rows region --columns age:band");
    // The nearest table needs two steps, and the first of them is the previous suggestion. region:country and age:band
    // would need three steps.
    assert_eq!(zeros("0.5", "region | age"), "--rows age:band");
    // A table without rows uses its columns as rows.
    let rules = "[rules]\nnever = [[\"region\"]]\n";
    let refusal = refusal(town(&cells, rules).table(&question("region | sex"))).unwrap();
    assert_eq!(refusal.nearest.unwrap().arguments(), "--rows sex");
}
