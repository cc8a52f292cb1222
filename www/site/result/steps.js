// Shows the five steps of a server that builds tables on demand: Shlomo, Antal and Elliot 2015, section 2.3.

import { h } from "../shell/dom.js";
import { figure, said, NOTHING } from "./measured.js";
import { number } from "../shell/words.js";

/** @import { Measures, Table } from "../shell/types.js" */

/**
 * A table with its measures, or its refusal.
 * @typedef
 *   {{ measures: Measures, table: Table, checked: string, tolerable: number | undefined, designed: string, preprotected: boolean, refused?: undefined }}
 *   Passed  `checked`: the checked limits, in words
 * @typedef {{ refused: string, measures?: Measures, way?: Node }} Refused  `way`: a button for the nearest allowed
 *   table
 */

/** @param {number | null | undefined} value @param {string} of */
const big = (value, of) => h("p", { class: "figure" }, said(value ?? null), h("span", { class: "of" }, of));

/** @param {number} number @param {string} title @param {string} id @param {...(Node | string)} body */
const card = (number, title, id, ...body) => h("li", { class: "step", id }, h("h3", {}, h("span", { class: "number", "aria-hidden": "true" }, String(number)), " ", title), ...body);

const p = (/** @type {(Node | string)[]} */ ...words) => h("p", {}, ...words);

/** @param {Passed | Refused} found */
export function stepCards(found) {
  if (found.refused !== undefined) {
    const none = () => p("Skipped, because the table is refused.");
    const measured = found.measures ? [" The measures below are for those who may see its counts."] : [];
    return [
      card(1, "Limits", "step-rules", h("p", { class: "refused" }, h("strong", {}, "Refused. "), found.refused, ...measured), ...(found.way ? [found.way] : [])),
      card(2, "Risk before", "step-before", none()), card(3, "Method", "step-method", none()), card(4, "Risk after", "step-after", none()), card(5, "Output", "step-output", none()),
    ];
  }
  const { measures, table, checked, tolerable, designed, preprotected } = found;
  const unprotected = table.method.kind === "none";
  const { before, after, needs_protection: needs, not_raised: kept } = measures.risk;
  const { population, cells, zeros, ones, twos } = measures.table;
  const told = (/** @type {number | null} */ value) => (value === null ? "–" : figure(value));
  return [
    card(1, "Limits", "step-rules", p(checked), p(blockedInWords(table))),
    card(2, "Risk before", "step-before", big(before?.r, "R, from 0 to 1"),
      p(`${told(population)} records in ${told(cells)} cells: ${told(zeros)} empty, ${told(ones)} with one record, ${told(twos)} with two.`), p(neededInWords(needs))),
    card(3, "Method", "step-method", h("p", { class: "name" }, designed || table.method.card.title), p(table.method.text)),
    card(4, "Risk after", "step-after", big(after?.r, "R, from 0 to 1"), p(raisedInWords(kept, before?.r, after?.r)), p(limitInWords(after?.r, tolerable, unprotected))),
    card(5, "Output", "step-output", big(measures.utility.hellinger_utility, "utility, 1 − HD/√N"),
      ...(unprotected ? [p(unprotectedInWords(preprotected))] : [p(outputInWords(after?.r, tolerable)), p(unchangedInWords(measures.risk.dr1)), p(AVERAGE)])),
  ];
}

/** A caution about the meaning of R. */
export const AVERAGE = "R is an average over the table. It guarantees nothing for a single cell.";

/** @param {Table} table */
function blockedInWords({ status }) {
  const blocked = status.reduce((sum, each) => sum + Number(each === "blocked"), 0);
  if (blocked === 0) return "";
  return blocked === 1
    ? `One of ${number(status.length)} cells is blocked. Its area is too small, or would disclose a blocked area.`
    : `${number(blocked)} of ${number(status.length)} cells are blocked. Their areas are too small, or would disclose a blocked area.`;
}

/** @param {boolean} preprotected  whether the counts in the files were protected before the cube was built */
function unprotectedInWords(preprotected) {
  return preprotected
    ? "The table shows the files’ counts, which were changed beforehand. No method protects them further, and R does not measure the changes."
    : "Nothing protects this table. It shows the true counts, whatever R is.";
}

/**
 * A caution about unchanged small counts, because the average R does not show them.
 * @param {number | null} share  DR1
 */
function unchangedInWords(share) {
  if (share === null || share <= 0) return "";
  return `Of the records in cells with one or two records, ${percent(share)} are in cells that the method left unchanged.`;
}

/** Formats a percentage. A share between 0 and 1 never rounds to 0% or 100%. @param {number} share */
function percent(share) {
  const rounded = share < 1 ? Math.min(Math.round(share * 1000) / 10, 99.9) : 100;
  return rounded === 0 ? "less than 0.1%" : `${number(rounded)}%`;
}

/** @param {boolean | null} needs */
function neededInWords(needs) {
  if (needs === null) return "";
  return needs
    ? "By the publisher’s limit, this table needs protection."
    : "By the publisher’s limit, this table needs no protection. The method protects it like every other table.";
}

/** @param {boolean | null} kept @param {number | undefined} before @param {number | undefined} after */
function raisedInWords(kept, before, after) {
  if (kept === null || before === undefined || after === undefined) return `The comparison with the risk before ${NOTHING}.`;
  if (!kept) return "Higher than before. By this measure the method raises the risk.";
  return after === before ? "The same as before." : "Lower than before.";
}

/** @param {number | undefined} after @param {number | undefined} tolerable @param {boolean} unprotected */
function limitInWords(after, tolerable, unprotected) {
  if (after === undefined || tolerable === undefined) return "";
  if (after > tolerable) return `Above the tolerable risk of ${figure(tolerable)}.`;
  return unprotected ? `R is within the tolerable risk of ${figure(tolerable)}, but nothing protects the table.` : `Within the tolerable risk of ${figure(tolerable)}.`;
}

/** @param {number | undefined} after @param {number | undefined} tolerable */
function outputInWords(after, tolerable) {
  const meaning = "A utility of 1 means no change.";
  if (after === undefined || tolerable === undefined) return meaning;
  return after <= tolerable ? `By R, this table can be released. ${meaning}` : `By R, this table cannot be released with this method. ${meaning}`;
}
