//! The plain definitions: every cell is counted record by record, and an empty cell visits every combination of its
//! codes. They share only the form of a query with the crate.

use std::collections::{BTreeMap, HashMap};

use cellveil::table::Query;
use sha2::{Digest, Sha256};

use super::method::{Kind, Method};
use super::noise::{Noise, TWO_32, Weights, position};
use super::world::World;
use crate::support::cube::{Cell, Cells};

/// Returns the codes and the cell of each place in the table of a query, row-major. Returns `None` if the filters
/// remove all codes of a dimension.
pub fn table(world: &World, query: &Query) -> Option<Cells> {
    let method = world.method(query);

    // For each dimension, the codes that all its filters retain.
    let mut retained: Vec<Vec<bool>> =
        world.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    for (axis_name, codes) in &query.filter {
        let (dimension, group_of, groups) = world.axis(axis_name);
        for (code, retained) in retained[dimension].iter_mut().enumerate() {
            *retained &= codes.contains(&groups[group_of[code]]);
        }
    }
    if retained.iter().any(|retained| !retained.contains(&true)) {
        return None;
    }
    let axes: Vec<Axis> =
        query.rows.iter().chain(&query.columns).map(|axis_name| axis(world, query, axis_name, &retained)).collect();

    // The count and the key of every combination of sets, one set per axis.
    let mut cells: HashMap<Vec<usize>, (u64, u64)> = HashMap::new();
    for record in &world.cells {
        if record.codes.iter().zip(&retained).any(|(&code, retained)| !retained[code]) {
            continue;
        }
        let mut combinations: Vec<Vec<usize>> = vec![Vec::new()];
        for axis in &axes {
            let code = record.codes[axis.dimension];
            let within: Vec<usize> = (0..axis.sets.len()).filter(|&set| axis.sets[set][code]).collect();
            let longer = |start: &Vec<usize>| -> Vec<Vec<usize>> {
                within.iter().map(|&set| start.iter().copied().chain([set]).collect()).collect()
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
        for combination in combinations {
            let cell = cells.entry(combination).or_default();
            // An empty cell of the input has no records, so its key does not count.
            if record.count > 0 {
                *cell = (cell.0 + record.count, world.combine(cell.1, record.key));
            }
        }
    }

    let noise = Noise::new(world, method);
    let category_keys = category_keys(world);
    // The count, key and noise of a cell with its own draw.
    let single = |sets: &[usize]| match cells.get(sets).copied().unwrap_or_default() {
        (0, _) if method.has_category_keys() => {
            let mut codes = retained.clone();
            axes.iter().zip(sets).for_each(|(axis, &set)| codes[axis.dimension].clone_from(&axis.sets[set]));
            if can_exist(world, &codes) {
                let key = key_of_categories(world, &category_keys, &codes);
                (0, key, noise.of(0, key))
            } else {
                (0, 0, 0)
            }
        }
        (count, key) => (count, key, noise.of(count, key)),
    };
    let places = product(axes.iter().map(|axis| (0..axis.places.len()).collect()));
    let sets_of = |places: &[usize]| -> Vec<usize> {
        axes.iter().zip(places).map(|(axis, &place)| axis.places[place].1).collect()
    };
    let is_total = |places: &[usize], at: usize| query.totals && places[at] + 1 == axes[at].places.len();
    let has_total = |places: &[usize]| (0..axes.len()).any(|at| is_total(places, at));
    let fixed = if method.is_fixed() {
        let inner = places.iter().filter(|places| !has_total(places)).map(|places| sets_of(places));
        fixed_moves(method, &noise, inner.map(|sets| (single(&sets), sets)).collect())
    } else {
        HashMap::new()
    };
    let own = |sets: &[usize]| {
        let (count, key, noise) = single(sets);
        (count, key, fixed.get(sets).copied().unwrap_or(noise))
    };

    let mut result = Vec::new();
    for places in places {
        let sets = sets_of(&places);
        let codes = axes.iter().zip(&places).map(|(axis, &place)| axis.places[place].0.clone()).collect();
        let cell = if method.sum && has_total(&places) {
            // The sum of the published values of the single codes, along every axis with a total.
            let parts = axes.iter().enumerate();
            let parts = parts.map(|(at, axis)| if is_total(&places, at) { axis.atoms.clone() } else { vec![sets[at]] });
            let shown = product(parts).into_iter().filter_map(|part| {
                let (count, _, noise) = own(&part);
                let value = count as i64 + noise;
                is_shown(method, count, value).then_some(value)
            });
            let shown: Vec<i64> = shown.collect();
            // A sum draws no noise. Its key is the key of its records.
            let (count, key) = cells.get(&sets).copied().unwrap_or_default();
            result_cell(count, key, shown.iter().sum(), !shown.is_empty())
        } else {
            let (count, key, noise) = own(&sets);
            let value = count as i64 + noise;
            result_cell(count, key, value, is_shown(method, count, value))
        };
        result.push((codes, cell));
    }
    Some(result)
}

fn result_cell(count: u64, key: u64, value: i64, is_shown: bool) -> Cell {
    let status = if is_shown { "" } else { "suppressed" };
    Cell { value: is_shown.then_some(value), status, count, key, noise: value - count as i64 }
}

/// Returns whether a value is published. `cell-key` compares the value after the noise with the threshold, and
/// `threshold-rounding` compares the true count.
fn is_shown(method: &Method, count: u64, value: i64) -> bool {
    match method.kind {
        Kind::CellKey { threshold, .. } => value >= threshold as i64,
        Kind::ThresholdRounding { threshold, .. } => count >= threshold,
        _ => true,
    }
}

/// Returns the key of every category: the first 8 bytes of a SHA-256, big-endian, modulo M.
fn category_keys(world: &World) -> Vec<Vec<u64>> {
    let key = |dimension: &str, code: &str| {
        let mut bytes = b"cellveil/1\0category\0".to_vec();
        bytes.extend_from_slice(&world.salt);
        bytes.extend_from_slice(dimension.as_bytes());
        bytes.push(0);
        bytes.extend_from_slice(code.as_bytes());
        u64::from_be_bytes(Sha256::digest(&bytes)[..8].try_into().unwrap()) % world.modulus
    };
    let dimensions = world.dimensions.iter();
    dimensions.map(|dimension| dimension.codes.iter().map(|code| key(&dimension.name, code)).collect()).collect()
}

/// Returns the key of an empty cell with the given codes. It is the sum of their keys over the dimensions without all
/// codes.
fn key_of_categories(world: &World, keys: &[Vec<u64>], codes: &[Vec<bool>]) -> u64 {
    let mut sum = 0_u128;
    for (keys, codes) in keys.iter().zip(codes).filter(|(_, codes)| codes.contains(&false)) {
        sum += keys.iter().zip(codes).filter(|(_, is)| **is).map(|(&key, _)| u128::from(key)).sum::<u128>();
    }
    (sum % u128::from(world.modulus)) as u64
}

/// Returns whether a cell with the given codes can have a record: at least one combination of the codes is allowed.
pub fn can_exist(world: &World, codes: &[Vec<bool>]) -> bool {
    let listed: Vec<Vec<usize>> =
        codes.iter().map(|codes| (0..codes.len()).filter(|&code| codes[code]).collect()).collect();
    if world.never.is_empty() {
        return listed.iter().all(|codes| !codes.is_empty());
    }
    let combinations: usize = listed.iter().map(Vec::len).product();
    (0..combinations).any(|mut number| {
        let mut take = |codes: &Vec<usize>| {
            let code = codes[number % codes.len()];
            number /= codes.len();
            code
        };
        !world.is_never(&listed.iter().map(&mut take).collect::<Vec<_>>())
    })
}

/// Computes the noise for `control = "total"`. The n cells that share a row are sorted by their draws. The cell at
/// position i takes the outcome at (i + v) / n of the row's distribution. Here v is the hash of n and the sum of all
/// draws. Cells with the same draw, count and key count as one cell.
fn fixed_moves(
    method: &Method,
    noise: &Noise<'_>,
    inner: Vec<((u64, u64, i64), Vec<usize>)>,
) -> HashMap<Vec<usize>, i64> {
    let Kind::TransitionMatrix { matrix, cap, .. } = &method.kind else { unreachable!("asked of a matrix") };
    /// The sets of the cells by their draw, count and key.
    type Units = BTreeMap<(u32, u64, u64), Vec<Vec<usize>>>;
    let mut rows: HashMap<Option<usize>, Units> = HashMap::new();
    for ((count, key, _), sets) in inner.into_iter().filter(|((count, ..), _)| *count > 0) {
        let row = rows.entry(position(matrix.len(), *cap, count)).or_default();
        row.entry((noise.draw(count, key), count, key)).or_default().push(sets);
    }
    let mut result = HashMap::new();
    for units in rows.into_values() {
        let n = units.len() as u128;
        let sum: u64 = units.keys().map(|&(draw, ..)| u64::from(draw)).sum();
        let start = u128::from(noise.draw(n as u64, sum));
        let (_, some_count, _) = *units.keys().next().unwrap();
        let weights: Weights = noise.weights(some_count);
        for (i, same) in units.into_values().enumerate() {
            // Finds the first outcome whose cumulative probability exceeds (i + start / 2^32) / n, in units of 2^-32.
            let position = (i as u128 * TWO_32 + start) / n;
            let mut cumulative = 0;
            let outcome = weights.iter().find(|&&(_, weight)| {
                cumulative += u128::from(weight);
                cumulative > position
            });
            let (made, _) = *outcome.unwrap();
            result.extend(same.into_iter().map(|sets| (sets, made)));
        }
    }
    result
}

/// Returns all combinations of one entry from each list. The last list varies fastest.
fn product(lists: impl Iterator<Item = Vec<usize>>) -> Vec<Vec<usize>> {
    lists.fold(vec![Vec::new()], |starts, list| {
        let longer = |start: &Vec<usize>| -> Vec<Vec<usize>> {
            list.iter().map(|&next| start.iter().copied().chain([next]).collect()).collect()
        };
        starts.iter().flat_map(longer).collect()
    })
}

struct Axis {
    dimension: usize,
    /// Sets of the dimension's codes.
    sets: Vec<Vec<bool>>,
    /// For each place of the axis: its code or label, and its set. The total is last.
    places: Vec<(String, usize)>,
    /// The sets with a single code of the axis, if the filters retain a part of it.
    atoms: Vec<usize>,
}

fn axis(world: &World, query: &Query, axis_name: &str, retained: &[Vec<bool>]) -> Axis {
    let (dimension, group_of, groups) = world.axis(axis_name);
    let retained = &retained[dimension];
    let set = |codes: &dyn Fn(&str) -> bool| -> Vec<bool> {
        retained.iter().zip(&group_of).map(|(&retained, &group)| retained && codes(&groups[group])).collect()
    };
    let singles = groups.iter().map(|group| (group.clone(), set(&|code| code == group)));
    let unfiltered = !retained.contains(&false);
    let singles: Vec<(String, Vec<bool>)> = singles.filter(|(_, set)| unfiltered || set.contains(&true)).collect();
    let mut sets: Vec<Vec<bool>> = singles.iter().map(|(_, set)| set.clone()).collect();
    let atoms = (0..sets.len()).collect();
    let mut places: Vec<(String, usize)> = match query.groups.iter().find(|(on, _)| on == axis_name) {
        None => singles.iter().enumerate().map(|(at, (code, _))| (code.clone(), at)).collect(),
        Some((_, groups)) => {
            let group = |(label, codes): &(String, Vec<String>)| {
                sets.push(set(&|code| codes.iter().any(|of| of == code)));
                (label.clone(), sets.len() - 1)
            };
            groups.iter().map(group).collect()
        }
    };
    if query.totals {
        sets.push(set(&|_| true));
        places.push(("_T".to_owned(), sets.len() - 1));
    }
    Axis { dimension, sets, places, atoms }
}
