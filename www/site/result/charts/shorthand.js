// How charts write figures, and those that are missing: the shorthand of the one table of statuses.

import { STATUSES } from "../../../words/statuses.js";

/** @import { Reason } from "../../../words/statuses.js" */

/** Why there is no figure: a status, or that the table has none for the place at all. @typedef {Reason | "none"} Missing */

/** @param {Missing} why */
export const markOf = (why) => (why === "none" ? "–" : STATUSES[why].mark);

/** @param {Missing} why */
export const whyInWords = (why) => (why === "none" ? "no figure in this table" : STATUSES[why].words.en);

/** Numbers of people as the page writes them. @param {number} n */
export const figure = (n) => (n < 0 ? `−${format(-n)}` : format(n));
const { format } = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
