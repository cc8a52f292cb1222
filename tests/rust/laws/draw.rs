//! Random populations, cuts and queries as plain numbers, so that proptest can shrink a failure.

use cellveil::table::{MethodChoice, Query};
use proptest::prelude::*;

use super::draw_methods::{interval_ptable, methods, raw_methods};
use super::world::{Cell, Dimension, Level, Publish, Rule, Sealed, World};

/// The moduli: the smallest, the largest, powers of two, other numbers, and some that hashed methods accept.
const MODULI: [u64; 8] = [2, 256, 1000, 999_983, 1 << 32, (1 << 32) + 6, 1_000_000_000_000_000, 1 << 53];

/// A cell key before the modulus and the p-table are drawn.
#[derive(Debug, Clone)]
enum RawKey {
    Any(u64),
    Zero,
    Last,
    /// A key a few steps from the bound of an entry. The cell has the count of the entry's row.
    Near(prop::sample::Index, prop::sample::Index, i64),
}

impl RawKey {
    /// Returns the count and the key of a cell, given the rows of the drawn p-table. Uses `count` unless the key needs
    /// another count.
    fn of(&self, modulus: u64, rows: &[Vec<(u64, i64)>], scale: u32, count: u64, most: u64) -> (u64, u64) {
        match self {
            Self::Any(key) => (count, key % modulus),
            Self::Zero => (count, 0),
            Self::Last => (count, modulus - 1),
            Self::Near(row, entry, steps) => {
                let row = row.index(rows.len().min(most as usize));
                let one = 10_u64.pow(scale);
                let (cut, _) = rows[row][entry.index(rows[row].len())];
                let bound = u128::from(cut % (one + 1)) * u128::from(modulus) / u128::from(one);
                // Bounds are rounded to 2^-32. A step is one key, or half of 2^-32 if that is larger.
                let key = bound as i64 + steps * (modulus >> 33).max(1) as i64;
                (row as u64 + 1, key.clamp(0, modulus as i64 - 1) as u64)
            }
        }
    }
}

type RawDimension = (usize, Vec<Vec<usize>>);

/// The sizes of a world. The sum of all counts stays exact in a JavaScript number.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The smallest and the largest number of dimensions.
    pub dimensions: (usize, usize),
    pub codes: usize,
    pub cells: usize,
    /// The largest number of records in a cell.
    pub count: u64,
}

pub const SMALL: Limits = Limits { dimensions: (2, 5), codes: 6, cells: 40, count: 1 << 47 };

/// Builds dimension `d0` with codes `0`, `1`, … and levels `l0`, …. The groups of a level are also named `0`, …, so a
/// code is ambiguous without its level.
fn dimension(at: usize, (codes, levels): &RawDimension) -> Dimension {
    let level = |(at, raw): (usize, &Vec<usize>)| {
        let mut names: Vec<usize> = raw[..*codes].to_vec();
        names.sort_unstable();
        names.dedup();
        // In descending order, so that the order of groups differs from the order of their codes.
        names.reverse();
        let of = raw[..*codes].iter().map(|group| names.iter().position(|name| name == group).unwrap()).collect();
        Level { name: format!("l{at}"), groups: names.iter().map(usize::to_string).collect(), of }
    };
    Dimension {
        name: format!("d{at}"),
        codes: (0..*codes).map(|code| code.to_string()).collect(),
        levels: levels.iter().enumerate().map(level).collect(),
    }
}

/// Numbers that become a rule for the dimensions of a world: dimensions, each with a set of its codes. If the flag is
/// set, a second rule forbids the other codes of the last dimension. Then the two rules together forbid the sets of the
/// earlier dimensions.
type RawRule = (Vec<(usize, u64)>, bool);

/// Returns the structural zeros. Omits a rule that would forbid every cell.
fn never(dimensions: &[Dimension], cells: &mut Vec<Cell>, raw: &[RawRule]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for (sides, split) in raw {
        let mut rule: Rule = Vec::new();
        for &(dimension, mask) in sides {
            let dimension = dimension % dimensions.len();
            if rule.iter().all(|(earlier, _)| *earlier != dimension) {
                let codes = &dimensions[dimension].codes;
                let listed = subset(codes, mask);
                rule.push((dimension, (0..codes.len()).filter(|&code| listed.contains(&codes[code])).collect()));
            }
        }
        if *split && let [.., (dimension, listed)] = rule.as_slice() {
            let codes = 0..dimensions[*dimension].codes.len();
            let others: Vec<usize> = codes.filter(|code| !listed.contains(code)).collect();
            if rule.len() > 1 && !others.is_empty() {
                let mut second = rule.clone();
                second.last_mut().unwrap().1 = others;
                rules.push(second);
            }
        }
        rules.push(rule);
    }
    let is_allowed = |cell: &Cell| {
        let met = |rule: &Rule| rule.iter().all(|(dimension, listed)| listed.contains(&cell.codes[*dimension]));
        !rules.iter().any(met)
    };
    if !cells.iter().any(is_allowed) {
        return Vec::new();
    }
    cells.retain(is_allowed);
    rules
}

/// Draws a world within the limits. Half of the worlds have few records, so that methods with a row for every count are
/// exact.
pub fn world(limits: Limits) -> impl Strategy<Value = World> {
    let (fewest, most) = limits.dimensions;
    let level = prop::collection::vec(0..limits.codes.div_ceil(2), limits.codes);
    let dimensions = prop::collection::vec((1..=limits.codes, prop::collection::vec(level, 0..=2)), fewest..=most);
    let up_to = |most: u64| 0..=most.min(limits.count);
    let count = prop_oneof![4 => 1..=4_u64.min(limits.count), 2 => up_to(30), 1 => up_to(3000), 1 => up_to(u64::MAX)];
    // Sums wrap at keys near 0 and M. Keys near a bound of the p-table show whether the bound is rounded correctly.
    let near = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), -2_i64..=2);
    let key = prop_oneof![
        6 => any::<u64>().prop_map(RawKey::Any),
        1 => Just(RawKey::Zero),
        2 => Just(RawKey::Last),
        3 => near.prop_map(|(row, entry, steps)| RawKey::Near(row, entry, steps)),
    ];
    let cell = (prop::collection::vec(0..limits.codes, most), count, key);
    let cells = prop::collection::vec(cell, 1..=limits.cells);
    let row = prop::collection::vec((any::<u64>(), -9_i64..10), 1..6);
    let drawn = (prop::collection::vec(row, 2..8), 1_u32..13);
    let keys = (0..MODULI.len(), any::<bool>(), prop::collection::vec(any::<u8>(), 0..5), any::<bool>());
    let rule = (prop::collection::vec((0_usize..64, any::<u64>()), 1..4), any::<bool>());
    let rules = prop_oneof![Just(Vec::new()), prop::collection::vec(rule, 1..4)];
    (dimensions, cells, drawn, keys, rules, raw_methods()).prop_map(
        move |(dimensions, cells, (rows, scale), keys, rules, raw)| {
            let (modulus, xor, salt, few) = keys;
            let modulus = MODULI[modulus];
            let dimensions: Vec<Dimension> =
                dimensions.iter().enumerate().map(|(at, dimension_)| dimension(at, dimension_)).collect();
            let mut room = 100;
            let cell = |(codes, count, key): (Vec<usize>, u64, RawKey)| {
                let (mut count, key) = key.of(modulus, &rows[1..], scale, count, limits.count);
                if few {
                    count = count.min(1 + count % 5).min(room);
                    room -= count;
                }
                let codes =
                    codes.iter().zip(&dimensions).map(|(code, dimension)| code % dimension.codes.len()).collect();
                Cell { codes, count, key }
            };
            let mut cells: Vec<Cell> = cells.into_iter().map(cell).collect();
            let never = never(&dimensions, &mut cells, &rules);
            let population = cells.iter().map(|cell| cell.count).sum();
            World {
                cells,
                modulus,
                xor: xor && modulus.is_power_of_two(),
                salt,
                never,
                methods: methods(modulus, population, &interval_ptable(&rows, scale), &raw),
                dimensions,
            }
        },
    )
}

/// Numbers that become a query to any world.
#[derive(Debug, Clone)]
pub struct RawQuery {
    axes: Vec<(usize, usize, Option<Vec<u64>>)>,
    rows: usize,
    filters: Vec<(usize, usize, u64)>,
    totals: bool,
    method: usize,
}

pub fn raw_query() -> impl Strategy<Value = RawQuery> {
    let groups = prop::option::weighted(0.3, prop::collection::vec(any::<u64>(), 1..4));
    (
        prop::collection::vec((0_usize..64, 0_usize..8, groups), 1..=4),
        1_usize..4,
        prop::collection::vec((0_usize..64, 0_usize..8, any::<u64>()), 0..4),
        prop::bool::weighted(0.8),
        0_usize..64,
    )
        .prop_map(|(axes, rows, filters, totals, method)| RawQuery { axes, rows, filters, totals, method })
}

/// Returns the codes at the set bits of the mask, at least one code.
pub fn subset(codes: &[String], mask: u64) -> Vec<String> {
    let chosen: Vec<String> =
        codes.iter().enumerate().filter(|(at, _)| mask >> (at % 64) & 1 == 1).map(|(_, code)| code.clone()).collect();
    if chosen.is_empty() { vec![codes[mask as usize % codes.len()].clone()] } else { chosen }
}

impl RawQuery {
    /// Returns the query, with any dimensions and levels.
    pub fn of(&self, world: &World) -> Query {
        let every: Vec<Vec<String>> = (0..world.dimensions.len()).map(|dimension| world.names(dimension)).collect();
        self.within(world, &every)
    }

    /// Returns the query with the given axis names only. Each list contains the names of one dimension.
    pub fn within(&self, world: &World, names: &[Vec<String>]) -> Query {
        let pick = |dimension: usize, level: usize| {
            let names = &names[dimension % names.len()];
            names[level % names.len()].clone()
        };
        let mut axes: Vec<String> = Vec::new();
        let mut groups = Vec::new();
        let mut used = Vec::new();
        for (dimension, level, sets) in &self.axes {
            if used.contains(&(dimension % names.len())) {
                continue;
            }
            used.push(dimension % names.len());
            let axis_name = pick(*dimension, *level);
            if let Some(sets) = sets {
                let (_, _, codes) = world.axis(&axis_name);
                let sets = sets.iter().enumerate();
                let sets = sets.map(|(at, &mask)| (format!("Group {at}"), subset(codes, mask))).collect();
                groups.push((axis_name.clone(), sets));
            }
            axes.push(axis_name);
        }
        let columns = axes.split_off(self.rows.min(axes.len()));
        let filter = |&(dimension, level, mask): &(usize, usize, u64)| {
            let axis_name = pick(dimension, level);
            let codes = subset(world.axis(&axis_name).2, mask);
            (axis_name, codes)
        };
        Query {
            rows: axes,
            columns,
            filter: self.filters.iter().map(filter).collect(),
            groups,
            method: Some(MethodChoice::Name(world.methods[self.method % world.methods.len()].name.clone())),
            with: Vec::new(),
            totals: self.totals,
            areas: None,
            reveal: true,
            explain: None,
            measure: None,
        }
    }
}

/// Numbers that become a way to cut the cube of any world.
#[derive(Debug, Clone)]
pub struct RawPublish {
    views: Vec<Vec<(usize, usize)>>,
    auto: bool,
    split: Option<usize>,
}

pub fn raw_publish() -> impl Strategy<Value = RawPublish> {
    let view = prop::collection::vec((0_usize..64, 0_usize..8), 1..5);
    (prop::collection::vec(view, 0..4), prop::bool::weighted(0.25), prop::option::of(0_usize..64))
        .prop_map(|(views, auto, split)| RawPublish { views, auto, split })
}

impl RawPublish {
    /// Returns whether the publication lists views.
    pub fn has_views(&self) -> bool {
        !self.views.is_empty() && !self.auto
    }

    pub fn of(&self, world: &World) -> Publish {
        let view = |axes: &Vec<(usize, usize)>| {
            let mut used = Vec::new();
            let mut view: Vec<String> = Vec::new();
            for &(dimension, level) in axes {
                let dimension = dimension % world.dimensions.len();
                if !used.contains(&dimension) {
                    used.push(dimension);
                    let names = world.names(dimension);
                    view.push(names[level % names.len()].clone());
                }
            }
            view
        };
        let name = |at: usize| world.dimensions[at % world.dimensions.len()].name.clone();
        // A specification must list each view once.
        let mut views: Vec<Vec<String>> = Vec::new();
        for view in self.views.iter().map(view) {
            // The same dimensions in another order are the same view, which a specification must not repeat.
            let is_same =
                |other: &Vec<String>| other.len() == view.len() && other.iter().all(|axis| view.contains(axis));
            if !views.iter().any(is_same) {
                views.push(view);
            }
        }
        Publish { views, auto: self.auto, split: self.split.map(name), ..Publish::default() }
    }
}

/// Numbers that become the published views of a sealed cube of any world.
#[derive(Debug, Clone)]
pub struct RawSealed {
    most: Option<usize>,
    axes: Option<u64>,
    never: Vec<Vec<usize>>,
    listed: RawPublish,
}

pub fn raw_sealed() -> impl Strategy<Value = RawSealed> {
    let never = prop::collection::vec(prop::collection::vec(0_usize..64, 2..4), 0..3);
    let most = prop::option::weighted(0.7, 1_usize..=4);
    (most, prop::option::weighted(0.4, any::<u64>()), never, raw_publish())
        .prop_map(|(most, axes, never, listed)| RawSealed { most, axes, never, listed })
}

impl RawSealed {
    pub fn of(&self, world: &World) -> Publish {
        let mut never_together: Vec<Vec<String>> = Vec::new();
        for set in &self.never {
            let mut names: Vec<String> = Vec::new();
            for at in set {
                let name = &world.dimensions[at % world.dimensions.len()].name;
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            if names.len() > 1 {
                never_together.push(names);
            }
        }
        let every: Vec<String> = (0..world.dimensions.len()).flat_map(|dimension| world.names(dimension)).collect();
        let axes = self.axes.filter(|_| self.most.is_some()).map(|mask| subset(&every, mask));
        let mut publish = Publish { auto: false, ..self.listed.of(world) };
        // The specification refuses a view that it forbids elsewhere.
        publish.views.retain(|view| {
            let has = |name: &String| view.iter().any(|axis| axis.split(':').next() == Some(name));
            !never_together.iter().any(|set| set.iter().all(has))
        });
        // The specification needs a list of views or a maximum number of dimensions.
        let max_dimensions = self.most.or(publish.views.is_empty().then_some(1));
        Publish { sealed: Some(Sealed { max_dimensions, axes, never_together }), ..publish }
    }
}
