// "Find a row", for long tables. The browser's own search finds only the rows that are in the page.

import { byId } from "../../shell/dom.js";
import { number } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { createTableView } from "./table-view.js" */

/**
 * @param {ReturnType<typeof createTableView>} view
 * @param {() => Layout | undefined} layoutOf
 * @param {(text: string) => void} say
 */
export function createFind({ cellAt }, layoutOf, say) {
  const input = /** @type {HTMLInputElement} */ (byId("find-text"));
  /** The last result. The next search starts after it. */
  let last = { text: "", line: -1 };
  byId("find").addEventListener("submit", (event) => {
    event.preventDefault();
    const layout = layoutOf();
    const text = input.value.trim().toLocaleLowerCase();
    if (!layout || text === "") return;
    const from = text === last.text ? last.line + 1 : 0;
    const line = lineWith(layout, text, from);
    if (line === undefined) return say(`No row has “${input.value.trim()}” in its headings.`);
    last = { text, line };
    // The focus stays in the search, so that Enter leads to the next result.
    for (const row of document.querySelectorAll("#table tr.found")) row.classList.remove("found");
    cellAt(line, 0)?.closest("tr")?.classList.add("found");
    say(`Row ${number(line + 1)}: ${layout.codesOf(line).map(({ label }) => label).join(", ")}.`);
  });
}

/**
 * Finds the next line whose headings contain the text. Otherwise finds a line whose headings contain each word.
 * @param {Layout} layout
 * @param {string} text
 * @param {number} from
 */
function lineWith(layout, text, from) {
  for (const parts of [[text], text.split(/\s+/)]) {
    for (let i = 0; i < layout.height; i++) {
      const line = (from + i) % layout.height;
      const headings = layout.codesOf(line).map(({ label }) => label).join(" ").toLocaleLowerCase();
      if (parts.every((each) => headings.includes(each))) return line;
    }
  }
  return undefined;
}
