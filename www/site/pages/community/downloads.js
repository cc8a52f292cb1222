// Prepares downloads while the browser is idle, so that the buttons work without a network: the formats of files, and
// the cores that write them.

import { idle } from "../../shell/delays.js";
import { h } from "../../shell/dom.js";

/** @import { Data } from "../../result/map/data.js" */

/** @param {HTMLSelectElement} format  the list of formats @param {() => Data | undefined} dataNow */
export async function prepareDownloads(format, dataNow) {
  await idle();
  const { FORMATS, exportTable } = await import("../../cellveil/js/export.js");
  format.replaceChildren(...FORMATS.map(({ format, name }) => h("option", { value: format }, name)));
  const data = dataNow();
  if (!data || Object(navigator).connection?.saveData) return;
  const table = await data.cube.table({ rows: [data.levels[0].name], totals: false });
  for (const each of /** @type {const} */ (["json-stat", "xlsx"])) await exportTable(/** @type {any} */ (table), each);
}
