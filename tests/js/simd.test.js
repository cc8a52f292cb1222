// In a runtime without SIMD, only the scalar core is loaded, for all queries.

import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { path } from "../../scripts/lib.js";
import { CUBES, commandLineAnswers } from "./support/equality.js";
import { checkHashedCells } from "./support/hashed-cells.js";

/** @type {string[]} */
const cores = [];
const { readFile } = fs.promises;
fs.promises.readFile = /** @type {any} */ ((/** @type {URL} */ file, /** @type {any} */ options) => {
  if (file instanceof URL && file.pathname.endsWith(".wasm")) cores.push(basename(file.pathname));
  return readFile(file, options);
});
syncBuiltinESMExports();
WebAssembly.validate = () => false;

test("an engine without SIMD gets the scalar core", async () => {
  const [{ folder }] = CUBES;
  const cube = await openCube(pathToFileURL(path("target", folder, "cube.json")));
  const asked = ["default", "small-cell", "matrix"].map((method) => ({ rows: ["region"], columns: ["sex", "age"], method }));
  const answers = [];
  for (const query of asked) {
    const table = await cube.table(query);
    answers.push({ csv: table.toCSV(), receipt: table.receipt });
  }
  assert.deepEqual(answers, await commandLineAnswers(folder, asked));
  const whole = await cube.table({ rows: ["region"], columns: ["sex"], method: { kind: "small-count-rounding", base: 5 } });
  assert.equal(whole.adjustment?.decimals, 0);
  assert.deepEqual(cores, ["cellveil_scalar_bg.wasm"], "also for a table method");
});

test("the scalar core draws each cell's number from the documented hash", checkHashedCells);
