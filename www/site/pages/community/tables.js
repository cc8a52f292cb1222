// Queries and draws tables of custom areas. In a query, each custom area is one group of codes.

import { layoutOf } from "../../../element/layout.js";
import { renderTable } from "../../../element/render.js";
import { h } from "../../shell/dom.js";
import { legendLines } from "../../result/legend.js";
import { saveReceipt } from "../../shell/receipt.js";
import { save } from "../../shell/save.js";
import { errorInWords } from "../../shell/words.js";
import { statusInWords } from "../../../words/statuses.js";
import { shareInWords } from "./figures.js";

/** @import { Selection, Table } from "../../shell/types.js" */
/** @import { PlannedTable } from "../../result/map/page.js" */
/** @import { Sums } from "./words.js" */

/** @typedef {{ planned: PlannedTable, table?: Table, error?: unknown }} Made */
/** The method and the filters of each query of the page. @typedef {{ method: string | object | undefined, filter: Selection["filter"] }} Terms */

/**
 * @param {PlannedTable} planned
 * @param {string} dimension  of the areas
 * @param {[label: string, codes: string[]][]} groups
 * @param {Terms} terms
 * @param {boolean} sealed
 */
export function queryOfTable({ rows, columns }, dimension, groups, { method, filter }, sealed) {
  return {
    rows, columns: [dimension, ...columns], groups: { [dimension]: groups }, filter: Object.fromEntries(filter), totals: true,
    ...(method ? { method } : {}), ...(sealed ? { areas: /** @type {const} */ ("blocks") } : {}),
  };
}

/**
 * Returns the query for the protected number of people in each custom area and in all areas together.
 * @param {string} dimension
 * @param {[label: string, codes: string[]][]} groups
 * @param {Terms} terms
 * @param {boolean} sealed
 */
export function queryOfPopulation(dimension, groups, terms, sealed) {
  const { columns, ...query } = queryOfTable({ id: "", title: "", rows: [], columns: [] }, dimension, groups, terms, sealed);
  return { ...query, rows: columns, columns: [] };
}

/**
 * Returns how many published figures each custom area adds up, and the variance of the sum's noise.
 * @param {Table} table
 * @param {string} dimension
 * @returns {Sums}
 */
export function sumsOf(table, dimension) {
  const places = table.areas.axes.find(({ name }) => name === dimension)?.places ?? [];
  return new Map(places.flatMap(({ code, blocks, variance, negative }) => (code === null ? [] : [[code, { blocks: blocks.length, variance, negative }]])));
}

/** @type {Record<string, string>} */
const REFUSED = {
  "no-view": "The publisher has not published these figures for areas, so the page cannot add them up. Other tables of this page may be there.",
  "rule-refused": "The publisher’s limits do not allow this table for this area. Add more parts, preferably whole larger areas.",
};

/** @param {unknown} error */
function refusalInWords(error) {
  const { code } = /** @type {{ code?: string }} */ (Object(error));
  return (code && Object.hasOwn(REFUSED, code) && REFUSED[code]) || errorInWords(error).text;
}

const WITHHELD = /** @type {const} */ (["suppressed", "blocked"]);

/**
 * Draws a table with its heading, or the reason why the table was refused.
 * @param {Made} made
 * @param {object} page
 * @param {string} page.everywhere  the name of the total of all areas
 * @param {string} page.unit
 * @param {(table: PlannedTable, ending: string) => string} page.file  returns the name of a file
 * @param {() => string} page.format
 * @param {(text: string) => void} page.say
 * @param {(table: Table) => HTMLElement} [draw]  draws the figures; by default as a table
 */
export function drawMade({ planned, table, error }, { everywhere, unit, file, format, say }, draw = (table) => drawFigures(planned, table, everywhere, unit)) {
  const heading = h("h3", {}, planned.title);
  if (!table) {
    return h("div", { class: "profile-table" }, heading,
      h("div", { class: "notice refused" }, h("p", {}, refusalInWords(error)), h("details", {}, h("summary", {}, "Technical details"), h("p", { class: "technical" }, errorInWords(error).technical))));
  }
  const present = WITHHELD.filter((reason) => table.status.includes(reason));
  const download = async () => {
    try {
      const { exportTable } = await import("../../cellveil/js/export.js");
      const { ending, type, bytes } = await exportTable(/** @type {any} */ (table), /** @type {any} */ (format()));
      save(/** @type {any} */ (bytes), file(planned, ending), type);
    } catch (cause) {
      say(`${planned.title} was not saved as a file: ${/** @type {Error} */ (cause).message}.`);
    }
  };
  return h("div", { class: planned.columns.length ? "profile-table profile-wide" : "profile-table" }, heading,
    draw(table),
    ...(present.length ? [h("dl", { class: "legend" }, ...legendLines(present))] : []),
    h("p", { class: "bar-actions no-print" },
      h("button", { type: "button", "data-key": `download-${planned.id}`, "aria-label": `Download ${planned.title}`, click: download }, "Download"), " ",
      h("button", { type: "button", "data-key": `receipt-${planned.id}`, "aria-label": `Receipt of ${planned.title}`, click: () => saveReceipt(table, file(planned, "receipt.json")) }, "Receipt")));
}

/** @param {PlannedTable} planned @param {Table} table @param {string} everywhere @param {string} unit */
function drawFigures({ title }, table, everywhere, unit) {
  const element = renderTable(table, { document, locale: document.documentElement.lang, words: { suppressed: statusInWords("suppressed"), blocked: statusInWords("blocked") } });
  // Only screen readers need this caption: the heading above shows the title.
  const caption = element.createCaption();
  caption.className = "hidden-visually";
  caption.textContent = `${title}, in ${unit} and as a percentage of each column’s total`;
  nameAreas(element, table, everywhere);
  addShares(element, table);
  return scrolling(h("div", { class: "table-region", role: "region", "aria-label": title, tabindex: 0 }, element));
}

/**
 * Adds to each figure its percentage of the column's total, so that areas of different sizes can be compared.
 * @param {HTMLTableElement} element
 * @param {Table} table
 */
function addShares(element, table) {
  const layout = layoutOf(table, { percent: "column" });
  [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => {
    [...row.querySelectorAll("td")].forEach((cell, column) => {
      const { value } = layout.figure(line, column);
      if (value !== null) cell.append(" ", h("small", {}, shareInWords(value)));
    });
  });
}

/**
 * Fades the edge of a region that can scroll further. Otherwise readers could misread a figure that is cut off there.
 * @param {HTMLElement} region
 */
function scrolling(region) {
  // The row headings stay in place while the table scrolls. The class `corner` does the same for the cell above them.
  region.querySelector("thead th")?.classList.add("corner");
  const fade = () => region.classList.toggle("more", region.scrollWidth - region.clientWidth - Math.abs(region.scrollLeft) > 1);
  region.addEventListener("scroll", fade, { passive: true });
  new ResizeObserver(fade).observe(region);
  return region;
}

/**
 * Renames the headings of the areas and of the total, because the areas are custom areas. Readers could mistake “Total”
 * for the sum of the custom areas.
 * @param {HTMLTableElement} element
 * @param {Table} table
 * @param {string} everywhere
 */
function nameAreas(element, table, everywhere) {
  const [areas] = table.dimensions.filter(({ axis }) => axis === "column");
  const total = areas?.codes[areas.codes.length - 1];
  const over = element.tHead?.rows[0]?.lastElementChild;
  if (areas && over?.textContent?.startsWith(areas.label)) over.textContent = `Area${over.textContent.slice(areas.label.length)}`;
  const header = element.tHead?.rows[1]?.lastElementChild;
  if (header && total?.code === "_T" && header.textContent === total.label) header.textContent = everywhere;
}
