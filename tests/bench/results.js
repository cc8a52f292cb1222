/** Measures the intervals of a table's figures, and the table's Excel file. */

import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { exportTable } from "cellveil/export.js";
import { path } from "../../scripts/lib.js";
import { layoutOf } from "../../www/element/layout.js";
import { figureIntervals } from "../../www/element/uncertainty.js";
import { repeated, repeatedSync, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Sizes } from "./sizes.js" */

/** @param {Sizes} sizes @returns {Promise<Times>} milliseconds for a table of 2,772 cells of the hypercube */
export async function measureResults({ effort }) {
  const cube = await openCube(pathToFileURL(path("target/site/cubes/hypercube/cube.json")));
  try {
    const table = await cube.table({ rows: ["region", "age"], columns: ["sex", "occupation"] });
    const known = await table.uncertainty();
    const layout = layoutOf(table, { percent: "row" });
    return await timeAll({
      intervals: repeated(() => table.uncertainty()),
      intervals_percentages: repeatedSync(() => {
        const intervalOf = figureIntervals(table, layout, known);
        for (let line = 0; line < layout.height; line++) for (let column = 0; column < layout.width; column++) intervalOf(line, column);
      }),
      workbook: repeated(() => exportTable(table, "xlsx")),
    }, effort);
  } finally {
    cube.close();
  }
}
