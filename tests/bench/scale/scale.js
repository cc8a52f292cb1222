// npm run scale: a census on paper and in simulation. Builds cubes of invented persons for a few numbers of areas, measures
// them, and computes the figures of a national census from them. `-- --areas 60,125,250` names the numbers of areas.
// `-- --markdown` prints the tables of docs/evidence/scale.md, and `-- --json` prints JSON. `-- --spark` also runs Spark.

import { rmSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { Failure, main, path } from "../../../scripts/lib.js";
import { build, buildWith, install, writeRecords } from "./build.js";
import { millionTables, program } from "./cost.js";
import { describe, unknownFiles } from "./cube.js";
import { markdown } from "./markdown.js";
import { computed } from "./paper.js";
import { VARIABLES, namesOf } from "./population.js";
import { readTables } from "./reader.js";

/** @import { Cost, Engine, Size } from "./build.js" */
/** @import { Prices, Traffic } from "./cost.js" */
/** @import { Described } from "./cube.js" */
/** @import { Paper } from "./paper.js" */
/** @import { Reading } from "./reader.js" */
/** @import { Release } from "./specification.js" */

/** @typedef {{ cube: Described, cost: Cost, reading: Reading }} Built */
/** @typedef {{ areas: number, recordBytes: number, sealed: Built, keyed: Built, engines: Partial<Record<Engine, { cells: Cost, tile: Cost }>> }} Step */
/** A real cube of many areas and few variables, and the same cube on paper. @typedef {{ areas: number, variables: number, built: Built, paper: Paper }} Wide */
/** @typedef {Paper & { areas: number, sent: { first: Traffic, next: Traffic }, million: ReturnType<typeof millionTables> }} Computed */
/**
 * @typedef {object} Result
 * @property {{ cores: number, cpu: string | null, node: string }} machine
 * @property {{ persons: number, variables: number, national: number }} size
 * @property {Prices} prices
 * @property {Traffic} program
 * @property {Step[]} steps
 * @property {Wide} wide
 * @property {Record<Release, Computed[]>} papers
 */

const OPTIONS = /** @type {const} */ ({
  areas: { type: "string", default: "60,125,250,500,1000" },
  persons: { type: "string", default: "300" },
  variables: { type: "string", default: String(Object.keys(VARIABLES).length) },
  wide: { type: "string", default: "20000" },
  national: { type: "string", default: "200000" },
  tables: { type: "string", default: "10" },
  "price-gb": { type: "string", default: "0.05" },
  "price-requests": { type: "string", default: "0.01" },
  spark: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
});

/** `least`: the least number of variables. `wide`: the variables of the wide cube, whose many views need files of tile entries. */
const VARIABLE_COUNTS = { least: 3, wide: 14 };

await main(import.meta.url, async () => {
  const options = optionsOf();
  const number = (/** @type {"persons" | "variables" | "wide" | "national" | "tables"} */ name) => wholeOf(name, options[name]);
  const sizes = options.areas.split(",").map((text) => wholeOf("areas", text));
  if (sizes.length < 2) throw new Failure("--areas needs two numbers or more, to show how the figures grow");
  const size = { persons: number("persons"), variables: number("variables"), national: number("national") };
  if (size.variables < VARIABLE_COUNTS.least || size.variables > Object.keys(VARIABLES).length) throw new Failure(`--variables is from ${VARIABLE_COUNTS.least} to ${Object.keys(VARIABLES).length}`);
  const prices = { gb: priceOf("price-gb", options["price-gb"]), requests: priceOf("price-requests", options["price-requests"]), tables: number("tables") };
  const engines = /** @type {Engine[]} */ (["duckdb", ...(options.spark ? ["spark"] : [])]).filter(install);

  const steps = [];
  for (const areas of sizes.sort((a, b) => a - b)) steps.push(await measure({ ...size, areas }, engines));
  const wide = await measureWide({ ...size, areas: number("wide"), variables: Math.min(VARIABLE_COUNTS.wide, size.variables) }, steps);
  const result = { machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? null, node: process.versions.node }, size, prices, program: program(), steps, wide };
  const whole = { ...result, papers: { sealed: papers("sealed", result), keyed: papers("keyed", result) } };
  console.log(options.json ? JSON.stringify(whole, null, 2) : markdown(whole));
});

function optionsOf() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; the options are ${Object.keys(OPTIONS).map((name) => `--${name}`).join(", ")}`);
  }
}

/** @param {Size} size @param {Engine[]} engines @returns {Promise<Step>} */
async function measure(size, engines) {
  console.error(`cellveil: ${size.areas} areas`);
  const { folder, bytes } = await writeRecords(String(size.areas), size);
  try {
    const [sealed, keyed] = [await built(folder, "sealed", size), await built(folder, "keyed", size)];
    /** @type {Step["engines"]} */
    const found = {};
    for (const engine of engines) found[engine] = await buildWith(folder, engine);
    return { areas: size.areas, recordBytes: bytes, sealed, keyed, engines: found };
  } finally {
    rmSync(path(folder), { recursive: true, force: true });
  }
}

/** @param {Size} size @param {Step[]} steps @returns {Promise<Wide>} */
async function measureWide(size, steps) {
  console.error(`cellveil: ${size.areas} areas with ${size.variables} variables`);
  const { folder } = await writeRecords("wide", size);
  try {
    const names = namesOf(size.variables);
    const real = await built(folder, "sealed", size);
    const input = { measured: measuredOf("sealed", steps), release: /** @type {const} */ ("sealed"), areas: size.areas, names };
    return { areas: size.areas, variables: size.variables, built: real, paper: computed(input) };
  } finally {
    rmSync(path(folder), { recursive: true, force: true });
  }
}

/** @param {Release} release @param {Step[]} steps */
function measuredOf(release, steps) {
  return steps.map(({ areas, [release]: { cube } }) => ({ areas, cube }));
}

/** @param {string} folder @param {Release} release @param {Size} size @returns {Promise<Built>} */
async function built(folder, release, { areas, variables }) {
  const cost = await build(folder, release);
  const out = path(folder, release);
  const cube = describe(out);
  if (unknownFiles(out, cube) !== 0) throw new Failure(`${out} has files that cube.json does not describe`);
  return { cube, cost, reading: await readTables(out, areas, namesOf(variables)) };
}

/** The cube on paper, from a tenth of the nation to the whole. @param {Release} release @param {Omit<Result, "papers">} result @returns {Computed[]} */
function papers(release, { size, steps, wide, prices, program }) {
  const measured = measuredOf(release, steps);
  const { next } = wide.built.reading;
  // JSON of the wide cube, with brotli. A cube that is not in parts has no parts to read.
  const ofManifest = wide.built.cube.manifestBrotli / wide.built.cube.bytes.manifest;
  const ofParts = next.before > 0 ? (next.sent - next.tiles) / next.before : ofManifest;
  return [0.1, 0.25, 0.5, 1].map((share) => {
    const areas = Math.round(size.national * share);
    const paper = computed({ measured, release, areas, names: namesOf(size.variables) });
    const later = { requests: paper.next.requests, sent: paper.next.before * ofParts + paper.next.tiles };
    const sent = { first: { requests: paper.first.requests, sent: later.sent + paper.bytes.manifest * ofManifest }, next: later };
    return { ...paper, areas, sent, million: millionTables({ program, ...sent }, prices) };
  });
}

/** @param {string} name @param {string} text */
function wholeOf(name, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new Failure(`--${name} is ${text}; expected a whole number from 1`);
  return Number(text);
}

/** @param {string} name @param {string} text */
function priceOf(name, text) {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Failure(`--${name} is ${text}; expected a number from 0`);
  return Number(text);
}
