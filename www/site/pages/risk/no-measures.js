// For datasets with confidential true counts. Shows the measures that the publisher permits, and a link to the same
// data with public measures.

import { open } from "../../shell/catalogue.js";
import { isOwnMethod } from "../../../choice/designed.js";
import { byId, h } from "../../shell/dom.js";
import { measuresTable, tells } from "../../result/measured.js";
import { writeHash } from "../../../choice/address.js";
import { axesOf, queryOf, variablesOf } from "../../../choice/state.js";

/** @import { Comparison } from "./comparison.js" */
/** @import { Cube } from "../../shell/types.js" */

/** The largest number of cubes to open. Each needs a request. */
const OPENED_CUBES = 12;

/**
 * Shows the measures that the publisher permits, and a link to a dataset that permits all measures.
 * @param {Comparison} asked
 * @param {Cube} of
 * @param {string[]} names  of the site's cubes
 * @param {AbortSignal} signal
 */
export async function showNoMeasures(asked, of, names, signal) {
  const query = { ...queryOf({ ...asked.table, totals: true }, true), method: asked.table.method ?? undefined, signal };
  const measures = isOwnMethod(asked.table.method) ? undefined : await of.measure(query);
  if (signal.aborted) return "";
  const rounded = measures !== undefined && tells(measures);
  byId("measures-section").hidden = !rounded;
  byId("untold-text").textContent = of.release === "sealed"
    ? "The files hold no true counts, so risk and utility cannot be shown."
    : "True counts are confidential, so risk and utility cannot be shown.";
  byId("rounded-measures").textContent = rounded ? "The publisher’s rounded measures of this table are below. A utility of 1 means that the table is unchanged or nearly unchanged." : "The publisher gives no measures for this table.";
  if (rounded) byId("measures").replaceChildren(measuresTable(measures, "Measures of this table, rounded by the publisher"));
  byId("untold-way").replaceChildren();
  const telling = await tellingCube(asked, of, names, signal);
  if (telling && !signal.aborted) byId("untold-way").replaceChildren(h("a", { href: `risk.html${telling.hash}` }, `Measure “${telling.title}”`), ", a dataset with true counts.");
  return rounded ? "The publisher’s measures." : "No measures of this table.";
}

/** The part of an id before the release class. @param {string} id */
const stem = (id) => id.replace(/[-_.](sealed|keyed|preprotected)$/i, "");

/** The names of the dimensions, sorted. @param {Cube} cube */
const named = (cube) => JSON.stringify(cube.dimensions.map(({ name }) => name).sort());

/** Whether two cubes probably have the same data: similar ids or equal dimensions. @param {Cube} a @param {Cube} b */
function isKin(a, b) {
  return stem(a.id) === stem(b.id) || named(a) === named(b);
}

/**
 * Finds a dataset of this site with the same data that permits measures. The link opens the same table if the dataset
 * has the table's variables.
 * @param {Comparison} asked
 * @param {Cube} of
 * @param {string[]} names
 * @param {AbortSignal} signal
 */
async function tellingCube({ table }, of, names, signal) {
  const far = (/** @type {string} */ name) => Number(stem(name) !== stem(table.cube ?? ""));
  for (const name of [...names].sort((a, b) => far(a) - far(b)).slice(0, OPENED_CUBES)) {
    if (signal.aborted) return undefined;
    const other = await open(name).catch(() => undefined);
    if (!other?.mayReveal || !isKin(other, of)) continue;
    const has = new Set(variablesOf(other).map((each) => each.name));
    const same = [...axesOf(table), ...table.filter.map(([each]) => each)].every((each) => has.has(each)) && axesOf(table).length > 0;
    return { title: other.title, hash: same ? writeHash({ ...table, cube: name, method: null }) : `#cube=${encodeURIComponent(name)}` };
  }
}
