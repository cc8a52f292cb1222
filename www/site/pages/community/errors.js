// Errors of the page: what happened, and a button for what to do.

import { h } from "../../shell/dom.js";
import { OF_METHODS } from "../../shell/methods.js";
import { showProblem } from "../../shell/page.js";
import { counted, listed, number } from "../../shell/words.js";

/** @import { Area } from "./areas.js" */

/** @type {Record<string, string>} */
const ERRORS = {
  "no-areas": "This dataset has no areas to combine. Choose another under “Dataset”.",
  "unknown-code": "This link names unknown parts. Remove the unknown parts to see the rest of the areas.",
  network: "Part of the data did not load. Check the connection, then try again.",
};

/**
 * @typedef {object} Ways
 * @property {() => void} again
 * @property {() => void} leave  opens another dataset
 * @property {(text: string) => void} removeUnknown  removes the unknown parts; `text`: what changed
 * @property {() => void} useDefault  chooses the dataset's method
 */

/** The button for an error. @param {string} code @param {string[]} unknown  parts @param {Ways} ways */
function wayOut(code, unknown, { again, leave, removeUnknown, useDefault }) {
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click) => h("button", { type: "button", id, click }, text);
  if (code === "unknown-code" && unknown.length) {
    return button("take-out", `Remove ${listed(unknown.slice(0, 3))}${unknown.length > 3 ? ` and ${number(unknown.length - 3)} more` : ""}`, () => removeUnknown(`${counted(unknown.length, "unknown part")} removed`));
  }
  if (["no-areas", "unknown-cube"].includes(code)) return button("usual", "Open another dataset", leave);
  if (OF_METHODS.includes(code)) return button("use-default", "Use the dataset’s method", useDefault);
  return button("again", "Try again", again);
}

/**
 * @param {unknown} error
 * @param {Area[]} areas
 * @param {ReadonlySet<string>} known  the codes of all parts
 * @param {Ways} ways
 */
export function showFailure(error, areas, known, ways) {
  const { code = "" } = /** @type {{ code?: string }} */ (Object(error));
  const unknown = [...new Set(areas.flatMap(({ codes }) => codes.filter((each) => !known.has(each))))];
  const hasText = Object.hasOwn(ERRORS, code) && (code !== "unknown-code" || unknown.length > 0);
  showProblem(error, { ...(hasText ? { text: ERRORS[code] } : {}), actions: [h("p", {}, wayOut(code, unknown, ways))] });
}
