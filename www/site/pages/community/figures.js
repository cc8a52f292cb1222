// Writes figures and shares in the language of the page.

import { numbers } from "../../../words/numbers.js";
import { STATUSES } from "../../../words/statuses.js";

/** @import { Table } from "../../shell/types.js" */

/** Returns a cell's figure, or the shorthand for a missing figure. @param {Table} table @param {number} cell */
export function shownNumber({ values, status, decimals }, cell) {
  const why = status[cell];
  return why ? STATUSES[why].mark : numbers(document.documentElement.lang, decimals).format(values[cell] ?? 0);
}

/** Writes a share with one decimal. @param {number} percent */
export const shareInWords = (percent) => (percent > 0 && percent < 0.05 ? "<0.1%" : `${numbers(document.documentElement.lang, 1).format(percent)}%`);
