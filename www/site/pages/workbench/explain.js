// "Counts behind a figure" shows the true counts that a published value can stand for, if the publisher permits.

import { byId } from "../../shell/dom.js";
import { looksAtTable } from "../../../element/additivity.js";
import { explanationInWords, errorInWords, numberOf } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { createTableView } from "./table-view.js" */

/** @param {ReturnType<typeof createTableView>} view @param {() => Layout | undefined} layoutShown */
export function createExplanation({ placeOf }, layoutShown) {
  const panel = /** @type {HTMLDetailsElement} */ (byId("explain"));
  const input = /** @type {HTMLInputElement} */ (byId("explain-value"));
  const result = byId("explain-result");

  /** @type {Table | undefined} */
  let table;
  /** Whether the reader chose the value. */
  let given = false;
  /** The number of the latest request. The page ignores the answers to earlier requests. */
  let asked = 0;

  /** Hides the panel until there is a table. */
  function withdraw() {
    asked++;
    table = undefined;
    given = false;
    panel.hidden = true;
    result.textContent = "";
  }

  /** @param {Cube} cube @param {Table} shown */
  function offer(cube, shown) {
    table = shown;
    panel.hidden = !cube.explains || looksAtTable(shown.method);
    if (!given) input.value = String(shown.values.find((value) => value !== null) ?? "");
    void explain();
  }

  /** Computes the counts only while the panel is open, because this needs the full core. */
  async function explain() {
    const question = ++asked;
    const value = numberOf(input.value);
    if (!table || panel.hidden || !panel.open) return;
    let text = "";
    try {
      if (input.value.trim() !== "") text = value === undefined ? "Enter a whole number from 0." : explanationInWords(await table.explain({ value }), table);
    } catch (error) {
      text = errorInWords(error).text;
    }
    if (question === asked) result.textContent = text;
  }

  input.addEventListener("input", () => {
    given = true;
    void explain();
  });
  panel.addEventListener("toggle", explain);
  byId("table").addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("td");
    const place = cell && placeOf(cell);
    const layout = layoutShown();
    // A percentage, ratio or average does not stand for a single count.
    const value = place && layout && !layout.derived && layout.figure(place.line, place.column).value;
    if (!panel.open || typeof value !== "number") return;
    input.value = String(value);
    given = true;
    void explain();
  });

  return { offer, withdraw };
}
