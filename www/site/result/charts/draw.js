// Draws a chart of a table, with its description in words and its notes.

import { captionOf, listed, number, plural, receiptDigest } from "../../shell/words.js";
import { drawBars } from "./bar.js";
import { formatsOf, missingLegend, say } from "./chart.js";
import { drawHeat } from "./heat.js";
import { chartsFor, readingFor } from "./kinds.js";
import { drawLines } from "./line.js";
import { sumsInWords } from "./parts.js";
import { drawPyramid } from "./pyramid.js";
import { isMissing, nameOf } from "./reading.js";
import { drawStacked } from "./stacked.js";
import { patterns } from "./svg.js";
import { whiskerEntry, whiskersInWords } from "./whiskers.js";

/** @import { Table } from "../../shell/types.js" */
/** @import { ChartSpec, Sketch } from "./chart.js" */
/** @import { Drawable, Worked } from "./derived.js" */
/** @import { About, Drawing } from "./file.js" */
/** @import { Groups, Kind, Layers } from "./kinds.js" */
/** @import { Figure, Percent, Reading } from "./reading.js" */
/** @import { Interval } from "./whiskers.js" */

/**
 * @typedef
 *   {Drawing & { kind: Kind, reading: Reading, drawn: Figure[], title: string, subtitle: string, notes: string[], unit: string, say: (figure: Figure) => string }}
 *   Chart  `drawn`: the figures that have a mark; `notes`: texts about omitted parts, and about the origin of figures
 */

/** @type {Record<Kind, { draw: (spec: ChartSpec, words: string) => Sketch, word: string }>} */
const DRAWINGS = {
  bar: { draw: drawBars, word: "Bar chart" },
  stacked: { draw: drawStacked, word: "Stacked bar chart" },
  "stacked-100": { draw: drawStacked, word: "100% stacked bar chart" },
  line: { draw: drawLines, word: "Line chart" },
  heat: { draw: drawHeat, word: "Heat map" },
  pyramid: { draw: drawPyramid, word: "Population pyramid" },
};

/** @type {Record<Exclude<Percent, null>, string>} */
const SHARES = { row: "% of its row", column: "% of its column", table: "% of all" };

/** The text above a chart of figures that no method protects. */
const TRUE_COUNTS = "True counts, unprotected";

/**
 * @param {Drawable} table
 * @param {Kind} kind  a kind that fits, as `chartsFor` returned
 * @param {object} how
 * @param {number} how.width
 * @param {Layers} [how.layers]
 * @param {Percent} [how.percent]
 * @param {Worked} [how.worked]  the meaning of figures that `workedOut` derived
 * @param {Groups} [how.groups]  the table's custom groups
 * @param {boolean} [how.preprotected]  whether the counts in the files were protected before the cube was built, so that
 *   no table shows true counts
 * @param {(figure: Figure) => Interval | null} [how.interval]  returns the interval of a figure, in the figure's unit
 * @returns {Chart}
 */
export function drawChart(table, kind, { width, layers = [], percent: chosen = null, worked, groups = [], preprotected = false, interval }) {
  // The shares of a 100% chart are shares of its bars, whatever the table shows.
  const ofBars = kind === "stacked-100";
  const percent = ofBars ? null : chosen;
  const reading = readingFor(table, kind, layers, percent);
  const units = plural(table.cube.unit);
  const share = ofBars ? "% of its bar" : percent === null ? "" : SHARES[percent];
  const unit = worked?.unit ?? (share || units.toLowerCase());
  const caption = captionOf(/** @type {any} */ ({ cube: table.cube, filter: table.filter, dimensions: reading.axes }));
  const title = worked ? `${worked.title},${caption.slice(units.length)}` : [caption, share].filter(Boolean).join(", ");
  const figures = worked?.kind ?? (share ? "percent" : "count");
  const decimals = worked?.decimals ?? (share ? 1 : table.decimals ?? 0);
  /** @type {ChartSpec} */
  const spec = { kind, reading, width, unit, figures, decimals, ...formatsOf(figures, decimals), kinds: patterns(), interval };
  // The method "none" of a teaching cube does not protect figures.
  const bare = table.method.kind === "none";
  const trueCounts = bare && !preprotected ? TRUE_COUNTS : "";
  const { word, draw } = DRAWINGS[kind];
  const { svg, drawn, legend, notes } = draw(spec, [`${word}: ${title}`, trueCounts].filter(Boolean).join(". "));
  const left = chartsFor(table, layers, worked, { percent, groups }).find((offer) => offer.kind === kind)?.why ?? "";
  const totals = table.dimensions.some(({ codes }) => codes.length > 1 && codes.some(({ code }) => code === "_T")) && kind !== "pyramid" ? "Totals are omitted." : "";
  const [made, totalled] = bare ? ["unprotected figures", "their totals"] : ["protected figures", "their protected totals"];
  const shares = percent === null ? "" : `Shares are computed from ${made}${reading.summed ? ". If a total is missing, the sum of the shown figures replaces it" : ` and ${totalled}`}. They may not add up to 100%.`;
  const derived = worked ? [`Each ${worked.kind} is computed from ${made} of the table on the page.`, bare ? "" : `Each ${worked.kind} of few people also varies by chance.`, worked.more ?? ""] : [];
  const whiskers = whiskersInWords(spec, drawn);
  const sums = sumsInWords(table, reading, kind, percent, groups);
  return {
    kind, svg, reading, drawn, title, unit,
    say: (figure) => say(spec, figure),
    subtitle: [trueCounts, ...reading.held.map(({ label, category }) => `${label}: ${category}`)].filter(Boolean).join("; "),
    legend: [...legend, ...missingLegend(spec), ...(whiskers.startsWith("Whiskers") ? [whiskerEntry(whiskers)] : [])],
    words: [trueCounts && `${trueCounts}.`, inWords(word, spec, drawn), sums.words, whiskers].filter(Boolean).join(" "),
    notes: [...(notes.length > 0 ? notes : [left]), ...sums.notes, ...(worked ? derived : [bare ? "Drawn from the table’s unprotected figures." : "Drawn only from the table’s protected figures."]), totals, shares].filter(Boolean),
  };
}

/** @param {string} word @param {ChartSpec} spec @param {Figure[]} drawn */
function inWords(word, spec, drawn) {
  const there = drawn.filter((figure) => !isMissing(figure)).sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const named = (/** @type {Figure} */ figure) => `${nameOf(spec.reading.axes, figure.at)}, ${say(spec, figure)}`;
  const extremes = there.length > 1 ? ` Largest: ${named(there[there.length - 1])}. Smallest: ${named(there[0])}.` : "";
  const gone = drawn.length - there.length;
  return `${word} of ${number(drawn.length)} figures, by ${listed(spec.reading.axes.map(({ label }) => label))}.${extremes}${gone > 0 ? ` Not shown: ${number(gone)}, marked with shorthand.` : ""}`;
}

/**
 * Collects the texts around the chart in a file.
 * @param {Chart} chart
 * @param {Table} table
 * @returns {About}
 */
export function aboutOf({ title, subtitle, notes }, table) {
  const { cube, method } = table;
  return {
    title,
    subtitle,
    lines: [
      cube.title, notes.join(" "), `Method: ${method.text}`,
      cube.source ? `Source: ${cube.source}` : "", cube.licence ? `Licence: ${cube.licence}` : "",
    ].filter(Boolean),
    receipt: receiptDigest(table),
    cube: { source: cube.source, licence: cube.licence },
  };
}
