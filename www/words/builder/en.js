/**
 * The builder's texts in English, the source of all translations. Each language has a function that gets the formats of
 * the reader's locale and returns the same object.
 */
import { en } from "../en.js";
import { ERRORS } from "./errors.js";

/** @import { Format } from "../format.js" */
/** @import { ElementWords } from "../en.js" */

/** @import { MoreWords } from "./en-more.js" */

/** The texts of the builder. @typedef {ReturnType<typeof wordsFor> & MoreWords} BuilderWords */
/** A method with its name, kind and perhaps the publisher's title. @typedef {{ name: string, kind: string, title?: string | null, card?: { title: string } }} NamedMethod */

/** "ten-five" becomes "Ten five". @param {string} name */
const spaced = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;

/** The plural of a unit: "persons". @param {string} unit */
export const plural = (unit) => (/[^aeiou]y$/.test(unit) ? unit.replace(/y$/, "ies") : /(s|x|ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a text computes with. @param {string} kind  of the method */
export const figures = (kind) => (kind === "none" ? "the figures shown" : "protected figures");

/** @param {Format} format */
export function wordsFor({ locale, number, counted, list, percent }) {
  const cells = (/** @type {number} */ count) => counted(count, { one: "# cell", other: "# cells" });
  const rows = (/** @type {number} */ count) => counted(count, { one: "# row", other: "# rows" });
  const columns = (/** @type {number} */ count) => counted(count, { one: "# column", other: "# columns" });
  return {
    language: "en",
    locale, number, counted, list, percent,
    /** @type {ElementWords} the texts of `<cellveil-table>`, for the table itself */
    table: en,
    quoted: (/** @type {string} */ text) => `“${text}”`,
    by: (/** @type {string} */ rows, /** @type {string} */ columns) => `${rows} by ${columns}`,
    method: (/** @type {NamedMethod} */ { name, title }) => title || spaced(name),
    /** The core's text about a method. */
    methodText: (/** @type {string} */ text, /** @type {ElementWords} */ _table) => text,
    designed: (/** @type {string} */ title) => `Designed: ${title}.`,
    places: { rows: "rows", columns: "columns", layers: "layers", filter: "filters" },
    intro: "Figures here are changed slightly on purpose, so that they disclose nobody. Choose variables, and the table follows.",
    dismiss: "Close this text",

    build: {
      title: "Build a table",
      dataset: "Dataset",
      rows: "Rows", columns: "Columns", layers: "Layers", filter: "Filters",
      empty: { rows: "No variable", columns: "No variable", layers: "None: one table", filter: "None: everyone" },
      add: "Add",
      undo: "Undo", redo: "Redo", edits: "Changes", swap: "Swap rows and columns", reset: "Start again",
      totals: "Show totals", method: "Method", designMethod: "Design a p-table", designed: "Designed p-table",
      open: (/** @type {string} */ table) => `Change the table: ${table}`, close: "Show the table",
    },

    chip: {
      change: (/** @type {string} */ label, /** @type {string} */ place) => `${label}, in ${place}: change`,
      removeOf: (/** @type {string} */ label, /** @type {string} */ place) => `Remove ${label} from ${place}`,
      groups: (/** @type {number} */ count, /** @type {boolean} */ geo) => counted(count, geo ? { one: "# area", other: "# areas" } : { one: "# group", other: "# groups" }),
      kept: (/** @type {number} */ kept, /** @type {number} */ all) => `${number(kept)} of ${number(all)}`,
      choose: "choose categories", strange: "not in this dataset", unusable: "cannot be used here",
      now: (/** @type {string} */ label, /** @type {string} */ place) => `${label} is now in ${place}.`,
      order: (/** @type {string} */ label, /** @type {number} */ at, /** @type {number} */ of) => `${label} is now number ${number(at)} of ${number(of)}.`,
      replaces: (/** @type {string} */ label, /** @type {string} */ others) => `${label} replaces ${others}: a table can use a variable only once.`,
      swapped: "Rows and columns swapped.",
    },

    ways: { again: "Try again", undo: "Undo the last change", reload: "Reload the page", open: (/** @type {string} */ title) => `Open ${title}` },

    errors: ERRORS,

    status: {
      empty: "Add a variable to see a table.", refused: "No table was built.",
      tooLarge: (/** @type {number} */ count) => `${cells(count)}, too many to draw here.`,
      built: (/** @type {number} */ count, /** @type {number} */ hidden, /** @type {number} */ milliseconds) =>
        `${cells(count)}${hidden ? `, ${number(hidden)} withheld` : ""}, built in ${milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10, 1)} s`}.`,
      loadingPart: "Loading …", building: "Building the table …", loading: (/** @type {number} */ loaded, /** @type {number} */ total) => `Loading data: ${bytes(loaded)} of ${bytes(total)}`,
    },

    result: {
      title: "Table",
      release: { keyed: "Keyed: the files hold true counts", sealed: "Sealed: the files hold protected figures only", preprotected: "Pre-protected: the counts were changed beforehand" },
      releaseName: { keyed: "keyed", sealed: "sealed", preprotected: "pre-protected" },
      trueCounts: "True counts, unprotected",
      showAs: "Show as", counts: "Counts", percentRow: "% of row", percentColumn: "% of column", percentTable: "% of table", ratio: "Ratio …", average: "Average …",
      chart: "Chart", noChart: "Table only", display: "Display", intervals: "± Intervals", intervalsHint: "For each figure, the counts that it probably stands for.", hideEmpty: "Hide empty", peel: { title: "Figures", true: "True", noise: "Noise", published: "Published", noFile: "Switch to “Published” to save" },
      collapse: "Collapse all", expand: "Expand all",
      sortDown: "Sort rows, largest first", sortUp: "Sort rows, smallest first", sortOff: "Restore the original order of the rows",
      foldGroup: "Show only the total of this group", unfoldGroup: "Show the rows of this group",
      help: "Point at or tap a figure to see how it was made. On a keyboard, move with the arrow keys and press Enter.",
      sorted: (/** @type {string} */ labels, /** @type {boolean} */ down) => `Sorted by ${labels || "count"}, ${down ? "largest" : "smallest"} first.`, unsorted: "Rows in their original order.",
      rowsShown: (/** @type {number} */ count) => `${rows(count)} shown.`, shownAs: (/** @type {string} */ figures) => `Shown: ${figures}.`,
      partPrinted: "Only some rows of this table are printed. The menu “Save” has files with all rows.",
      save: "Save", about: "About",
    },

    charts: { bar: "Bars", stacked: "Stacked bars", "stacked-100": "Stacked to 100%", line: "Lines", heat: "Heat map", pyramid: "Population pyramid" },

    refusal: {
      large: (/** @type {number} */ count, /** @type {number} */ most) => `This table has ${cells(count)}. The page draws tables of up to ${number(most)} cells.`,
      wide: (/** @type {number} */ count, /** @type {number} */ most) => `This table has ${columns(count)}. The page draws tables of up to ${columns(most)}.`,
      largeHint: (/** @type {boolean} */ savable) => `Remove a variable, use a broader level, or filter to fewer categories${savable ? ". Or save all cells as CSV." : "."}`,
      technical: "Technical message", empty: "Add a variable to rows or columns to see a table.",
    },

    notes: {
      peel: { true: "True counts of public or invented records.", noise: "Noise: the published value less the true count, before suppression." },
      example: (/** @type {string} */ sum, /** @type {string} */ total, /** @type {string} */ label) => `Example, ${label}: the parts ${sum}, and the total shows ${total}. Each figure and each total has noise of its own.`,
      hidden: (/** @type {number} */ down, /** @type {number} */ across) => `Hidden, because they show only zeros: ${list([...(down ? [rows(down)] : []), ...(across ? [columns(across)] : [])])}.`,
      blocked: (/** @type {string} */ labels) => `Not shown, because the publisher’s limits do not allow it: ${labels}. All other figures are allowed.`,
      someMore: (/** @type {number} */ count) => `${number(count)} more`,
      intervals: (/** @type {number} */ level) => `Small figures: the interval that contains the figure of the true counts with a probability of at least ${percent(level)}, if nothing else is known.`,
      source: (/** @type {string} */ text) => `Source: ${text.replace(/[.]+$/, "")}`, licence: (/** @type {string} */ text) => `Licence: ${text}`,
      sums: (/** @type {number} */ most, /** @type {boolean} */ random) => `Some figures are sums of up to ${number(most)} published figures, so they are less exact${random ? `. If the noise is independent, a sum’s noise has up to ${number(most)} times the variance of one figure’s noise.` : "."}`,
    },

    caption: {
      where: (/** @type {string} */ label, /** @type {string} */ codes) => `${label} is ${codes}`, whereMany: (/** @type {string} */ label, /** @type {number} */ count) => `${label} is one of ${number(count)} chosen categories`,
      table: (/** @type {string} */ unit, /** @type {string} */ by, /** @type {string} */ filters) => `${capital(plural(unit))} by ${by}${filters ? `, where ${filters}` : ""}`,
      layers: (/** @type {string} */ layers) => `, for ${layers}`,
      derived: (/** @type {string} */ what, /** @type {string} */ kind) => `; ${what}, computed from ${figures(kind)}`,
      percent: (/** @type {"row" | "column" | "table"} */ of, /** @type {boolean} */ summed) => `each figure as a percentage of the ${summed ? "sum" : "total"} ${{ row: "of its row", column: "of its column", table: "of the table" }[of]}`,
      ratio: (/** @type {string} */ label, /** @type {string} */ parts) => `ratio, ${label}: ${parts}`, average: (/** @type {string} */ label) => `average of ${label}`,
      counts: "counts",
    },

    derived: {
      percent: (/** @type {string} */ kind) => `Computed from ${figures(kind)}; parts may not add up to 100.`,
      divisor: (/** @type {string} */ kind, /** @type {string} */ own) => `The divisor is the ${kind === "none" ? "total" : "protected total"}${own ? `, which ${own}` : ""}.`,
      summed: (/** @type {string} */ labels) => `If there is no total of ${labels}, the divisor is the sum of the parts shown.`,
      ratio: (/** @type {string} */ kind, /** @type {string} */ own) => `Computed from ${figures(kind)}${own ? `: each part of a ratio ${own}` : ""}.`,
      average: (/** @type {string} */ kind, /** @type {string} */ unit) => `Computed from ${figures(kind)}: the numbers below, weighted by how many ${plural(unit).toLowerCase()} each category shows.`,
      counts: (/** @type {string} */ label, /** @type {[string, number][]} */ pairs) => `${label}: ${pairs.map(([category, value]) => `${category} counts as ${number(value)}`).join("; ")}.`,
      omitted: (/** @type {string} */ labels) => `Omitted: ${labels}.`,
      ownNoise: "has noise of its own", ownRounding: "is rounded separately",
    },

  };

  /** @param {number} size */
  function bytes(size) {
    return size < 1e6 ? `${number(Math.ceil(size / 1e3))} kB` : `${number(Math.round(size / 1e5) / 10, 1)} MB`;
  }
}
