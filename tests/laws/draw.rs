//! Populations, cuts and questions, drawn by proptest as plain numbers, so that a failure shrinks.

use cellveil::table::{MethodChoice, Query};
use proptest::prelude::*;

use super::world::{Cell, Dimension, Level, Method, Publish, Text, World};

/// The p-tables of R `ptable` that worlds use, beside drawn ones.
const PUBLISHED: [&str; 4] = [
    include_str!("../data/ptable/s01_ptable.csv"),
    include_str!("../data/ptable/s05_ptable.csv"),
    include_str!("../data/ptable/s05_modified_t02_seed5467.csv"),
    include_str!("../data/ptable/s11_ptable.csv"),
];

/// Rows of drawn intervals: bounds with `scale` decimals, some intervals without width, noise from minus the count up.
fn interval_ptable(rows: &[Vec<(u64, i64)>], scale: u32) -> String {
    let one = 10_u64.pow(scale);
    let text = |number: u64| format!("{}.{:0width$}", number / one, number % one, width = scale as usize);
    let mut csv = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n".to_owned();
    for (count, row) in (1..).zip(rows) {
        let mut cuts: Vec<u64> = row.iter().map(|(cut, _)| cut % (one + 1)).collect();
        cuts.sort_unstable();
        if let Some(last) = cuts.last_mut() {
            *last = one;
        }
        let mut lower = 0;
        for (&upper, &(_, noise)) in cuts.iter().zip(row) {
            let noise = noise.max(-count);
            let (p, lb, ub) = (text(upper - lower), text(lower), text(upper));
            csv += &format!("{count},{},{p},{noise},{lb},{ub},all\n", count + noise);
            lower = upper;
        }
    }
    csv
}

/// A dense table of `rows` rows, and of a row 0 where asked for: noise scrambled from the seed, from minus the row up.
fn dense_ptable(rows: i64, keys: u64, row_zero: bool, seed: u64) -> String {
    let mut csv = "pcv,ckey,pvalue\n".to_owned();
    for row in i64::from(!row_zero)..=rows {
        for key in 0..keys {
            let mixed =
                (seed ^ row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key.wrapping_mul(0xd1b5_4a32_d192_ed03);
            let noise = ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as i64 % 11 - 5;
            csv += &format!("{row},{key},{}\n", noise.max(-row));
        }
    }
    csv
}

/// Moduli: the smallest and the largest, powers of two and not, some that hashed methods accept.
const MODULI: [u64; 8] = [2, 256, 1000, 999_983, 1 << 32, (1 << 32) + 6, 1_000_000_000_000_000, 1 << 53];

/// A cell key, before the modulus and the drawn p-table are known.
#[derive(Debug, Clone)]
enum RawKey {
    Any(u64),
    Zero,
    Last,
    /// Near the bound of an entry of a row, so many steps from it; the count is the row's.
    Near(prop::sample::Index, prop::sample::Index, i64),
}

impl RawKey {
    /// Count and key of a cell, given the rows of the drawn p-table and the cell's count unless the key asks for another.
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
                // Bounds are rounded to 2^-32, so a step is half of that, or one key.
                let key = bound as i64 + steps * (modulus >> 33).max(1) as i64;
                (row as u64 + 1, key.clamp(0, modulus as i64 - 1) as u64)
            }
        }
    }
}

type RawDimension = (usize, Vec<Vec<usize>>);

/// Sizes of a world. Counts are such that all of them together stay exact in a JavaScript number.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Fewest and most dimensions.
    pub dimensions: (usize, usize),
    pub codes: usize,
    pub cells: usize,
    /// Most records of a cell.
    pub count: u64,
}

pub const SMALL: Limits = Limits { dimensions: (2, 5), codes: 6, cells: 40, count: 1 << 47 };

/// Dimension `d0` with codes `0`, `1`, … and levels `l0`, …, whose groups are named `0`, … too: a code says nothing
/// without its level.
fn dimension(at: usize, (codes, levels): &RawDimension) -> Dimension {
    let level = |(at, raw): (usize, &Vec<usize>)| {
        let mut names: Vec<usize> = raw[..*codes].to_vec();
        names.sort_unstable();
        names.dedup();
        // In falling order, so that groups are not in the order of their codes.
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

/// Methods of every family that the modulus allows.
fn methods(modulus: u64, published: usize, drawn: &str, thresholds: [u64; 2], dense: (i64, bool, u64)) -> Vec<Method> {
    let published = PUBLISHED[published].to_owned();
    let mut methods = vec![Method { name: "none".into(), ptable: None, threshold: 0, hash: false, sum: dense.1 }];
    let mut add = |name: &str, ptable: &str, threshold, hash, sum| {
        methods.push(Method { name: name.into(), ptable: Some(Text(ptable.to_owned())), threshold, hash, sum });
    };
    add("published", &published, 0, false, false);
    add("published-threshold-sum", &published, thresholds[0], false, true);
    add("drawn-threshold", drawn, thresholds[1], false, false);
    add("drawn-sum", drawn, 0, false, true);
    if modulus >= 1 << 32 {
        add("hash-threshold", &published, thresholds[1], true, false);
        add("hash-sum", drawn, thresholds[0], true, true);
    }
    let (rows, row_zero, seed) = dense;
    if let Some(keys) = [16, 10, 2].into_iter().find(|keys| modulus.is_multiple_of(*keys)) {
        let table = dense_ptable(rows, keys, row_zero, seed);
        add("dense", &table, 0, false, false);
        add("dense-threshold-sum", &table, thresholds[0], false, true);
    }
    methods
}

/// Any world within the limits.
pub fn world(limits: Limits) -> impl Strategy<Value = World> {
    let (fewest, most) = limits.dimensions;
    let level = prop::collection::vec(0..limits.codes.div_ceil(2), limits.codes);
    let dimensions = prop::collection::vec((1..=limits.codes, prop::collection::vec(level, 0..=2)), fewest..=most);
    let up_to = |most: u64| 0..=most.min(limits.count);
    let count = prop_oneof![4 => 1..=4_u64.min(limits.count), 2 => up_to(30), 1 => up_to(3000), 1 => up_to(u64::MAX)];
    // Keys near 0 and M are where sums wrap; those near a bound of the p-table tell whether it is rounded as it should be.
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
    let drawn = (prop::collection::vec(row, 1..7), 1_u32..13);
    let ptables = (0..PUBLISHED.len(), drawn, (250_i64..270, any::<bool>(), any::<u64>()));
    let keys = (0..MODULI.len(), any::<bool>(), prop::collection::vec(any::<u8>(), 0..5), [1_u64..4, 1..13]);
    (dimensions, cells, ptables, keys).prop_map(move |(dimensions, cells, ptables, keys)| {
        let (published, (rows, scale), dense) = ptables;
        let (modulus, xor, salt, thresholds) = keys;
        let modulus = MODULI[modulus];
        let dimensions: Vec<Dimension> =
            dimensions.iter().enumerate().map(|(at, dimension_)| dimension(at, dimension_)).collect();
        let cell = |(codes, count, key): (Vec<usize>, u64, RawKey)| {
            let (count, key) = key.of(modulus, &rows, scale, count, limits.count);
            let codes = codes.iter().zip(&dimensions).map(|(code, dimension)| code % dimension.codes.len()).collect();
            Cell { codes, count, key }
        };
        World {
            cells: cells.into_iter().map(cell).collect(),
            modulus,
            xor: xor && modulus.is_power_of_two(),
            salt,
            methods: methods(modulus, published, &interval_ptable(&rows, scale), thresholds, dense),
            dimensions,
        }
    })
}

/// Numbers that become a question to whatever world they meet.
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

/// The codes whose bits are set, at least one.
fn subset(codes: &[String], mask: u64) -> Vec<String> {
    let chosen: Vec<String> =
        codes.iter().enumerate().filter(|(at, _)| mask >> (at % 64) & 1 == 1).map(|(_, code)| code.clone()).collect();
    if chosen.is_empty() { vec![codes[mask as usize % codes.len()].clone()] } else { chosen }
}

impl RawQuery {
    /// The question, of any dimensions and levels.
    pub fn of(&self, world: &World) -> Query {
        let every: Vec<Vec<String>> = (0..world.dimensions.len()).map(|dimension| world.names(dimension)).collect();
        self.within(world, &every)
    }

    /// The question with only these axes: for each dimension that may be named, how.
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
            let asked = pick(*dimension, *level);
            if let Some(sets) = sets {
                let (_, _, codes) = world.axis(&asked);
                let sets = sets.iter().enumerate();
                let sets = sets.map(|(at, &mask)| (format!("Group {at}"), subset(codes, mask))).collect();
                groups.push((asked.clone(), sets));
            }
            axes.push(asked);
        }
        let columns = axes.split_off(self.rows.min(axes.len()));
        let filter = |&(dimension, level, mask): &(usize, usize, u64)| {
            let asked = pick(dimension, level);
            let codes = subset(world.axis(&asked).2, mask);
            (asked, codes)
        };
        Query {
            rows: axes,
            columns,
            filter: self.filters.iter().map(filter).collect(),
            groups,
            method: Some(MethodChoice::Name(world.methods[self.method % world.methods.len()].name.clone())),
            totals: self.totals,
            areas: None,
            reveal: true,
        }
    }
}

/// Numbers that become a way to cut whatever world they meet.
#[derive(Debug, Clone)]
pub struct RawPublish {
    views: Vec<Vec<(usize, usize)>>,
    split: Option<usize>,
}

pub fn raw_publish() -> impl Strategy<Value = RawPublish> {
    let view = prop::collection::vec((0_usize..64, 0_usize..8), 1..5);
    (prop::collection::vec(view, 0..4), prop::option::of(0_usize..64))
        .prop_map(|(views, split)| RawPublish { views, split })
}

impl RawPublish {
    pub fn has_views(&self) -> bool {
        !self.views.is_empty()
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
        // The specification takes each view once.
        let mut views: Vec<Vec<String>> = Vec::new();
        for view in self.views.iter().map(view) {
            if !views.contains(&view) {
                views.push(view);
            }
        }
        Publish { views, split: self.split.map(name) }
    }
}
