// Functions for all kinds of charts: the format of figures, the titles and data of marks, and the room for labels.

import { s } from "../../shell/dom.js";
import { wrapped } from "./file.js";
import { isolatedLtr } from "../../../words/isolated.js";
import { figure as written, markOf, whyInWords } from "./shorthand.js";
import { patterns, SWATCH } from "./svg.js";
import { isMissing, nameOf } from "./reading.js";
import { intervalOf, odds } from "./whiskers.js";

/** @import { LegendEntry } from "./file.js" */
/** @import { Kind } from "./kinds.js" */
/** @import { Figure, Reading } from "./reading.js" */
/** @import { Interval } from "./whiskers.js" */

/**
 * The input of a kind of chart.
 * @typedef {object} ChartSpec
 * @property {Kind} kind
 * @property {Reading} reading
 * @property {number} width
 * @property {"count" | "percent" | "ratio" | "average"} figures  the figures to draw
 * @property {string} unit  "persons", "% of its row" or "Female for each 100 Male"
 * @property {number} decimals  the decimals of figures, as in the table; counts are whole
 * @property {(value: number) => string} format  formats a figure
 * @property {(value: number) => string} tick  formats a round number on an axis
 * @property {ReturnType<typeof patterns>} kinds
 * @property {(figure: Figure) => Interval | null} [interval]  returns the interval of a figure, to draw as whiskers
 *
 * @typedef {object} Sketch  the output of a kind of chart
 * @property {SVGSVGElement} svg
 * @property {Figure[]} drawn
 * @property {LegendEntry[]} legend  the legend without the shorthand of missing figures
 * @property {string[]} notes  notes about omitted parts
 */

/** The average width of a letter in pixels, at a font size of 12 pixels. */
const LETTER = 6.4;
/** The width of a bold letter, which is generous, because fonts differ between systems. */
export const BOLD = 7.4;

/**
 * The width of a missing figure's mark in pixels. The mark is as wide as its shorthand, so that it does not look like a
 * figure.
 */
export const STUB = 26;

/** @param {string} label */
export const brief = (label) => label.replace(/(\d) to (\d)/g, "$1–$2").replace(/(\d) and over\b/g, "$1+");

/** @param {number} length */
export const range = (length) => Array.from({ length }, (_, at) => at);

/** Matches Chinese, Japanese and Korean letters, which are twice as wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;
/** The length of a text in letters. */
export const lengthOf = (/** @type {string} */ words) => [...words].reduce((length, letter) => length + (WIDE.test(letter) ? 2 : 1), 0);

/** @param {string} words @param {number} most */
export function cut(words, most) {
  if (lengthOf(words) <= most) return isolatedLtr(words);
  let [kept, length] = ["", 0];
  for (const letter of words) {
    length += lengthOf(letter);
    if (kept !== "" && length > most - 1) break;
    kept += letter;
  }
  return isolatedLtr(`${kept.trimEnd()}…`);
}

/**
 * Computes the room for labels beside a frame in pixels, and the number of letters that fit.
 * @param {readonly string[]} labels
 * @param {number} most  the maximum room in pixels
 * @param {number} [letter]  the width of a letter in pixels
 */
export function roomFor(labels, most, letter = LETTER) {
  const longest = labels.reduce((length, label) => Math.max(length, lengthOf(label)), 1);
  const room = Math.min(Math.ceil(longest * letter) + 14, Math.floor(most));
  return { room, letters: Math.max(Math.floor((room - 12) / letter), 3) };
}

const MOST_LINES_OF_LABEL = 3;

/**
 * Arranges labels below or above a frame: horizontal in up to three lines, otherwise at an angle.
 * @param {readonly string[]} labels
 * @param {number} step  the distance between two labels in pixels
 * @returns {{ rotate: number, room: number, beside: number, every: number, text: (at: number) => string }}  `room`: the
 *   height of the labels in pixels; `beside`: their width beyond the last category
 */
export function across(labels, step) {
  const fitting = Math.floor((step - 6) / LETTER);
  const broken = labels.map((label) => wrapped(label, Math.max(fitting, 1)));
  const lines = broken.reduce((most, { length }) => Math.max(most, length), 1);
  const words = labels.flatMap((label) => label.split(" ")).reduce((longest, word) => Math.max(longest, lengthOf(word)), 1);
  if (words <= fitting && lines <= MOST_LINES_OF_LABEL) return { rotate: 0, room: 12 * lines + 14, beside: 0, every: 1, text: (at) => broken[at].map(isolatedLtr).join("\n") };
  const letters = Math.min(labels.reduce((length, label) => Math.max(length, label.length), 1), 20);
  const length = letters * LETTER;
  return {
    rotate: -50, room: Math.ceil(length * 0.77) + 18, beside: Math.max(Math.ceil(length * 0.65 - step / 2), 0),
    every: Math.max(Math.ceil(14 / step), 1), text: (at) => cut(labels[at], letters),
  };
}

/** Whether a share or a ratio above 0 rounds to 0. @param {ChartSpec} spec @param {number} value */
const isLow = ({ figures, decimals }, value) => (figures === "percent" || figures === "ratio") && value > 0 && value < 5 / 10 ** (decimals + 1);

/** @param {ChartSpec} spec @param {Figure} figure */
export function say(spec, { value, why }) {
  return value === null || why !== "" ? markOf(why || "blocked") : isLow(spec, value) ? markOf("low") : spec.format(value);
}

/**
 * Returns the round numbers between two numbers. For counts, all of them are whole.
 * @param {number} low @param {number} high @param {number} most @param {boolean} whole
 */
export function ticks(low, high, most, whole) {
  const rough = (high - low) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999) ?? 10 * power, whole ? 1 : 0);
  const numbers = [];
  for (let n = Math.ceil(low / step); n * step <= high * 1.000001; n++) numbers.push(Number((n * step).toPrecision(12)));
  return numbers;
}

/**
 * Returns the distance between numbers on a horizontal axis, at least, in pixels: numbers do not touch.
 * @param {ChartSpec} spec @param {number} low @param {number} high
 */
export const tickRoom = ({ tick }, low, high) => Math.max(70, Math.max(tick(Math.round(low)).length, tick(Math.round(high)).length) * 7 + 16);

/**
 * Returns the formats of figures and of the round numbers on an axis.
 * @param {ChartSpec["figures"]} figures
 * @param {number} decimals
 * @returns {Pick<ChartSpec, "format" | "tick">}
 */
export function formatsOf(figures, decimals) {
  if (figures === "count") return { format: written, tick: written };
  const sign = figures === "percent" ? "%" : "";
  const { format } = new Intl.NumberFormat("en-GB", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return { format: (value) => `${value < 0 ? "−" : ""}${format(Math.abs(value))}${sign}`, tick: (value) => `${written(value)}${sign}` };
}

/**
 * Finishes a drawing. Plot gave each mark the index of its cell as title. This function writes data attributes and
 * replaces the title with words.
 * @param {SVGSVGElement} svg
 * @param {ChartSpec} spec
 */
export function finish(svg, spec) {
  svg.prepend(spec.kinds.defs());
  const { axes, figures } = spec.reading;
  const byCell = new Map(figures.map((figure) => [String(figure.cell), figure]));
  for (const title of svg.querySelectorAll("title")) {
    const figure = byCell.get(title.textContent ?? "");
    const mark = /** @type {SVGElement} */ (title.parentNode);
    if (!figure) continue;
    mark.dataset.cell = String(figure.cell);
    if (isMissing(figure)) mark.dataset.missing = figure.why || "blocked";
    else mark.dataset.value = String(figure.value);
    const whisker = intervalOf(spec, figure);
    title.textContent = `${nameOf(axes, figure.at)}: ${say(spec, figure)}${isMissing(figure) || spec.figures === "percent" || spec.figures === "average" ? "" : ` ${spec.unit}`}${whisker ? `; ${odds(whisker.level)}: ${spec.format(whisker.low)} to ${spec.format(whisker.high)}` : ""}`;
  }
  return svg;
}

/** Returns the legend for the shorthand in a chart. @param {ChartSpec} spec @returns {LegendEntry[]} */
export function missingLegend(spec) {
  const { kinds, reading } = spec;
  const low = reading.figures.some((figure) => !isMissing(figure) && isLow(spec, /** @type {number} */ (figure.value)));
  return [
    ...[...kinds.used].map((why) => ({ fill: kinds.fill(why), text: `${markOf(why)} ${whyInWords(why)}` })),
    ...(low ? [{ fill: "", text: `${markOf("low")} ${whyInWords("low")}` }] : []),
  ];
}

/** @param {LegendEntry} entry */
export function swatch({ fill, sample }) {
  if (sample) return Object.assign(sample(), { ariaHidden: "true" });
  return fill === "" ? "" : s("svg", { class: "chart-swatch", ...SWATCH, "aria-hidden": "true" }, s("rect", { x: 0.5, y: 0.5, width: SWATCH.width - 1, height: SWATCH.height - 1, rx: 2, fill, stroke: "var(--chart-edge)" }));
}

/**
 * Arranges panels in rows that fit the width.
 * @template T
 * @param {T[]} groups
 * @param {number} width  the width of the chart in pixels
 * @param {number} least  the minimum width of a panel
 * @returns {{ panels: (T & { fx: number, fy: number })[], columns: number, rows: number }}
 */
export function panelled(groups, width, least) {
  const most = Math.max(Math.floor(width / least), 1);
  const rows = Math.ceil(groups.length / most);
  // Rows have nearly equal numbers of panels: for seven panels, four and three, not six and one.
  const columns = Math.ceil(groups.length / rows);
  return { panels: groups.map((group, at) => ({ ...group, fx: at % columns, fy: Math.floor(at / columns) })), columns, rows };
}

/**
 * The scale of panels in a row or column. A single panel has the whole frame: the library would cut its gap off, too.
 * @param {number} count
 * @param {number} size  the size of a panel in pixels
 * @param {number} gap  the gap between panels in pixels
 */
export const panelScale = (count, size, gap) => ({ domain: range(count), paddingInner: count > 1 ? gap / (size + gap) : 0, paddingOuter: 0, round: false, axis: null });

/**
 * @param {readonly Figure[]} figures
 * @param {ChartSpec} spec
 * @returns {[number, number]}  the smallest value, at most 0, and the largest value, whiskers included
 */
export function rangeOf(figures, spec) {
  const values = figures.flatMap((figure) => (isMissing(figure) ? [] : [/** @type {number} */ (figure.value)]));
  const ends = figures.flatMap((figure) => intervalOf(spec, figure) ?? []).flatMap(({ low, high }) => [low, high]);
  const [low, high] = [Math.min(0, ...values, ...ends), Math.max(0, ...values, ...ends)];
  return [low, high > low ? high : low + 1];
}
