// npm run engines: builds one sealed cube in several ways, and compares time and memory. `tile --records` is the first. DuckDB then
// writes cells and protected views, for `tile --cells` and `tile --views`. `-- --spark` adds both for Spark. All cubes must be equal.
// `-- --records 100000,1000000` names the numbers of records, and `-- --variables 5,15` those of the variables. `-- --types 1000000`
// gives more persons a cell of their own, and `-- --memory 500` limits the memory of DuckDB to 500 MB. The output is a table in
// Markdown, or JSON with `-- --json`.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { Failure, main, path } from "../../../scripts/lib.js";
import { PYTHON, hasPython } from "../../js/support/engines/install.js";
import { measureProgram } from "../process.js";
import { install } from "./build.js";

/** @import { Cost, Engine } from "./build.js" */

/** The cost of the engine, if there is one, and of `cellveil tile`. @typedef {{ engine?: Cost, tile: Cost }} Way */
/** @typedef {{ records: number, variables: number, bytes: number, ways: Record<string, Way> }} Case */

const OPTIONS = /** @type {const} */ ({
  records: { type: "string", default: "100000,1000000,10000000" },
  variables: { type: "string", default: "8" },
  types: { type: "string", default: "5000" },
  memory: { type: "string" },
  spark: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
});

const FOLDER = "target/bench/engines";
const PROGRAM = path("target/release/cellveil");
const RUN = "tests/js/support/engines/run.py";
/** Spark on all cores of this machine. The workers' memory is that of one process. */
const SPARK = "tests/bench/scale/spark.py";
const SALT = "4b19e7c2805dfa36917c3e0ad4b86f25";
const AREAS = 400;

/** The number of categories of a variable. @param {number} at */
const categories = (at) => 2 + (at % 9);

/** @param {number} variables */
function specification(variables) {
  const codes = (/** @type {number} */ count, /** @type {(at: number) => string} */ name) => `codes = { ${Array.from({ length: count }, (_, at) => `${name(at)} = "${name(at)}"`).join(", ")} }`;
  const areas = `[[dimension]]\nname = "area"\nrole = "geo"\n${codes(AREAS, (at) => `A${String(at).padStart(3, "0")}`)}\n`;
  const others = Array.from({ length: variables - 1 }, (_, at) => `[[dimension]]\nname = "v${at}"\n${codes(categories(at), String)}\n`);
  return `[cube]
id = "engines"
unit = "person"
data = "synthetic"
audience = "public"
release = "sealed"
[key]
column = "record_key"
salt = "${SALT}"
weak_keys = "invented persons, and the salt is in the repository"
${areas}${others.join("")}
[publish]
max_dimensions = 2
[method.default]
kind = "cell-key"
ptable = "standard"
lookup = "hash"
`;
}

/** @typedef {{ records: number, variables: number, types: number, memory?: number, engines: Engine[] }} Size */

/** Writes records with DuckDB. Persons of one type have the same categories, so cells have many records, as in a census. @param {Size} size */
async function write({ records, variables, types }) {
  const others = Array.from({ length: variables - 1 }, (_, at) => `CAST(hash(i % ${types}, ${at}) % ${categories(at)} AS VARCHAR) AS v${at}`);
  const query = `SELECT printf('A%03d', hash(i, 1) % ${AREAS}) AS area, ${[...others, "CAST(hash(i, 2) % 4294967296 AS BIGINT) AS record_key"].join(", ")} FROM range(${records}) AS persons(i)`;
  await measureProgram(PYTHON, ["-c", `import duckdb; duckdb.execute("COPY (${query}) TO '${path(FOLDER, "people.parquet")}' (FORMAT parquet)")`]);
  writeFileSync(path(FOLDER, "cube.toml"), specification(variables));
}

/** @param {string[]} words */
async function cellveil(words) {
  const { printed, ...cost } = await measureProgram(PROGRAM, words);
  return cost;
}

/** Builds the cube with an engine. @param {Engine} engine @param {boolean} isProtected @param {number} [memory] in MB @returns {Promise<Way>} */
async function withEngine(engine, isProtected, memory) {
  const [records, out, sql, spec] = ["people.parquet", "out", "statements.sql", "cube.toml"].map((name) => path(FOLDER, name));
  rmSync(out, { recursive: true, force: true });
  const { printed } = await measureProgram(PROGRAM, ["sql", spec, "--engine", engine, "--records", records, "--out", out, ...(isProtected ? ["--protect"] : [])]);
  // Beyond the limit, DuckDB moves data to files in this folder.
  const limit = memory && engine === "duckdb" ? `SET memory_limit = '${memory}MB';\nSET temp_directory = '${path(FOLDER, "moved")}';\n` : "";
  writeFileSync(sql, limit + printed);
  process.env.CELLVEIL_SALT = SALT;
  const salt = isProtected ? ["salt=CELLVEIL_SALT"] : [];
  const { printed: _, ...cost } = await measureProgram(PYTHON, engine === "duckdb" ? [RUN, "duckdb", sql, ...salt] : [SPARK, "-", sql, ...salt]);
  const tile = await cellveil(["tile", spec, isProtected ? "--views" : "--cells", out, "--out", path(FOLDER, "other"), "--force"]);
  const [own, other] = ["cube", "other"].map((name) => readFileSync(path(FOLDER, name, "cube.json")));
  if (!own.equals(other)) throw new Failure(`the cube of ${engine} is not that of the records`);
  return { engine: cost, tile };
}

/** @param {Size} size @returns {Promise<Case>} */
async function measure(size) {
  const { records, variables, memory, engines } = size;
  console.error(`cellveil: ${records} records, ${variables} variables`);
  rmSync(path(FOLDER), { recursive: true, force: true });
  mkdirSync(path(FOLDER), { recursive: true });
  await write(size);
  const native = await cellveil(["tile", path(FOLDER, "cube.toml"), "--records", path(FOLDER, "people.parquet"), "--out", path(FOLDER, "cube")]);
  /** @type {Case["ways"]} */
  const ways = { "tile --records": { tile: native } };
  for (const engine of engines) {
    ways[`${NAMES[engine]}, cells`] = await withEngine(engine, false, memory);
    ways[`${NAMES[engine]}, protected views`] = await withEngine(engine, true, memory);
  }
  const { size: bytes } = statSync(path(FOLDER, "people.parquet"));
  rmSync(path(FOLDER), { recursive: true, force: true });
  return { records, variables, bytes, ways };
}

/** @type {Record<Engine, string>} */
const NAMES = { duckdb: "DuckDB", spark: "Spark" };

/** @param {string} option @param {string} text */
function wholes(option, text) {
  return text.split(",").map((word) => {
    if (!/^[1-9]\d*$/.test(word)) throw new Failure(`--${option} is ${text}; expected whole numbers from 1, with commas between them`);
    return Number(word);
  });
}

/** @param {Case[]} cases */
function markdown(cases) {
  const number = (/** @type {number} */ value) => (value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(2));
  const lines = cases.flatMap(({ records, variables, ways }) => Object.entries(ways).map(([way, { engine, tile }]) => {
    const memory = Math.max(engine?.memory_mb ?? 0, tile.memory_mb ?? 0);
    const processor = (engine?.processor_seconds ?? 0) + (tile.processor_seconds ?? 0);
    // Java runs in a process of its own, which is not measured.
    const unmeasured = way.startsWith("Spark") || memory === 0;
    return `| ${records.toLocaleString("en-US")} | ${variables} | ${way} | ${engine ? number(engine.seconds) : "–"} | ${number(tile.seconds)} | ${unmeasured ? "–" : number(processor)} | ${unmeasured ? "–" : number(memory)} |`;
  }));
  const head = ["| records | variables | way | engine, s | `tile`, s | all threads, s | memory, MB |", "|---|---|---|---|---|---|---|"];
  return [...head, ...lines].join("\n");
}

await main(import.meta.url, async () => {
  const options = optionsOf();
  if (!hasPython()) throw new Failure("there is no python3; expected Python for DuckDB");
  const engines = /** @type {Engine[]} */ (["duckdb", ...(options.spark ? ["spark"] : [])]).filter(install);
  const [types] = wholes("types", options.types);
  const [memory] = options.memory ? wholes("memory", options.memory) : [];
  const cases = [];
  for (const variables of wholes("variables", options.variables)) {
    if (variables < 2 || variables > 64) throw new Failure("--variables is from 2 to 64");
    for (const records of wholes("records", options.records)) cases.push(await measure({ records, variables, types, memory, engines }));
  }
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model ?? null, node: process.versions.node };
  console.log(options.json ? JSON.stringify({ machine, cases }, null, 2) : markdown(cases));
});

function optionsOf() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; the options are ${Object.keys(OPTIONS).map((name) => `--${name}`).join(", ")}`);
  }
}
