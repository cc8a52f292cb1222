// The figures of a map in words, and its legend, for maps of both libraries.

import { classesOf, classOf, spanned } from "../charts/classes.js";
import { figure, markOf, whyInWords } from "../charts/shorthand.js";
import { shade } from "../charts/svg.js";
import { HATCHED, isUncertain } from "./uncertain.js";

/** @import { LegendEntry } from "../charts/file.js" */
/** @import { MapOptions } from "../charts/map.js" */
/** @import { Class } from "../charts/classes.js" */
/** @import { Missing } from "../charts/shorthand.js" */

/**
 * @param {MapOptions} options
 * @param {ReadonlySet<string>} onMap  the codes of the drawn areas
 */
export function figuresOn(options, onMap) {
  const { values, statuses, unit, title } = options;
  const format = (/** @type {number} */ value) => (options.format ?? figure)(value);
  const rounded = (/** @type {number} */ value) => options.round?.(value) ?? value;
  const headed = `${unit[0]?.toUpperCase() ?? ""}${unit.slice(1)}`;
  /** @param {string} code @returns {Missing | null} */
  const missing = (code) => (values.has(code) ? ((values.get(code) ?? null) === null ? (statuses?.get(code) ?? "suppressed") : null) : "none");
  const valueOf = (/** @type {string} */ code) => /** @type {number} */ (values.get(code));
  const shown = [...onMap].flatMap((code) => (missing(code) === null ? [{ code, value: valueOf(code) }] : []));
  const classes = options.circles ? [] : classesOf(shown.map(({ value }) => rounded(value)), options.breaks);
  const isLow = (/** @type {number} */ value) => Boolean(options.low?.(value));
  const positions = options.interval ? new Map([...values.keys()].map((code, at) => [code, at])) : undefined;

  return {
    shown, classes, missing, format, headed,
    /** The figure of an area in shorthand. @param {string} code */
    say(code) {
      const why = missing(code);
      return why ? markOf(why) : isLow(valueOf(code)) ? markOf("low") : format(valueOf(code));
    },
    /** The figure of an area in words. @param {string} code */
    tell(code) {
      const why = missing(code) ?? (isLow(valueOf(code)) ? "low" : null);
      return `${options.label(code)}: ${why ? `${markOf(why)} ${whyInWords(why)}` : `${format(valueOf(code))} ${unit}`}`;
    },
    /** The shade of an area that has a figure. @param {string} code */
    shadeOf: (code) => /** @type {Class} */ (classOf(classes, rounded(valueOf(code)))).shade,
    /** Whether noise could change the class of an area. @param {string} code */
    uncertain(code) {
      const at = positions?.get(code);
      return at !== undefined && missing(code) === null && isUncertain(classes, options.interval?.(at) ?? null);
    },
    /** The description for people who do not see the map. */
    words() {
      const least = shown.reduce((a, b) => (b.value < a.value ? b : a), shown[0]);
      const most = shown.reduce((a, b) => (b.value >= a.value ? b : a), shown[0]);
      const extremes = shown.length > 0 ? ` Largest: ${options.label(most.code)}, ${format(most.value)}. Smallest: ${options.label(least.code)}, ${format(least.value)}.` : "";
      const gone = onMap.size - shown.length;
      return `Map of ${onMap.size} ${onMap.size === 1 ? "area" : "areas"}: ${title}, ${unit}.${extremes}${gone > 0 ? ` Without a figure: ${gone}.` : ""}`;
    },
    /**
     * The entries of the legend, for the patterns that the map uses.
     * @param {{ missing: [why: Missing, fill: string][], hatched: string | null }} used
     * @returns {LegendEntry[]}
     */
    entries: (used) => [
      ...classes.map(({ shade: at, low, high, areas }) => ({ fill: shade(at), text: spanned(format(low), format(high)), more: `${areas} ${areas === 1 ? "area" : "areas"}` })),
      ...(options.circles ? [{ fill: "", text: "The area of a circle shows the number.", more: "" }] : []),
      ...(options.circles && shown.some(({ value }) => value <= 0) ? [{ fill: "", text: "No circle: 0 or less.", more: "" }] : []),
      ...(used.hatched ? [{ fill: used.hatched, text: HATCHED, more: "" }] : []),
      ...used.missing.map(([why, fill]) => ({ fill, text: `${markOf(why)} ${whyInWords(why)}`, more: "" })),
      ...(shown.some(({ value }) => isLow(value)) ? [{ fill: "", text: `${markOf("low")} ${whyInWords("low")}`, more: "" }] : []),
    ],
  };
}
