// Shows the designed p-table: charts, the numbers of each chart, and the figures of each row.

import { firstDesign } from "../../../choice/design.js";
import { byId, h } from "../../shell/dom.js";
import { countAt, drawBars, drawMap, drawScale } from "./charts.js";
import { barsTable, countName, exact, figuresTable, mapTable } from "./figures.js";
import { sentence } from "./limits.js";

/** @import { Design } from "../../../choice/design.js" */
/** @import { Designed } from "../../shell/types.js" */

export function createResult() {
  const rowChoice = /** @type {HTMLSelectElement} */ (byId("row"));
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** The rows of the last possible design. @type {Designed | undefined} */
  let designed;
  /** The design of the rows in `designed`. The controls may have changed since. */
  let design = firstDesign();
  /** The count that the reader chose. If undefined, the charts show the last row. @type {number | undefined} */
  let chosen;
  /** @type {ReturnType<typeof drawMap> | undefined} */
  let map;

  function redraw() {
    if (!designed) return;
    byId("charts").hidden = false;
    const { rows, notes } = designed;
    byId("notes").hidden = notes.length === 0;
    byId("notes").replaceChildren(...(notes.length ? [h("p", {}, "Some rows do not meet the limits:"), h("ul", {}, ...notes.map((note) => h("li", {}, sentence(note))))] : []));
    const last = rows.length - 1;
    const row = Math.min(chosen ?? last, last);
    rowChoice.replaceChildren(...rows.map(({ count }) => h("option", { value: count }, countName(/** @type {Designed} */ (designed), count))));
    rowChoice.value = String(row);
    drawCharts(row);
    byId("figures").replaceChildren(figuresTable(designed, row));
    drawNumbers(row);
  }

  /** @param {number} row */
  function drawCharts(row) {
    // The container may have no width before the page is laid out.
    if (!designed || byId("map").clientWidth <= 0) return;
    const across = /** @type {HTMLInputElement} */ (document.querySelector("[name=across]:checked")).value;
    const how = { dark: dark.matches, maxChange: design.maxChange, blocked: design.blocked, chosen: row, across: across === "value" ? /** @type {const} */ ("value") : /** @type {const} */ ("noise") };
    byId("impossible-key").hidden = across === "value";
    byId("blocked-key").hidden = design.blocked === 0;
    map = drawMap(designed, { ...how, width: byId("map").clientWidth });
    byId("map").replaceChildren(map);
    byId("scale").replaceChildren(drawScale(designed, dark.matches));
    byId("bars").replaceChildren(drawBars(designed.rows[row], { width: byId("bars").clientWidth, maxChange: design.maxChange, name: countName(designed, row) }));
  }

  /** Fills the long tables of numbers that are open, and empties the others. @param {number} row */
  function drawNumbers(row) {
    if (!designed) return;
    const tables = { "map-numbers": () => mapTable(/** @type {Designed} */ (designed), design.maxChange), "bars-numbers": () => barsTable(/** @type {Designed} */ (designed).rows[row]) };
    for (const [id, made] of Object.entries(tables)) {
      const details = /** @type {HTMLDetailsElement} */ (byId(id));
      details.querySelector(".numbers")?.replaceChildren(...(details.open ? [made()] : []));
    }
  }

  /** @param {number} count */
  function choose(count) {
    chosen = count;
    redraw();
  }

  rowChoice.addEventListener("change", () => choose(Number(rowChoice.value)));
  byId("map").addEventListener("click", (event) => {
    const count = map && designed ? countAt(map, event, designed.rows.length - 1) : undefined;
    if (count !== undefined) choose(count);
  });
  for (const radio of document.querySelectorAll("[name=across]")) radio.addEventListener("change", redraw);
  for (const id of ["map-numbers", "bars-numbers"]) byId(id).addEventListener("toggle", () => drawNumbers(Number(rowChoice.value)));
  dark.addEventListener("change", redraw);
  for (const region of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".numbers"))) markMore(region);
  let width = 0;
  new ResizeObserver(() => {
    if (byId("charts").clientWidth === width) return;
    width = byId("charts").clientWidth;
    if (width > 0) redraw();
  }).observe(byId("charts"));

  return {
    /** @param {Designed} rows @param {Design} of */
    show(rows, of) {
      designed = rows;
      design = of;
    },
    redraw,
    summary() {
      const rows = designed?.rows ?? [];
      const last = rows[rows.length - 1];
      return last ? `${rows.length} rows. Counts of ${last.count} and more: variance ${exact(last.variance)}, unchanged with probability ${exact(last.stay)}.` : "";
    },
  };
}

/** Marks the edge of a region that can scroll further. @param {HTMLElement} region */
function markMore(region) {
  const edge = () => region.classList.toggle("more", region.scrollLeft + region.clientWidth < region.scrollWidth - 1);
  region.addEventListener("scroll", edge, { passive: true });
  const watch = new ResizeObserver(edge);
  watch.observe(region);
  // Each change replaces the table, and the new table may have another width.
  new MutationObserver(() => { for (const each of region.children) watch.observe(each); }).observe(region, { childList: true });
}
