// The profile of the custom areas: the number of people, a population pyramid, and the publisher's tables, each with all
// areas together beside it.

import { statusInWords } from "../../../words/statuses.js";
import { byId, h, keepingFocus } from "../../shell/dom.js";
import { listed, number, plural } from "../../shell/words.js";
import { shareInWords, shownNumber } from "./figures.js";
import { drawPyramids, pyramidPlans } from "./pyramid.js";
import { drawMade, queryOfPopulation, queryOfTable } from "./tables.js";
import { cautions, differencingInWords, protectionInWords, wayOf } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { PlannedTable } from "../../result/map/page.js" */
/** @import { Table } from "../../shell/types.js" */
/** @import { Area } from "./areas.js" */
/** @import { Made, Terms } from "./tables.js" */
/** @import { Sums } from "./words.js" */

/**
 * @typedef {{ areas: Area[], labels: string[], marks: number[], terms: Terms }} Chosen  the custom areas with
 *   parts; `marks`: the numbers of their colours
 * @typedef {{ people: Table, made: Made[] }} Profile
 */

/** The name of the total of all areas. */
const EVERYWHERE = "All areas";

/** Maximum tables of a dataset without planned tables. */
const MOST_TABLES = 4;

/**
 * Builds the tables of custom areas. A refused table has its error in its place. Undefined if the reader has changed the
 * choice meanwhile.
 * @param {Data} of
 * @param {Chosen} chosen
 * @param {AbortSignal} signal
 * @returns {Promise<Profile | undefined>}
 */
export async function buildProfile({ cube, levels: [level], page }, { areas, labels, terms }, signal) {
  const groups = labels.map((label, i) => /** @type {[string, string[]]} */ ([label, areas[i].codes]));
  const sealed = cube.release === "sealed";
  const ask = async (/** @type {PlannedTable} */ planned) => ({ planned, table: await cube.table({ ...queryOfTable(planned, level.name, groups, terms, sealed), signal }) });
  const people = await cube.table({ ...queryOfPopulation(level.name, groups, terms, sealed), signal });
  /** @type {Made[]} */
  const made = [];
  for (const plan of pyramidPlans(cube, level.name)) {
    // A dataset that has published no ages by sex for areas has no pyramid.
    const pyramid = await ask(plan).catch(() => undefined);
    if (signal.aborted) return undefined;
    // A filter may leave only one sex. A pyramid needs two.
    if (pyramid && pyramid.table.dimensions[2].codes.length === 3) {
      made.push(pyramid);
      break;
    }
  }
  const own = cube.dimensions.filter(({ name }) => name !== level.name).slice(0, MOST_TABLES).map(({ name, label }) => ({ id: name, title: label, rows: [name], columns: [] }));
  for (const planned of page.tables.length ? page.tables : own) {
    made.push(await ask(planned).catch((error) => ({ planned, error })));
    if (signal.aborted) return undefined;
  }
  return { people, made };
}

/** Returns a message for each area whose number of people is missing. @param {Table} people */
function missing({ dimensions: [areas], status }) {
  return areas.codes.flatMap(({ code, label }, i) => {
    const why = status[i];
    return why && code !== "_T" ? [`${label}: ${statusInWords(why)}. Add more parts, preferably whole larger areas, so that the area has enough people.`] : [];
  });
}

/**
 * @param {Data} of
 * @param {Chosen} chosen
 * @param {Profile} profile
 * @param {{ format: () => string, say: (text: string) => void }} page
 */
export function showProfile({ cube, levels: [level] }, { areas, labels, marks, terms }, { people, made }, { format, say }) {
  byId("profile").hidden = false;
  byId("profile-title").textContent = listed(labels);
  const unit = plural(cube.unit).toLowerCase();
  const way = wayOf(cube, terms.method);
  const how = way === "bare" ? "not protected" : "protected";
  const all = people.values[people.values.length - 1];
  byId("people").replaceChildren(h("dl", { class: "people" }, ...people.dimensions[0].codes.map(({ code, label }, i) => {
    const value = people.values[i];
    const share = value !== null && all !== null && all > 0 ? `, ${shareInWords((100 * value) / all)} of all` : "";
    const more = code === "_T" ? `, in ${number(level.codes.length)} parts` : `, in ${number(areas[i].codes.length)} of ${number(level.codes.length)} parts${share}`;
    return h("div", {}, h("dt", {}, code === "_T" ? EVERYWHERE : label), h("dd", {}, shownNumber(people, i), h("small", {}, `${unit}, ${how}${more}`)));
  })));
  byId("caution").replaceChildren(...[...missing(people), ...cautions(areas, labels, level.codes.length, way)].map((text) => h("p", { class: "notice" }, text)));
  byId("percent-note").textContent = `Percentages: of each column’s total, computed from ${way === "bare" ? "the figures shown" : "protected figures"}. They may not add up to 100.`;
  const file = (/** @type {PlannedTable} */ table, /** @type {string} */ ending) => `${[cube.id, ...labels, table.id].join("_").replace(/[^\p{L}\p{N}_.]+/gu, "-").slice(0, 100)}.${ending}`;
  const words = { everywhere: EVERYWHERE, unit, file, format, say };
  keepingFocus(() => byId("tables").replaceChildren(...made.map((each) =>
    (each.planned.id === "pyramid" ? drawMade(each, words, (table) => drawPyramids(table, { everywhere: EVERYWHERE, marks })) : drawMade(each, words)))), byId("profile"));
}

/**
 * Shows how areas are protected, and what the difference of two areas discloses.
 * @param {Data["cube"]} cube
 * @param {Terms["method"]} method
 * @param {Sums} sums
 * @param {Table["method"]} [used]  the method of the tables that are shown
 */
export function showProtection(cube, method, sums, used) {
  const way = wayOf(cube, method);
  byId("protection").replaceChildren(...protectionInWords(cube, way, sums, used).map((text) => h("p", {}, text)));
  byId("differencing").replaceChildren(...differencingInWords(cube, way).map((text) => h("p", {}, text)));
}
