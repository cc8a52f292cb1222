/** Writes the records, and builds the cubes with each engine. */

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Failure, path } from "../../../scripts/lib.js";
import { PYTHON, ensureEngines, ensureSpark, hasPython } from "../../js/support/engines/install.js";
import { measureProgram } from "../process.js";
import { areaLines, recordLines, write } from "./population.js";
import { specification } from "./specification.js";

/** @import { Release } from "./specification.js" */

/** @typedef {{ areas: number, persons: number, variables: number }} Size `persons` of each area; `variables` besides the area */
/** `processor_seconds` of all threads; it and `memory_mb` are missing on systems without /proc. @typedef {{ seconds: number, processor_seconds?: number, memory_mb?: number }} Cost */
/** @typedef {"duckdb" | "spark"} Engine */

/** Writes records and specifications. Returns the folder, below the repository. @param {string} name @param {Size} size */
export async function writeRecords(name, size) {
  const folder = `target/bench/scale/${name}`;
  rmSync(path(folder), { recursive: true, force: true });
  mkdirSync(path(folder), { recursive: true });
  await write(path(folder, "areas.csv"), areaLines(size.areas));
  await write(path(folder, "people.csv"), recordLines(size));
  for (const release of /** @type {Release[]} */ (["sealed", "keyed"])) writeFileSync(path(folder, `${release}.toml`), specification(release, size.variables));
  return { folder, bytes: statSync(path(folder, "people.csv")).size };
}

/** Builds a cube from the records. @param {string} folder @param {Release} release @returns {Promise<Cost>} */
export const build = (folder, release) => cellveil(["tile", `${folder}/${release}.toml`, "--records", `${folder}/people.csv`, "--out", `${folder}/${release}`, "--force"]);

/**
 * Turns the records into cells with an engine, and builds the sealed cube from the cells. It equals the cube of the records, which
 * must be there.
 * @param {string} folder @param {Engine} engine @returns {Promise<{ cells: Cost, tile: Cost }>}
 */
export async function buildWith(folder, engine) {
  const [out, sql] = [path(folder, `cells-${engine}`), path(folder, `${engine}.sql`)];
  rmSync(out, { recursive: true, force: true });
  const { printed } = await measureProgram(PROGRAM, ["sql", `${folder}/sealed.toml`, "--engine", engine, "--records", engine === "spark" ? "table:people" : path(folder, "people.csv"), "--out", out]);
  writeFileSync(sql, printed);
  const run = engine === "spark" ? ["tests/bench/scale/spark.py", path(folder, "people.csv"), sql] : ["tests/js/support/engines/run.py", "duckdb", sql];
  const cells = await costOf(PYTHON, run);
  const tile = await cellveil(["tile", `${folder}/sealed.toml`, "--cells", out, "--out", `${folder}/from-${engine}`, "--force"]);
  // The manifest has the digests of all files.
  const [own, other] = ["sealed", `from-${engine}`].map((name) => readFileSync(path(folder, name, "cube.json")));
  if (!own.equals(other)) throw new Failure(`the cube from the cells of ${engine} is not that of the records`);
  return { cells, tile };
}

/** Installs an engine. Returns whether the machine can run the engine. @param {Engine} engine */
export function install(engine) {
  if (!hasPython()) return false;
  if (engine === "spark") ensureSpark();
  else ensureEngines();
  return true;
}

const PROGRAM = path("target/release/cellveil");

/** @param {string[]} words */
const cellveil = (words) => costOf(PROGRAM, words);

/** @param {string} program @param {string[]} words @returns {Promise<Cost>} */
async function costOf(program, words) {
  const { printed, ...cost } = await measureProgram(program, words);
  return cost;
}
