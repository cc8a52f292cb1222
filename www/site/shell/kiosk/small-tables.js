// Small tables of the site's own datasets, for the attract screen.

import { variablesOf } from "../../../choice/state.js";
import { CHOSEN, listCubes, open, usual } from "../catalogue.js";
import { h } from "../dom.js";
import { captionOf, number } from "../words.js";

/** @import { Cube, Table } from "../types.js" */

const TABLES = 3;
const FEWEST_ROWS = 3;
const MOST_ROWS = 7;
const MARKS = { suppressed: "[c]", blocked: "[x]" };

/** @param {Table} table */
function drawn(table) {
  const rows = table.rows({ labels: true });
  const [key] = Object.keys(rows[0]);
  return h("table", {},
    h("caption", {}, h("strong", {}, table.cube.title), " ", captionOf(table)),
    h("tbody", {}, ...rows.map(({ [key]: label, value, status }) => h("tr", {},
      h("th", { scope: "row" }, String(label)),
      h("td", {}, value === null ? MARKS[/** @type {keyof typeof MARKS} */ (status)] ?? "" : number(Number(value))),
    ))),
  );
}

/** Short variables of a cube: the first in each dimension that has one. @param {Cube} cube */
function shortVariables(cube) {
  const short = variablesOf(cube).filter(({ size }) => size >= FEWEST_ROWS && size <= MOST_ROWS);
  return short.filter(({ dimension }, at) => short.findIndex((each) => each.dimension === dimension) === at);
}

/** Tables of one variable each. A dataset or a table that cannot be shown is left out. @returns {Promise<HTMLElement[]>} */
export async function smallTables() {
  const tables = [];
  try {
    const cube = await open(CHOSEN || usual(await listCubes()), { whole: false });
    for (const { name } of shortVariables(cube)) {
      if (tables.length === TABLES) break;
      const table = await cube.table({ rows: [name], columns: [] }).catch(() => undefined);
      if (table) tables.push(drawn(table));
    }
  } catch {
    // The page behind the screen reports a dataset that cannot be opened.
  }
  return tables;
}
