// Figures that are selected by hand, in the clipboard: as spreadsheets take them, and of a table with more rows than are in the page all that are meant.

import { byId } from "../../shell/dom.js";
import { counted, number } from "../../shell/words.js";

/** @import { Drawn } from "../../result/spreadsheet.js" */
/** @import { createTableView } from "./table-view.js" */

/** @param {ReturnType<typeof createTableView>} view @param {() => Drawn | undefined} shown @param {(text: string) => void} say */
export function createSelected(view, shown, say) {
  const region = byId("table");
  /** @type {Awaited<typeof import("./lazy/selected.js")> | undefined} */
  let loaded;
  // The clipboard does not wait: what fills it is loaded while the selection is made. Without it browsers copy what they find.
  const load = async () => { loaded ??= await import("./lazy/selected.js").catch(() => undefined); };
  region.addEventListener("selectstart", load);

  // All of the table, as in a spreadsheet; all of the page is selected from elsewhere.
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
    // Of a drag that went on beyond the table its part of the table is meant; all of the page is left to the browser.
    if (![selection.anchorNode, selection.focusNode].some((node) => region.contains(node))) return;
    const part = loaded.selectedIn({ selection, drawn, ...table });
    if (!part) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", part.text);
    if (part.html) event.clipboardData.setData("text/html", part.html);
    say(`Copied ${counted(part.lines, "row")}${part.lines < drawn.layout.height ? ` of ${number(drawn.layout.height)}` : ""}. Paste into a spreadsheet.`);
  });
}
