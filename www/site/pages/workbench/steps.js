// The strip of five steps under the table. Measures appear on demand, as they need the full core.

import { byId, fetched, h } from "../../shell/dom.js";
import { checkedInWords } from "../../result/rules.js";
import { errorInWords } from "../../shell/words.js";

/** @import { Cube, Table } from "../../shell/types.js" */

/** The largest table that the page measures. Each method needs another pass over all cells. */
const MEASURED_CELLS = 200_000;

/** @param {number} number @param {string} title @param {string} text */
const card = (number, title, text) => h("li", { class: "step" },
  h("h3", {}, h("span", { class: "number", "aria-hidden": "true" }, String(number)), " ", title), h("p", {}, text));

/** Creates the strip of steps. */
export function createSteps() {
  const strip = byId("steps-strip");
  const button = /** @type {HTMLButtonElement} */ (byId("steps-measure"));
  const said = byId("steps-said");

  /** @type {{ cube: Cube, table: Table, designed: string } | undefined} */
  let shown;

  /** @param {NonNullable<typeof shown>} now */
  function offer(now) {
    shown = now;
    const { cube, table, designed } = now;
    const waiting = cube.mayReveal ? "Not measured yet." : "The publisher’s measures only.";
    byId("steps").replaceChildren(
      card(1, "Limits", checkedInWords(cube)),
      card(2, "Risk before", waiting),
      card(3, "Method", designed ? designed.replace(/\.$/, "") : table.method.card.title),
      card(4, "Risk after", waiting),
      card(5, "Output", waiting));
    byId("steps-more").replaceChildren();
    button.hidden = table.values.length > MEASURED_CELLS;
    button.textContent = cube.mayReveal ? "Measure risk and utility" : "Show the publisher’s measures";
    button.disabled = false;
    said.textContent = reservation(cube, button.hidden);
    strip.hidden = false;
  }

  function withdraw() {
    shown = undefined;
    strip.hidden = true;
  }

  button.addEventListener("click", async () => {
    const now = shown;
    if (!now) return;
    button.disabled = true;
    said.textContent = "Measuring …";
    try {
      const { measuredSteps } = await fetched(import("./lazy/steps.js"));
      const found = await measuredSteps(now);
      if (shown !== now) return;
      byId("steps").replaceChildren(...found.cards);
      byId("steps-more").replaceChildren(...found.more);
      said.textContent = found.said;
      // The button is no longer needed, so the focus moves to the steps.
      button.hidden = true;
      byId("steps-title").tabIndex = -1;
      byId("steps-title").focus();
    } catch (error) {
      if (shown !== now) return;
      said.textContent = errorInWords(error).text;
      button.disabled = false;
      // The button may have lost the focus while it was disabled.
      if (document.activeElement === document.body) button.focus();
    }
  });

  return { offer, withdraw };
}

/** Explains why measures are missing or rounded. @param {Cube} cube @param {boolean} tooLarge */
function reservation(cube, tooLarge) {
  if (tooLarge) return "This table is too large to measure here. Use the command line to measure the table.";
  if (cube.mayReveal) return "";
  return cube.release === "sealed"
    ? "The files hold no true counts. The publisher measured and rounded the figures shown."
    : "True counts are confidential, so only some measures of risk and utility are shown.";
}
