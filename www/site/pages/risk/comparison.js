// Reads and writes the choice of the risk and utility page in the address: tables, methods, the tolerable risk and
// options of measures. Numbers stay text, so that the page can report invalid numbers.

import { formatList, parseList, partsOf, readHash, writeHash } from "../../../choice/address.js";
import { axesOf, copyOf, emptySelection, plainView, variablesOf } from "../../../choice/state.js";

/** @import { Description, Selection } from "../../shell/types.js" */

/**
 * @typedef {object} Comparison
 * @property {Selection} table  the measured table
 * @property {Selection[]} kept  the tables to compare, which may include the measured table
 * @property {string[] | null} methods  ids of candidates; null: the methods that are chosen at first
 * @property {string[]} own  methods as JSON
 * @property {string} tolerable
 * @property {string[]} weights  four numbers, or empty for the weights of the paper
 * @property {string | null} by  the dimension of the areas
 * @property {[string, string[]][]} target
 * @property {"zero" | "average"} suppressed
 */

/** The tolerable risk and the weights in the example of Shlomo, Antal and Elliot 2015, section 5. */
const TOLERABLE = "0.15";
export const WEIGHTS = ["0.1", "0.7", "0.1", "0.1"];

/** @param {string} hash @returns {Comparison & { bare: boolean }} */
export function readComparison(hash) {
  const given = partsOf(hash);
  const { bare, ...table } = readHash(hash);
  const weights = parseList(given.get("weights") ?? "");
  return {
    bare,
    table,
    kept: given.getAll("keep").map((each) => ({ ...readHash(each), cube: table.cube, method: null })).map(copyOf),
    methods: given.has("methods") ? parseList(given.get("methods") ?? "") : null,
    own: given.getAll("own"),
    tolerable: given.get("tolerable") ?? TOLERABLE,
    weights: weights.length === 4 ? weights : [],
    by: given.get("by") || null,
    target: given.getAll("target").flatMap((each) => {
      const equals = each.indexOf("=");
      return equals > 0 ? [/** @type {[string, string[]]} */ ([each.slice(0, equals), parseList(each.slice(equals + 1))])] : [];
    }),
    suppressed: given.get("suppressed") === "average" ? "average" : "zero",
  };
}

/** @param {Comparison} comparison @returns {string} with its leading "#" */
export function writeComparison({ table, kept, methods, own, tolerable, weights, by, target, suppressed }) {
  return writeHash(table, [
    ...kept.map((each) => /** @type {[string, string]} */ (["keep", tableKey(each)])),
    ["methods", methods && formatList(methods)],
    ...own.map((each) => /** @type {[string, string]} */ (["own", each])),
    ["tolerable", tolerable === TOLERABLE ? null : tolerable],
    ["weights", weights.length ? formatList(weights) : null],
    ["by", by],
    ...target.map(([name, codes]) => /** @type {[string, string]} */ (["target", `${name}=${formatList(codes)}`])),
    ["suppressed", suppressed === "average" ? suppressed : null],
  ]);
}

/**
 * Returns a text that identifies a table to measure. It omits the method and the totals, as measures use no totals.
 * @param {Selection} selection
 */
export function tableKey(selection) {
  return writeHash({ ...selection, cube: null, method: null, totals: true, view: plainView(), layers: selection.layers.map(([name]) => [name, null]) }).replace(/^#cube=&/, "");
}

/** The tables to compare, including the measured table. @param {Comparison} comparison */
export function tablesOf({ table, kept }) {
  const keys = kept.map(tableKey);
  return keys.includes(tableKey(table)) || axesOf(table).length === 0 ? kept : [...kept, table];
}

/** The name of a table in the chart: "A", "B", … @param {number} at */
export function letter(at) {
  return at < 26 ? String.fromCharCode(65 + at) : `T${at + 1}`;
}

/**
 * The title of a table, such as "Region × Age, Sex; Health: Good".
 * @param {Selection} selection
 * @param {Description} cube
 */
export function titleOfTable({ layers, rows, columns, filter }, cube) {
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  const names = (/** @type {string[]} */ list) => list.map((name) => variables.get(name)?.label ?? name).join(", ");
  const where = filter.filter(([, codes]) => codes.length).map(([name, codes]) => {
    const labels = codes.map((code) => variables.get(name)?.codes.find((each) => each.code === code)?.label ?? code);
    return `${names([name])}: ${labels.length > 3 ? `${labels.length} categories` : labels.join(" or ")}`;
  });
  return [[names([...layers.map(([name]) => name), ...rows]), names(columns)].filter(Boolean).join(" × "), ...where].join("; ");
}

const FIRST_CELLS = 5_000;

/**
 * Chooses a first table that is detailed enough to have disclosure risk: areas by up to two long dimensions, in at most
 * `FIRST_CELLS` cells.
 * @param {string} name  the cube's folder
 * @param {Description} cube
 * @returns {Selection}
 */
export function firstTable(name, cube) {
  const area = cube.dimensions.find(({ role }) => role === "geo") ?? cube.dimensions[0];
  if (!area) return { ...emptySelection(), cube: name };
  const columns = [];
  let cells = area.codes.length;
  for (const each of cube.dimensions.filter((each) => each !== area).sort((a, b) => b.codes.length - a.codes.length)) {
    if (columns.length === 2 || cells * each.codes.length > FIRST_CELLS) continue;
    cells *= each.codes.length;
    columns.push(each.name);
  }
  return { ...emptySelection(), cube: name, rows: [area.name], columns };
}

/** Reads a number from 0 to 1; undefined for other texts. @param {string} text */
export function shareOf(text) {
  const value = /^(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(text.trim()) ? Number(text) : NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}

/** Returns a sentence about invalid weights; empty for valid weights. @param {string[]} weights */
export function weightsProblem(weights) {
  if (weights.length === 0) return "";
  const numbers = weights.map(shareOf);
  if (numbers.some((each) => each === undefined)) return "Each weight is a number from 0 to 1.";
  const sum = numbers.reduce((/** @type {number} */ sum, each) => sum + (each ?? 0), 0);
  return Math.abs(sum - 1) <= 1e-9 ? "" : `The weights add up to ${Number(sum.toFixed(9))}; expected 1.`;
}

/**
 * The options for measuring a table. Compared tables have different dimensions, so options of other dimensions are
 * omitted.
 * @param {Comparison} comparison
 * @param {Selection} table
 */
export function choicesFor({ weights, by, target, suppressed }, table) {
  const axes = axesOf(table);
  const areas = by && axes.includes(by) ? by : null;
  const kept = target.filter(([name, codes]) => axes.includes(name) && name !== areas && codes.length);
  return {
    ...(weights.length && !weightsProblem(weights) ? { weights: /** @type {[number, number, number, number]} */ (weights.map(Number)) } : {}),
    ...(areas ? { by: areas } : {}),
    ...(kept.length ? { target: kept } : {}),
    ...(suppressed === "average" ? { suppressed } : {}),
  };
}
