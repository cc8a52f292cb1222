/**
 * Converts a caller's measure choices to the core's form. Measures each table with each method for a risk–utility map.
 */
import { fault, isFault } from "./errors.js";
import { list, pairs } from "./query.js";

/** @import { Cube } from "./cube.js" */
/** @import { MapPoint, MapRequest, MeasureChoices } from "./measures.js" */
/** @import { Query } from "./types.js" */

/** @param {MeasureChoices} choices */
export function choicesOf(choices) {
  if (typeof choices !== "object" || choices === null) throw fault("bad-query", "measure: expected an object such as { by: \"region\" }");
  return { ...choices, target: pairs(choices.target, "target", list) };
}

/** Maximum points of a map, one point for each table with each method. A map with more points is unreadable. */
const MOST_POINTS = 1000;

/**
 * Measures the points one after another, so that each table is fetched once for all methods. If a table or method
 * fails, its point has the error. The other points are still measured.
 * @param {Cube} cube
 * @param {MapRequest} request
 * @returns {Promise<MapPoint[]>}
 */
export async function mapOf(cube, request) {
  const { tables, methods = cube.methods.map(({ name }) => name), signal, onprogress, onpoint, ...choices } = Object(request);
  if (!Array.isArray(tables) || tables.length === 0) throw fault("bad-query", "tables: expected one query or more");
  if (!Array.isArray(methods) || methods.length === 0) throw fault("bad-query", "methods: expected one method or more");
  if (tables.length * methods.length > MOST_POINTS) throw fault("bad-query", `tables and methods: the map would have more than ${MOST_POINTS} points; expected fewer`);
  if (onpoint !== undefined && typeof onpoint !== "function") throw fault("bad-query", "onpoint: expected a function");
  /** @type {MapPoint[]} */
  const points = [];
  for (const each of tables) {
    const { label, ...query } = Object(each);
    for (const method of methods) {
      const named = typeof method === "object" && method !== null && "method" in method ? method : { method };
      const point = { table: labelOf(label, () => titleOf(query)), method: labelOf(named.label, () => wordsOf(named.method)), ...(await figuresOf(cube, { ...query, method: named.method, signal, onprogress }, choices)) };
      points.push(point);
      onpoint?.(point);
    }
  }
  return points;
}

/**
 * @param {Cube} cube
 * @param {Query} query
 * @param {MeasureChoices} choices
 * @returns {Promise<Omit<MapPoint, "table" | "method">>}
 */
async function figuresOf(cube, query, choices) {
  try {
    const measures = await cube.measure(query, choices);
    const { risk, utility } = measures;
    return { risk: risk.after?.r ?? null, utility: utility.hellinger_utility, before: risk.before?.r ?? null, measures };
  } catch (error) {
    // These errors affect all tables and methods, so they end the map.
    if (query.signal?.aborted || !isFault(error) || error.code === "closed") throw error;
    const { code, message } = error;
    return { risk: null, utility: null, before: null, measures: null, error: { code, message } };
  }
}

/** @param {unknown} label @param {() => string} otherwise */
function labelOf(label, otherwise) {
  if (label !== undefined && typeof label !== "string") throw fault("bad-query", "label: expected a text");
  return label ?? otherwise();
}

/** Returns a method's name, or its kind and parameters. @param {any} method */
function wordsOf(method) {
  if (typeof method !== "object" || method === null || Array.isArray(method)) return typeof method === "string" ? method : "?";
  const { kind, ...parameters } = method;
  const words = Object.entries(parameters).map(([name, value]) => `${name} ${typeof value === "object" ? (value?.name ?? "") : String(value)}`.trim());
  return [String(kind), ...words].join(", ");
}

/** Writes a table's dimensions and filters as a title. @param {any} query */
function titleOf({ rows, columns, filter }) {
  const axes = [rows, columns].flatMap((axes) => list(axes) ?? []).join(" × ");
  const filters = (pairs(filter, "filter", list) ?? []).map(([name, codes]) => `${name} = ${codes}`);
  return [axes, ...filters].join(", ");
}
