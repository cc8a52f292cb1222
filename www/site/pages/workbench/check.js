// "Check a table": the reader chooses a CSV file and its receipt, and the page checks them against its dataset.

import { byId, h } from "../../shell/dom.js";
import { errorInWords, verdictInWords } from "../../shell/words.js";

/** @import { Cube } from "../../shell/types.js" */

/** @param {() => Promise<Cube>} open  returns the dataset on the page */
export function createCheck(open) {
  const result = byId("check-result");
  const files = ["check-table", "check-receipt"].map((id) => /** @type {HTMLInputElement} */ (byId(id)));

  /** The number of the latest check. The page ignores the results of earlier checks. */
  let asked = 0;

  /** Removes the result when the reader changes a file or the dataset. */
  function clear() {
    asked++;
    result.replaceChildren();
  }

  /** @param {boolean | undefined} good @param {string} mark @param {string} text */
  function answer(good, mark, text) {
    result.classList.toggle("check-good", good === true);
    result.classList.toggle("check-bad", good === false);
    result.replaceChildren(h("strong", {}, mark), ` ${text}`);
  }

  for (const each of files) each.addEventListener("change", clear);
  byId("check").addEventListener("submit", async (event) => {
    event.preventDefault();
    clear();
    const question = asked;
    answer(undefined, "Checking …", "");
    try {
      const [cube, table, receipt] = await Promise.all([open(), ...files.map(bytesOf)]);
      const verdict = await cube.verify(table, receipt);
      if (question === asked) answer(verdict.ok, ...verdictInWords(verdict));
    } catch (error) {
      if (question === asked) answer(undefined, "Not checked.", errorInWords(error).text);
    }
  });

  return { clear };
}

/** @param {HTMLInputElement} input */
async function bytesOf({ files }) {
  const file = files?.[0];
  // The form requires both files, but a file can disappear or become unreadable.
  if (!file) throw Object.assign(new Error("no file is chosen"), { code: "no-file" });
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw Object.assign(new Error(`${file.name} cannot be read`, { cause }), { code: "no-file" });
  }
}
