// The five steps by which a server that makes tables on demand would release one: Shlomo, Antal and Elliot 2015, section 2.3.

import { h } from "./dom.js";
import { figure, said, NOTHING } from "./measured.js";

/** @import { Measures, Table } from "./types.js" */

/** What is known of the table: its measures, or why there is none. */
/** @typedef {{ measures: Measures, table: Table, tolerable: number | undefined, designed: string, refused?: undefined } | { refused: string, measures?: Measures }} Found */

/** @param {number | null | undefined} value @param {string} of */
const big = (value, of) => h("p", { class: "figure" }, said(value ?? null), h("span", { class: "of" }, of));

/** @param {number} number @param {string} title @param {string} id @param {...(Node | string)} body */
const card = (number, title, id, ...body) => h("li", { class: "step", id }, h("h3", {}, h("span", { class: "number", "aria-hidden": "true" }, String(number)), " ", title), ...body);

const p = (/** @type {(Node | string)[]} */ ...words) => h("p", {}, ...words);

/** @param {Found} found */
export function stepCards(found) {
  if (found.refused !== undefined) {
    const none = () => p("Not reached: the table is not released.");
    const measured = found.measures ? [" Below it is measured all the same, for those who may see its counts."] : [];
    return [
      card(1, "Rules", "step-rules", h("p", { class: "refused" }, h("strong", {}, "Refused. "), found.refused, ...measured)),
      card(2, "Risk before", "step-before", none()), card(3, "Method", "step-method", none()), card(4, "Risk after", "step-after", none()), card(5, "Output", "step-output", none()),
    ];
  }
  const { measures, table, tolerable, designed } = found;
  const { before, after, not_raised: kept } = measures.risk;
  const { population, cells, zeros, ones, twos } = measures.table;
  const number = (/** @type {number | null} */ value) => (value === null ? "–" : figure(value));
  return [
    card(1, "Rules", "step-rules", p("No rule refused it.")),
    card(2, "Risk before", "step-before", big(before?.r, "R, from 0 to 1"),
      p(`${number(population)} records in ${number(cells)} cells, of which ${number(zeros)} are empty, ${number(ones)} hold one record and ${number(twos)} two.`)),
    card(3, "Method", "step-method", h("p", { class: "name" }, designed || table.method.card.title), p(table.method.text)),
    card(4, "Risk after", "step-after", big(after?.r, "R, from 0 to 1"), p(raisedInWords(kept, before?.r, after?.r)), p(limitInWords(after?.r, tolerable))),
    card(5, "Output", "step-output", big(measures.utility.hellinger_utility, "utility, 1 − HD/√N"), p(outputInWords(after?.r, tolerable))),
  ];
}

/** @param {boolean | null} kept @param {number | undefined} before @param {number | undefined} after */
function raisedInWords(kept, before, after) {
  if (kept === null || before === undefined || after === undefined) return `A comparison with the risk before ${NOTHING}.`;
  if (!kept) return "Higher than before: by this measure the method raises the risk of this table.";
  return after === before ? "Not raised: the same as before." : "Not raised: lower than before.";
}

/** @param {number | undefined} after @param {number | undefined} tolerable */
function limitInWords(after, tolerable) {
  if (after === undefined || tolerable === undefined) return "";
  return after <= tolerable ? `Within the tolerable risk of ${figure(tolerable)}.` : `Above the tolerable risk of ${figure(tolerable)}.`;
}

/** @param {number | undefined} after @param {number | undefined} tolerable */
function outputInWords(after, tolerable) {
  if (after === undefined || tolerable === undefined) return "1 means that nothing is changed.";
  return after <= tolerable ? "The table can go out with this figure; 1 means that nothing is changed." : "With this method the table would not go out; 1 means that nothing is changed.";
}
