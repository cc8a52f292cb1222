// The table of a map, with a sorted line for each area. Choosing a line also chooses the area on the map.

import { STATUSES, statusInWords } from "../../../words/statuses.js";
import { h } from "../../shell/dom.js";
import { counted, number } from "../../shell/words.js";
import { inert } from "../../result/inert.js";
import { legendLines } from "../../result/legend.js";
import { formatList } from "../../../choice/address.js";

/** @import { Figure } from "./indicators.js" */

/** @typedef {"descending" | "ascending" | "name"} Sort */

/** The largest number of lines in the table, because browsers need seconds for more. The CSV has all areas. */
const MOST_LINES = 1_000;
/** Lists of more areas are sorted by simple rules, because the rules of a language take seconds. */
const LONG = 5_000;

/**
 * Sorts areas. Areas without a figure come last, and the line of all areas comes first.
 * @param {Figure[]} figures  the last is of all areas together
 * @param {Sort} sort
 */
function sorted(figures, sort) {
  const all = figures.slice(-1);
  const areas = figures.slice(0, -1);
  const names = new Intl.Collator("en", { numeric: true });
  const byName = areas.length > LONG
    ? (/** @type {Figure} */ a, /** @type {Figure} */ b) => Number(a.label > b.label) - Number(a.label < b.label)
    : (/** @type {Figure} */ a, /** @type {Figure} */ b) => names.compare(a.label, b.label);
  const direction = sort === "ascending" ? 1 : -1;
  areas.sort(sort === "name" ? byName : (a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || byName(a, b);
    return direction * (a.value - b.value) || byName(a, b);
  });
  return [...all, ...areas];
}

/** Whether the table lists only some of the areas, so that readers need to find others by name. @param {Figure[]} figures */
export const isLong = (figures) => figures.length - 1 > MOST_LINES;

/**
 * Returns the lines of the table, and a text about lines that are not listed. The chosen area is always listed.
 * @param {Figure[]} figures
 * @param {{ sort: Sort, find: string, selected: string | null }} how
 * @returns {{ lines: Figure[], said: string }}
 */
export function linesOf(figures, { sort, find, selected }) {
  const [all, ...areas] = sorted(figures, sort);
  if (!isLong(figures)) return { lines: [all, ...areas], said: "" };
  const words = find.trim().toLocaleLowerCase();
  const found = words === "" ? areas : areas.filter(({ code, label }) => label.toLocaleLowerCase().includes(words) || code.toLocaleLowerCase() === words);
  const some = found.slice(0, MOST_LINES);
  const chosen = selected !== null && !some.some(({ code }) => code === selected) ? areas.filter(({ code }) => code === selected) : [];
  const said = words !== "" && found.length <= MOST_LINES ? `${counted(found.length, "area")} found.`
    : `The first ${number(MOST_LINES)} of ${counted(found.length, "area")}. The CSV has all areas.`;
  return { lines: [all, ...chosen, ...some], said };
}

/**
 * @param {object} shown
 * @param {Figure[]} shown.lines
 * @param {string} shown.caption
 * @param {string} shown.areas  the heading of the names
 * @param {string} shown.unit  the heading of the figures
 * @param {(value: number) => string} shown.format
 * @param {(value: number | null) => boolean} shown.low
 * @param {Sort} shown.sort
 * @param {string | null} shown.selected
 * @param {{ sort: (sort: Sort) => void, select: (code: string) => void }} act
 */
export function drawTable({ lines, caption, areas, unit, format, low, sort, selected }, act) {
  // table.css adds an arrow for the sort direction.
  const by = (/** @type {Sort} */ wanted, /** @type {string} */ text) =>
    h("button", { type: "button", class: "sort", "data-key": `sort-${wanted === "name" ? "name" : "value"}`, click: () => act.sort(wanted) }, text);
  const aria = sort === "name" ? ["ascending", "none"] : ["none", sort];
  return h("table", { class: "cellveil-table figures" },
    h("caption", { class: "hidden-visually" }, h("span", { id: "table-caption" }, caption)),
    h("thead", {}, h("tr", {},
      h("th", { scope: "col", class: "cellveil-dimension", "aria-sort": aria[0] }, by("name", areas)),
      h("th", { scope: "col", class: "cellveil-column", "aria-sort": aria[1] }, by(sort === "descending" ? "ascending" : "descending", unit)))),
    h("tbody", {}, ...lines.map((figure) => {
      const total = figure.code === "_T";
      const chosen = figure.code === selected;
      return h("tr", { "data-code": figure.code, class: chosen ? "chosen" : undefined },
        h("th", { scope: "row", class: total ? "cellveil-row cellveil-total" : "cellveil-row" },
          total ? figure.label : h("button", { type: "button", class: "area", "aria-pressed": String(chosen), "data-key": `area-${figure.code}`, click: () => act.select(figure.code) }, figure.label)),
        cell(figure, total, format, low));
    })));
}

/**
 * @param {Figure} figure
 * @param {boolean} total
 * @param {(value: number) => string} format
 * @param {(value: number | null) => boolean} low
 */
function cell({ value, why }, total, format, low) {
  const name = total ? "cellveil-value cellveil-total" : "cellveil-value";
  if (value === null) {
    const reason = why ?? "suppressed";
    return h("td", { class: `${name} cellveil-missing` }, h("abbr", { title: statusInWords(reason) }, STATUSES[reason].mark));
  }
  return h("td", { class: name }, format(value), ...(low(value) ? [" ", h("abbr", { title: statusInWords("low") }, STATUSES.low.mark)] : []));
}

/** The shorthand that a table uses. @param {Figure[]} figures @param {(value: number | null) => boolean} low */
export const shorthandOf = (figures, low) => new Set(figures.flatMap(({ value, why }) => (value === null ? [why ?? "suppressed"] : low(value) ? [/** @type {const} */ ("low")] : [])));

/**
 * Lists the shorthand in a table, with its meaning.
 * @param {HTMLElement} list
 * @param {Figure[]} figures
 * @param {(value: number | null) => boolean} low
 */
export function drawLegend(list, figures, low) {
  const present = shorthandOf(figures, low);
  list.hidden = present.size === 0;
  list.replaceChildren(...legendLines(present));
}

/**
 * Writes the CSV file, with the columns of the command line and a label. The last area line is for all areas together.
 * Figures are not rounded. An empty line separates the notes and the receipt.
 * @param {Figure[]} figures
 * @param {string} level
 * @param {string[]} notes  a line each
 * @param {string | null} receipt  of the table behind the figures
 */
export function csvOf(figures, level, notes, receipt) {
  const status = (/** @type {Figure} */ { value, why }) => (value === null ? why ?? "suppressed" : "");
  return [
    [level, "value", "status", "label"], ...figures.map((each) => [each.code, each.value === null ? "" : String(each.value), status(each), inert(each.label)]),
    [], ...notes.map((note) => [inert(note)]), ...(receipt === null ? [] : [["Receipt of the table behind these figures", receipt]]),
  ].map((line) => `${formatList(line)}\n`).join("");
}
