/** Derives ratios from the times and compares them with the goals. */

/** @import { Budget, Result, Times } from "./bench.js" */

/** Returns the ratios of the costs of a table. @param {Times} t @returns {Record<string, number>} */
export function ratios(t) {
  return {
    rollup_to_plain_read: t.rollup / t.plain_read_wasm,
    rollup_to_plain_read_js: t.rollup / t.plain_read_js,
    scalar_to_simd: t.rollup_scalar / t.rollup,
    scalar_to_plain_read: t.rollup_scalar / t.plain_read_wasm,
    js_rollup_to_rollup: t.js_rollup / t.rollup,
    engine_to_js_loop: t.engine / t.js_loop,
    engine_to_js_loop_coarse_cells: t.engine / t.js_loop_coarse_cells,
    call_to_js_loop: t.call / t.js_loop,
    call_to_engine: t.call / t.engine,
    worker_call_to_call: t.call_in_worker / t.call,
  };
}

/** Returns each time as a multiple of the engine's time. @param {Times} times */
export function timesEngine({ engine, ...others }) {
  return Object.fromEntries(Object.entries(others).map(([name, ms]) => [`${name}_to_engine`, ms / engine]));
}

/**
 * How many times faster than each peer the engine must be. These peers read the finest cells. Mosaic reads a coarser view, as
 * the engine does.
 */
const PEERS = { duckdb_prepared: 200, duckdb_ad_hoc: 200, duckdb_prepared_join: 200, arquero: 200, perspective: 100 };

/**
 * Returns the limits of docs/evidence/performance.md (Goals) for the parts of this run.
 * @param {Pick<Result, "methods" | "tableMethods" | "ptable" | "audit" | "people" | "pretabular" | "build" | "peers" | "growth"> & { times: Record<string, Times> }} measured
 * @returns {Budget[]}
 */
export function budgets({ times: { hypercube, ten_million: large, page }, methods, tableMethods, ptable, audit, people, pretabular, build, peers, growth }) {
  /** @type {Budget[]} */
  const found = [];
  const most = (/** @type {string} */ what, /** @type {number} */ value, /** @type {number} */ limit) =>
    found.push({ what, found: value, limit, atLeast: false, met: value <= limit });
  const least = (/** @type {string} */ what, /** @type {number} */ value, /** @type {number} */ limit) =>
    found.push({ what, found: value, limit, atLeast: true, met: value >= limit });
  if (large) {
    most("roll-up of 10 million cells, times a plain read", large.rollup / large.plain_read_wasm, 1.5);
    least("the loop's roll-up of 10 million cells, times ours", large.js_rollup / large.rollup, 5);
  }
  if (hypercube) {
    most("engine for the 3,080-cell table, ms", hypercube.engine, 0.012);
    most("engine for the 3,080-cell table, times the loop", hypercube.engine / hypercube.js_loop, 1);
    most("whole call for the 3,080-cell table, times the engine", hypercube.call / hypercube.engine, 4);
    most("whole call for 9,240 cells, ms", hypercube.call_9240_cells, 1);
    most("whole call for 997,920 cells, ns a cell", (hypercube.call_997920_cells / 997_920) * 1e6, 20);
  }
  if (page) {
    most("first table of the page, cold, ms", page.first_table_site, 120);
    most("first table of the element, cold, ms", page.first_table_element, 120);
    most("first table of the element, in the page's HTML, cold, ms", page.first_table_written, 120);
  }
  if (methods) {
    const { intervals, dense, small_cell, matrix, intervals_hash, sha256 } = methods;
    most("p-table methods beside each other, times", Math.max(intervals, dense) / Math.min(intervals, dense), 1.25);
    // These three methods hash every cell. Rounding does not hash multiples of the base.
    const hashed = Math.max(small_cell, matrix, intervals_hash);
    most("hashed methods, ns a cell", hashed, 45);
    most("hashed methods beside SHA-256 of one cell at a time, times", hashed / sha256, 0.45);
  }
  if (tableMethods) {
    // The goal of 1,487 by 36 cells with totals, in proportion.
    const seconds = (/** @type {string} */ name) => (tableMethods[name] * 1488 * 37) / 1e6;
    most("controlled rounding of 1,487 × 36 cells, in wasm, s", seconds("controlled_rounding_54000"), 3);
    most("controlled rounding of 1,487 × 36 cells, native, s", seconds("controlled_rounding_54000_native"), 1);
  }
  if (ptable) {
    most("designing a p-table with D = 10, native, ms", ptable.native_d10_v9, 1);
    most("designing a p-table with D = 10, in wasm, ms", ptable.wasm_d10_v9, 3);
  }
  const largest = Object.values(audit ?? {}).at(-1);
  if (largest) {
    most("audit of a million published cells, s", largest.seconds, 60);
    if (largest.memory_mb !== undefined) most("audit of a million published cells, MB", largest.memory_mb, 2000);
  }
  if (people) most("50,000 synthetic persons in Chromium, ms", people.chromium, 1000);
  for (const [households, name, what] of /** @type {const} */ ([[1_000_000, "swap", "swapping of a million households"], [4_345_000, "pram", "PRAM of ten million records"]])) {
    const row = pretabular?.[households]?.rows[name];
    if (row?.step_seconds === undefined) continue;
    most(`${what}, beside counting, s`, row.step_seconds, 10);
    if (name === "swap" && row.memory_mb !== undefined) most(`${what}, MB`, row.memory_mb, 1000);
  }
  for (const { title, rows } of Object.values(build ?? {})) {
    for (const [format, name] of [["parquet", "Parquet"], ["csv", "CSV"]]) {
      const [ours, theirs] = [rows[`cellveil_${format}`], rows[`duckdb_${format}`]];
      if (!theirs) continue;
      most(`building from ${name}, ${title}, times DuckDB's time`, ours.seconds / theirs.seconds, 1);
      const packed = rows[`cellveil_${format}_packed`];
      most(`building packed tiles from ${name}, ${title}, times DuckDB's time`, packed.seconds / theirs.seconds, 1);
      if (ours.memory_mb && theirs.memory_mb) most(`building from ${name}, ${title}, times DuckDB's memory`, ours.memory_mb / theirs.memory_mb, 0.5);
    }
  }
  for (const [where, found] of [["Node", peers?.node], ["Chromium", peers?.chromium]]) {
    if (typeof found !== "object") continue;
    for (const [name, times] of Object.entries(PEERS)) if (name in found) least(`${name} in ${where}, times the engine`, found[name] / found.engine, times);
  }
  for (const { name, steps } of growth ?? []) {
    for (const step of steps) {
      const [size] = Object.values(step);
      if ("engine_to_js_loop" in step) most(`engine at ${size.toLocaleString("en")} ${name}, times the loop`, step.engine_to_js_loop, 1);
    }
  }
  return found;
}
