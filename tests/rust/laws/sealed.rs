//! Laws of sealed cubes: their tables equal the tables of the keyed cube of the same data, and every published view is
//! available.

use std::cell::Cell as Counter;
use std::collections::{BTreeSet, HashSet};

use cellveil::dimension::axis_name;
use cellveil::export::to_csv;
use cellveil::table::Error;
use cellveil::table::{Query, Table};
use proptest::prelude::*;

use super::areas::{MAX_CELLS, parts};
use super::draw::{Limits, SMALL, raw_query, raw_sealed, world};
use super::method::Method;
use super::world::{Publish, World};
use super::{LABELS, Population, Tally, law};
use crate::support::cube::TestCube;

/// Sizes of a world with so few views that a cube can contain all of them.
const FEW: Limits = Limits { dimensions: (2, 4), codes: 5, cells: 30, ..SMALL };

/// Views as sets of axis names.
type Views = HashSet<BTreeSet<String>>;

/// Derives the published views from the definition in the specification. A view is a set of axes with at most one axis
/// per dimension. A set is published if a listed view contains it, or if it has up to `max_dimensions` of the `axes`.
/// Sets with dimensions of a `never_together` list are excluded.
fn published(world: &World, publish: &Publish) -> Views {
    let sealed = publish.sealed.as_ref().unwrap();
    let mut sets = vec![BTreeSet::new()];
    for dimension in 0..world.dimensions.len() {
        for set in sets.clone() {
            for name in world.names(dimension) {
                let mut larger: BTreeSet<String> = set.clone();
                larger.insert(name);
                sets.push(larger);
            }
        }
    }
    let is_chosen = |set: &BTreeSet<String>| {
        let is_axis = |name: &String| sealed.axes.as_ref().is_none_or(|axes| axes.contains(name));
        let is_small = sealed.max_dimensions.is_some_and(|most| set.len() <= most && set.iter().all(is_axis));
        let is_within = |view: &Vec<String>| set.iter().all(|name| view.contains(name));
        set.is_empty() || is_small || publish.views.iter().any(is_within)
    };
    let is_kept_apart = |set: &BTreeSet<String>| {
        let has = |dimension: &String| set.iter().any(|name| name.split(':').next() == Some(dimension));
        sealed.never_together.iter().any(|apart| apart.iter().all(has))
    };
    sets.retain(|set| is_chosen(set) && !is_kept_apart(set));
    sets.into_iter().collect()
}

/// Returns the world that a page reads from the manifest of a sealed cube: levels without a view are removed.
fn as_published(world: &World, views: &Views) -> World {
    let mut world = world.clone();
    for dimension in &mut world.dimensions {
        let name = dimension.name.clone();
        dimension.levels.retain(|level| views.iter().flatten().any(|axis| *axis == format!("{name}:{}", level.name)));
    }
    world
}

/// Returns the axes of a dimension that have a category with exactly these codes. `None` means that no axis is needed,
/// because the set contains all codes.
fn blocks(world: &World, dimension: usize, set: &[bool]) -> Vec<Option<String>> {
    let mut found: Vec<Option<String>> = Vec::new();
    if !set.contains(&false) {
        found.push(None);
    }
    for name in world.names(dimension) {
        let (_, group_of, groups) = world.axis(&name);
        let is_group = |group: usize| group_of.iter().zip(set).all(|(&of, &within)| (of == group) == within);
        if (0..groups.len()).any(is_group) {
            found.push(Some(name));
        }
    }
    found
}

/// Returns whether a population is a cell of a published view.
fn is_published(world: &World, views: &Views, people: &Population) -> bool {
    let mut sets = vec![BTreeSet::new()];
    for (dimension, codes) in people.iter().enumerate() {
        let blocks = blocks(world, dimension, codes);
        let with = |set: &BTreeSet<String>, block: &Option<String>| set.iter().chain(block).cloned().collect();
        sets = sets.iter().flat_map(|set| blocks.iter().map(move |block| with(set, block))).collect();
    }
    sets.iter().any(|set| views.contains(set))
}

/// Returns the population of each cell in the table of a query without groups. Each axis has its codes that the filters
/// retain. If totals have their own noise, they are cells too. Returns `None` if the filters remove all codes of a
/// dimension.
fn cells_of(world: &World, query: &Query, own_totals: bool) -> Option<Vec<Population>> {
    let mut left: Population = world.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    for (axis_text, wanted) in &query.filter {
        let (dimension, group_of, groups) = world.axis(axis_text);
        let retained = group_of.iter().map(|&group| wanted.contains(&groups[group]));
        left[dimension].iter_mut().zip(retained).for_each(|(left, retained)| *left &= retained);
    }
    if left.iter().any(|codes| !codes.contains(&true)) {
        return None;
    }
    let mut cells = vec![left.clone()];
    for axis_text in query.rows.iter().chain(&query.columns) {
        let (dimension, group_of, groups) = world.axis(axis_text);
        let place = |group: usize| -> Vec<bool> {
            left[dimension].iter().zip(&group_of).map(|(&left, &of)| left && of == group).collect()
        };
        let mut places: Vec<Vec<bool>> = (0..groups.len()).map(place).filter(|codes| codes.contains(&true)).collect();
        places.extend((query.totals && own_totals).then(|| left[dimension].clone()));
        let with = |cell: &Population, codes: &Vec<bool>| {
            let mut cell = cell.clone();
            cell[dimension] = codes.clone();
            cell
        };
        cells = cells.iter().flat_map(|cell| places.iter().map(move |codes| with(cell, codes))).collect();
    }
    Some(cells)
}

/// Returns the error codes that a sealed cube may give for a query. An empty list means that the cube must answer.
fn wrongs(pair: &Pair, query: &Query) -> Vec<&'static str> {
    let (page, views) = (&pair.page, &pair.views);
    let mut wrongs = Vec::new();
    for name in query.rows.iter().chain(&query.columns).chain(query.filter.iter().map(|(name, _)| name)) {
        let dimension = name.split(':').next();
        if !views.iter().flatten().any(|axis| axis.split(':').next() == dimension) {
            wrongs.push("unknown-dimension");
        } else if name.contains(':') && !views.iter().flatten().any(|axis| axis == name) {
            wrongs.push("unknown-level");
        }
    }
    let Some(cells) = cells_of(&pair.world, query, !pair.method().sum) else {
        wrongs.push("empty-filter");
        return wrongs;
    };
    if !wrongs.is_empty() {
        return wrongs;
    }
    if !query.groups.is_empty() || query.filter.iter().any(|(_, codes)| codes.len() > 1) {
        return vec!["needs-blocks"];
    }
    let is_block = |cell: &Population| (0..cell.len()).all(|at| !blocks(page, at, &cell[at]).is_empty());
    if !cells.iter().all(is_block) {
        return vec!["needs-blocks"];
    }
    if cells.iter().all(|cell| is_published(page, views, cell)) { Vec::new() } else { vec!["no-view"] }
}

/// A sealed cube, the keyed cube of the same data and method, and the published views.
struct Pair {
    world: World,
    /// The world without its unpublished levels.
    page: World,
    views: Views,
    keyed: TestCube,
    sealed: TestCube,
}

impl Pair {
    /// `number` selects the method. All labels are equally likely, except that three of four numbers select a method
    /// that not every modulus allows.
    fn new(mut world: World, publish: &Publish, number: usize) -> Self {
        let mut labels: BTreeSet<String> = world.methods.iter().map(Method::label).collect();
        let is_rare = |label: &str| ["hash", "random", "small", "transition"].iter().any(|part| label.contains(part));
        if !number.is_multiple_of(4) && labels.iter().any(|label| is_rare(label)) {
            labels.retain(|label| is_rare(label));
        }
        let label = labels.iter().nth(number % labels.len()).unwrap();
        let mut same = world.methods.iter().filter(|method| method.label() == *label).cycle();
        let method = same.nth(number / labels.len()).unwrap().clone();
        world.methods = vec![method];
        world.salt.extend(0..16);
        let views = published(&world, publish);
        let keyed = world.cube(&Publish::default());
        let sealed = world.cube(publish);
        Self { page: as_published(&world, &views), views, keyed, sealed, world }
    }

    fn method(&self) -> &Method {
        &self.world.methods[0]
    }
}

/// How a query is adapted to a sealed cube, if at all.
type Suits = (bool, bool, bool, prop::sample::Index);

fn suits() -> impl Strategy<Value = Suits> {
    let (view, levels) = (prop::bool::weighted(0.75), prop::bool::weighted(0.4));
    (view, levels, prop::bool::weighted(0.9), any::<prop::sample::Index>())
}

/// Returns the axes that a query may use, by dimension. These are the axes of a published view, all published axes of
/// its dimensions, or all axes.
fn names(pair: &Pair, (of_view, levels, _, view): &Suits) -> Vec<Vec<String>> {
    let every = || (0..pair.world.dimensions.len()).map(|dimension| pair.world.names(dimension)).collect();
    let mut views: Vec<&BTreeSet<String>> = pair.views.iter().filter(|view| !view.is_empty()).collect();
    if !of_view || views.is_empty() {
        return every();
    }
    // Larger views are more likely, because more can go wrong in them.
    views.sort();
    views.sort_by_key(|view| view.len());
    let view = views[view.index(views.len()).max(view.index(views.len() + 7).min(views.len() - 1))];
    let of = |axis: &String| {
        let dimension = axis.split(':').next().unwrap();
        let names = pair.page.names(pair.world.axis(dimension).0);
        if *levels { names } else { vec![axis.clone()] }
    };
    view.iter().map(of).collect()
}

fn answer(cube: &mut TestCube, query: &Query) -> Result<Table, &'static str> {
    match cube.ask(query) {
        Ok((_, table)) => Ok(table),
        Err(Error::Query(error)) => Err(error.code()),
        Err(error) => panic!("{error}: {query:?}"),
    }
}

/// **A sealed cube gives the tables of the keyed cube, or no table.** The law checks queries without groups whose
/// filters have a single code. Such a query is answered if and only if each cell is a cell of a published view. The
/// answer has the same bytes. Every other query is refused, unless it has `areas = "blocks"`. A method with `control`
/// depends on the whole table and was applied to the views. Its tables equal those of the keyed cube if they are views.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn sealed_cube_gives_the_tables_of_the_keyed_cube() {
    let (answers, noisy, zeros, suppressed) = (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    let [totals, filters, filtered_axes, levels, split, several_views, alike] = [(); 7].map(|()| Counter::new(0_usize));
    let refused = Tally::default();
    let count = |counter: &Counter<usize>, is_so: bool| counter.set(counter.get() + usize::from(is_so));
    let questions = prop::collection::vec((raw_query(), suits()), 14);
    law(2500, 41, (world(FEW), raw_sealed(), 0_usize..1000, questions), |(world, publish, number, questions)| {
        let publish = publish.of(&world);
        let mut pair = Pair::new(world, &publish, number);
        let cube = pair.sealed.store.cube();
        let names_of = |view: &cellveil::cube::View| -> BTreeSet<String> {
            view.axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect()
        };
        let found: Vec<BTreeSet<String>> = cube.views.iter().map(names_of).collect();
        prop_assert_eq!(found.len(), pair.views.len());
        prop_assert_eq!(&found.into_iter().collect::<Views>(), &pair.views);

        for (question, suits) in questions {
            let mut query = Query { reveal: false, ..question.within(&pair.world, &names(&pair, &suits)) };
            if suits.2 {
                query.groups.clear();
                query.filter.iter_mut().for_each(|(_, codes)| codes.truncate(1));
            }
            let wrongs = wrongs(&pair, &query);
            let sealed = match answer(&mut pair.sealed, &query) {
                Ok(table) => table,
                Err(code) => {
                    prop_assert!(wrongs.contains(&code), "{} where there is {:?}: {:?}", code, wrongs, query);
                    *refused.0.borrow_mut().entry(code.to_owned()).or_default() += 1;
                    continue;
                }
            };
            prop_assert!(wrongs.is_empty(), "answered in spite of {:?}: {:?}", wrongs, query);
            let axes: BTreeSet<String> = query.rows.iter().chain(&query.columns).cloned().collect();
            let is_view = query.filter.is_empty() && !query.totals && pair.views.contains(&axes);
            if pair.method().is_fixed() && !is_view {
                continue;
            }
            let mut keyed = answer(&mut pair.keyed, &Query { reveal: true, ..query.clone() }).unwrap();
            let truth = keyed.revealed.take().unwrap();
            prop_assert_eq!(to_csv(&sealed), to_csv(&keyed), "{:?}", query);
            prop_assert_eq!(&sealed.headings, &keyed.headings);
            prop_assert!(sealed.revealed.is_none());

            let cells = || (0..keyed.len()).map(|at| (truth.counts[at], keyed.value(at)));
            let many = |what: &dyn Fn(u64, Option<i64>) -> bool| cells().filter(|&(n, value)| what(n, value)).count();
            let method = &pair.method().clone();
            answers.add(method, 1);
            noisy.add(method, many(&|count, value| value.is_some_and(|value| value != count as i64)));
            zeros.add(method, many(&|count, value| count == 0 && value.is_some_and(|value| value > 0)));
            suppressed.add(method, many(&|_, value| value.is_none()));
            let plan = pair.sealed.store.plan(&query).unwrap();
            count(&totals, query.totals);
            count(&filters, !query.filter.is_empty());
            let on_axis = |(name, _): &(String, Vec<String>)| {
                axes.iter().any(|axis| axis.split(':').next() == name.split(':').next())
            };
            count(&filtered_axes, query.filter.iter().any(on_axis));
            count(&levels, query.rows.iter().chain(&query.columns).any(|axis| axis.contains(':')));
            count(&several_views, plan.readings.len() > 1);
            let has_split = |view: usize| pair.sealed.store.cube().views[view].split.is_some();
            count(&split, plan.readings.iter().any(|reading| has_split(reading.view)));
            // The axes of the query are not a view, but a published view has the same populations.
            count(&alike, query.filter.is_empty() && !pair.views.contains(&axes));
        }
        Ok(())
    });
    let counts = [&totals, &filters, &filtered_axes, &levels, &split, &several_views, &alike].map(Counter::get);
    answers.check(300, |label| !label.contains("fixed"));
    answers.check(10, |label| label.contains("fixed"));
    noisy.check(30, |label| !label.starts_with("none"));
    noisy.check(500, |label| !label.starts_with("none") && !label.contains("fixed"));
    zeros.check(100, |label| label.contains("zeros") && !label.contains("fixed"));
    suppressed.check(100, |label| label.starts_with("threshold"));
    for (code, least) in [
        ("no-view", 1000),
        ("needs-blocks", 1000),
        ("unknown-dimension", 100),
        ("unknown-level", 100),
        ("empty-filter", 100),
    ] {
        let times = refused.0.borrow().get(code).copied().unwrap_or(0);
        assert!(times >= least, "{code}: {times} times\n{refused:#?}");
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    assert_eq!(LABELS.len(), answers.0.borrow().len());
}

/// **In blocks a sealed cube gives the tables of the keyed cube with its levels.** The cube combines its published
/// levels only. A keyed cube with more levels may combine other blocks, but the same blocks give the same table. A
/// query is answered if and only if every block is a cell of a published view.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn sealed_cube_gives_the_blocks_of_the_keyed_cube() {
    let (answers, combined, same_as_all) = (Tally::default(), Tally::default(), Counter::new(0_usize));
    let [other_blocks, refusals, negative, hidden] = [(); 4].map(|()| Counter::new(0_usize));
    let count = |counter: &Counter<usize>, is_so: bool| counter.set(counter.get() + usize::from(is_so));
    let questions = prop::collection::vec((raw_query(), suits()), 8);
    law(2000, 42, (world(FEW), raw_sealed(), 0_usize..1000, questions), |(world, publish, number, questions)| {
        let publish = publish.of(&world);
        let mut pair = Pair::new(world, &publish, number);
        if pair.method().is_fixed() {
            return Ok(());
        }
        let mut same_levels = pair.page.cube(&Publish::default());
        for (question, suits) in questions {
            let query = question.within(&pair.world, &names(&pair, &suits));
            let query = Query { reveal: false, areas: Some("blocks".into()), ..query };
            let named = |code: &str| matches!(code, "unknown-dimension" | "unknown-level" | "empty-filter");
            let sealed = answer(&mut pair.sealed, &query);
            if sealed.as_ref().is_err_and(|code| named(code)) {
                continue;
            }
            let keyed = answer(&mut same_levels, &query).unwrap();
            if keyed.len() > MAX_CELLS {
                continue;
            }
            let areas = keyed.areas.as_ref().unwrap();
            let method = &pair.method().clone();
            // Sums with groups also read single codes. A group that the filters leave empty has no cell in a view. The
            // law skips both cases.
            let mut people: Vec<Population> = Vec::new();
            for codes in codes_of(&keyed) {
                if !(method.sum && codes.iter().any(|code| code == "_T")) {
                    people.extend(parts(&pair.page, &query, areas, &codes).into_iter().map(|(_, people)| people));
                }
            }
            let is_empty = people.iter().flatten().any(|set| !set.contains(&true));
            let sums_singles = method.sum && query.totals && !query.groups.is_empty();
            if !is_empty && !sums_singles {
                let expected = people.iter().all(|people| is_published(&pair.page, &pair.views, people));
                prop_assert_eq!(sealed.is_ok(), expected, "{:?}: {:?}", sealed.err(), query);
            }
            let Ok(sealed) = sealed else {
                count(&refusals, true);
                continue;
            };
            prop_assert_eq!(to_csv(&sealed), to_csv(&keyed), "{:?}", query);
            prop_assert_eq!(&sealed.areas, &keyed.areas, "{:?}", query);
            let all = answer(&mut pair.keyed, &query).unwrap();
            let is_same = all.areas == keyed.areas;
            if is_same {
                prop_assert_eq!(to_csv(&sealed), to_csv(&all), "{:?}", query);
            }
            answers.add(method, 1);
            let is_combined = !areas.axes.is_empty();
            combined.add(method, usize::from(is_combined));
            count(&same_as_all, is_same && is_combined);
            count(&other_blocks, !is_same);
            count(&negative, is_combined && (0..sealed.len()).any(|at| sealed.value(at) < Some(0)));
            count(&hidden, is_combined && (0..sealed.len()).any(|at| sealed.value(at).is_none()));
        }
        Ok(())
    });
    let counts = [&same_as_all, &other_blocks, &refusals, &negative, &hidden].map(Counter::get);
    answers.check(100, |label| !label.contains("fixed"));
    combined.check(10, |label| !label.contains("fixed"));
    assert!(counts.iter().all(|&count| count > 80), "{counts:?}");
}

/// Returns the codes of each cell of a table.
fn codes_of(table: &Table) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for heading in &table.headings {
        let with = |codes: &Vec<String>, code: &str| [codes.as_slice(), &[code.to_owned()]].concat();
        all = all
            .iter()
            .flat_map(|codes| heading.codes.iter().map(move |category| with(codes, &category.code)))
            .collect();
    }
    all
}
