//! Random methods of every kind, as plain numbers.

use proptest::prelude::*;

use super::method::{Chance, Kind, Method, Text};

/// The p-tables of R `ptable` that worlds use in addition to drawn ones.
const PUBLISHED: [&str; 4] = [
    include_str!("../../data/ptable/s01_ptable.csv"),
    include_str!("../../data/ptable/s05_ptable.csv"),
    include_str!("../../data/ptable/s05_modified_t02_seed5467.csv"),
    include_str!("../../data/ptable/s11_ptable.csv"),
];

/// Writes drawn rows of intervals, starting with row 0. Bounds have `scale` decimals, some intervals are empty, and the
/// noise is at least minus the count.
pub fn interval_ptable(rows: &[Vec<(u64, i64)>], scale: u32) -> String {
    let one = 10_u64.pow(scale);
    let text = |number: u64| format!("{}.{:0width$}", number / one, number % one, width = scale as usize);
    let mut csv = "i,j,p,v,p_int_lb,p_int_ub,type\n".to_owned();
    for (count, row) in (0..).zip(rows) {
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

/// Writes a dense p-table with `rows` rows, and with a row 0 on request. The noise is scrambled from the seed and is at
/// least minus the row.
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

/// Values of `x` in thousandths.
const X: [u64; 8] = [1000, 2000, 500, 1234, 2500, 3000, 4500, 5000];
/// Positions of the largest drawn transition matrix: counts up to a cap of 6, and 5 residuals.
const POSITIONS: usize = 12;

/// Numbers that become methods.
#[derive(Debug, Clone)]
pub struct RawMethods {
    published: usize,
    thresholds: [u64; 2],
    /// Number of rows, presence of a row 0, and a seed.
    dense: (i64, bool, u64),
    sums: u8,
    /// The bases of the roundings, the `below` of one rounding, and a threshold.
    rounding: ([u64; 3], Option<u64>, u64),
    x: usize,
    matrix: RawMatrix,
}

/// Cap, residuals, and the moves from each position of the largest matrix: the weight of the move, and the format of
/// its probability.
type RawMatrix = (u64, usize, Vec<Vec<(u64, u8)>>);

pub fn raw_methods() -> impl Strategy<Value = RawMethods> {
    let dense = (250_i64..270, any::<bool>(), any::<u64>());
    let rounding = ([2_u64..13, 2..13, 2..13], prop::option::of(2_u64..40), 0_u64..14);
    // Half of the moves have probability 0. Equal probabilities are frequent.
    let weight = prop_oneof![Just(0_u64), 1_u64..8];
    let row = prop::collection::vec((weight, 0_u8..3), POSITIONS);
    let matrix = (1_u64..=6, 0_usize..=5, prop::collection::vec(row, POSITIONS));
    (0..PUBLISHED.len(), [1_u64..4, 1..13], dense, any::<u8>(), rounding, 0..X.len(), matrix).prop_map(
        |(published, thresholds, dense, sums, rounding, x, matrix)| RawMethods {
            published,
            thresholds,
            dense,
            sums,
            rounding,
            x,
            matrix,
        },
    )
}

/// Formats the probability `weight` / `sum` as a fraction, with seven decimals, or rounded to half of 2^-32. The last
/// format has up to 17 digits. Numbers that the crate's JSON reader does not read exactly become fractions.
fn chance(weight: u64, sum: u64, form: u8) -> Chance {
    let share = weight as f64 / sum as f64;
    let rounded = |steps: f64| Chance::Number((share * steps).round() / steps);
    match form {
        0 => Chance::Ratio(weight, sum),
        1 => rounded(1e7),
        _ => match rounded((1_u64 << 33) as f64) {
            Chance::Number(number) if serde_json::from_str(&format!("{number:?}")).ok() != Some(number) => {
                Chance::Ratio(weight, sum)
            }
            exact => exact,
        },
    }
}

/// Returns a matrix whose rows add up to 1, and that never makes a count negative.
fn matrix((cap, residuals, raw): &RawMatrix, moving_zeros: bool) -> Vec<Vec<Chance>> {
    let cap = *cap as usize;
    let positions = cap + 1 + residuals;
    let row = |at: usize| {
        // The smallest count at a position. It may move down to 0.
        let smallest =
            if at <= cap { at } else { (cap + 1..).find(|count| (count - 1) % residuals == at - cap - 1).unwrap() };
        let lowest = at.saturating_sub(smallest);
        let stays = at == 0 && !moving_zeros;
        let mut weights: Vec<u64> = raw[at][..positions]
            .iter()
            .enumerate()
            .map(|(to, &(weight, _))| if to < lowest || stays { 0 } else { weight })
            .collect();
        if weights.iter().all(|&weight| weight == 0) {
            weights[at] = 1;
        }
        let sum: u64 = weights.iter().sum();
        weights.iter().zip(&raw[at]).map(|(&weight, &(_, form))| chance(weight, sum, form)).collect()
    };
    (0..positions).map(row).collect()
}

/// Returns methods of every kind that the modulus allows. Methods with a row for every count require a small
/// population.
pub fn methods(modulus: u64, population: u64, drawn: &str, raw: &RawMethods) -> Vec<Method> {
    let published = PUBLISHED[raw.published].to_owned();
    let [first, second] = raw.thresholds;
    let mut methods = Vec::new();
    let mut add = |name: &str, sum: bool, kind: Kind| methods.push(Method { name: name.into(), kind, sum });
    let cell_key = |ptable: &str, threshold, hash, category_keys| Kind::CellKey {
        ptable: Text(ptable.to_owned()),
        threshold,
        hash,
        category_keys,
    };
    let sum = |at: u8| raw.sums >> at & 1 == 1;
    add("none", sum(0), Kind::None);
    add("published", false, cell_key(&published, 0, false, false));
    add("published-threshold-sum", true, cell_key(&published, first, false, false));
    add("drawn-threshold", false, cell_key(drawn, second, false, false));
    add("drawn-sum", true, cell_key(drawn, 0, false, false));
    add("drawn-zeros", false, cell_key(drawn, 0, false, true));
    add("drawn-zeros-threshold-sum", true, cell_key(drawn, first, false, true));
    let ([base, other, nearest], below, threshold) = raw.rounding;
    add("threshold-rounding", sum(1), Kind::ThresholdRounding { threshold, base: nearest });
    let (rows, row_zero, seed) = raw.dense;
    if let Some(keys) = [16, 10, 2].into_iter().find(|keys| modulus.is_multiple_of(*keys)) {
        let table = dense_ptable(rows, keys, row_zero, seed);
        add("dense", sum(2), cell_key(&table, [0, first][usize::from(sum(2))], false, false));
        add("dense-zeros", sum(3), cell_key(&dense_ptable(rows, keys, true, seed), 0, false, true));
    }
    if modulus < 1 << 32 {
        return methods;
    }
    add("hash-threshold", false, cell_key(&published, second, true, false));
    add("hash-sum", true, cell_key(drawn, first, true, false));
    add("hash-zeros", sum(4), cell_key(drawn, 0, true, true));
    add("rounding", sum(5), Kind::RandomRounding { base, below: None, md5: false });
    add("rounding-below", !sum(5), Kind::RandomRounding { base: other, below, md5: false });
    add("rounding-md5", sum(6), Kind::RandomRounding { base: other, below, md5: true });
    let (cap, ..) = raw.matrix;
    let moves = |category_keys, fixed| {
        let matrix = matrix(&raw.matrix, category_keys);
        Kind::TransitionMatrix { matrix, cap, category_keys, fixed }
    };
    add("matrix", false, moves(false, false));
    add("matrix-sum", true, moves(false, false));
    add("matrix-zeros", false, moves(true, false));
    add("matrix-zeros-sum", true, moves(true, false));
    add("matrix-fixed", false, moves(false, true));
    add("matrix-fixed-zeros", false, moves(true, true));
    add("matrix-fixed-sum", true, moves(sum(7), true));
    if population <= 100 {
        add("small-cell", false, Kind::SmallCell { thousandths: X[raw.x] });
        add("small-cell-sum", true, Kind::SmallCell { thousandths: X[raw.x] });
    }
    methods
}
