// The format of figures in charts, and the shorthand of missing figures from statuses.json.

import { STATUSES } from "../../../words/statuses.js";

/** @import { Reason } from "../../../words/statuses.js" */

/**
 * The reason for a missing figure: a status, or "none" if the table has no cell for this figure.
 * @typedef {Reason | "none"} Missing
 */

/** @param {Missing} why */
export const markOf = (why) => (why === "none" ? "–" : STATUSES[why].mark);

/** @param {Missing} why */
export const whyInWords = (why) => (why === "none" ? "no figure in this table" : STATUSES[why].words.en);

/** Formats a count as the page does. @param {number} n */
export const figure = (n) => (n < 0 ? `−${format(-n)}` : format(n));
const { format } = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
