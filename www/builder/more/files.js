// Files and copies of the table as shown: CSV with labels, Excel, and the clipboard.

import { exportTable } from "../../api/export.js";
import * as exporting from "../../api/export.js";
import { drawingOf } from "../../element/render.js";
import { formatList } from "../../choice/address.js";
import { inert } from "../../site/result/inert.js";
import { MARKED_UP_CELLS, plainFigures, records, tabbed } from "../../site/result/spreadsheet.js";
import { h } from "../../site/shell/dom.js";
import { versionInWords } from "../../site/shell/words.js";
import { STATUSES, statusInWords } from "../../words/statuses.js";
import { captionOfLayout, exampleOf, notesOfDerived, sumsInWords } from "../captions.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Measures } from "../../api/types.js" */
/** @import { Cube, Table } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Reason } from "../../words/statuses.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout }} Shown */

export { exportTable };

/** Tables up to this size have measures in their files. Each measure needs another pass over all cells. */
const MEASURED_CELLS = 200_000;

/** The notes below each copy of the figures. @param {Shown} shown @param {BuilderWords} words */
function notes({ cube, table, layout }, words) {
  /** @type {Set<Reason>} */
  const present = new Set();
  for (let line = 0; line < layout.height; line++) {
    for (let column = 0; column < layout.width; column++) {
      const { why } = layout.figure(line, column);
      if (why !== "") present.add(why);
    }
  }
  return [
    captionOfLayout(table, layout, words),
    ...notesOfDerived(table, layout, words),
    ...[...present].map((why) => `${STATUSES[why].mark} ${statusInWords(why, words.language)}`),
    table.method.kind === "none" ? words.result.trueCounts : "",
    words.methodText(table.method.text, words.table),
    exampleOf(table, layout, words),
    sumsInWords(table, words),
    cube.source ? words.notes.source(cube.source) : "",
    cube.licence ? words.notes.licence(cube.licence) : "",
    `Data: ${cube.id}${versionInWords(cube)}`,
  ].filter(Boolean).map(inert);
}

/** The quality measures that the publisher discloses, a line each. @param {Table} table @param {BuilderWords} words @returns {Promise<[string, number][]>} */
async function quality(table, { quality: say }) {
  if (table.values.length > MEASURED_CELLS) return [];
  const measures = await table.measures.catch(() => undefined);
  if (!measures) return [];
  const { risk, utility } = /** @type {Measures} */ (measures);
  return /** @type {[string, number | null | undefined][]} */ ([
    [say.changed, utility.changed_share], [say.utility, utility.hellinger_utility], [say.before, risk.before?.r], [say.after, risk.after?.r],
  ]).filter(/** @returns {line is [string, number]} */ (line) => typeof line[1] === "number");
}

/** The table as shown, as CSV, with the receipt of its counts if there is one. @param {Shown} shown @param {BuilderWords} words */
export function shownAsCsv(shown, words) {
  const { receipt } = shown.table;
  const last = receipt === null ? [] : [["Receipt of the counts", receipt]];
  return `${[...records(shown), [], ...notes(shown, words).map((note) => [note]), ...last].map(formatList).join("\n")}\n`;
}

/**
 * The table as an Excel workbook: the table as shown, all counts with codes and labels, and the notes.
 * @param {Shown} shown
 * @param {BuilderWords} words
 * @param {string} [base]  the folder of this package's files
 */
export async function workbook(shown, words, base) {
  const { table, layout, cube } = shown;
  const { sheets: say } = words;
  const { decimals, rows, columns } = layout;
  const figure = (/** @type {number} */ line, /** @type {number} */ column) => {
    const { value, why } = layout.figure(line, column);
    return value !== null && why === "" ? value : why === "" ? null : STATUSES[why].mark;
  };
  const lines = records(shown);
  const heads = lines.length - layout.height;
  const labels = Math.max(1, rows.length);
  /** @type {(string | number | null)[][]} */
  const asShown = lines.map((record, i) => (i < heads ? pad(record, rows.length, labels) : [...pad(record.slice(0, rows.length), rows.length, labels), ...Array.from({ length: layout.width }, (_, column) => figure(i - heads, column))]));
  const merges = columns.length > 1 ? mergesOf(layout, labels) : [];
  // A merged cell has its value in its first cell.
  for (const [row, first, , span] of merges) asShown[row].fill(null, first + 1, first + span);
  const measures = await quality(table, words);
  const about = [...notes(shown, words).map((note) => [note]), ...(measures.length ? [[], [say.quality], ...measures.map(([name, value]) => [name, value])] : [])];
  return exporting.exportWorkbook([
    { name: say.shown, rows: asShown, heads, labels, decimals, merges },
    { name: say.counts, rows: countsOf(table, say), heads: 1, labels: 0, decimals: table.decimals },
    { name: say.notes, rows: about, heads: 0, labels: 0, decimals: 4 },
  ], { title: cube.title, base });
}

/** A table without rows gets an empty column of headings. @param {string[]} record @param {number} have @param {number} want */
const pad = (record, have, want) => [...Array.from({ length: want - have }, () => ""), ...record];

/** The headings of columns that cover several columns. @param {Layout} layout @param {number} labels */
function mergesOf({ columns, width, groupOfColumn }, labels) {
  /** @type {[number, number, number, number][]} */
  const merges = [];
  for (let level = 0; level < columns.length - 1; level++) {
    for (let column = 0, span; column < width; column += span) {
      span = 1;
      while (column + span < width && groupOfColumn(column + span, level) === groupOfColumn(column, level)) span++;
      if (span > 1) merges.push([level, labels + column, 1, span]);
    }
  }
  return merges;
}

/** All cells of the table, a row each: codes, labels, value and status. @param {Table} table @param {BuilderWords["sheets"]} say */
function countsOf(table, say) {
  const heads = [...table.dimensions.flatMap(({ name, label }) => [name, label]), say.value, say.status];
  const rows = table.values.map((value, cell) => {
    const codes = [];
    for (let i = table.dimensions.length - 1, rest = cell; i >= 0; i--) {
      const { codes: all } = table.dimensions[i];
      const { code, label } = all[rest % all.length];
      codes.unshift(code, label);
      rest = Math.floor(rest / all.length);
    }
    return [...codes, value, table.status[cell]];
  });
  return [heads, ...rows];
}

/** The table as HTML for spreadsheets and documents, with its spans and notes. @param {Shown} shown @param {BuilderWords} words */
function shownAsHtml(shown, words) {
  const { start, bodies } = drawingOf(shown.table, shown.layout, { document, locale: "en", id: "copied" });
  const element = start();
  element.createCaption().textContent = captionOfLayout(shown.table, shown.layout, words);
  element.append(...bodies());
  for (const header of element.querySelectorAll("th")) header.textContent = inert(header.textContent ?? "");
  const figure = plainFigures(shown);
  [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => {
    [...row.cells].filter((cell) => cell.tagName === "TD").forEach((cell, column) => { cell.textContent = figure(line, column); });
  });
  return element.outerHTML + notes(shown, words).slice(1).map((note) => h("p", {}, note).outerHTML).join("");
}

/**
 * Copies the table as HTML and as text with tabs. If this fails, copies only the text, by a selection in a hidden
 * field.
 * @param {Shown} shown
 * @param {BuilderWords} words
 * @returns {Promise<string>} the outcome, for the status line
 */
export async function copy(shown, words) {
  const text = tabbed([...records(shown), [], ...notes(shown, words).map((note) => [note])]);
  const { height, width } = shown.layout;
  const done = words.saved.copied(height);
  try {
    /** @type {Record<string, Blob>} */
    const types = { "text/plain": new Blob([text], { type: "text/plain" }) };
    if (height * width <= MARKED_UP_CELLS) types["text/html"] = new Blob([shownAsHtml(shown, words)], { type: "text/html" });
    await navigator.clipboard.write([new ClipboardItem(types)]);
    return done;
  } catch {
    const area = h("textarea", { class: "cv-hidden", "aria-hidden": "true" });
    const before = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied ? done : words.saved.notCopied;
  }
}
