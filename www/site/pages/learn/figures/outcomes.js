// What agrees with a paper and what differs: the claims of a study's part, and the verdicts of its rows.

import { words } from "./words.js";

/** @import { Claim, Part, Verdict } from "./types.js" */

/**
 * @param {Pick<Part, "rows" | "claims" | "notes">} part
 * @returns {{ agrees: string[], differs: string[], unknown: string[], notes: string[] }}
 */
export function outcomes({ rows, claims, notes }) {
  const labels = (/** @type {Verdict} */ verdict) => rows.filter((row) => row.verdict === verdict).map(({ label }) => label);
  const lines = (/** @type {Verdict} */ verdict) => {
    const found = labels(verdict);
    return found.length > 0 ? [words.rows[verdict](found, rows.length)] : [];
  };
  const texts = (/** @type {boolean | null} */ holds) => claims.filter((claim) => claim.holds === holds).map(({ text }) => text);
  return {
    agrees: [...texts(true), ...lines("equal"), ...lines("same-order")],
    differs: [...texts(false), ...lines("different"), ...lines("missing")],
    unknown: [...texts(null), ...lines("not-shown")],
    notes: [...lines("extra"), ...notes],
  };
}

/** @param {string} text @param {boolean | null} holds @returns {Claim} */
export const claim = (text, holds) => ({ text, holds });
