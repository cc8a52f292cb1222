// Population pyramids of custom areas: a table with a bar beside each figure, and a line for all areas together. The
// bars show shares, because an area and the whole have different sizes.

import { h } from "../../shell/dom.js";
import { isOrdered } from "../../result/charts/reading.js";
import { variablesOf } from "../../../choice/state.js";
import { shareInWords, shownNumber } from "./figures.js";

/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { PlannedTable } from "../../result/map/page.js" */

/** Maximum bands. Readers cannot compare more bars. */
const MOST_BANDS = 24;

/**
 * Plans the table of a pyramid: age by sex. Returns several plans, the finest ages first, because a sealed cube may have
 * published only broad ages.
 * @param {Cube} cube
 * @param {string} areas  the dimension of the areas
 * @returns {PlannedTable[]} empty if the dataset does not have both variables
 */
export function pyramidPlans(cube, areas) {
  const variables = variablesOf(cube).filter(({ dimension }) => dimension !== areas);
  const sex = variables.find(({ name, codes }) => /^(sex|gender)\b/i.test(name) && codes.length === 2);
  const ages = variables.filter(({ name, codes }) => /^age/i.test(name) && codes.length > 2 && codes.length <= MOST_BANDS && isOrdered({ codes }));
  if (!sex) return [];
  return ages.sort((a, b) => b.codes.length - a.codes.length).map(({ name }) => ({ id: "pyramid", title: "Population pyramid", rows: [name], columns: [sex.name] }));
}

let pyramids = 0;

/**
 * Draws a pyramid for each custom area.
 * @param {Table} table  ages on rows; areas and sexes on columns, all with totals
 * @param {{ everywhere: string, marks: number[] }} how  `marks`: the number of each custom area's colour
 */
export function drawPyramids(table, { everywhere, marks }) {
  const [ages, areas, sexes] = table.dimensions;
  const at = (/** @type {number} */ age, /** @type {number} */ area, /** @type {number} */ sex) => (age * areas.codes.length + area) * sexes.codes.length + sex;
  const totalOf = (/** @type {typeof ages} */ { codes }) => codes.findIndex(({ code }) => code === "_T");
  const [all, both, everyone] = [totalOf(ages), totalOf(sexes), totalOf(areas)];
  /** Returns the share of a cell in percent of its area; null if one of both figures is missing. */
  const shareOf = (/** @type {number} */ age, /** @type {number} */ area, /** @type {number} */ sex) => {
    const [part, whole] = [table.values[at(age, area, sex)], table.values[at(all, area, both)]];
    return part === null || whole === null || whole <= 0 ? null : (100 * part) / whole;
  };
  const bands = ages.codes.flatMap(({ code }, age) => (code === "_T" ? [] : [age]));
  const sides = sexes.codes.flatMap(({ code }, sex) => (code === "_T" ? [] : [sex]));
  const shares = areas.codes.flatMap((_, area) => bands.flatMap((age) => sides.map((sex) => shareOf(age, area, sex) ?? 0)));
  const longest = Math.max(...shares, 1e-9);

  const cell = (/** @type {string} */ id, /** @type {number} */ age, /** @type {number} */ area, /** @type {number} */ sex) => {
    const share = shareOf(age, area, sex);
    const town = shareOf(age, everyone, sex);
    const bar = h("span", { class: "pyramid-bar", "aria-hidden": "true" });
    // A negative figure, a difference of published figures, has no bar.
    bar.style.setProperty("--share", String(Math.max(share ?? 0, 0) / longest));
    const line = h("span", { class: "pyramid-line", "aria-hidden": "true", hidden: town === null });
    line.style.setProperty("--share", String(Math.max(town ?? 0, 0) / longest));
    // A header in the middle of its row applies to the cells on its right only, unless the cells name it.
    return h("td", { headers: `${id}-${age} ${id}-${sexes.codes[sex].code}` }, h("span", { class: "pyramid-cell" },
      h("span", { class: "pyramid-figure" }, shownNumber(table, at(age, area, sex)), ...(share === null ? [] : [" ", h("small", {}, shareInWords(share))])),
      h("span", { class: "pyramid-track" }, bar, line)));
  };
  return h("div", { class: "pyramids" }, ...areas.codes.flatMap(({ code, label }, area) => {
    if (code === "_T") return [];
    const id = `pyramid-${++pyramids}`;
    const side = (/** @type {number} */ sex) => h("th", { id: `${id}-${sexes.codes[sex].code}`, scope: "col" }, sexes.codes[sex].label);
    return [h("table", { class: "pyramid", "data-area": marks[area] },
      h("caption", {}, label, " ", h("small", {}, `Bars: % of this area. Lines: ${everywhere.toLowerCase()}.`)),
      h("thead", {}, h("tr", {}, side(sides[0]), h("th", { scope: "col" }, ages.label), side(sides[1]))),
      // The oldest are at the top, as in every pyramid.
      h("tbody", {}, ...[...bands].reverse().map((age) => h("tr", {}, cell(id, age, area, sides[0]), h("th", { id: `${id}-${age}`, scope: "row" }, ages.codes[age].label), cell(id, age, area, sides[1])))))];
  }));
}
