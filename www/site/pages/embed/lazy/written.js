// Writes the table of an element as HTML, for a page that contains the table before its scripts run.

import { contentOf } from "../../../../element/parts.js";
import { languageOf, wordsIn } from "../../../../words/words.js";

/** @import { Cube } from "../../../../api/cube.js" */
/** @import { Table } from "../../../../api/table.js" */

/**
 * Returns what `cellveil prerender` would write for the first element of a page.
 * @param {{ cube: Cube, table: Table }} built
 * @param {string} lang  the language of the element
 * @param {boolean} hasDirection  whether the element has its own `dir`
 */
export async function contentHtml(built, lang, hasDirection) {
  const language = languageOf(lang);
  const parts = contentOf(document, built, language, await wordsIn(language), { id: "cellveil-table-1", hasDirection });
  return parts.map(({ outerHTML }) => outerHTML).join("");
}
