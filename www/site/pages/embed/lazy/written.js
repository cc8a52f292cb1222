// Writes the table of an element as HTML, for a page that contains the table before its scripts run.

import { markOf } from "../../../../element/attributes.js";
import { contentOf } from "../../../../element/parts.js";
import { languageOf, wordsIn } from "../../../../words/words.js";

/** @import { Cube } from "../../../../api/cube.js" */
/** @import { Table } from "../../../../api/table.js" */

/**
 * Returns what `cellveil prerender` would write for the first element of a page.
 * @param {{ cube: Cube, table: Table }} built
 * @param {string} snippet  the lines to copy, with the element
 * @param {string} lang  the language of the element
 */
export async function contentHtml(built, snippet, lang) {
  const element = new DOMParser().parseFromString(snippet, "text/html").querySelector("cellveil-table");
  const mark = markOf((name) => element?.getAttribute(name) ?? null);
  const language = languageOf(lang);
  const parts = contentOf(document, built, language, await wordsIn(language), { id: "cellveil-table-1", mark, hasDirection: Boolean(element?.hasAttribute("dir")) });
  return parts.map(({ outerHTML }) => outerHTML).join("");
}
