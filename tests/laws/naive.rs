//! The definitions of the design as plainly as they can be written: every cell is counted record by record, every number of
//! a p-table is the fraction that its text says. Nothing here is shared with the crate but the form of a question.

use std::collections::HashMap;

use cellveil::table::{MethodChoice, Query};
use sha2::{Digest, Sha256};

use super::cube::{Cell, Cells};
use super::world::{Method, World};

const TWO_32: u128 = 1 << 32;

/// The table that answers a question: each cell's codes, and the cell, row-major. None when the filters of a dimension
/// leave no code of it.
pub fn table(world: &World, query: &Query) -> Option<Cells> {
    let Some(MethodChoice::Name(name)) = &query.method else { panic!("questions here name their method") };
    let method = world.methods.iter().find(|method| method.name == *name).unwrap();

    // Of each dimension, the codes that all filters on it let through.
    let mut kept: Vec<Vec<bool>> = world.dimensions.iter().map(|dimension| vec![true; dimension.codes.len()]).collect();
    for (asked, codes) in &query.filter {
        let (dimension, group_of, groups) = world.axis(asked);
        for (code, kept) in kept[dimension].iter_mut().enumerate() {
            *kept &= codes.contains(&groups[group_of[code]]);
        }
    }
    if kept.iter().any(|kept| !kept.contains(&true)) {
        return None;
    }
    let axes: Vec<Axis> =
        query.rows.iter().chain(&query.columns).map(|asked| axis(world, query, asked, &kept)).collect();

    // Count and key of every combination of sets, one per axis.
    let mut cells: HashMap<Vec<usize>, (u64, u64)> = HashMap::new();
    for record in &world.cells {
        if record.codes.iter().zip(&kept).any(|(&code, kept)| !kept[code]) {
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
            // An empty cell of the input has no records, so nothing of its key counts.
            if record.count > 0 {
                *cell = (cell.0 + record.count, world.combine(cell.1, record.key));
            }
        }
    }

    let rows = method.ptable.as_ref().map(|text| Rows::read(&text.0));
    let own = |sets: &[usize]| {
        let (count, key) = cells.get(sets).copied().unwrap_or_default();
        let noise = rows.as_ref().map_or(0, |rows| rows.noise(world, method, count, key));
        (count, key, noise)
    };
    let threshold = method.threshold as i64;
    let mut result = Vec::new();
    for places in product(axes.iter().map(|axis| (0..axis.places.len()).collect())) {
        let sets: Vec<usize> = axes.iter().zip(&places).map(|(axis, &place)| axis.places[place].1).collect();
        let codes = axes.iter().zip(&places).map(|(axis, &place)| axis.places[place].0.clone()).collect();
        let (count, key, mut noise) = own(&sets);
        let is_total = |at: usize| query.totals && places[at] + 1 == axes[at].places.len();
        if method.sum && (0..axes.len()).any(is_total) {
            // The sum of what is shown of the single codes along every axis that is totalled.
            let parts = axes
                .iter()
                .enumerate()
                .map(|(at, axis)| if is_total(at) { axis.atoms.clone() } else { vec![sets[at]] });
            let shown = product(parts).into_iter().map(|part| {
                let (count, _, noise) = own(&part);
                Some(count as i64 + noise).filter(|&value| value >= threshold).unwrap_or(0)
            });
            noise = shown.sum::<i64>() - count as i64;
        }
        let value = count as i64 + noise;
        let suppressed = value < threshold;
        let status = if suppressed { "suppressed" } else { "" };
        result.push((codes, Cell { value: (!suppressed).then_some(value), status, count, key, noise }));
    }
    Some(result)
}

/// One of each list, in every combination, the last list running fastest.
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
    /// Code or label, and set, of each place of the axis; the total last.
    places: Vec<(String, usize)>,
    /// The sets that are one code of the axis each, of those with a code that remains.
    atoms: Vec<usize>,
}

fn axis(world: &World, query: &Query, asked: &str, kept: &[Vec<bool>]) -> Axis {
    let (dimension, group_of, groups) = world.axis(asked);
    let kept = &kept[dimension];
    let set = |codes: &dyn Fn(&str) -> bool| -> Vec<bool> {
        kept.iter().zip(&group_of).map(|(&kept, &group)| kept && codes(&groups[group])).collect()
    };
    let singles = groups.iter().map(|group| (group.clone(), set(&|code| code == group)));
    let unfiltered = !kept.contains(&false);
    let singles: Vec<(String, Vec<bool>)> = singles.filter(|(_, set)| unfiltered || set.contains(&true)).collect();
    let mut sets: Vec<Vec<bool>> = singles.iter().map(|(_, set)| set.clone()).collect();
    let atoms = (0..sets.len()).collect();
    let mut places: Vec<(String, usize)> = match query.groups.iter().find(|(on, _)| on == asked) {
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

/// The rows of a p-table, with its numbers as the fractions that they are.
enum Rows {
    /// For each row its noises, each with its upper bound as numerator and denominator.
    Interval(Vec<Vec<(i64, u128, u128)>>),
    /// Noise by row and key, number of keys, last row, and whether there is a row 0.
    Dense { noise: HashMap<(u64, u64), i64>, keys: u64, last: u64, row_zero: bool },
}

impl Rows {
    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap().split(',').collect();
        let at = |name: &str| header.iter().position(|column| *column == name);
        let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        let Some(pcv) = at("pcv") else {
            let (row, noise, upper) = (at("i").unwrap(), at("v").unwrap(), at("p_int_ub").unwrap());
            let mut rows: Vec<Vec<(i64, u128, u128)>> = Vec::new();
            for line in lines {
                let row: usize = line[row].parse().unwrap();
                rows.resize(rows.len().max(row + 1), Vec::new());
                let (numerator, denominator) = fraction(line[upper]);
                rows[row].push((line[noise].parse().unwrap(), numerator, denominator));
            }
            return Self::Interval(rows);
        };
        let (ckey, pvalue) = (at("ckey").unwrap(), at("pvalue").unwrap());
        let number = |line: &[&str], at: usize| line[at].parse::<u64>().unwrap();
        let noise: HashMap<(u64, u64), i64> =
            lines.iter().map(|line| ((number(line, pcv), number(line, ckey)), line[pvalue].parse().unwrap())).collect();
        let keys = noise.keys().map(|(_, key)| key + 1).max().unwrap();
        let last = noise.keys().map(|(row, _)| *row).max().unwrap();
        let row_zero = noise.contains_key(&(0, 0));
        Self::Dense { noise, keys, last, row_zero }
    }

    fn noise(&self, world: &World, method: &Method, count: u64, key: u64) -> i64 {
        match self {
            Self::Interval(_) if count == 0 => 0,
            Self::Interval(rows) => {
                let row = &rows[(count as usize).min(rows.len() - 1)];
                // u as a fraction.
                let (draw, range) = if method.hash {
                    (u128::from(hashed(&world.salt, count, key)), TWO_32)
                } else {
                    (u128::from(key), u128::from(world.modulus))
                };
                let below = |at: usize| {
                    let (_, numerator, denominator) = row[at];
                    // Rounded half up to a multiple of 2^-32; the last bound is 1.
                    let rounded = (2 * numerator * TWO_32 + denominator) / (2 * denominator);
                    let upper = if at + 1 == row.len() { TWO_32 } else { rounded };
                    draw * TWO_32 < upper * range
                };
                row[(0..row.len()).find(|&at| below(at)).unwrap()].0
            }
            Self::Dense { row_zero: false, .. } if count == 0 => 0,
            Self::Dense { noise, .. } if count == 0 => noise[&(0, 0)],
            Self::Dense { noise, keys, last, .. } => {
                let row = if count <= *last { count } else { (count - 1) % 250 + last - 249 };
                noise[&(row, key % keys)]
            }
        }
    }
}

/// A decimal as numerator and denominator.
fn fraction(text: &str) -> (u128, u128) {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    (format!("{whole}{decimals}").parse().unwrap(), 10_u128.pow(decimals.len() as u32))
}

/// u · 2^32 where `lookup = "hash"`.
fn hashed(salt: &[u8], count: u64, key: u64) -> u32 {
    let mut bytes = b"cellveil/1\0cell-key\0".to_vec();
    bytes.extend_from_slice(salt);
    bytes.extend_from_slice(&key.to_le_bytes());
    bytes.extend_from_slice(&count.to_le_bytes());
    u32::from_be_bytes(Sha256::digest(&bytes)[..4].try_into().unwrap())
}
