// npm run bench: measures each step of a table. One run with the same data also measures a hand-written loop in
// JavaScript, a plain read of the same columns, and the peers from npm and PyPI. It also measures how costs grow, and
// cold pages over slow links. `-- hypercube` runs only the named parts. `-- --json` prints JSON. `-- --markdown` prints
// the tables of docs/evidence/performance.md, and a complete run also updates that file. `-- --full` also measures the
// largest sizes of the steps before tabulation. `-- --tiny` measures tiny inputs once. `npm test` uses it to check that
// each part works.

import { spawnSync } from "node:child_process";
import { availableParallelism, cpus } from "node:os";
import { Failure, main, path } from "../../scripts/lib.js";
import { measureAudit } from "./audit.js";
import { measureBuilding } from "./building.js";
import { casesOf } from "./cases/index.js";
import { growthOf } from "./growth/index.js";
import { measureChromium, measureFirstTable } from "./in-chromium.js";
import { measureNode } from "./in-node.js";
import { measureLinks } from "./links/measure.js";
import { markdown, writeDocument } from "./markdown.js";
import { measureMethods, measureTableMethods } from "./methods.js";
import { measurePeersInChromium } from "./peers/in-chromium.js";
import { measurePeers } from "./peers/in-node.js";
import { measureSizes } from "./peers/sizes.js";
import { measurePeople } from "./people.js";
import { measurePretabular } from "./pretabular.js";
import { measurePtable } from "./ptable.js";
import { budgets, ratios, timesEngine } from "./ratios.js";
import { report } from "./report.js";
import { PARTS, flaws } from "./rows.js";
import { measureResults } from "./results.js";
import { measureSealed } from "./sealed.js";
import { FULL, TINY, WHOLE } from "./sizes.js";

/** @import { Growth, Step } from "./growth/index.js" */
/** @import { Sizes } from "./sizes.js" */

/** @typedef {Record<string, number>} Times Milliseconds by the name of the measured step. */
/** @typedef {{ what: string, found: number, limit: number, atLeast: boolean, met: boolean }} Budget */
/**
 * @typedef {{
 *   machine: Record<string, string | number | null>, cases: { name: string, title: string, times: Times }[],
 * ratios: Record<string, Record<string, number>>, methods?: Times, tableMethods?: Times, ptable?: Times, sealed?:
 * import("./sealed.js").Sealed,
 *   people?: Times,
 *   results?: Times,
 *   pretabular?: Record<string, import("./pretabular.js").Pretabular>,
 *   build?: Record<string, import("./building.js").Building>,
 *   audit?: Record<string, import("./audit.js").AuditCost>,
 *   peers?: { node: Times, chromium: Times, bytes: Record<string, number> },
 *   growth?: (Pick<Growth, "name" | "title" | "columns"> & { steps: Step[] })[], links?: Record<string, Times>, budgets: Budget[],
 * }} Result
 */

const OPTIONS = ["--json", "--markdown", "--full", "--tiny"];

await main(import.meta.url, async () => {
  const words = process.argv.slice(2);
  const names = words.filter((word) => !OPTIONS.includes(word));
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown) throw new Failure(`there is no part ${unknown}; the parts are ${PARTS.join(", ")}; the options ${OPTIONS.join(", ")}`);
  const parts = new Set(names.length > 0 ? names : PARTS);
  const tiny = words.includes("--tiny");
  const sizes = tiny ? TINY : words.includes("--full") ? FULL : WHOLE;

  const prepare = spawnSync(process.execPath, [path("tests/bench/prepare.js"), ...(tiny ? ["--tiny"] : []), ...parts], { stdio: ["ignore", process.stderr, process.stderr] });
  if (prepare.status !== 0) throw new Failure("the benchmark could not be prepared");
  const result = await measure(parts, sizes);
  const wrong = flaws(result, parts, sizes);
  if (wrong.length > 0) throw new Failure(`not everything was measured:\n  ${wrong.join("\n  ")}`);

  if (words.includes("--markdown")) {
    const text = markdown(result);
    if (parts.size === PARTS.length && !tiny) writeDocument(text);
    console.log(text);
  } else if (words.includes("--json")) console.log(JSON.stringify(result, null, 2));
  else for (const line of report(result)) console.log(line);
});

/** @param {Set<string>} parts @param {Sizes} sizes @returns {Promise<Result>} */
async function measure(parts, sizes) {
  const part = async (/** @type {string} */ name, /** @type {() => any} */ work) => {
    if (!parts.has(name)) return undefined;
    console.error(`cellveil: measuring ${name}`);
    return work();
  };
  const chosen = casesOf(sizes).filter(({ name }) => parts.has(name));
  /** @type {Record<string, Times>} */
  const times = {};
  for (const one of chosen) times[one.name] = await part(one.name, async () => ({ ...(await measureNode(one, sizes)), ...(await measureChromium(one, sizes)) }));
  const methods = await part("methods", () => measureMethods(sizes));
  const tableMethods = await part("methods", () => measureTableMethods(sizes));
  const ptable = await part("ptable", () => measurePtable(sizes));
  const sealed = await part("sealed", () => measureSealed(sizes));
  const audit = await part("audit", () => measureAudit(sizes));
  const people = await part("people", () => measurePeople(sizes));
  const results = await part("results", () => measureResults(sizes));
  const pretabular = await part("pretabular", () => measurePretabular(sizes));
  const build = await part("build", () => measureBuilding(sizes));
  if (parts.has("page")) times.page = await part("page", () => measureFirstTable(sizes));
  /** @type {Result["peers"]} */
  const peers = await part("peers", async () => ({ node: await measurePeers(sizes), chromium: await measurePeersInChromium(sizes), bytes: measureSizes(sizes) }));
  /** @type {Result["growth"]} */
  const growth = await part("growth", () => grow(sizes));
  const links = await part("links", () => measureLinks(sizes));
  return {
    machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? null, node: process.versions.node },
    cases: Object.entries(times).map(([name, times]) => ({ name, title: chosen.find((one) => one.name === name)?.title ?? "first table in a cold page", times })),
    ratios: {
      ...Object.fromEntries(chosen.map(({ name }) => [name, ratios(times[name])])),
      ...(peers ? { peers_node: timesEngine(peers.node), peers_chromium: timesEngine(peers.chromium) } : {}),
    },
    methods,
    tableMethods,
    ptable,
    sealed,
    audit,
    people,
    results,
    pretabular,
    build,
    peers,
    growth,
    links,
    // The goals do not apply to tiny inputs.
    budgets: sizes === TINY ? [] : budgets({ times, methods, tableMethods, ptable, audit, people, pretabular, build, peers, growth }),
  };
}

/** @param {Sizes} sizes */
async function grow(sizes) {
  const found = [];
  for (const { name, title, columns, measure } of growthOf(sizes)) {
    console.error(`cellveil: growth with ${name}`);
    found.push({ name, title, columns, steps: await measure(sizes.effort) });
  }
  return found;
}
