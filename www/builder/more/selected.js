// Copies a selection of figures for spreadsheets, including rows of a long table that are not in the page.

import { selectedIn } from "./copied.js";

/** @import { TableView } from "../table/table-view.js" */
/** @import { Store } from "../store.js" */

/**
 * @param {HTMLElement} region
 * @param {TableView} view
 * @param {Store} store
 * @returns {() => void} stops listening
 */
export function copySelections(region, view, store) {
  // In the table, Ctrl+A selects the table, as in a spreadsheet.
  region.addEventListener("keydown", (event) => {
    const table = view.drawn();
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !table) return;
    event.preventDefault();
    region.ownerDocument.getSelection()?.selectAllChildren(table.element);
  });

  const oncopy = (/** @type {ClipboardEvent} */ event) => {
    const [selection, table, shown] = [region.ownerDocument.getSelection(), view.drawn(), store.shown.peek()];
    if (!selection || selection.isCollapsed || !table || !shown || !event.clipboardData) return;
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    // The builder copies selections that begin or end in the table. The browser copies other selections.
    if (![selection.anchorNode, selection.focusNode].some((node) => region.contains(node))) return;
    const drawn = { table: shown.table, layout: shown.layout };
    const part = selectedIn({ selection, drawn, ...table });
    if (!part) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", part.text);
    if (part.html) event.clipboardData.setData("text/html", part.html);
    const { saved } = store.words.peek();
    store.say(part.lines < shown.layout.height ? saved.copiedPart(part.lines, shown.layout.height) : saved.copied(part.lines));
  };
  document.addEventListener("copy", oncopy);
  return () => document.removeEventListener("copy", oncopy);
}
