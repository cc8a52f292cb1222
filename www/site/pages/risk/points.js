// Shows the points of the map as a table and as lists of tolerable methods, and writes them as files.

import { h } from "../../shell/dom.js";
import { figure, said } from "../../result/measured.js";
import { formatList } from "../../../choice/address.js";
import { AVERAGE } from "../../result/steps.js";
import { counted, listed, versionInWords } from "../../shell/words.js";

/** @import { Candidate } from "./candidates.js" */
/** @import { Refusal } from "../../result/refusals.js" */
/** @import { Cube, MapPoint, Selection } from "../../shell/types.js" */

/**
 * A point of the map: one method with one table. A table that a limit refuses can have measures. `unknown` states why a
 * table of changed records has no risk.
 * @typedef {MapPoint & { candidate: Candidate, kind: string, refused?: Refusal, unknown?: string }} Place
 */
/**
 * A compared table, with its points so far.
 * @typedef {object} Comparand
 * @property {Selection} selection
 * @property {string} title
 * @property {string} letter
 * @property {Place[]} places
 * @property {number | null} before  the risk without protection
 * @property {object} choices  the options of its measures
 */

/** @param {Place} place @param {number | undefined} tolerable */
function isWithin({ risk }, tolerable) {
  return risk !== null && tolerable !== undefined && risk <= tolerable;
}

/**
 * Whether a point is tolerable: its risk is tolerable, the publisher's limits allow the table, and the method protects
 * the table.
 * @param {Place} place
 * @param {number | undefined} tolerable
 */
export function isTolerable(place, tolerable) {
  return isWithin(place, tolerable) && !place.refused && place.kind !== "none";
}

/** The outcome of a point, such as "tolerable". @param {Place} place @param {number | undefined} tolerable */
function verdict(place, tolerable) {
  if (place.refused) return "refused by a limit";
  if (place.risk === null) return place.unknown ? `unknown risk: ${place.unknown}` : "unknown risk";
  const raised = place.before !== null && place.risk > place.before ? "higher than before" : "";
  const limit = tolerable === undefined ? "" : !isWithin(place, tolerable) ? "above the tolerable risk" : place.kind === "none" ? "not protected" : "tolerable";
  return [limit, raised].filter(Boolean).join("; ");
}

/**
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 * @param {(letter: string, id: string) => void} onChoose
 */
export function pointsTable(tables, tolerable, onChoose) {
  const several = tables.length > 1;
  // Without measures, the table is a list of methods.
  const heads = tables.some(({ places }) => places.some(({ measures, error }) => measures || error)) ? ["Method", "Utility", "Risk", "Outcome"] : ["Method"];
  return h("table", { class: "points" },
    h("caption", { class: "hidden-visually" }, "The points of the risk–utility map"),
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    ...tables.map(({ letter, title, places, before }) => h("tbody", { "data-before": before ?? undefined },
      ...(several ? [h("tr", {}, h("th", { scope: "rowgroup", colspan: heads.length, class: "group" }, `${letter}  ${title}`))] : []),
      ...places.map((place) => {
        const { id, label } = place.candidate;
        const button = h("button", { type: "button", class: "plain", "data-key": `row|${letter}|${id}`, click: () => onChoose(letter, id) }, label);
        return h("tr", { "data-method": id, class: place.error ? "failed" : undefined },
          h("th", { scope: "row" }, place.error ? label : button),
          ...(place.error ? [h("td", { colspan: 3, class: "words" }, `Not measured: ${place.error.message}.`)]
            : heads.length > 1 ? [h("td", {}, said(place.utility)), h("td", {}, said(place.risk)), h("td", { class: "words" }, verdict(place, tolerable))] : []));
      }))));
}

/**
 * Lists the tolerable methods of each table, by descending utility.
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 */
export function tolerableLists(tables, tolerable) {
  if (tolerable === undefined) return [];
  return tables.map(({ letter, title, places }) => {
    const within = places.filter((place) => isTolerable(place, tolerable)).sort((a, b) => (b.utility ?? -1) - (a.utility ?? -1));
    const name = tables.length > 1 ? `${letter}  ${title}` : title;
    return h("div", { class: "tolerable" },
      h("h4", {}, name),
      within.length
        ? h("ol", {}, ...within.map(({ candidate, utility }) => h("li", {}, `${candidate.label}${utility === null ? "" : `: utility ${figure(utility)}`}`)))
        : h("p", {}, refusedAlways(places) ? "The publisher’s limits refuse this table with every method." : "No method. Without a tolerable method, this table is not released (step 4)."),
      ...leftOut(places, tolerable),
      ...(within.length ? [h("p", { class: "hint" }, AVERAGE)] : []));
  });
}

/** @param {Place[]} places */
function refusedAlways(places) {
  return places.some(({ refused }) => refused?.always);
}

/**
 * Explains why some methods with a tolerable risk are missing from the list.
 * @param {Place[]} places
 * @param {number} tolerable
 */
function leftOut(places, tolerable) {
  const within = places.filter((place) => isWithin(place, tolerable) && !refusedAlways(places));
  const named = (/** @type {Place[]} */ some) => listed(some.map(({ candidate }) => candidate.label));
  const [refused, bare] = [within.filter(({ refused }) => refused), within.filter(({ refused, kind }) => !refused && kind === "none")];
  return [
    ...(refused.length ? [h("p", { class: "hint" }, `Refused by the publisher’s limits: ${named(refused)}.`)] : []),
    ...(bare.length ? [h("p", { class: "hint" }, `Omitted, because it protects nothing: ${named(bare)}.`)] : []),
  ];
}

/** @param {Comparand[]} tables */
export function summary(tables) {
  const places = tables.flatMap(({ places }) => places);
  const failed = places.filter(({ error }) => error).length;
  return `${counted(places.length - failed, "point")}${failed ? `, ${failed} not measured` : ""}.`;
}

/** @param {Comparand[]} tables @param {number | undefined} tolerable */
export function pointsCsv(tables, tolerable) {
  const lines = tables.flatMap(({ title, places }) => places.map((place) => [
    title, place.candidate.label, place.utility, place.risk, place.before, place.risk === null || tolerable === undefined ? null : isTolerable(place, tolerable), place.error?.message ?? place.refused?.message ?? place.unknown,
  ]));
  return [["table", "method", "utility", "risk_after", "risk_before", "tolerable", "error"], ...lines].map((line) => `${formatList(line.map((field) => String(field ?? "")))}\n`).join("");
}

/**
 * @param {Comparand[]} tables
 * @param {number | undefined} tolerable
 * @param {Pick<Cube, "id" | "digest" | "title" | "data" | "release">} cube
 */
export function pointsJson(tables, tolerable, cube) {
  const { id, digest, title } = cube;
  return `${JSON.stringify({
    cube: { id, ...(versionInWords(cube) ? { digest } : {}), title },
    tolerable_risk: tolerable ?? null,
    tables: tables.map(({ selection: { rows, columns, filter }, title, choices, places }) => ({
      title, rows, columns, filter, choices,
      points: places.map(({ candidate: { id, label, cube }, risk, utility, before, measures, error, refused, unknown }) => ({ id, method: label, ...(cube ? { cube } : {}), risk, utility, before, ...(error ? { error } : {}), ...(refused ? { refused: refused.message } : {}), ...(unknown ? { unknown } : {}), measures })),
    })),
  }, null, 2)}\n`;
}
