// "Why this number" explains a figure: its meaning, its computation, and why the parts of a total may not add up. If
// the publisher permits, the panel also shows the counts behind the figure.

import { h } from "../../../shell/dom.js";
import { STATUSES, statusInWords } from "../../../../words/statuses.js";
import { looksAtTable } from "../../../../element/additivity.js";
import { numbers } from "../../../../element/render.js";
import { changeOf, errorInWords, explanationInWords, figuresOf, isRandom, listed, mostCells, number, plural } from "../../../shell/words.js";

/** @import { Layout, Sum } from "../../../../element/layout.js" */
/** @import { Cube, Table } from "../../../shell/types.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout, line: number, column: number }} Place */
/** @typedef {ReturnType<typeof createWhy>} Why */

/** Space between the panel and its figure, in pixels. */
const GAP = 6;
const EDGE = 8;
const NAMED_BLOCKS = 6;

/** @param {{ panel: HTMLElement, onclose: () => void }} of */
export function createWhy({ panel, onclose }) {
  let asked = 0;
  return {
    /** @param {Place & { cell: HTMLElement }} place */
    show(place) {
      const { cube, table, layout, line, column, cell } = place;
      asked++;
      const figure = layout.figure(line, column);
      const [title, ...paragraphs] = whyInWords(place);
      const text = h("div", { id: "why-text" }, h("p", { class: "why-figure" }, cell.textContent ?? ""), ...paragraphs.map((each) => h("p", {}, each)));
      const answer = h("p", { class: "why-answer", role: "status" });
      const question = asked;
      const ask = h("button", { type: "button", click: async () => {
        answer.textContent = "Computing …";
        const said = await table.explain({ cell: figure.cell }).then((explanation) => explanationInWords(explanation, table), (error) => errorInWords(error).text);
        if (question !== asked) return;
        answer.textContent = said;
        beside(panel, cell);
      } }, "Which counts can it stand for?");
      const explains = cube.explains && !layout.derived && figure.cell >= 0 && !looksAtTable(table.method);
      panel.replaceChildren(
        h("div", { class: "why-head" }, h("h2", { id: "why-title" }, title), h("button", { type: "button", class: "icon icon-remove", "aria-label": "Close", click: onclose })),
        text,
        ...(explains ? [h("p", {}, ask), answer] : [h("p", { class: "hint" }, unexplained(place))]));
      panel.hidden = false;
      cell.setAttribute("aria-describedby", "why-text");
      beside(panel, cell);
    },
  };
}

/** Why the panel does not offer the counts behind a figure. @param {Place} place */
function unexplained({ cube, table, layout }) {
  if (looksAtTable(table.method)) return errorInWords({ code: "whole-table" }).text;
  return layout.derived && cube.explains ? "Show counts to see which true counts a figure can stand for." : "The publisher does not disclose which counts a figure can stand for.";
}

/**
 * Places the panel below the figure, or above if there is more room.
 * @param {HTMLElement} panel
 * @param {HTMLElement} cell
 */
function beside(panel, cell) {
  const { top, bottom, left } = cell.getBoundingClientRect();
  panel.style.maxBlockSize = "none";
  const height = panel.offsetHeight;
  const [above, below] = [top - GAP - EDGE, innerHeight - bottom - GAP - EDGE];
  const under = height <= below || below >= above;
  const room = Math.max(under ? below : above, 60);
  panel.style.maxBlockSize = `${room}px`;
  panel.style.top = `${under ? bottom + GAP : Math.max(EDGE, top - GAP - Math.min(height, room))}px`;
  panel.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - panel.offsetWidth - EDGE))}px`;
}

/**
 * Returns the title of the panel, followed by its paragraphs.
 * @param {Place} place
 * @returns {string[]}
 */
export function whyInWords(place) {
  const { table, layout, line, column } = place;
  const codes = [
    ...layout.layers.map(({ axis, code }) => ({ axis, code })),
    ...layout.rows.map(({ axis }, i) => ({ axis, code: layout.codesOf(line)[i] })),
    ...layout.columns.map(({ axis }, i) => ({ axis, code: layout.codesOfColumn(column)[i] })),
  ];
  const blocks = severalOf(place, codes.map(({ axis, code }) => ({ name: axis.name, code: code.code })));
  const filters = table.filter.map(({ label, codes }) => `where ${label} is ${listed(codes.map((each) => each.label), "or")}`);
  return [
    [codes.map(({ axis, code }) => `${axis.label}: ${code.label}`).join("; "), ...filters].filter(Boolean).join(", "),
    ...statusOf(place, blocks),
    ...workedOut(place),
    ...additivity(place),
    ...blocksOf(place, blocks),
  ];
}

/** The number of published cells that a figure adds up. @param {Several[]} blocks */
const cellsIn = (blocks) => blocks.reduce((product, { variance }) => product * variance, 1);

/** @param {Place} place @param {Several[]} blocks */
function statusOf({ table, layout, line, column }, blocks) {
  const { why, value, cell } = layout.figure(line, column);
  if (why !== "") return [`${STATUSES[why].mark} ${statusInWords(why, "en")}.`];
  if (layout.derived || cell < 0) return [];
  const { largestChange } = table.method.properties;
  const units = `${figureIn(table, value ?? 0)} ${value === 1 ? table.cube.unit : plural(table.cube.unit).toLowerCase()}`;
  const changed = table.method.kind === "none" ? "It is unprotected and equals the count in the files."
    : largestChange === null || table.method.totals === "sum" || table.method.properties.additive && largestChange > 0 ? "It is protected and may differ from the true count."
      : table.method.kind === "suppression" ? "It equals the true count." : largestChange === 0 ? "" : `It is protected and differs from the true count by at most ${number(largestChange * cellsIn(blocks))}.`;
  return [[`Shown: ${units}.`, changed].filter(Boolean).join(" ")];
}

/** A figure with the decimals of its table. @param {Table} table @param {number} value */
const figureIn = ({ decimals }, value) => numbers(document.documentElement.lang, decimals).format(value);

/** @param {Table} table @param {Sum} sum */
const told = (table, sum) => (sum.value === null ? STATUSES[sum.why || "suppressed"].mark : figureIn(table, sum.value));

/** @param {Table} table @param {number} cell */
const shownAt = (table, cell) => told(table, { value: table.values[cell], why: table.status[cell], cells: [cell] });

/** @param {Table} table @param {string} name */
const namesOf = (table, name) => table.dimensions.find((each) => each.name === name)?.codes.map(({ label }) => label) ?? [];

/** @param {Place} place */
function workedOut({ table, layout, line, column }) {
  const found = layout.workings(line, column);
  const { derived } = layout;
  if (!found || !derived) return [];
  const { figure, numerator, denominator } = found;
  const { format } = numbers(document.documentElement.lang, layout.decimals + (figure.why === "low" ? 3 : 0));
  const result = figure.value === null ? STATUSES[figure.why || "suppressed"].mark : format(figure.value);
  if (derived.kind === "average") {
    const { axis } = derived.of;
    const terms = derived.numbers.map(([code, value], i) => `${axis.codes[code].label}: ${number(value)} × ${shownAt(table, numerator.cells[i])}`);
    return [`Computed from ${figuresOf(table)}: (${terms.join("; ")}) ÷ ${told(table, denominator)} = ${result}.`];
  }
  const whole = derived.kind === "ratio" ? "" : denominator.cells.length === 1
    ? `, ${table.method.kind === "none" ? "the total" : "the protected total"} of its ${derived.of}` : `, the sum of the ${number(denominator.cells.length)} parts of its ${derived.of} that are shown`;
  // A ratio shows the labels of both parts, because its table has no headings for them.
  const of = (/** @type {number | undefined} */ code) => (derived.kind === "ratio" && code !== undefined ? ` (${namesOf(table, derived.of.axis.name)[code]})` : "");
  const [above, below] = derived.kind === "ratio" ? [derived.numerator, derived.denominator] : [];
  const times = derived.kind === "ratio" ? derived.per : 100;
  return [`Computed from ${figuresOf(table)}: ${told(table, numerator)}${of(above)} ÷ ${told(table, denominator)}${of(below)}${whole}${times === 1 ? "" : `, times ${number(times)}`} = ${result}${derived.kind === "percent" ? "%" : ""}.`];
}

/**
 * Explains whether the shown parts add up to their total. For a total, these are its own parts. For another figure,
 * these are the parts of its row and of its column.
 * @param {Place} place
 */
function additivity({ table, layout, line, column }) {
  const { cell } = layout.figure(line, column);
  if (layout.derived || cell < 0) return [];
  const stride = (/** @type {string} */ name) => [...layout.rows, ...layout.columns].find(({ axis }) => axis.name === name);
  const here = [...layout.rows.map((dim, i) => ({ dim, code: layout.codesOf(line)[i] })), ...layout.columns.map((dim, i) => ({ dim, code: layout.codesOfColumn(column)[i] }))];
  const withTotals = here.filter(({ dim }) => dim.axis.codes.some(({ code }) => code === "_T") && dim.size > 1);
  const own = withTotals.filter(({ code }) => code.code === "_T");
  const innermost = (/** @type {"row" | "column"} */ axis) => withTotals.filter(({ dim }) => dim.axis.axis === axis).slice(-1);
  const asked = own.length ? own : [...innermost("column"), ...innermost("row")];
  return asked.flatMap(({ dim, code }) => {
    const found = stride(dim.axis.name);
    if (!found) return [];
    const first = cell - dim.axis.codes.indexOf(code) * dim.stride;
    const total = first + dim.axis.codes.findIndex((each) => each.code === "_T") * dim.stride;
    const parts = dim.axis.codes.map((_, i) => first + i * dim.stride).filter((each) => each !== total);
    // A single part equals the total.
    if (parts.length < 2) return [];
    const missing = parts.filter((each) => table.values[each] === null).length;
    // Sums of binary fractions are not exact.
    const bare = (/** @type {number} */ value) => Number(value.toFixed(table.decimals));
    const sum = bare(parts.reduce((all, each) => all + (table.values[each] ?? 0), 0));
    const shown = table.values[total];
    const over = `over ${dim.axis.label}`;
    if (missing > 0 || shown === null) {
      return [`${shown === null ? `The total ${over} is withheld` : `Of its parts ${over}, ${number(missing)} of ${number(parts.length)} are withheld`}, so the sum cannot be compared with the total.`];
    }
    if (sum === shown) return [`The ${number(parts.length)} parts ${over} add up to the total shown, ${figureIn(table, shown)}.`];
    const gap = bare(Math.abs(shown - sum));
    const { largestChange } = table.method.properties;
    const own = changeOf(table.method);
    const why = table.decimals > 0 && 2 * gap * 10 ** table.decimals <= parts.length + 1 ? "Each figure is rounded to its last decimal."
      : own === "" ? "Parts may overlap or be sums of other figures, so they may not add up to it."
      : largestChange !== null && gap > largestChange * (parts.length + 1) * mostCells(table) ? "Protection alone does not explain the difference: the parts overlap, or do not cover the whole total."
        : `Each figure and each total ${own}, so the parts may not add up to it.`;
    return [`The ${number(parts.length)} parts ${over} add up to ${figureIn(table, sum)}. The total shows ${figureIn(table, shown)}, a difference of ${figureIn(table, gap)}. ${why}`];
  });
}

/** @typedef {Table["areas"]["axes"][number]["places"][number]} Several  a place that is several published figures */

/**
 * Returns the codes and filters for which a figure is the sum of several published figures.
 * @param {Place} place
 * @param {{ name: string, code: string }[]} codes
 */
function severalOf({ table }, codes) {
  return table.areas.axes.flatMap(({ name, places }) => {
    const at = codes.find((each) => each.name === name)?.code ?? null;
    const place = places.find(({ code }) => code === at) ?? places.find(({ code }) => code === null);
    return place && place.blocks.length > 1 ? [place] : [];
  });
}

/** Lists the published blocks that a figure adds up. @param {Place} place @param {Several[]} several */
function blocksOf({ table }, several) {
  const sums = several.map(({ blocks }) => {
    const sign = { 1: "+", "-1": "−" };
    const terms = blocks.slice(0, NAMED_BLOCKS).map((block, i) => (i === 0 && block.sign === 1 ? block.label : `${sign[block.sign]} ${block.label}`));
    const rest = blocks.length - terms.length;
    return `Sum of ${number(blocks.length)} published figures: ${terms.join(" ")}${rest > 0 ? ` and ${number(rest)} more` : ""}.`;
  });
  if (sums.length === 0) return [];
  const cells = cellsIn(several);
  const all = several.length > 1 ? ` In total the sum has ${number(cells)} figures.` : "";
  return [`${sums.join(" ")}${all}${isRandom(table.method) ? ` The noise of these figures adds up. If the noise is independent, its variance is ${number(cells)} times that of one figure.` : ""}`];
}
