// The shorthand that a table or chart shows, with what it stands for.

import { STATUSES, statusInWords } from "../../words/statuses.js";
import { h } from "../shell/dom.js";

/** A term and its meaning for each, for a `<dl>`. @param {Iterable<import("../../words/statuses.js").Reason>} reasons */
export function legendLines(reasons) {
  return [...reasons].map((reason) => h("div", {}, h("dt", {}, STATUSES[reason].mark), h("dd", {}, statusInWords(reason))));
}
