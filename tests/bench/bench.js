// npm run bench: how long a table takes, step by step, beside a hand-written loop in JavaScript and a plain read of the same
// columns, all in one run on the same data. `-- --json` prints JSON; `-- hypercube` runs only the cases named.

import { spawnSync } from "node:child_process";
import { availableParallelism, cpus } from "node:os";
import { Failure, main, path } from "../../scripts/lib.js";
import { CASES } from "./cases/index.js";
import { measureChromium, measureFirstTable } from "./in-chromium.js";
import { measureNode } from "./in-node.js";
import { measureMethods } from "./methods.js";

/** @typedef {Record<string, number>} Times Milliseconds by what takes them. */
/** @typedef {{ what: string, found: number, limit: number, met: boolean }} Budget */
/**
 * @typedef {{
 *   machine: Record<string, string | number | null>, cases: { name: string, title: string, times: Times }[],
 *   ratios: Record<string, Record<string, number>>, methods?: Times, budgets: Budget[],
 * }} Result
 */

/** What a table costs, as multiples of each other. @param {Times} t @returns {Record<string, number>} */
function ratios(t) {
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

/**
 * The limits that the design sets, where this run measured what they are about.
 * @param {Record<string, Times>} times
 * @returns {Budget[]}
 */
function budgets({ hypercube, ten_million: large, page }) {
  /** @type {Budget[]} */
  const found = [];
  const budget = (/** @type {string} */ what, /** @type {number} */ value, /** @type {number} */ limit) =>
    found.push({ what, found: value, limit, met: value <= limit });
  if (large) budget("roll-up of 10 million cells, times a plain read", large.rollup / large.plain_read_wasm, 2.5);
  if (hypercube) {
    budget("engine for the 3,080-cell table, ms", hypercube.engine, 0.04);
    budget("whole call for 9,240 cells, ms", hypercube.call_9240_cells, 1);
    budget("whole call for 997,920 cells, ns a cell", (hypercube.call_997920_cells / 997_920) * 1e6, 20);
  }
  if (page) {
    budget("first table of the page, cold, ms", page.first_table_site, 250);
    budget("first table of the element, cold, ms", page.first_table_element, 250);
  }
  return found;
}

/** What methods may cost beside each other. @param {Times} ns a cell @returns {Budget[]} */
function methodBudgets({ intervals, dense, small_cell, matrix, intervals_hash, sha256 }) {
  const tables = Math.max(intervals, dense) / Math.min(intervals, dense);
  // Every cell of these three is hashed; what rounding leaves alone, multiples of the base, is not.
  const hashed = Math.max(small_cell, matrix, intervals_hash) / (Math.max(intervals, dense) + sha256);
  return [
    { what: "p-table methods beside each other, times", found: tables, limit: 1.25, met: tables <= 1.25 },
    { what: "hashed methods beside a p-table method and SHA-256, times", found: hashed, limit: 1.25, met: hashed <= 1.25 },
  ];
}

await main(import.meta.url, async () => {
  const words = process.argv.slice(2);
  const json = words.includes("--json");
  const names = words.filter((word) => word !== "--json");
  const unknown = names.find((name) => !["page", "methods"].includes(name) && !CASES.some((one) => one.name === name));
  if (unknown) throw new Failure(`there is no case ${unknown}; the cases are ${CASES.map(({ name }) => name).join(", ")}, methods, page`);
  const wanted = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
  const cases = CASES.filter(({ name }) => wanted(name));

  const prepare = spawnSync(process.execPath, [path("tests/bench/prepare.js"), ...[...CASES.map(({ name }) => name), "methods"].filter(wanted)], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (prepare.status !== 0) throw new Failure("the benchmark could not be prepared");
  /** @type {Record<string, Times>} */
  const times = {};
  for (const one of cases) {
    console.error(`cellveil: measuring ${one.title}`);
    times[one.name] = { ...(await measureNode(one)), ...(await measureChromium(one)) };
  }
  const methods = wanted("methods") ? await measureMethods() : undefined;
  if (wanted("page")) times.page = await measureFirstTable();

  /** @type {Result} */
  const result = {
    machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? null, node: process.versions.node },
    cases: Object.entries(times).map(([name, times]) => ({ name, title: cases.find((one) => one.name === name)?.title ?? "first table in a cold page", times })),
    ratios: Object.fromEntries(cases.map(({ name }) => [name, ratios(times[name])])),
    methods,
    budgets: [...budgets(times), ...(methods ? methodBudgets(methods) : [])],
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else for (const line of report(result)) console.log(line);
});

/** @param {Result} result */
function* report({ machine, cases, ratios, methods, budgets }) {
  yield Object.entries(machine).map(([name, value]) => `${name}: ${value}`).join(", ");
  for (const { name, title, times } of cases) {
    yield `\n${title}`;
    for (const [what, ms] of Object.entries(times)) yield `  ${what.padEnd(28)}${shown(ms)} ms`;
    for (const [what, ratio] of Object.entries(ratios[name] ?? {})) yield `  ${what.padEnd(28)}${shown(ratio)}`;
  }
  if (methods) yield "\nprotecting a cell, by method";
  for (const [name, ns] of Object.entries(methods ?? {})) yield `  ${name.padEnd(28)}${shown(ns)} ns`;
  yield "\nbudgets";
  for (const { what, found, limit, met } of budgets) yield `  ${what.padEnd(50)}${shown(found)} of ${limit}${met ? "" : "  EXCEEDED"}`;
}

/** Three digits that count. @param {number} value */
function shown(value) {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 }).padStart(10);
}
