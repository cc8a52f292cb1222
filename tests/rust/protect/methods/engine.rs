//! The crate's engine behind a small interface, and an independent computation of its random draws.

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, Protected, compile};
use cellveil::ptable::Ptable;
use md5::Md5;
use sha2::{Digest, Sha256};

use super::analytic::{Exact, ONE, Weights};

/// The context of uniform keys below 2^32, without a salt.
pub fn context() -> KeyContext<'static> {
    under(1 << 32)
}

/// The context of keys below a modulus.
pub fn under(modulus: u64) -> KeyContext<'static> {
    let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(modulus).unwrap()).unwrap();
    KeyContext { keys, uniform: true, salt: &[] }
}

/// A compiled method.
pub struct Engine(CompiledMethod);

impl Engine {
    pub fn new(json: &str) -> Self {
        Self::with(json, context(), None)
    }

    pub fn with(json: &str, context: KeyContext<'_>, ptable: Option<&Ptable>) -> Self {
        let parameters = Parameters::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        let method = MethodSpec::new("m", &parameters).unwrap_or_else(|error| panic!("{json}: {error}"));
        Self(compile(&method, context, ptable).unwrap_or_else(|error| panic!("{json}: {error}")))
    }

    /// Returns the row of a count and the sum of its weights. Checks that the row is valid.
    pub fn row(&self, count: u64) -> (Weights, u64) {
        let (weights, draws) = self.0.distribution(count);
        assert!(weights.is_sorted_by(|a, b| a.0 < b.0), "count {count}: noises ascend");
        assert!(weights.iter().all(|(_, weight)| *weight > 0), "count {count}: no weight is 0");
        assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u64>(), draws, "count {count}: the weights' sum");
        assert!(weights[0].0 + count as i64 >= 0, "count {count}: no value is negative");
        (weights, draws)
    }

    /// Returns the row of a count in units of 2^-32.
    pub fn weights(&self, count: u64) -> Weights {
        let (weights, draws) = self.row(count);
        assert_eq!(draws, ONE, "count {count}: a hash is one of 2^32 numbers");
        weights
    }

    /// Returns the row of a count in fractions.
    pub fn exact(&self, count: u64) -> Exact {
        Exact::new(self.row(count).0.into_iter().map(|(noise, weight)| (noise, weight.into())))
    }

    pub fn cells(&self, counts: &[u64], keys: &[u64]) -> Protected {
        self.0.protect(counts, keys)
    }

    /// Returns the values of cells before any threshold.
    pub fn protect(&self, counts: &[u64], keys: &[u64]) -> Vec<i64> {
        self.cells(counts, keys).values
    }

    /// Returns the value of a cell.
    pub fn value(&self, count: u64, key: u64) -> i64 {
        self.protect(&[count], &[key])[0]
    }
}

/// Computes the draw of a kind of method according to docs/reference/randomness.md: u · 2^32.
pub fn sha256_draw(kind: &str, salt: &[u8], key: u64, count: u64) -> u32 {
    let text = [b"cellveil/1\0", kind.as_bytes(), b"\0", salt, &key.to_le_bytes(), &count.to_le_bytes()].concat();
    first_four(&Sha256::digest(text))
}

/// Computes the draw for `hash = "md5"` according to docs/reference/randomness.md: u · 2^32.
pub fn md5_draw(key: u64) -> u32 {
    first_four(&Md5::digest(key.to_string()))
}

fn first_four(digest: &[u8]) -> u32 {
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

#[test]
fn draws_match_an_independent_computation() {
    let six = |draw: u32| format!("{:.6}", f64::from(draw) / 4_294_967_296.0);
    assert_eq!(six(md5_draw(200)), "0.211985");
    assert_eq!(six(sha256_draw("random-rounding", &[], 200, 4)), "0.235957");
}

/// Noises and upper bounds, in units of 2^-32, of rows 1 to 3 of [`interval_ptable`]. For example, 0.1 · 2^32 is
/// 429496729.6, and 0.8 · 2^32 is 3435973836.8.
pub const INTERVALS: [[(i64, u64); 3]; 3] = [
    [(-1, 2 << 30), (1, 3 << 30), (2, 4 << 30)],
    [(-2, 1 << 30), (0, 3 << 30), (2, 4 << 30)],
    [(-1, 429_496_730), (0, 3_435_973_837), (1, 4 << 30)],
];

/// A p-table of intervals with rows 1 to 3.
pub fn interval_ptable() -> Ptable {
    let file = "i;j;p;v;p_int_ub\n\
                0;0;1;0;1\n\
                1;0;0.5;-1;0.5\n\
                1;2;0.25;1;0.75\n\
                1;3;0.25;2;1\n\
                2;0;0.25;-2;0.25\n\
                2;2;0.5;0;0.75\n\
                2;4;0.25;2;1\n\
                3;2;0.1;-1;0.1\n\
                3;3;0.7;0;0.8\n\
                3;4;0.2;1;1\n";
    Ptable::parse(file.as_bytes(), "interval.csv").unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the noise of [`dense_ptable`]: −1, 0 and 1, in patterns that differ between neighbouring rows.
pub fn dense_noise(row: u64, key: u64) -> i64 {
    [0, 1, 0, -1][((row + key) * (1 + row % 2 * 2) % 4) as usize]
}

/// Returns a dense p-table of 250 rows and `keys` keys.
pub fn dense_ptable(keys: u64) -> Ptable {
    let mut file = "pcv,ckey,pvalue\n".to_owned();
    for row in 1..=250 {
        for key in 0..keys {
            file += &format!("{row},{key},{}\n", dense_noise(row, key));
        }
    }
    Ptable::parse(file.as_bytes(), "dense.csv").unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the JSON of a method with this transition matrix. Fractions are texts, and whole numbers are numbers.
pub fn matrix_json(cap: u64, rows: &[Vec<&str>]) -> String {
    let entry = |text: &&str| if text.contains('/') { format!("{text:?}") } else { (*text).to_owned() };
    let rows: Vec<String> =
        rows.iter().map(|row| format!("[{}]", row.iter().map(entry).collect::<Vec<_>>().join(","))).collect();
    format!(r#"{{"kind":"transition-matrix","cap":{cap},"matrix":[{}]}}"#, rows.join(","))
}
