/** Cells that a table is made from: 10^3 to 10^7 random ones, always the same 4,096 cells of a table; beside the loop. */

import assert from "node:assert/strict";
import { randomCells } from "../cases/random-cells.js";
import { loopFor } from "../loop.js";
import { repeatedSync } from "../measure.js";
import { measureTable } from "./engine.js";

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];
const CASES = SIZES.map((size) => randomCells(`cells_${size}`, size));

/** @type {import("./index.js").Growth} */
export const cells = {
  name: "cells",
  title: "cells of the cube, for a table of 4,096 cells",
  sizes: SIZES,
  columns: ["cells", "engine", "js_loop", "engine_to_js_loop", "call"],
  build: () => CASES.forEach((one) => one.build()),
  async measure() {
    const steps = [];
    for (const { name, folder, query, table } of CASES) {
      const loop = await loopFor(name);
      const columns = table();
      const { engine, call, js_loop } = await measureTable(folder, query, (values) => {
        assert.deepEqual([...loop.tabulate(columns)], values, `${name}: the loop gives the same table`);
        return { js_loop: repeatedSync(() => loop.tabulate(columns)) };
      });
      steps.push({ cells: columns.counts.length, engine, js_loop, engine_to_js_loop: engine / js_loop, call });
    }
    return steps;
  },
};
