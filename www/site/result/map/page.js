// Reads the publisher's description for maps and community tables from pages/NAME.json. docs/reference/pages.md
// describes the format.

import { dimensionOf, variablesOf } from "../../../choice/state.js";

/** @import { Description } from "../../shell/types.js" */

/**
 * @typedef
 *   {{ dimension: string, geojson?: string, topojson?: string, pmtiles?: string, property?: string, layer?: string, id?: string, tiles?: [code: string, column: number, row: number][] }}
 *   Place
 *
 * @typedef {object} Indicator
 * @property {string} id
 * @property {string} title
 * @property {string} description
 * @property {"count" | "share" | "ratio" | "average"} kind
 * @property {string | null} of  a variable; null counts everyone
 * @property {string[]} numerator  codes of the variable
 * @property {string[] | null} denominator  codes of the variable; null means all its codes
 * @property {number} per
 * @property {string} unit  the unit of an average
 * @property {[code: string, value: number][]} values  the numbers of the codes, for an average
 *
 * @typedef {{ id: string, title: string, rows: string[], columns: string[] }} PlannedTable
 * @typedef {{ place: Place | null, indicators: Indicator[], tables: PlannedTable[], problems: string[] }} Page
 *    `problems`: descriptions of the parts that could not be used
 */

/**
 * Returns a text in the reader's language. `text` is a text, or an object with a text for each language.
 * @param {unknown} text
 * @param {string} [language]
 */
export function inLanguage(text, language = "en") {
  if (typeof text === "string") return text;
  const all = /** @type {Record<string, unknown>} */ (Object(text));
  const found = all[language] ?? all[language.split("-")[0]] ?? all.en ?? Object.values(all)[0];
  return typeof found === "string" ? found : "";
}

const asList = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);

/**
 * @param {unknown} raw
 * @param {Description} cube
 * @param {string} [language]
 * @returns {Page}
 */
export function readPage(raw, cube, language) {
  /** @type {string[]} */
  const problems = [];
  const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    return { place: null, indicators: [], tables: [], problems: ["it is not an object with “map”, “indicators” and “tables”"] };
  }
  const given = /** @type {Record<string, any>} */ (raw);
  /**
   * Returns the known codes of a list. Each unknown code is added to the problems.
   * @param {string} of
   * @param {unknown} codes
   * @param {string} where
   */
  const known = (of, codes, where) => asList(codes).map(String).filter((code) => {
    const has = variables.get(of)?.codes.some((each) => each.code === code);
    if (!has) problems.push(`${where}: ${of} has no code ${JSON.stringify(code)}`);
    return has;
  });

  /** @param {any} each @param {number} at @returns {Indicator[]} */
  const indicator = (each, at) => {
    const where = `indicators[${at}]`;
    const before = problems.length;
    const { id, kind, of = null } = Object(each);
    const title = inLanguage(each?.title, language);
    if (typeof id !== "string" || !/^[\w-]+$/.test(id)) problems.push(`${where}.id: expected letters, digits and dashes`);
    if (title === "") problems.push(`${where}.title: expected a text`);
    if (!["count", "share", "ratio", "average"].includes(kind)) problems.push(`${where}.kind: expected count, share, ratio or average`);
    if (of !== null && !variables.has(of)) problems.push(`${where}.of: this dataset has no variable ${JSON.stringify(of)}`);
    if (of === null && kind !== "count") problems.push(`${where}.of: expected a variable`);
    if (problems.length > before) return [];
    const numerator = known(of, each.numerator, `${where}.numerator`);
    const denominator = each.denominator === undefined ? null : known(of, each.denominator, `${where}.denominator`);
    /** @type {[string, number][]} */
    const values = Object.entries(Object(each.values)).map(([code, value]) => [code, Number(value)]);
    known(of, values.map(([code]) => code), `${where}.values`);
    if (kind !== "average" && of !== null && numerator.length === 0) problems.push(`${where}.numerator: expected codes of ${of}`);
    if (kind === "average" && (values.length === 0 || values.some(([, value]) => !Number.isFinite(value)))) problems.push(`${where}.values: expected a number for each code`);
    if (denominator?.length === 0 || (kind === "ratio" && denominator === null)) problems.push(`${where}.denominator: expected codes of ${of}`);
    if (problems.length > before) return [];
    const per = Number(each.per) > 0 ? Number(each.per) : 100;
    return [{ id, title, kind, of, numerator, denominator, per, values, description: inLanguage(each.description, language), unit: inLanguage(each.unit, language) }];
  };

  /** @param {any} each @param {number} at @returns {PlannedTable[]} */
  const table = (each, at) => {
    const rows = asList(each?.rows).map(String);
    const columns = asList(each?.columns).map(String);
    const title = inLanguage(each?.title, language);
    const wrong = [...rows, ...columns].find((name) => !variables.has(name));
    if (rows.length === 0 || title === "" || wrong !== undefined || new Set([...rows, ...columns].map(dimensionOf)).size < rows.length + columns.length) {
      problems.push(`tables[${at}]: ${wrong === undefined ? "expected an id, a title and rows, each variable once" : `this dataset has no variable ${JSON.stringify(wrong)}`}`);
      return [];
    }
    return [{ id: String(each.id ?? at), title, rows, columns }];
  };

  const place = placeOf(given.map, cube, problems);
  const indicators = asList(given.indicators).flatMap(indicator);
  // A planned table must not have the dimension of the areas, because it describes one area.
  const tables = asList(given.tables).flatMap(table).filter(({ rows, columns }) => ![...rows, ...columns].some((name) => dimensionOf(name) === place?.dimension));
  return { place, indicators, tables, problems };
}

/** @param {any} map @param {Description} cube @param {string[]} problems @returns {Place | null} */
function placeOf(map, cube, problems) {
  if (map === undefined) return null;
  const dimension = cube.dimensions.find(({ name }) => name === map?.dimension);
  if (!dimension) {
    problems.push(`map.dimension: this dataset has no variable ${JSON.stringify(map?.dimension)}`);
    return null;
  }
  const { tiles } = map;
  /** @type {Place} */
  const place = { dimension: dimension.name, ...filesOf(map, problems) };
  if (tiles !== undefined) {
    const right = asList(tiles).filter((tile) => Array.isArray(tile) && tile.length === 3 && dimension.codes.some(({ code }) => code === tile[0]) && Number.isInteger(tile[1]) && Number.isInteger(tile[2]));
    const wrong = Array.isArray(tiles) ? tiles.length - right.length : 1;
    if (wrong) problems.push(`map.tiles: expected lists of a code of ${dimension.name}, a column and a row; ${wrong} ${wrong === 1 ? "is" : "are"} not`);
    if (right.length) place.tiles = right;
  }
  return place;
}

/**
 * Reads the files of boundaries in a description.
 * @param {Record<string, unknown>} map
 * @param {string[]} problems
 * @returns {Omit<Place, "dimension" | "tiles">}
 */
function filesOf(map, problems) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, expected] of [...["geojson", "topojson", "pmtiles"].map((kind) => [kind, "the name of a file"]), ["property", "the name of a property"], ["layer", "the name of a layer"], ["id", "the name of a property"]]) {
    const value = map[name];
    if (typeof value === "string" && value !== "") files[name] = value;
    else if (value !== undefined) problems.push(`map.${name}: expected ${expected}`);
  }
  if (files.geojson !== undefined && files.topojson !== undefined) {
    problems.push("map.topojson: the map has boundaries from map.geojson already. Name one of the two files");
    delete files.topojson;
  }
  if (files.pmtiles !== undefined && files.id === undefined) {
    problems.push("map.id: map.pmtiles needs the name of the property that has the code of each area");
    delete files.pmtiles;
  }
  return files;
}

/**
 * Finds the dimension of areas: the dimension in the publisher's description, otherwise a dimension with the role
 * "geo", otherwise a dimension with a name for areas.
 * @param {Page} page
 * @param {Description} cube
 */
export function areasOf(page, cube) {
  const name = page.place?.dimension;
  return cube.dimensions.find((each) => each.name === name) ?? cube.dimensions.find(({ role }) => role === "geo")
    ?? cube.dimensions.find((each) => /^(region|geography|area)s?$/i.test(each.name));
}

/** The names of the cubes that have a description. They are fetched once. @type {Promise<string[]> | undefined} */
let described;

async function fetched(/** @type {string} */ path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response;
}

/**
 * Fetches the publisher's description of a cube. Undefined for a cube without a description.
 * @param {string} name  the cube's folder
 * @returns {Promise<unknown>}
 */
export async function fetchDescription(name) {
  described ??= fetched("pages/index.json").then((response) => response.json()).then((names) => asList(names).map(String));
  described.catch(() => { described = undefined; });
  if (!(await described).includes(name)) return undefined;
  const file = `pages/${name}.json`;
  const text = await (await fetched(file)).text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON`);
  }
}

/**
 * Fetches the publisher's description of a cube and finds its problems. A missing description is not an error.
 * @param {string} name  the cube's folder
 * @param {Description} cube
 * @param {string} [language]
 * @returns {Promise<Page>}
 */
export async function fetchPage(name, cube, language) {
  try {
    const raw = await fetchDescription(name);
    if (raw === undefined) return { place: null, indicators: [], tables: [], problems: [] };
    const page = readPage(raw, cube, language);
    return { ...page, problems: page.problems.map((each) => `pages/${name}.json: ${each}`) };
  } catch (error) {
    return { place: null, indicators: [], tables: [], problems: [/** @type {Error} */ (error).message] };
  }
}

/** Fetches the file of boundaries that a description names. @param {Place} place @returns {Promise<string>} */
export async function fetchBoundaries({ geojson, topojson }) {
  return (await fetched(`pages/${geojson ?? topojson}`)).text();
}
