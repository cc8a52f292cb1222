// The shorthand of a table or a chart, with its meaning.

import { STATUSES, statusInWords } from "../../words/statuses.js";
import { h } from "../shell/dom.js";

/**
 * Returns a term and a description for each reason, for a `<dl>`.
 * @param {Iterable<import("../../words/statuses.js").Reason>} reasons
 */
export function legendLines(reasons) {
  return [...reasons].map((reason) => h("div", {}, h("dt", {}, STATUSES[reason].mark), h("dd", {}, statusInWords(reason))));
}
