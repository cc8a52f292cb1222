/**
 * Converts a caller's measure choices to the core's form. Measures each table with each method for a risk–utility map.
 */
import { fault, isFault } from "./errors.js";
import { codes, list, pairs } from "./query.js";

/** @import { Cube } from "./cube.js" */
/** @import { MapPoint, MapRequest, MeasureChoices } from "./measures.js" */
/** @import { Query } from "./types.js" */

/**
 * Converts the choices for a query of a cube. Asks the cube of the unchanged records for its true counts, because each
 * core knows only its own cubes.
 * @param {MeasureChoices} choices
 * @param {Cube} cube
 * @param {Query} query
 */
export async function choicesOf(choices, cube, query) {
  if (typeof choices !== "object" || choices === null) throw fault("bad-query", "measure: expected an object such as { by: \"region\" }");
  const { original, moved, noise, ...others } = choices;
  const plain = { ...others, target: pairs(choices.target, "target", codes) };
  if (original == null) {
    const given = moved != null ? "moved" : noise != null ? "noise" : undefined;
    if (given) throw fault("bad-query", `${given}: given without original; expected the cube of the unchanged records too`);
    return plain;
  }
  if (!(moved == null || (typeof moved === "number" && moved >= 0 && moved <= 1))) throw fault("bad-query", "moved: not a share; expected a number from 0 to 1");
  checkOriginal(original, cube);
  const { method, with: _, ...same } = query;
  // The core's name for this reply is in src/table/query/measure.rs.
  const counts = /** @type {Float64Array | null} */ (/** @type {unknown} */ (await original.measure(same, /** @type {object} */ ({ reply: "true-counts" }))));
  // JSON writes only plain arrays as lists.
  return { ...plain, original: { ...(counts && { counts: [...counts] }), ...(moved != null && { moved }), ...(noise != null && { noise }) } };
}

/**
 * Checks that one cube can have the unchanged records of another, as `Cube::check_original_of` of the core does. Compares
 * long lists by their files.
 * @param {Cube} original
 * @param {Cube} changed
 */
function checkOriginal(original, changed) {
  const wrong = (/** @type {string} */ problem) => fault("bad-original", `original: ${problem}; expected the keyed cube of the unchanged records`);
  if (typeof Object(original).measure !== "function" || typeof original.release !== "string") throw wrong("not an open cube");
  if (changed.release === "sealed") throw fault("bad-original", "original: given with a sealed cube; expected the keyed cube of the changed records, because a sealed cube has no counts");
  if (original.release !== "keyed") throw wrong("not a keyed cube");
  if (original.manifest.pretabular) throw wrong("its records were changed before they were counted");
  if (!contains(original, changed)) throw wrong("dimensions, codes or levels differ from the cube of the changed records");
  if (unitOf(original) !== unitOf(changed)) throw wrong("its records are of another unit");
}

/** The unit in all languages. @param {Cube} cube */
const unitOf = ({ manifest }) => JSON.stringify(manifest.unit);

/**
 * Whether a cube has all dimensions of another, with the same codes in the same order, and with all levels and groups.
 * @param {Cube} cube
 * @param {Cube} wanted
 */
function contains({ manifest: { dimensions } }, wanted) {
  // A long list is in files. Files with other labels differ too, and so do files of another version of the manifest.
  const codes = (/** @type {{ codes?: [code: string, label: unknown][], of?: number[], list?: unknown, file?: unknown }} */ { codes, of, list, file }) => JSON.stringify([codes?.map(([code]) => code), of, list, file]);
  return wanted.manifest.dimensions.every((dimension) => {
    const own = dimensions.find(({ name }) => name === dimension.name);
    return own && codes(own) === codes(dimension) && (dimension.levels ?? []).every((level) => own.levels?.some((each) => each.name === level.name && codes(each) === codes(level)));
  });
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
