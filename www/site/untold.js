// Data whose truth may not be told: the page says so, shows what their publisher tells all the same, and leads to data that tell.

import { open } from "./catalogue.js";
import { isDesigned } from "./design.js";
import { byId, h } from "./dom.js";
import { measuresTable, tells } from "./measured.js";
import { queryOf, variablesOf, writeHash } from "./state.js";

/** @import { Comparison } from "./comparison.js" */
/** @import { Cube } from "./types.js" */

/** Opening a cube costs a request. */
const OPENED_CUBES = 12;

/** Where the truth may not be told: what the publisher tells all the same, and data that tell. @param {Comparison} asked @param {Cube} of @param {string[]} names  of the site's cubes @param {AbortSignal} signal */
export async function showUntold(asked, of, names, signal) {
  const query = { ...queryOf({ ...asked.table, totals: true }, true), method: asked.table.method ?? undefined, signal };
  const measures = isDesigned(asked.table.method) ? undefined : await of.measure(query);
  if (signal.aborted) return "";
  const baked = measures !== undefined && tells(measures);
  byId("measures-section").hidden = !baked;
  byId("untold-text").textContent = of.release === "sealed"
    ? "The truth behind these data is not in their files, so what their protection risks and costs cannot be told here."
    : "The truth behind these data may not be told, and so neither may what their protection risks and costs.";
  byId("untold-baked").textContent = baked ? "Below is what the publisher worked out and rounded for this table." : "The publisher has worked out no measures for this table.";
  if (baked) byId("measures").replaceChildren(measuresTable(measures, "Measures of this table, as the publisher rounded them"));
  byId("untold-way").replaceChildren();
  const telling = await tellingCube(asked, names, signal);
  if (telling && !signal.aborted) byId("untold-way").replaceChildren(h("a", { href: `risk.html${telling.hash}` }, `Measure “${telling.title}”`), ", data that tell.");
  return baked ? "Measures of the publisher." : "Nothing is told of this table.";
}

/** Other data of this site that tell, those of the same name first; with the same table where they have it. @param {Comparison} asked @param {string[]} names @param {AbortSignal} signal */
async function tellingCube({ table }, names, signal) {
  const kin = (/** @type {string} */ name) => Number(!(table.cube ?? "").startsWith(name));
  for (const name of names.slice(0, OPENED_CUBES).sort((a, b) => kin(a) - kin(b))) {
    if (signal.aborted) return undefined;
    const other = await open(name).catch(() => undefined);
    if (!other?.mayReveal) continue;
    const has = new Set(variablesOf(other).map((each) => each.name));
    const same = [...table.rows, ...table.columns, ...table.filter.map(([each]) => each)].every((each) => has.has(each)) && table.rows.length > 0;
    return { title: other.title, hash: same ? writeHash({ ...table, cube: name, method: null }) : `#cube=${encodeURIComponent(name)}` };
  }
}
