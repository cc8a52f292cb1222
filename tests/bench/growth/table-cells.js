/** Growth with the cells of the table: 10 to 10^6, all from the hypercube. */

import { hypercube } from "../cases/hypercube.js";
import { measureTable } from "./engine.js";

/** Rows of a table by its number of cells. @type {Record<number, string[]>} */
const AXES = {
  10: ["education"],
  140: ["education", "occupation"],
  924: ["sex", "age", "occupation"],
  9_240: ["sex", "age", "education", "occupation"],
  110_880: ["age", "education", "occupation", "activity", "citizenship"],
  997_920: ["region", "sex", "age", "activity", "occupation", "education", "citizenship"],
};

/** @param {number[]} sizes @returns {import("./index.js").Growth} */
export const tableCells = (sizes) => ({
  name: "table_cells",
  title: "cells of the table, from the 18,806 cells of the hypercube or of a coarser view",
  sizes,
  columns: ["table_cells", "cells_read", "engine", "call", "call_ns_a_cell"],
  build() {},
  async measure(effort) {
    const steps = [];
    for (const size of sizes) {
      const { table_cells, cells_read, engine, call } = await measureTable(hypercube.folder, { rows: AXES[size] }, effort);
      steps.push({ table_cells, cells_read, engine, call, call_ns_a_cell: (call / table_cells) * 1e6 });
    }
    return steps;
  },
});
