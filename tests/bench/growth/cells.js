/**
 * Growth with the cells of the cube: 10^3 to 10^7 random cells. The table always has 4,096 cells. The loop is measured
 * too.
 */

import assert from "node:assert/strict";
import { randomCells } from "../cases/random-cells.js";
import { loopFor } from "../loop.js";
import { repeatedSync } from "../measure.js";
import { measureTable } from "./engine.js";

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export function cells(sizes) {
  const cases = sizes.map((size) => randomCells(`cells_${size}`, size));
  return {
    name: "cells",
    title: "cells of the cube, for a table of 4,096 cells",
    sizes,
    columns: ["cells", "engine", "js_loop", "engine_to_js_loop", "call"],
    build: () => cases.forEach((one) => one.build()),
    async measure(effort) {
      const steps = [];
      for (const { name, folder, query, table } of cases) {
        const loop = await loopFor(name);
        const columns = table();
        const { engine, call, js_loop } = await measureTable(folder, query, effort, (values) => {
          assert.deepEqual([...loop.tabulate(columns)], values, `${name}: the loop gives the same table`);
          return { js_loop: repeatedSync(() => loop.tabulate(columns)) };
        });
        steps.push({ cells: columns.counts.length, engine, js_loop, engine_to_js_loop: engine / js_loop, call });
      }
      return steps;
    },
  };
}
