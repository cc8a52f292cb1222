// The reader's own file of boundaries.

import { checkSize } from "../../result/map/geojson.js";
import { boundariesOf, matchInWords } from "../../result/map/shapes.js";
import { byId } from "../../shell/dom.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Boundaries } from "../../result/map/shapes.js" */

/**
 * @param {object} how
 * @param {() => Data | undefined} how.data  the dataset on the page
 * @param {(boundaries: Boundaries) => Promise<void>} how.use
 * @param {() => void} how.leave
 */
export function createOwnBoundaries({ data, use, leave }) {
  const input = /** @type {HTMLInputElement} */ (byId("boundaries"));
  const said = byId("boundaries-said");

  function clear() {
    said.textContent = "";
    said.classList.remove("wrong");
    byId("boundaries-back").hidden = true;
    input.value = "";
  }

  /** @param {File} file */
  async function take(file) {
    if (!data()) return;
    try {
      checkSize(file.size);
      const text = await file.text();
      // The reader may have chosen another dataset meanwhile.
      const of = data();
      if (!of) return;
      const taken = boundariesOf(text, of.levels, { name: file.name, own: true, property: of.page.place?.property });
      const labels = new Map(of.levels.find(({ name }) => name === taken.match.variable)?.codes.map(({ code, label }) => [code, label]));
      said.textContent = matchInWords(taken, (code) => labels.get(code) ?? code);
      said.classList.remove("wrong");
      byId("boundaries-back").hidden = false;
      await use(taken);
    } catch (error) {
      said.textContent = `${/** @type {Error} */ (error).message} The map is unchanged.`;
      said.classList.add("wrong");
    }
  }

  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void take(file);
  });
  // Clears the input. Otherwise the browser ignores a second choice of the same file, which may have changed.
  input.addEventListener("click", () => { input.value = ""; });
  byId("boundaries-back").addEventListener("click", () => {
    clear();
    input.focus();
    leave();
  });
  return { clear };
}
