//! The steps of a table one by one, each repeated, for `tests/bench`. Not in the package. The answers are checksums, which
//! keep the work from being optimised away.

mod read;

use std::hint::black_box;

use wasm_bindgen::prelude::*;

use super::convert::throw;
use super::{WasmCube, read as read_query};
use crate::key::DrawHash;
use crate::protect::Rows;
use crate::table::{Grid, Plan, Query};

/// A query with what its steps start from. Made once, so that a step is measured without those before it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BenchTable {
    query: Query,
    plan: Plan,
    rows: Rows,
    /// The roll-up without totals.
    sums: Grid,
    /// True counts and keys of the whole table.
    table: Grid,
}

#[wasm_bindgen]
impl WasmCube {
    /// Takes a query whose files are loaded through all steps.
    pub fn bench_table(&self, query: &str) -> Result<BenchTable, JsValue> {
        let query = read_query(query)?;
        let plan = self.store.plan(&query).map_err(throw)?;
        let rows = self.store.rows(plan.method()).map_err(throw)?;
        let sums = self.store.roll_up(&plan).map_err(throw)?;
        let (table, _) = self.store.protect(&plan, sums.clone(), &rows).map_err(throw)?;
        Ok(BenchTable { query, plan, rows, sums, table })
    }

    /// Checks and plans the query.
    pub fn bench_plan(&self, bench: &BenchTable, times: u32) -> f64 {
        repeat(times, || self.store.plan(black_box(&bench.query)).map_or(0, |plan| plan.cells as u64))
    }

    /// Reads whole columns of the query's tiles once: those at the positions given, the counts and the keys.
    pub fn bench_read(&self, bench: &BenchTable, columns: &[u32], times: u32) -> f64 {
        let sections = self.store.sections(&bench.plan).unwrap_or_default();
        repeat(times, || black_box(&sections).iter().map(|section| read::read(section, columns)).sum())
    }

    /// Rolls up, with the totals.
    pub fn bench_roll_up(&self, bench: &BenchTable, times: u32) -> f64 {
        repeat(times, || self.store.roll_up(black_box(&bench.plan)).map_or(0, |grid| grid.counts[0]))
    }

    /// Compiles the method's rows.
    pub fn bench_compile(&self, bench: &BenchTable, times: u32) -> f64 {
        let compile = || self.store.rows(black_box(bench.plan.method()));
        repeat(times, || compile().map_or(0, |rows| rows.status(1, 1) as u64))
    }

    /// Protects all cells of a copy of the roll-up.
    pub fn bench_totals_and_protect(&self, bench: &BenchTable, times: u32) -> f64 {
        let mut grid = Grid::default();
        repeat(times, || {
            grid.sizes.clone_from(&bench.sums.sizes);
            grid.counts.clone_from(&bench.sums.counts);
            grid.keys.clone_from(&bench.sums.keys);
            let made = self.store.protect(&bench.plan, std::mem::take(&mut grid), black_box(&bench.rows));
            let Ok((table, protected)) = made else { return 0 };
            grid = table;
            protected.values[0] as u64
        })
    }

    /// Draws a hash for so many cells, and does nothing else.
    pub fn bench_sha256(&self, cells: u32, times: u32) -> f64 {
        let hash = DrawHash::new("random-rounding", &self.store.cube().salt);
        repeat(times, || (0..u64::from(cells)).map(|cell| u64::from(hash.draw(black_box(cell), 3))).sum())
    }

    /// Protects the cells of the table, totals included.
    pub fn bench_protect(&self, bench: &BenchTable, times: u32) -> f64 {
        let Grid { counts, keys, .. } = &bench.table;
        repeat(times, || bench.rows.protect(black_box(counts), keys).values[0] as u64)
    }
}

fn repeat(times: u32, mut work: impl FnMut() -> u64) -> f64 {
    (0..times).map(|_| black_box(work()) as f64).sum()
}
