/** Measures the design of a p-table in wasm, natively, and as a command including its start. */

import { spawnSync } from "node:child_process";
import { openWorkshop } from "cellveil/workshop.js";
import { Failure, environment, path } from "../../scripts/lib.js";
import { repeatedSync, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Sizes } from "./sizes.js" */
/** @import { PtableDesign } from "../../www/api/types.js" */

/** Two designs: 11 rows of up to 21 noises, and 51 rows of up to 101 noises. @type {Record<string, PtableDesign>} */
const DESIGNS = { d10_v9: { maxChange: 10, variance: 9 }, d50_v30: { maxChange: 50, variance: 30 } };

/** @param {Sizes} sizes @returns {Promise<Times>} milliseconds */
export async function measurePtable({ effort }) {
  const workshop = await openWorkshop();
  /** @type {Record<string, import("./measure.js").Work>} */
  const works = {};
  for (const [name, parameters] of Object.entries(DESIGNS)) {
    works[`wasm_${name}`] = repeatedSync(() => workshop.design(parameters));
    works[`command_${name}`] = repeatedSync(() => command(parameters));
  }
  return { ...natively(), ...(await timeAll(works, effort)) };
}

/**
 * Returns the medians from an ignored test, which prints a line with name and milliseconds for each design.
 * @returns {Times}
 */
function natively() {
  const args = ["test", "--release", "--locked", "--features", "cli,bindgen", "--test", "rust", "ptable::design::time", "--", "--ignored", "--nocapture"];
  const { status, stdout, stderr } = spawnSync("cargo", args, { cwd: path(), encoding: "utf8", env: environment });
  if (status !== 0) throw new Failure(`the native design was not timed: ${stderr}`);
  return Object.fromEntries([...stdout.matchAll(/^(native_\w+) ([0-9.]+)$/gm)].map(([, name, ms]) => [name, Number(ms)]));
}

/** @param {PtableDesign} parameters */
function command({ maxChange, variance }) {
  const args = ["ptable", "design", "--max-change", String(maxChange), "--variance", String(variance)];
  const { status, stderr } = spawnSync(path("target/release/cellveil"), args, { encoding: "utf8" });
  if (status !== 0) throw new Failure(`no p-table was designed: ${stderr}`);
}
