// Measures one table with one method, and caches the result.

import { methodOfCandidate } from "./candidates.js";
import { unknownRisk } from "./changed.js";
import { tableKey } from "./comparison.js";
import { open } from "../../shell/catalogue.js";
import { refusal } from "../../result/refusals.js";
import { countCells, queryOf } from "../../../choice/state.js";

/** @import { Candidate } from "./candidates.js" */
/** @import { Comparand } from "./points.js" */
/** @import { Refusal } from "../../result/refusals.js" */
/** @import { Cube, MapPoint, Selection } from "../../shell/types.js" */

/** The largest table to measure. Each method needs another pass over all cells. */
const MEASURED_CELLS = 200_000;

/**
 * A measured point. `unknown` states why a table of changed records has no risk.
 * @typedef {MapPoint & { refused?: Refusal, unknown?: string }} Measured
 */
/** Measured points, by dataset, table, method and options. @type {Map<string, Measured>} */
const known = new Map();

/** The query of a table, without a method. @param {Selection} table */
export function plainQuery(table) {
  const { method, ...query } = queryOf({ ...table, totals: true });
  return query;
}

/** @param {Selection} table @param {Cube} of */
export function checkSize(table, of) {
  const { cells } = countCells({ ...table, totals: false }, of);
  if (cells > MEASURED_CELLS) throw Object.assign(new Error(`${cells} cells, more than ${MEASURED_CELLS}`), { code: "table-too-large" });
}

/**
 * Measures a table with a method. A table of changed records is compared with the unchanged records. A method that fails
 * gives a point with an error.
 * @param {Comparand} of
 * @param {Candidate} candidate
 * @param {Cube} from
 * @param {AbortSignal} signal
 * @returns {Promise<Measured>}
 */
export async function pointOf({ selection, title, choices }, candidate, from, signal) {
  const key = JSON.stringify([from.digest, tableKey(selection), candidate.id, choices]);
  const ready = known.get(key);
  if (ready) return ready;
  try {
    checkSize(selection, from);
    const measured = candidate.cube === undefined ? from : await open(candidate.cube);
    const changes = measured === from ? {} : { original: from, noise: candidate.noise };
    const asked = await methodOfCandidate(candidate, measured);
    const methods = asked === undefined ? [] : [{ label: candidate.label, method: asked }];
    const [point] = await measured.riskUtilityMap({ tables: [{ ...plainQuery(selection), label: title }], methods, ...choices, ...changes, signal });
    const refused = point.error ? undefined : await refusal({ ...plainQuery(selection), totals: false, method: asked, signal }, measured);
    const unknown = measured !== from && point.measures && point.risk === null ? unknownRisk(measured) : undefined;
    const found = { ...point, ...(refused ? { refused } : {}), ...(unknown ? { unknown } : {}) };
    // A failed download may succeed the next time, so its point is not stored.
    if (!["network", "wasm"].includes(point.error?.code ?? "")) known.set(key, found);
    return found;
  } catch (error) {
    const { code, message } = /** @type {{ code?: string, message: string }} */ (Object(error));
    if (code === undefined || signal.aborted) throw error;
    return { table: title, method: candidate.label, risk: null, utility: null, before: null, measures: null, error: { code, message } };
  }
}
