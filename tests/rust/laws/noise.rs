//! The noise of each kind of method in exact fractions, from docs/reference/randomness.md and the papers. It is
//! independent of the crate.

use std::cell::RefCell;
use std::collections::HashMap;

use md5::Md5;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use sha2::{Digest, Sha256};

use super::method::{Chance, Kind, Method};
use super::world::World;

/// The number of values of a 32-bit hash. A probability is a multiple of 1 / `TWO_32`.
pub const TWO_32: u128 = 1 << 32;

/// Noises in ascending order, with their probabilities in units of 2^-32.
pub type Weights = Vec<(i64, u64)>;

/// Computes the noise of cells under a method.
pub struct Noise<'a> {
    world: &'a World,
    kind: &'a Kind,
    ptable: Option<Ptable>,
    /// The distributions by count, stored at their first use.
    weights: RefCell<HashMap<u64, Weights>>,
}

impl<'a> Noise<'a> {
    pub fn new(world: &'a World, method: &'a Method) -> Self {
        let ptable = method.ptable().map(|text| Ptable::read(&text.0));
        Self { world, kind: &method.kind, ptable, weights: RefCell::default() }
    }

    /// Returns the noise of a cell.
    pub fn of(&self, count: u64, key: u64) -> i64 {
        match self.kind {
            Kind::None => 0,
            Kind::CellKey { .. } => self.cell_key(count, key),
            Kind::RandomRounding { below: Some(below), .. } if count >= *below => 0,
            Kind::RandomRounding { base, .. } => {
                // Rounds up by base − rest if u · base < rest, else down by rest.
                let rest = count % base;
                let up = u128::from(self.draw(count, key)) * u128::from(*base) < u128::from(rest) * TWO_32;
                (if up { base - rest } else { 0 }) as i64 - if up { 0 } else { rest as i64 }
            }
            Kind::ThresholdRounding { base, .. } => nearest(count, *base) as i64 - count as i64,
            Kind::SmallCell { .. } | Kind::TransitionMatrix { .. } => {
                let mut known = self.weights.borrow_mut();
                pick(known.entry(count).or_insert_with(|| self.weights(count)), self.draw(count, key))
            }
        }
    }

    /// Returns u · 2^32 for a cell of a hashed method.
    pub fn draw(&self, count: u64, key: u64) -> u32 {
        let kind = match self.kind {
            Kind::RandomRounding { md5: true, .. } => return first_32(&Md5::digest(format!("{key}"))),
            Kind::RandomRounding { .. } => "random-rounding",
            Kind::SmallCell { .. } => "small-cell",
            Kind::TransitionMatrix { .. } => "transition-matrix",
            Kind::CellKey { .. } => "cell-key",
            Kind::None | Kind::ThresholdRounding { .. } => unreachable!("nothing is drawn"),
        };
        let mut bytes = b"cellveil/1\0".to_vec();
        bytes.extend_from_slice(kind.as_bytes());
        bytes.push(0);
        bytes.extend_from_slice(&self.world.salt);
        bytes.extend_from_slice(&key.to_le_bytes());
        bytes.extend_from_slice(&count.to_le_bytes());
        first_32(&Sha256::digest(&bytes))
    }

    /// Returns the distribution of the noise of a count, for methods with probabilities.
    pub fn weights(&self, count: u64) -> Weights {
        match self.kind {
            Kind::SmallCell { thousandths } => small_cell(count, *thousandths),
            Kind::TransitionMatrix { matrix, cap, .. } => transition(matrix, *cap, count),
            _ => unreachable!("not given by probabilities"),
        }
    }

    fn cell_key(&self, count: u64, key: u64) -> i64 {
        let Kind::CellKey { hash, category_keys, .. } = self.kind else { unreachable!("asked of cell-key") };
        match self.ptable.as_ref().expect("read with the method") {
            Ptable::Interval(_) if count == 0 && !category_keys => 0,
            Ptable::Interval(rows) => {
                let row = &rows[(count as usize).min(rows.len() - 1)];
                // The draw u as a fraction.
                let (draw, range) = if *hash {
                    (u128::from(self.draw(count, key)), TWO_32)
                } else {
                    (u128::from(key), u128::from(self.world.modulus))
                };
                let below = |at: usize| {
                    let (_, numerator, denominator) = row[at];
                    // The bound is rounded half up to a multiple of 2^-32. The last bound is 1.
                    let rounded = (2 * numerator * TWO_32 + denominator) / (2 * denominator);
                    let upper = if at + 1 == row.len() { TWO_32 } else { rounded };
                    draw * TWO_32 < upper * range
                };
                row[(0..row.len()).find(|&at| below(at)).unwrap()].0
            }
            Ptable::Dense { row_zero: false, .. } if count == 0 => 0,
            Ptable::Dense { noise, .. } if count == 0 && !category_keys => noise[&(0, 0)],
            Ptable::Dense { noise, keys, last, .. } => {
                let row = if count <= *last { count } else { (count - 1) % 250 + last - 249 };
                noise[&(row, key % keys)]
            }
        }
    }
}

/// The rows of a p-table, with all numbers as exact fractions.
enum Ptable {
    /// For each row its noises, each with its upper bound as numerator and denominator.
    Interval(Vec<Vec<(i64, u128, u128)>>),
    /// Noise by row and key, the number of keys, the last row, and whether there is a row 0.
    Dense { noise: HashMap<(u64, u64), i64>, keys: u64, last: u64, row_zero: bool },
}

impl Ptable {
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
                let (numerator, denominator) = decimal(line[upper]);
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
}

/// Parses a decimal into numerator and denominator.
fn decimal(text: &str) -> (u128, u128) {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    (format!("{whole}{decimals}").parse().unwrap(), 10_u128.pow(decimals.len() as u32))
}

/// Returns the first four bytes of a digest as a big-endian number.
fn first_32(digest: &[u8]) -> u32 {
    u32::from_be_bytes(digest[..4].try_into().unwrap())
}

/// Returns the nearest multiple of a base. A tie is rounded up.
pub fn nearest(count: u64, base: u64) -> u64 {
    let down = count - count % base;
    if 2 * (count - down) >= base { down + base } else { down }
}

/// Returns the first outcome whose cumulative probability exceeds u.
fn pick(weights: &Weights, draw: u32) -> i64 {
    let mut sum = 0;
    for &(noise, weight) in weights {
        sum += weight;
        if sum > u64::from(draw) {
            return noise;
        }
    }
    unreachable!("probabilities add up to 1")
}

/// Rounds probabilities half up to 2^-32, given as numerators and denominators. The largest probability absorbs the
/// remainder. If several are largest, the first one does.
fn rounded(exact: impl IntoIterator<Item = (i64, BigUint, BigUint)>) -> Weights {
    let weight = |numerator: BigUint, denominator: BigUint| -> u64 {
        ((2_u32 * numerator * TWO_32 + &denominator) / (2_u32 * denominator)).to_u64().unwrap()
    };
    let mut weights: Weights =
        exact.into_iter().map(|(noise, numerator, denominator)| (noise, weight(numerator, denominator))).collect();
    let sum: i128 = weights.iter().map(|&(_, weight)| i128::from(weight)).sum();
    let largest = weights.iter().map(|&(_, weight)| weight).max().unwrap();
    let (_, absorbs) = weights.iter_mut().find(|(_, weight)| *weight == largest).unwrap();
    *absorbs = (i128::from(*absorbs) + TWO_32 as i128 - sum) as u64;
    weights
}

/// ABS 2005, technique 2: each of n records adds −1 with probability 2q/3, +2 with probability q/3, and 0 otherwise.
/// Here q is 1 for counts up to x, and x/n above. The computation goes record by record, in whole numbers over a common
/// denominator.
fn small_cell(count: u64, thousandths: u64) -> Weights {
    thread_local! {
        static KNOWN: RefCell<HashMap<(u64, u64), Weights>> = RefCell::default();
    }
    assert!(count <= 100, "worlds with this kind have few records: a hundred counts have rows of their own for any x");
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&(count, thousandths)).cloned()) {
        return known;
    }
    let parts = if 1000 * count <= thousandths {
        [2, 0, 1]
    } else {
        [2 * thousandths, 3 * (1000 * count - thousandths), thousandths]
    };
    // `chances[i]` belongs to the noise i − count after all records. It is multiplied by the denominator to the power
    // of the number of records.
    let mut chances = vec![BigUint::one()];
    for _ in 0..count {
        let mut next = vec![BigUint::zero(); chances.len() + 3];
        for (at, chance) in chances.iter().enumerate() {
            next[at] += chance * parts[0];
            next[at + 1] += chance * parts[1];
            next[at + 3] += chance * parts[2];
        }
        chances = next;
    }
    let all: BigUint = chances.iter().sum();
    let weights = rounded((-(count as i64)..).zip(chances).map(|(noise, chance)| (noise, chance, all.clone())));
    KNOWN.with_borrow_mut(|known| known.insert((count, thousandths), weights.clone()));
    weights
}

/// Returns the position of a count in a transition matrix. Counts up to the cap are their own position. A larger count
/// has the position of its residual after the cap, or `None` if the matrix has no residuals.
pub fn position(states: usize, cap: u64, count: u64) -> Option<usize> {
    let residuals = states as u64 - (cap + 1);
    match count {
        _ if count <= cap => Some(count as usize),
        _ if residuals == 0 => None,
        _ => Some((cap + 1 + (count - 1) % residuals) as usize),
    }
}

/// Shlomo, Antal and Elliot 2015, Table 3: the noise moves a count from its position to another position.
fn transition(matrix: &[Vec<Chance>], cap: u64, count: u64) -> Weights {
    let Some(from) = position(matrix.len(), cap, count) else { return vec![(0, 1 << 32)] };
    rounded(matrix[from].iter().enumerate().map(|(to, chance)| {
        let (numerator, denominator) = chance.exact();
        (to as i64 - from as i64, numerator, denominator)
    }))
}

impl Chance {
    /// Returns numerator and denominator.
    fn exact(&self) -> (BigUint, BigUint) {
        match *self {
            Self::Ratio(numerator, denominator) => (numerator.into(), denominator.into()),
            Self::Number(number) => {
                let exact = BigRational::from_float(number).unwrap();
                (exact.numer().to_biguint().unwrap(), exact.denom().to_biguint().unwrap())
            }
        }
    }
}
