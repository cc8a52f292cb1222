/** From what people choose to measure by to what the core reads, and tables by methods as a map. */
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

/**
 * One after another: each table is fetched once, whatever the number of methods. What one method cannot do, or one table may not,
 * is said in its point, and the others stay.
 * @param {Cube} cube
 * @param {MapRequest} request
 * @returns {Promise<MapPoint[]>}
 */
export async function mapOf(cube, request) {
  const { tables, methods = cube.methods.map(({ name }) => name), signal, onprogress, onpoint, ...choices } = Object(request);
  if (!Array.isArray(tables) || tables.length === 0) throw fault("bad-query", "tables: expected one query or more");
  if (!Array.isArray(methods) || methods.length === 0) throw fault("bad-query", "methods: expected one method or more");
  /** @type {MapPoint[]} */
  const points = [];
  for (const each of tables) {
    const { label, ...query } = Object(each);
    for (const method of methods) {
      const named = typeof method === "object" && method !== null && "method" in method ? method : { label: wordsOf(method), method };
      const point = { table: label ?? titleOf(query), method: named.label, ...(await figuresOf(cube, { ...query, method: named.method, signal, onprogress }, choices)) };
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
    // What ends the whole map is no table's or method's.
    if (query.signal?.aborted || !isFault(error) || error.code === "closed") throw error;
    const { code, message } = error;
    return { risk: null, utility: null, before: null, measures: null, error: { code, message } };
  }
}

/** A method by its name, or its kind and parameters. @param {any} method */
function wordsOf(method) {
  if (typeof method === "string") return method;
  const { kind, ...parameters } = Object(method);
  const words = Object.entries(parameters).map(([name, value]) => `${name} ${typeof value === "object" ? (value?.name ?? "") : value}`.trim());
  return [kind, ...words].join(", ");
}

/** A table by its dimensions and filters. @param {any} query */
function titleOf({ rows, columns, filter }) {
  const axes = [rows, columns].flatMap((axes) => list(axes) ?? []).join(" × ");
  const filters = (pairs(filter, "filter", list) ?? []).map(([name, codes]) => `${name} = ${codes}`);
  return [axes, ...filters].join(", ");
}
