/** Measures `cellveil tile` beside DuckDB and Polars, which group the same records. */

import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Failure, path } from "../../scripts/lib.js";
import { median } from "./measure.js";
import { DUCKDB, POLARS, installedPeers } from "./peers/install.js";
import { cellveil, narrow } from "./pretabular.js";
import { measureCommand, measureProgram } from "./process.js";

/** @import { Cost } from "./process.js" */
/** @import { Sizes } from "./sizes.js" */

/** `rounds`: each round runs each row once. @typedef {{ households: number, rounds: number }} BuildSize */
/** `file_mb`: the tiles of the cube, or the file of a peer. @typedef {Cost & { file_mb: number }} Built */
/** @typedef {{ title: string, records: number, cells: number, rows: Record<string, Built> }} Building */

const FOLDER = "target/bench/build";
const KEY = "record_key_seeded";
const DIMENSIONS = ["age", "sex", "marital_status", "household_size", "tenure", "activity", "health"];

/** The groups of measurements: their title and their eight columns. Areas make nearly each record a cell of its own. */
const GROUPS = {
  few: { title: "few cells", columns: ["household_type", ...DIMENSIONS] },
  many: { title: "nearly as many cells as records", columns: ["area", ...DIMENSIONS] },
};

/** The limit of the rows with little memory. Only many cells exceed it. */
const MEMORY = "200MB";

/** The rows: the program, the format of the records, and the encoding of the tiles or a limit of the memory. */
const ROWS = {
  cellveil_parquet: "cellveil, from Parquet",
  cellveil_parquet_packed: "cellveil with packed tiles, from Parquet",
  cellveil_parquet_limited: `cellveil with --memory ${MEMORY}, from Parquet`,
  duckdb_parquet: "DuckDB, from Parquet",
  polars_parquet: "Polars, from Parquet",
  cellveil_csv: "cellveil, from CSV",
  cellveil_csv_packed: "cellveil with packed tiles, from CSV",
  duckdb_csv: "DuckDB, from CSV",
};

/** The peers that group records, with their programs. */
const GROUPING = {
  duckdb: { python: DUCKDB, script: "group.py" },
  polars: { python: POLARS, script: "group_polars.py" },
};

/** The rows of each group. @returns {Record<string, string[]>} */
export function buildingsOf() {
  const installed = { cellveil: true, ...installedPeers() };
  const rows = Object.keys(ROWS).filter((row) => installed[/** @type {"cellveil" | "duckdb" | "polars"} */ (row.split("_")[0])]);
  return Object.fromEntries(Object.keys(GROUPS).map((group) => [group, rows]));
}

/** The title of a row. @param {string} row */
export const titleOf = (row) => ROWS[/** @type {keyof typeof ROWS} */ (row)];

/** @param {Pick<Sizes, "build">} sizes @returns {Promise<Record<string, Building>>} */
export async function measureBuilding({ build: { households, rounds } }) {
  mkdirSync(path(FOLDER), { recursive: true });
  try {
    let printed = "";
    for (const format of ["csv", "parquet"]) {
      const words = ["--households", String(households), "--seed", "1", "--out", `${FOLDER}/people.${format}`, "--spec", `${FOLDER}/people.toml`, "--force"];
      printed = cellveil("synthesize", ...words);
    }
    const records = Number(/(\d+) persons/.exec(printed)?.[1]);
    if (!(records > 0)) throw new Failure(`no number of persons in: ${printed}`);
    const whole = readFileSync(path(FOLDER, "people.toml"), "utf8");
    /** @type {Record<string, Building>} */
    const found = {};
    for (const [group, rows] of Object.entries(buildingsOf())) {
      const { title, columns } = GROUPS[/** @type {keyof typeof GROUPS} */ (group)];
      const specification = narrow(whole, columns);
      writeFileSync(path(FOLDER, `${group}.toml`), specification);
      writeFileSync(path(FOLDER, `${group}-packed.toml`), `${specification}\n[publish]\nencoding = "packed"\n`);
      /** @type {Record<string, Built[]>} */
      const costs = Object.fromEntries(rows.map((row) => [row, []]));
      let cells = 0;
      for (let round = 0; round < rounds; round++) {
        for (const row of rows) {
          const { groups, ...cost } = await measureRow(row, group, columns, round);
          costs[row].push(cost);
          // The first row is that of cellveil. The others must have as many cells.
          const found = groups ?? `${cellsOf(path(FOLDER, `${group}-${row}-${round}`, "cube.json"))} ${records}`;
          if (!cells) cells = Number(found.split(" ")[0]);
          if (found !== `${cells} ${records}`) throw new Failure(`${row} wrote groups and records ${found}; expected ${cells} ${records}`);
        }
      }
      found[group] = { title, records, cells, rows: Object.fromEntries(rows.map((row) => [row, middle(costs[row])])) };
    }
    return found;
  } finally {
    rmSync(path(FOLDER), { recursive: true, force: true });
  }
}

/**
 * Also returns the number of groups and of their records that a peer wrote.
 * @param {string} row
 * @param {string} group
 * @param {string[]} columns
 * @param {number} round
 * @returns {Promise<Built & { groups?: string }>}
 */
async function measureRow(row, group, columns, round) {
  const [program, format, kind] = row.split("_");
  const records = `${FOLDER}/people.${format}`;
  if (program === "cellveil") {
    // Each run writes to a new folder, because the time to remove old files would count.
    const out = `${FOLDER}/${group}-${row}-${round}`;
    const specification = `${FOLDER}/${group}${kind === "packed" ? "-packed" : ""}.toml`;
    const limit = kind === "limited" ? ["--memory", MEMORY] : [];
    const cost = await measureCommand(["tile", specification, "--records", records, "--out", out, ...limit]);
    const tiles = readdirSync(path(out, "tiles")).map((name) => statSync(path(out, "tiles", name)).size);
    return { ...cost, file_mb: tiles.reduce((sum, bytes) => sum + bytes, 0) / 1e6 };
  }
  const { python, script } = GROUPING[/** @type {keyof typeof GROUPING} */ (program)];
  const words = [`tests/bench/peers/${script}`, records, `${FOLDER}/groups.parquet`, String(availableParallelism()), KEY, ...columns];
  const { printed, processor_seconds, ...cost } = await measureProgram(python, words);
  const [, seconds, groups] = /^(\S+) (.*)/.exec(printed) ?? [];
  // Without the start of Python.
  return { ...cost, seconds: Number(seconds), groups, file_mb: statSync(path(FOLDER, "groups.parquet")).size / 1e6 };
}

/** The median of the times, and the largest memory. @param {Built[]} costs @returns {Built} */
function middle(costs) {
  const memory = costs.map(({ memory_mb }) => memory_mb ?? 0);
  return { seconds: median(costs.map(({ seconds }) => seconds)), file_mb: costs[0].file_mb, ...(costs[0].memory_mb === undefined ? {} : { memory_mb: Math.max(...memory) }) };
}

/** The number of cells of a cube's first view. In version 4, a view is a list. @param {string} manifest the path of cube.json */
export function cellsOf(manifest) {
  const [view] = JSON.parse(readFileSync(manifest, "utf8")).views;
  return Array.isArray(view) ? view[1] : view.cells;
}
