// Shows the five steps that made the table safe, with the measures of risk and utility that the publisher permits.

import { h } from "../../site/shell/dom.js";
import { measuresTable, tells } from "../../site/result/measured.js";
import { checkedInWords } from "../../site/result/rules.js";
import { stepCards } from "../../site/result/steps.js";

/** @import { Cube, Table } from "../../choice/types.js" */

/**
 * Measures a table with the full core, and draws the five steps.
 * @param {{ cube: Cube, table: Table, designed: string }} of
 * @returns {Promise<{ cards: HTMLElement[], more: (Node | string)[], said: string }>}
 */
export async function measuredSteps({ cube, table, designed }) {
  const measures = await table.measures;
  const cards = stepCards({ measures, table, designed, checked: checkedInWords(cube), tolerable: undefined, preprotected: cube.release === "preprotected" });
  if (!tells(measures)) return { cards, more: [], said: "The publisher gives no measures of this table, and the files hold no true counts." };
  const rounded = cube.release === "sealed" || !cube.mayReveal;
  const caption = rounded ? "Measures of this table, rounded by the publisher" : "All measures of this table";
  return {
    cards,
    more: [h("details", { class: "all-measures" }, h("summary", {}, caption), h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": caption }, measuresTable(measures, caption)))],
    said: rounded ? "Measured and rounded by the publisher. A utility of 1 means that the table is unchanged or nearly unchanged." : "Measured. R uses the true counts of the inner cells, without totals.",
  };
}
