// The charts of the workbench: the choice of a kind, the chart with caption, legend and table, and image files. The
// drawing script is loaded on demand.

import { byId, h, keepingFocus, lostFocus, painted, s } from "../../shell/dom.js";
import { save } from "../../shell/save.js";
import { fileName, number } from "../../shell/words.js";
import { workedOut } from "../../result/charts/derived.js";
import { chartsFor } from "../../result/charts/kinds.js";
import { nameOf } from "../../result/charts/reading.js";
import { whyInWords } from "../../result/charts/shorthand.js";

/** @import { Selection, Table } from "../../shell/types.js" */
/** @import { Kind, Offer } from "../../result/charts/kinds.js" */
/** @import { Chart } from "../../result/charts/draw.js" */

/** @typedef {typeof import("../../result/lazy/charts.js")} Library */

/** The width of charts in files, in pixels. With a fixed width, every screen gives the same file. */
const FILE_WIDTH = 900;
/** The largest number of figures in the table below a chart. The main table has all figures. */
const TABLE_FIGURES = 1500;
const ICONS = {
  none: "M4,4 L16,16 M16,4 L4,16",
  bar: "M3,5 H16 M3,10 H11 M3,15 H7",
  stacked: "M2,5 H8 M10,5 H17 M2,10 H6 M8,10 H12 M2,15 H5 M7,15 H9",
  "stacked-100": "M2,5 H8 M10,5 H18 M2,10 H11 M13,10 H18 M2,15 H5 M7,15 H18",
  line: "M2,15 L7,8 L12,11 L18,4",
  heat: "M3,3 H9 V9 H3 Z M11,3 H17 V9 H11 Z M3,11 H9 V17 H3 Z M11,11 H17 V17 H11 Z",
  pyramid: "M9,5 H6 M9,10 H3 M9,15 H1 M11,5 H14 M11,10 H17 M11,15 H19",
};

/**
 * Returns the figures of the chart: the figures of the table, or ratios and averages that the page computes.
 * @param {Table} table
 * @param {Selection} selection
 */
function drawnOf(table, { layers, view, groups }) {
  const derived = workedOut(table, view, layers);
  return derived ? { drawable: derived.table, how: { worked: derived.worked } } : { drawable: table, how: { layers, percent: view.percent, groups } };
}

/** @param {Table} table @param {Selection} selection */
function offersFor(table, selection) {
  const { drawable, how } = drawnOf(table, selection);
  return chartsFor(drawable, how.layers, how.worked, how);
}

/** @param {{ onChange: (kind: Kind | null) => void }} how */
export function createCharts({ onChange }) {
  const section = byId("charts");
  const kinds = byId("chart-kinds");
  const figure = byId("chart");
  const busy = byId("chart-busy");
  /** @type {Promise<Library> | undefined} */
  let library;
  /** @type {{ table: Table, selection: Selection } | undefined} */
  let given;
  /** @type {Kind | null} */
  let chosen = null;
  let drawnWidth = 0;
  /** @type {Promise<void> | undefined} */
  let style;

  /** Loads the style sheet of charts after the first table, so that the table does not wait for the style sheet. */
  function styled() {
    return (style ??= painted().then(() => new Promise((done) => {
      const link = h("link", { rel: "stylesheet", href: "charts.css" });
      link.addEventListener("load", () => done());
      link.addEventListener("error", () => done());
      document.head.append(link);
    })));
  }

  const load = () => (library ??= import("../../result/lazy/charts.js").catch((error) => {
    library = undefined;
    throw error;
  }));

  /** @param {Offer[]} offers */
  function offer(offers) {
    const had = kinds.contains(document.activeElement);
    kinds.replaceChildren(
      h("legend", { class: "hidden-visually" }, "Draw the table as"),
      ...[{ kind: null, name: "No chart", fits: true }, ...offers].map(({ kind, name, fits }) => {
        const id = `chart-${kind ?? "none"}`;
        return h("label", { class: fits ? "chart-kind" : "chart-kind chart-kind-refused" },
          Object.assign(h("input", { type: "radio", name: "chart-kind", id, value: kind ?? "", "aria-describedby": fits ? undefined : `${id}-why`, disabled: !fits, change: () => choose(kind) }), { checked: chosen === kind && (kind === null || fits) }),
          icon(ICONS[kind ?? "none"]), h("span", {}, name));
      }),
      h("ul", { class: "chart-refusals hint" }, ...offers.filter(({ fits }) => !fits).map(({ kind, name, why }) => h("li", { id: `chart-${kind}-why` }, h("strong", {}, `${name}: `), why))));
    if (had) /** @type {HTMLElement | null} */ (kinds.querySelector("input:checked"))?.focus();
  }

  /** @param {Kind | null} kind */
  function choose(kind) {
    chosen = kind;
    const before = given;
    onChange(kind);
    // If `onChange` has redrawn the table, the chart is drawn already.
    if (given === before) void draw();
  }

  function clear() {
    const before = document.activeElement;
    figure.hidden = true;
    figure.replaceChildren();
    busy.textContent = "";
    if (lostFocus(before)) byId("result").focus();
  }

  async function draw() {
    const now = given;
    if (!now || chosen === null) return clear();
    const kind = chosen;
    const offer = offersFor(now.table, now.selection).find((each) => each.kind === kind);
    if (!offer?.fits) {
      clear();
      busy.textContent = `${offer?.name ?? kind}: ${offer?.why ?? ""}`;
      return;
    }
    if (!library) busy.textContent = "Loading charts …";
    try {
      const lib = await load();
      if (given !== now || chosen !== kind) return;
      busy.textContent = "";
      show(lib, now, kind);
    } catch (error) {
      clear();
      if (error instanceof TypeError) busy.textContent = "The charts did not load. Check the connection and reload the page. The table stays in the address.";
      else throw error;
    }
  }

  /** @param {Library} lib @param {{ table: Table, selection: Selection }} now @param {Kind} kind */
  function show(lib, { table, selection }, kind) {
    figure.hidden = false;
    const open = figure.querySelector("details")?.open ?? false;
    const style = getComputedStyle(figure);
    const room = figure.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    drawnWidth = figure.clientWidth;
    const { drawable, how } = drawnOf(table, selection);
    const scale = lib.pageScale();
    const chart = lib.drawChart(drawable, kind, { ...how, width: Math.min(room / scale, 1100) });
    lib.enlarge(chart.svg, scale);
    chart.svg.setAttribute("aria-describedby", "chart-words");
    const details = h("details", { class: "chart-table" }, h("summary", { "data-key": "chart|table" }, `The table of this chart: ${number(chart.drawn.length)} figures`));
    const fill = () => { if (details.open && details.children.length === 1) details.append(tableOf(chart)); };
    details.addEventListener("toggle", fill);
    details.open = open;
    fill();
    const files = (/** @type {"svg" | "png"} */ ending) => async () => {
      const drawing = lib.drawChart(drawable, kind, { ...how, width: FILE_WIDTH });
      const about = lib.aboutOf(drawing, table);
      const file = lib.svgFile(drawing, about);
      const name = fileName(selection, table.cube.id, `${kind}.${ending}`);
      try {
        if (ending === "svg") save(file.text, name, "image/svg+xml");
        else save(await lib.pngFile(file, about), name, "image/png");
        busy.textContent = `Saved ${name}.`;
      } catch (error) {
        busy.textContent = `The chart was not saved: ${/** @type {Error} */ (error).message}.`;
      }
    };
    keepingFocus(() => figure.replaceChildren(
      h("figcaption", {},
        h("h3", {}, chart.title),
        ...(chart.subtitle ? [h("p", { class: "chart-subtitle" }, chart.subtitle)] : [])),
      h("div", { class: "chart-frame" }, chart.svg),
      ...(chart.legend.length > 0 ? [h("ul", { class: "chart-legend", "aria-label": "Legend" }, ...chart.legend.map((entry) => h("li", {}, lib.swatch(entry), h("span", {}, entry.text))))] : []),
      h("p", { id: "chart-words" }, chart.words),
      h("p", { class: "hint" }, [...chart.notes, table.cube.source ? `Source: ${table.cube.source}` : ""].filter(Boolean).join(" ")),
      h("div", { class: "chart-actions" },
        h("button", { type: "button", id: "chart-svg", "data-key": "chart|svg", click: files("svg") }, "Save as SVG"),
        h("button", { type: "button", id: "chart-png", "data-key": "chart|png", click: files("png") }, "Save as PNG"),
        h("button", { type: "button", id: "chart-whole", class: "plain", "data-key": "chart|whole", click: () => byId("table").focus() }, "Go to the whole table")),
      details), kinds);
  }

  new ResizeObserver(() => {
    if (!figure.hidden && figure.clientWidth > 0 && Math.abs(figure.clientWidth - drawnWidth) > 1) void draw();
  }).observe(figure);

  return {
    /** @param {Table} table @param {Selection} selection */
    async show(table, selection) {
      given = { table, selection };
      chosen = selection.view.chart;
      await styled();
      if (given?.table !== table) return;
      offer(offersFor(table, selection));
      section.hidden = false;
      await draw();
    },
    /** Hides the charts when the page shows no table. */
    hide() {
      given = undefined;
      section.hidden = true;
      clear();
    },
  };
}

const icon = (/** @type {string} */ d) => s("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2.2 }, s("path", { d }));

/** A table of the figures in the chart. @param {Chart} chart */
function tableOf({ reading, drawn, unit, title, say }) {
  const shown = drawn.slice(0, TABLE_FIGURES);
  const cell = (/** @type {typeof drawn[0]} */ figure) => h("td", { "data-cell": figure.cell }, figure.value === null || figure.why !== ""
    ? h("abbr", { title: whyInWords(figure.why || "blocked") }, say(figure))
    : h("data", { value: figure.value }, say(figure)));
  return h("div", { class: "chart-numbers", role: "region", tabindex: 0, "aria-label": "Table of the chart" },
    h("table", {},
      h("caption", { class: "hidden-visually" }, `${title}: the figures drawn`),
      h("thead", {}, h("tr", {}, ...reading.axes.map(({ label }) => h("th", { scope: "col" }, label)), h("th", { scope: "col" }, unit))),
      h("tbody", {}, ...shown.map((figure) => h("tr", {},
        ...reading.axes.map((axis, at) => h(at === 0 ? "th" : "td", at === 0 ? { scope: "row" } : {}, nameOf([axis], [figure.at[at]]))), cell(figure))))),
    ...(shown.length < drawn.length ? [h("p", { class: "hint" }, `The first ${number(TABLE_FIGURES)} of ${number(drawn.length)} figures. The table above has all figures.`)] : []));
}
