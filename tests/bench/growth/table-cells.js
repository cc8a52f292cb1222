/** Cells of the table: 10 to 10^6, all made from the hypercube. */

import { hypercube } from "../cases/hypercube.js";
import { measureTable } from "./engine.js";

/** @type {string[][]} */
const AXES = [
  ["education"],
  ["education", "occupation"],
  ["sex", "age", "occupation"],
  ["sex", "age", "education", "occupation"],
  ["age", "education", "occupation", "activity", "citizenship"],
  ["region", "sex", "age", "activity", "occupation", "education", "citizenship"],
];

/** @type {import("./index.js").Growth} */
export const tableCells = {
  name: "table_cells",
  title: "cells of the table, from the 18,806 cells of the hypercube or of a coarser view",
  sizes: [10, 140, 924, 9_240, 110_880, 997_920],
  columns: ["table_cells", "cells_read", "engine", "call", "call_ns_a_cell"],
  build() {},
  async measure() {
    const steps = [];
    for (const axes of AXES) {
      const { table_cells, cells_read, engine, call } = await measureTable(hypercube.folder, { rows: axes });
      steps.push({ table_cells, cells_read, engine, call, call_ns_a_cell: (call / table_cells) * 1e6 });
    }
    return steps;
  },
};
