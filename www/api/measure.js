/** From what people choose to measure by to what the core reads, and tables by methods as a map. */
import { fault } from "./errors.js";
import { list, pairs } from "./query.js";

/** @import { Cube } from "./cube.js" */
/** @import { MapPoint, MapRequest, MeasureChoices, Measures } from "./measures.js" */

/** @param {MeasureChoices} choices */
export function choicesOf(choices) {
  if (typeof choices !== "object" || choices === null) throw fault("bad-query", "measure: expected an object such as { by: \"region\" }");
  return { ...choices, target: pairs(choices.target, "target", list) };
}

/**
 * One after another: each table is fetched once, whatever the number of methods.
 * @param {Cube} cube
 * @param {MapRequest} request
 * @returns {Promise<MapPoint[]>}
 */
export async function mapOf(cube, request) {
  const { tables, methods = cube.methods.map(({ name }) => name), signal, onprogress, ...choices } = Object(request);
  if (!Array.isArray(tables) || tables.length === 0) throw fault("bad-query", "tables: expected one query or more");
  if (!Array.isArray(methods) || methods.length === 0) throw fault("bad-query", "methods: expected one method or more");
  /** @type {MapPoint[]} */
  const points = [];
  for (const { label, ...query } of tables) {
    for (const method of methods) {
      const named = typeof method === "object" && method !== null && "method" in method ? method : { label: wordsOf(method), method };
      /** @type {Measures} */
      const measures = await cube.measure({ ...query, method: named.method, signal, onprogress }, choices);
      points.push({
        table: label ?? titleOf(query),
        method: named.label,
        risk: measures.risk.after?.r ?? null,
        utility: measures.utility.hellinger_utility,
        before: measures.risk.before?.r ?? null,
        measures,
      });
    }
  }
  return points;
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
