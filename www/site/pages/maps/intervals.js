// The interval of each area's figure: where the figure before protection lies, as far as the publisher discloses this.

import { looksAtTable } from "../../../element/additivity.js";
import { isBare } from "./words.js";
import { usedBy } from "./indicators.js";

/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { Indicator } from "../../result/map/page.js" */
/** @import { Interval } from "../../result/map/uncertain.js" */

/** @typedef {{ low: number, high: number }} Span */

/** The largest number of values to explain, because each one is a question to the core. */
const MOST_VALUES = 1_000;

/**
 * Returns the interval of each figure, or undefined if the publisher discloses none. An average has no interval,
 * because it has the noise of many figures.
 * @param {Pick<Cube, "explains">} cube
 * @param {Indicator} indicator
 * @param {Table} table  of `queryOfIndicator`
 * @returns {Promise<Interval | undefined>}
 */
export async function intervalsOf(cube, indicator, table) {
  // The core explains a figure with one noise. A sum of blocks has several.
  const isOneCell = table.areas === null || table.areas === undefined || table.areas.mode === "exact";
  if (!cube.explains || indicator.kind === "average" || !isOneCell || isBare(table) || looksAtTable(table.method)) return undefined;
  const used = usedBy(indicator, table).slice(0, -1);
  const values = [...new Set(used.flat().flatMap(({ value }) => value ?? []))];
  if (values.length > MOST_VALUES) return undefined;
  /** @type {Map<number | null, Span | null>} */
  const spans = new Map(await Promise.all(values.map(async (value) => /** @type {const} */ ([value, await table.explain({ value }).catch(() => null)]))));
  const all = used.map((figures) => spanOf(indicator, figures.map(({ value }) => spans.get(value) ?? null)));
  return all.some((span) => span !== null) ? (at) => all[at] ?? null : undefined;
}

/**
 * The interval of a figure. A quotient is smallest with the smallest numerator and the largest denominator.
 * @param {Indicator} indicator
 * @param {(Span | null)[]} spans  of the figures in use
 * @returns {Span | null}
 */
export function spanOf({ kind, of, per }, [part, whole]) {
  if (!part) return null;
  if (kind === "count" || of === null) return { low: part.low, high: part.high };
  if (!whole || whole.high <= 0) return null;
  const factor = kind === "share" ? 100 : per;
  return { low: (factor * part.low) / whole.high, high: whole.low > 0 ? (factor * part.high) / whole.low : Infinity };
}
