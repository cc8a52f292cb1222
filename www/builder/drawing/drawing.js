// The chart of a table, and image files.

import { aboutOf, drawChart, enlarge, pageScale, pngFile, svgFile, swatch } from "../../site/result/lazy/charts.js";
import { chartsFor } from "../../site/result/charts/kinds.js";
import { nameOf } from "../../site/result/charts/reading.js";
import { whyInWords } from "../../site/result/charts/shorthand.js";
import { h } from "../../site/shell/dom.js";
import { fileName } from "../../choice/file-name.js";
import { drawnOf } from "./figures.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { ChartKind, Cube, Selection, Table } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */
/** @import { Store } from "../store.js" */
/** @import { Intervals } from "../table/table-view.js" */

/** @typedef {{ cube: Cube, table: Table, layout: Layout, selection: Selection, kind: ChartKind, intervals?: Intervals }} Wanted */

/** The width of charts in files, in pixels. With a fixed width, every screen gives the same file. */
const FILE_WIDTH = 900;

/** The interval of each cell that the layout shows. @param {Wanted} wanted */
function intervalOf({ layout, intervals }) {
  if (!intervals || layout.derived) return {};
  /** @type {Map<number, NonNullable<ReturnType<Intervals>>>} */
  const byCell = new Map();
  for (let line = 0; line < layout.height; line++) {
    for (let column = 0; column < layout.width; column++) {
      const found = intervals(line, column);
      if (found) byCell.set(layout.figure(line, column).cell, found);
    }
  }
  return { interval: (/** @type {{ cell: number }} */ { cell }) => byCell.get(cell) ?? null };
}

/**
 * Draws the chart of a table, or says why its kind does not fit.
 * @param {Wanted & { width: number }} wanted
 */
export function chartOf({ width, ...wanted }) {
  const { drawable, how } = drawnOf(wanted);
  const offer = chartsFor(drawable, how.layers, how.worked, how).find((each) => each.kind === wanted.kind);
  if (!offer?.fits) return { unfit: offer?.why ?? "", chart: undefined };
  const scale = pageScale();
  const chart = drawChart(drawable, /** @type {any} */ (wanted.kind), { ...how, ...intervalOf(wanted), width: width / scale });
  enlarge(chart.svg, scale);
  return { unfit: "", chart: {
    svg: chart.svg, title: chart.title, subtitle: chart.subtitle, words: chart.words, notes: chart.notes, unit: chart.unit,
    legend: chart.legend,
    legendItems: () => chart.legend.map((entry) => h("li", {}, swatch(entry), h("span", {}, entry.text))),
    heads: chart.reading.axes.map(({ label }) => label),
    lines: chart.drawn.map((figure) => ({
      cell: figure.cell, labels: chart.reading.axes.map((axis, at) => nameOf([axis], [figure.at[at]])), text: chart.say(figure),
      why: figure.value === null || figure.why !== "" ? whyInWords(figure.why || "blocked") : "",
    })),
  } };
}

/** Writes the chart of a table as an image file. @param {Wanted} wanted @param {"svg" | "png"} ending */
export async function chartFile(wanted, ending) {
  const { drawable, how } = drawnOf(wanted);
  const drawing = drawChart(drawable, /** @type {any} */ (wanted.kind), { ...how, ...intervalOf(wanted), width: FILE_WIDTH });
  const about = aboutOf(drawing, wanted.table);
  const file = svgFile(drawing, about);
  return ending === "svg" ? { content: file.text, type: "image/svg+xml" } : { content: await pngFile(file, about), type: "image/png" };
}

/**
 * Saves the chart on the page as PNG. Without a chart, saves bars if they fit.
 * @param {{ store: Store, words: BuilderWords, save: (content: any, name: string, type: string) => void }} of
 */
export async function saveImage({ store, words, save }) {
  const shown = store.shown.peek();
  if (!shown) return store.say(words.saved.notShown);
  const kind = shown.selection.view.chart ?? "bar";
  const { drawable, how } = drawnOf(shown);
  const offer = chartsFor(drawable, how.layers, how.worked, how).find((each) => each.kind === kind);
  if (!offer?.fits) return store.say(words.chart.unfit(words.charts[kind], offer?.why ?? ""));
  const { content, type } = await chartFile({ ...shown, kind }, "png");
  const name = fileName(shown.selection, shown.cube.id, `${kind}.png`);
  save(content, name, type);
  store.say(words.saved.file(name));
}
