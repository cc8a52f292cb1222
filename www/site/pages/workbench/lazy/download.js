// Writes files and copies of a table: the formats of the package, the table as shown, and the clipboard.

import { exportTable, FORMATS } from "../../../cellveil/js/export.js";
import { captionOfLayout, notesOf } from "../../../result/derived.js";
import { h } from "../../../shell/dom.js";
import { inert } from "../../../result/inert.js";
import { drawingOf } from "../../../../element/render.js";
import { STATUSES, statusInWords } from "../../../../words/statuses.js";
import { MARKED_UP_CELLS, plainFigures, records, tabbed } from "../../../result/spreadsheet.js";
import { formatList } from "../../../choice/address.js";
import { counted, sumsInWords, versionInWords } from "../../../shell/words.js";

/** @import { Layout } from "../../../../element/layout.js" */
/** @import { Reason } from "../../../../words/statuses.js" */
/** @import { Cube, Table } from "../../../shell/types.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout }} Shown */

export { exportTable, FORMATS, records };

/** The notes below each copy of the figures. @param {Shown} shown */
export function notes(shown) {
  const { cube, table, layout } = shown;
  /** @type {Set<Reason>} */
  const present = new Set();
  for (let line = 0; line < layout.height; line++) {
    for (let column = 0; column < layout.width; column++) {
      const { why } = layout.figure(line, column);
      if (why !== "") present.add(why);
    }
  }
  return [
    captionOfLayout(table, layout),
    ...notesOf(table, layout),
    ...[...present].map((why) => `${STATUSES[why].mark} ${statusInWords(why)}`),
    table.method.text,
    sumsInWords(table),
    cube.source ? `Source: ${cube.source}` : "",
    cube.licence ? `Licence: ${cube.licence}` : "",
    `Data: ${cube.id}${versionInWords(cube)}`,
  ].filter(Boolean).map(inert);
}

/** The table as shown, as CSV, with the receipt of its counts if there is one. @param {Shown} shown */
export function shownAsCsv(shown) {
  const { receipt } = shown.table;
  const last = receipt === null ? [] : [["Receipt of the counts", receipt]];
  return `${[...records(shown), [], ...notes(shown).map((note) => [note]), ...last].map(formatList).join("\n")}\n`;
}

/** The table as HTML for spreadsheets and documents, with its spans and notes. @param {Shown} shown */
function shownAsHtml(shown) {
  const { start, bodies } = drawingOf(shown.table, shown.layout, { document, locale: "en", id: "copied" });
  const element = start();
  element.createCaption().textContent = captionOfLayout(shown.table, shown.layout);
  element.append(...bodies());
  for (const header of element.querySelectorAll("th")) header.textContent = inert(header.textContent ?? "");
  const figure = plainFigures(shown);
  [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => {
    [...row.cells].filter((cell) => cell.tagName === "TD").forEach((cell, column) => { cell.textContent = figure(line, column); });
  });
  return element.outerHTML + notes(shown).slice(1).map((note) => h("p", {}, note).outerHTML).join("");
}

/**
 * Copies the table as HTML and as text with tabs. If this fails, copies only the text, by a selection in a hidden
 * field.
 * @param {Shown} shown
 * @returns {Promise<string>} the outcome, for the status line
 */
export async function copy(shown) {
  const text = tabbed([...records(shown), [], ...notes(shown).map((note) => [note])]);
  const { height, width } = shown.layout;
  const done = `Copied ${counted(height, "row")}. Paste into a spreadsheet.`;
  try {
    /** @type {Record<string, Blob>} */
    const types = { "text/plain": new Blob([text], { type: "text/plain" }) };
    if (height * width <= MARKED_UP_CELLS) types["text/html"] = new Blob([shownAsHtml(shown)], { type: "text/html" });
    await navigator.clipboard.write([new ClipboardItem(types)]);
    return done;
  } catch {
    const area = h("textarea", { class: "hidden-visually", "aria-hidden": "true" });
    const before = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied ? done : "Copying failed. Select the table on the page, or download it.";
  }
}
