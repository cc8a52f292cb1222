//! Runs each step of building a table in repeated calls, for `tests/bench`. The package does not contain this module.
//! Each call returns a checksum, so that the compiler cannot remove the work.

use std::hint::black_box;

use sha2::{Digest, Sha256};
use wasm_bindgen::prelude::*;

use super::cube::{WasmCube, needs, read as read_query};
use super::throw;
use crate::key::DrawHash;
use crate::protect::CompiledMethod;
use crate::table::{Grid, Plan, Query};

/// A query with the inputs of its steps. The inputs are made once, so that each step is timed alone.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BenchTable {
    query: Query,
    plan: Plan,
    compiled: CompiledMethod,
    /// Counts and keys after the roll-up.
    sums: Grid,
    /// True counts and keys of the whole table.
    table: Grid,
}

#[wasm_bindgen]
impl WasmCube {
    /// Checks a query and names the files that it still needs.
    pub fn plan(&self, query: &str) -> Result<JsValue, JsValue> {
        let plan = self.store.plan(&read_query(query)?).map_err(throw)?;
        needs(&self.store.missing(&plan))
    }

    /// Runs all steps of a query once. The files of the query must be loaded.
    pub fn bench_table(&self, query: &str) -> Result<BenchTable, JsValue> {
        let query = read_query(query)?;
        let plan = self.store.plan(&query).map_err(throw)?;
        let compiled = self.store.compiled_method(plan.method()).map_err(throw)?;
        let sums = self.store.roll_up(&plan).map_err(throw)?;
        let (table, _) = self.store.protect(&plan, sums.clone(), &compiled).map_err(throw)?;
        Ok(BenchTable { query, plan, compiled, sums, table })
    }

    /// Checks and plans the query, `times` times.
    pub fn bench_plan(&self, bench: &BenchTable, times: u32) -> f64 {
        repeat(times, || self.store.plan(black_box(&bench.query)).map_or(0, |plan| plan.readings[0].cells as u64))
    }

    /// Adds up cells and totals (the roll-up), `times` times.
    pub fn bench_roll_up(&self, bench: &BenchTable, times: u32) -> f64 {
        repeat(times, || self.store.roll_up(black_box(&bench.plan)).map_or(0, |grid| grid.counts[0]))
    }

    /// Compiles the rows of the method, `times` times.
    pub fn bench_compile(&self, bench: &BenchTable, times: u32) -> f64 {
        let compile = || self.store.compiled_method(black_box(bench.plan.method()));
        repeat(times, || compile().map_or(0, |compiled| compiled.status(1, 1) as u64))
    }

    /// Adds groups to a copy of the roll-up, and protects all cells.
    pub fn bench_groups_and_protect(&self, bench: &BenchTable, times: u32) -> f64 {
        let mut grid = Grid::default();
        repeat(times, || {
            grid.sizes.clone_from(&bench.sums.sizes);
            grid.counts.clone_from(&bench.sums.counts);
            grid.keys.clone_from(&bench.sums.keys);
            let made = self.store.protect(&bench.plan, std::mem::take(&mut grid), black_box(&bench.compiled));
            let Ok((table, protected)) = made else { return 0 };
            grid = table;
            protected.values[0] as u64
        })
    }

    /// Hashes `cells` cells with the hasher of `sha2`, one at a time, and does no other work.
    pub fn bench_sha256(&self, cells: u32, times: u32) -> f64 {
        let mut prefix = Sha256::new();
        prefix.update(b"cellveil/1\0random-rounding\0");
        prefix.update(&self.store.cube().salt);
        repeat(times, || {
            let hash = |cell: u64| {
                let mut hash = prefix.clone();
                hash.update(black_box(cell).to_le_bytes());
                hash.update(3u64.to_le_bytes());
                u64::from(hash.finalize()[0])
            };
            (0..u64::from(cells)).map(hash).sum()
        })
    }

    /// Hashes `cells` cells together, and does no other work.
    pub fn bench_sha256_together(&self, cells: u32, times: u32) -> f64 {
        let hash = DrawHash::new("random-rounding", &self.store.cube().salt);
        let (keys, counts): (Vec<u64>, Vec<u64>) = (0..u64::from(cells)).map(|cell| (cell, 3)).unzip();
        let mut draws = vec![0; keys.len()];
        repeat(times, || {
            hash.draw_all(black_box(&keys), &counts, &mut draws);
            draws.iter().map(|&draw| u64::from(draw)).sum()
        })
    }

    /// Protects the cells of the table, including totals.
    pub fn bench_protect(&self, bench: &BenchTable, times: u32) -> f64 {
        let Grid { counts, keys, .. } = &bench.table;
        repeat(times, || bench.compiled.protect(black_box(counts), keys).values[0] as u64)
    }
}

fn repeat(times: u32, mut work: impl FnMut() -> u64) -> f64 {
    (0..times).map(|_| black_box(work()) as f64).sum()
}

/// Columns of a table as plain arrays. Every roll-up must read these arrays, so the time to read them is a lower bound.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct PlainColumns {
    bytes: Vec<Vec<u8>>,
    words: Vec<Vec<u32>>,
}

#[wasm_bindgen]
impl PlainColumns {
    /// Makes a table without columns.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column of bytes.
    pub fn add_bytes(&mut self, column: Vec<u8>) {
        self.bytes.push(column);
    }

    /// Adds a column of 32-bit numbers.
    pub fn add_words(&mut self, column: Vec<u32>) {
        self.words.push(column);
    }

    /// Reads every column once and returns the sum of all values.
    pub fn bench_read(&self, times: u32) -> f64 {
        repeat(times, || {
            let Self { bytes, words } = black_box(self);
            bytes.iter().map(|column| sum_bytes(column)).sum::<u64>()
                + words.iter().map(|column| sum_words(column)).sum::<u64>()
        })
    }
}

use sums::{sum_bytes, sum_words};

#[cfg(not(target_feature = "simd128"))]
mod sums {
    pub fn sum_bytes(column: &[u8]) -> u64 {
        column.iter().fold(0, |sum, &value| sum + u64::from(value))
    }

    pub fn sum_words(column: &[u32]) -> u64 {
        column.iter().fold(0, |sum, &value| sum + u64::from(value))
    }
}

/// Sums columns at the speed of memory. Explicit SIMD is needed, because the compiler does not vectorise sums of bytes.
#[cfg(target_feature = "simd128")]
#[allow(unsafe_code)]
mod sums {
    use std::arch::wasm32::*;

    pub fn sum_bytes(column: &[u8]) -> u64 {
        // Each block of 64 bytes adds at most 4 × 255 to a lane. So after 2^24 bytes every lane is far below 2^32.
        column.chunks(1 << 24).map(sum_some_bytes).sum()
    }

    fn sum_some_bytes(column: &[u8]) -> u64 {
        // Four independent sums let an addition start before the previous one ends.
        let mut sums = [u32x4_splat(0); 4];
        let (blocks, rest) = column.as_chunks::<64>();
        for block in blocks {
            for (at, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the load reads bytes 16·at to 16·at + 15 of the 64-byte block. A v128 needs no alignment.
                let bytes = unsafe { v128_load(block.as_ptr().add(16 * at).cast()) };
                *sum = u32x4_add(*sum, u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(bytes)));
            }
        }
        let lanes = sums.map(|sum| add_lanes(u64x2_add(u64x2_extend_low_u32x4(sum), u64x2_extend_high_u32x4(sum))));
        rest.iter().fold(lanes.iter().sum(), |sum, &value| sum + u64::from(value))
    }

    pub fn sum_words(column: &[u32]) -> u64 {
        let mut sums = [u64x2_splat(0); 4];
        let (blocks, rest) = column.as_chunks::<16>();
        for block in blocks {
            for (at, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the load reads words 4·at to 4·at + 3 of the 16-word block. A v128 needs no alignment.
                let words = unsafe { v128_load(block.as_ptr().add(4 * at).cast()) };
                let halves = u64x2_add(u64x2_extend_low_u32x4(words), u64x2_extend_high_u32x4(words));
                *sum = u64x2_add(*sum, halves);
            }
        }
        let lanes = sums.map(add_lanes);
        rest.iter().fold(lanes.iter().sum(), |sum, &value| sum + u64::from(value))
    }

    fn add_lanes(sum: v128) -> u64 {
        u64x2_extract_lane::<0>(sum) + u64x2_extract_lane::<1>(sum)
    }
}
