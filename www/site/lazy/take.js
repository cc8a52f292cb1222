// Taking a table away: the formats of the library, the table as it is shown, and the clipboard.

import { exportTable, FORMATS } from "../cellveil/pkg/js/export.js";
import { captionOfLayout, notesOf } from "../shared/derived.js";
import { h } from "../shared/dom.js";
import { drawingOf, STATUSES, statusInWords } from "../shared/library.js";
import { number } from "../shared/words.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Reason } from "../../words/statuses.js" */
/** @import { Cube, Table } from "../shared/types.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout }} Shown */

export { exportTable, FORMATS };

/** A spreadsheet takes the plain text as well; markup of more cells than this takes too long. */
const MARKED_UP_CELLS = 100_000;

/** A spreadsheet would work out what begins so, and a label may be anybody's: of a cube, or of a group in a link. @param {string} text */
const asText = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Rounded as on the page, without separators of thousands. */
const ONE_DECIMAL = new Intl.NumberFormat("en", { useGrouping: false, signDisplay: "negative", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {Shown} shown @param {number} line @param {number} column  as a spreadsheet reads it: no separators of thousands */
function plain({ layout }, line, column) {
  const { value, why } = layout.figure(line, column);
  if (value === null || why !== "") return why === "" ? "" : STATUSES[why].mark;
  return layout.decimals ? ONE_DECIMAL.format(value) : String(value);
}

/** A record for each line that is shown, after one for each level of column headings. @param {Shown} shown @returns {string[][]} */
export function records(shown) {
  const { table, layout } = shown;
  const { rows, columns, width, height } = layout;
  const corners = rows.map(({ axis }) => asText(axis.label));
  const heads = columns.length === 0 ? [[...corners, `Count (${table.cube.unit})`]]
    : columns.map((_, level) => [
      ...(level === columns.length - 1 ? corners : corners.map(() => "")),
      ...Array.from({ length: width }, (_, column) => asText(layout.codesOfColumn(column)[level].label)),
    ]);
  return [...heads, ...Array.from({ length: height }, (_, line) => [
    ...layout.codesOf(line).map(({ label }) => asText(label)),
    ...Array.from({ length: width }, (_, column) => plain(shown, line, column)),
  ])];
}

/** What goes with the figures wherever they go. @param {Shown} shown */
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
    cube.source ? `Source: ${cube.source}` : "",
    cube.licence ? `Licence: ${cube.licence}` : "",
    `Data: ${cube.id}, version ${cube.digest}`,
  ].filter(Boolean).map(asText);
}

/** RFC 4180. @param {string} field */
const quoted = (field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** The table as it is shown. @param {Shown} shown */
export function shownAsCsv(shown) {
  return `${[...records(shown), [], ...notes(shown).map((note) => [note])].map((record) => record.map(quoted).join(",")).join("\n")}\n`;
}

/** @param {Shown} shown */
function shownAsTabs(shown) {
  const bare = (/** @type {string} */ field) => field.replace(/[\t\r\n]+/g, " ");
  return [...records(shown), [], ...notes(shown).map((note) => [note])].map((record) => record.map(bare).join("\t")).join("\n");
}

/** As a table that spreadsheets and documents take with its spans. @param {Shown} shown */
function shownAsHtml(shown) {
  const { start, bodies } = drawingOf(shown.table, shown.layout, { document, locale: "en", id: "copied" });
  const element = start();
  element.createCaption().textContent = captionOfLayout(shown.table, shown.layout);
  element.append(...bodies());
  for (const header of element.querySelectorAll("th")) header.textContent = asText(header.textContent);
  // A spreadsheet that is set to another language would read "1,234" as 1.234.
  [...element.tBodies].flatMap((body) => [...body.rows]).forEach((row, line) => {
    [...row.cells].filter((cell) => cell.tagName === "TD").forEach((cell, column) => { cell.textContent = plain(shown, line, column); });
  });
  return element.outerHTML;
}

/**
 * Copies the table, as markup and as text with tabs. Without a clipboard the page's own copying does it.
 * @param {Shown} shown
 * @returns {Promise<string>} what came of it
 */
export async function copy(shown) {
  const text = shownAsTabs(shown);
  const { height, width } = shown.layout;
  const done = `Copied ${number(height)} rows: paste them into a spreadsheet.`;
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
    return copied ? done : "The table could not be copied here: select it on the page, or download it.";
  }
}
