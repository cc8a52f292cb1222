// "Check a table": a CSV and its receipt, which the reader chooses, against the data that the page shows.

import { byId, h } from "../../shell/dom.js";
import { errorInWords, verdictInWords } from "../../shell/words.js";

/** @import { Cube } from "../../shell/types.js" */

/** @param {() => Promise<Cube>} open  gives the data that the page shows */
export function createCheck(open) {
  const result = byId("check-result");
  const files = ["check-table", "check-receipt"].map((id) => /** @type {HTMLInputElement} */ (byId(id)));

  /** Counts up whenever an answer under way is no longer the one that was asked for. */
  let asked = 0;

  /** What was said of other files or other data holds no longer. */
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
  // The form's own check comes first, so this takes a file that is gone, or may not be read.
  if (!file) throw Object.assign(new Error("no file is chosen"), { code: "no-file" });
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw Object.assign(new Error(`${file.name} cannot be read`, { cause }), { code: "no-file" });
  }
}
