// The button "Copy table" and the menu "Download as". Their script is loaded on demand.

import { byId, fetched, h } from "../../shell/dom.js";
import { save } from "../../shell/save.js";
import { errorInWords, fileName } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Cube, Selection, Table } from "../../shell/types.js" */

/**
 * @param {object} of
 * @param {() => Promise<{ selection: Selection, table: Table } | undefined>} of.table  builds the table if needed
 * @param {() => { cube: Cube, table: Table, layout: Layout } | undefined} of.shown  the table on the page
 * @param {(text: string) => void} of.say
 */
export function createDownload({ table, shown, say }) {
  const menu = /** @type {HTMLDetailsElement} */ (byId("formats"));
  const list = byId("format-list");
  const load = () => fetched(import("./lazy/download.js"));

  byId("copy-table").addEventListener("click", async () => {
    const now = shown();
    if (!now) return;
    await load().then(async ({ copy }) => say(await copy(now))).catch((error) => say(errorInWords(error).text));
  });

  /** @param {(take: Awaited<ReturnType<typeof load>>) => Promise<void>} run */
  const run = (run) => async () => {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    await load().then(run).catch((error) => say(errorInWords(error).text));
  };

  menu.addEventListener("toggle", async () => {
    if (!menu.open) return;
    const take = await load().catch((error) => void say(errorInWords(error).text));
    if (!take) return;
    const layers = shown()?.layout.layers ?? [];
    list.replaceChildren(
      h("p", { class: "hint" }, layers.length ? "Files hold the protected counts of all layers." : "Files hold the protected counts."),
      h("ul", {}, ...take.FORMATS.map(({ format, name, ending }) => h("li", {}, h("button", { type: "button", "data-format": format, click: run(async ({ exportTable }) => {
        const built = await table();
        if (!built) return;
        const file = await exportTable(built.table, format);
        save(file.bytes, fileName(built.selection, built.table.cube.id, file.ending), file.type);
      }) }, name, " ", h("small", {}, `.${ending}`)))),
      h("li", {}, h("button", { type: "button", "data-format": "shown", click: run(async ({ shownAsCsv }) => {
        const built = await table();
        const now = shown();
        if (!now || !built) return say("No table is shown. The other files hold all counts.");
        save(shownAsCsv(now), fileName(built.selection, built.table.cube.id, "shown.csv"), "text/csv;charset=utf-8");
      }) }, "Table as shown (CSV) ", h("small", {}, "with percentages, order and notes")))));
  });

  // Escape and a click elsewhere close the menu.
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  addEventListener("click", (event) => { if (menu.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false; });
}
