// Copies a selection of figures for spreadsheets, including rows of a long table that are not in the page.

import { byId } from "../../shell/dom.js";
import { counted, number } from "../../shell/words.js";

/** @import { Drawn } from "../../result/spreadsheet.js" */
/** @import { createTableView } from "./table-view.js" */

/**
 * @param {ReturnType<typeof createTableView>} view
 * @param {() => Drawn | undefined} shown
 * @param {(text: string) => void} say
 */
export function createSelected(view, shown, say) {
  const region = byId("table");
  /** @type {Awaited<typeof import("./lazy/selected.js")> | undefined} */
  let loaded;
  // A copy event cannot wait for a script, so the script is loaded while the reader selects. Without the script, the
  // browser copies only the text in the page.
  const load = async () => { loaded ??= await import("./lazy/selected.js").catch(() => undefined); };
  region.addEventListener("selectstart", load);

  // In the table, Ctrl+A selects the table, as in a spreadsheet.
  region.addEventListener("keydown", (event) => {
    const table = view.drawn();
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !table) return;
    event.preventDefault();
    void load();
    getSelection()?.selectAllChildren(table.element);
  });

  document.addEventListener("copy", (event) => {
    const [selection, table, drawn] = [getSelection(), view.drawn(), shown()];
    if (!loaded || !selection || selection.isCollapsed || !table || !drawn || !event.clipboardData) return;
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    // The page copies selections that begin or end in the table. The browser copies other selections.
    if (![selection.anchorNode, selection.focusNode].some((node) => region.contains(node))) return;
    const part = loaded.selectedIn({ selection, drawn, ...table });
    if (!part) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", part.text);
    if (part.html) event.clipboardData.setData("text/html", part.html);
    say(`Copied ${counted(part.lines, "row")}${part.lines < drawn.layout.height ? ` of ${number(drawn.layout.height)}` : ""}. Paste into a spreadsheet.`);
  });
}
