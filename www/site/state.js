// The reader's choice, to and from the address. It stays behind the "#", which browsers never send to a server.

/** @import { Description, Selection, Variable } from "./types.js" */

/** @returns {Selection} */
export function emptySelection() {
  return { cube: null, rows: [], columns: [], filter: [], totals: true, method: null };
}

/**
 * One RFC 4180 record, as the command line reads lists: commas separate, quotes hold a comma.
 * @param {string} text
 * @returns {string[]}
 */
export function parseList(text) {
  const fields = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') { field += c; i++; } else quoted = false;
    } else if (c === '"' && field === "") quoted = true;
    else if (c === ",") { fields.push(field); field = ""; } else field += c;
  }
  fields.push(field);
  return fields.filter((each) => each !== "");
}

/** @param {string[]} fields */
export function formatList(fields) {
  return fields.map((f) => (/[",\n\r]/.test(f) ? `"${f.replaceAll('"', '""')}"` : f)).join(",");
}

/**
 * Reads a link's hash; what it does not understand it leaves at its default, so that an old link still opens something.
 * @param {string} hash
 * @returns {Selection & { bare: boolean }} `bare` when the link names no variable at all
 */
export function readHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const selection = emptySelection();
  selection.cube = given.get("cube") || null;
  selection.rows = parseList(given.get("rows") ?? "");
  selection.columns = parseList(given.get("columns") ?? "");
  for (const each of given.getAll("filter")) {
    const equals = each.indexOf("=");
    if (equals > 0) selection.filter.push([each.slice(0, equals), parseList(each.slice(equals + 1))]);
  }
  selection.totals = given.get("totals") !== "no";
  selection.method = given.get("method") || null;
  return { ...selection, bare: !given.has("rows") && !given.has("columns") };
}

/**
 * @param {Selection} selection
 * @returns {string} with its leading "#"
 */
export function writeHash(selection) {
  /** @type {[string, string][]} */
  const pairs = [["cube", selection.cube ?? ""], ["rows", formatList(selection.rows)]];
  if (selection.columns.length) pairs.push(["columns", formatList(selection.columns)]);
  for (const [name, codes] of selection.filter) {
    if (codes.length) pairs.push(["filter", `${name}=${formatList(codes)}`]);
  }
  if (!selection.totals) pairs.push(["totals", "no"]);
  if (selection.method) pairs.push(["method", selection.method]);
  return "#" + pairs.map(([key, value]) => `${key}=${readable(value)}`).join("&");
}

// These are legal in a hash as they are, and a link that can be read is a link that can be checked.
/** @param {string} value */
function readable(value) {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
}

/**
 * Every dimension and level of a cube, in order, with labels that differ from one another.
 * @param {Description} cube
 * @returns {Variable[]}
 */
export function variablesOf(cube) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const { label, levels } of cube.dimensions) {
    for (const each of [label, ...levels.map((level) => level.label)]) uses.set(each, (uses.get(each) ?? 0) + 1);
  }
  return cube.dimensions.flatMap((dimension) => [
    { name: dimension.name, label: dimension.label, dimension: dimension.name, level: false, codes: dimension.codes },
    ...dimension.levels.map((level) => ({
      name: `${dimension.name}:${level.name}`,
      label: uses.get(level.label) === 1 ? level.label : `${dimension.label}: ${level.label}`,
      dimension: dimension.name,
      level: true,
      codes: level.codes,
    })),
  ]);
}

/** @param {string} name */
export function dimensionOf(name) {
  return name.split(":", 1)[0];
}

// A first table should be read at a glance; beyond this the columns are left for the reader to add.
const FIRST_TABLE_CELLS = 5_000;
/** Columns of figures that fit beside the controls on a small screen. */
const FIRST_TABLE_COLUMNS = 8;

/**
 * A first table worth looking at: region by sex and broad age where the cube has them, else its first dimensions.
 * @param {string} name  the cube's folder
 * @param {Description} cube
 * @returns {Selection}
 */
export function firstSelection(name, cube) {
  const variables = variablesOf(cube);
  const dimensions = cube.dimensions.map((each) => each.name);
  const row = dimensions.find((each) => /^(region|geography|area)$/.test(each)) ?? dimensions[0];
  const others = dimensions.filter((each) => each !== row);
  const wanted = others.filter((each) => /^(sex|gender|age)$/.test(each));
  const columns = (wanted.length ? wanted.slice(0, 2) : others.slice(0, 1)).map((each) => {
    const levels = variables.filter((v) => v.dimension === each && v.level);
    return (levels.find((v) => /band|group|broad/.test(v.name)) ?? levels[0])?.name ?? each;
  });
  const selection = { ...emptySelection(), cube: name, rows: row === undefined ? [] : [row], columns };
  // A first table that has to be scrolled sideways says little at a glance.
  const across = () => countCells({ ...selection, rows: selection.columns, columns: [] }, cube).cells;
  while (selection.columns.length > 1 && across() > FIRST_TABLE_COLUMNS) selection.columns.shift();
  while (selection.columns.length && countCells(selection, cube).cells > FIRST_TABLE_CELLS) selection.columns.pop();
  return selection;
}

/**
 * How many cells a choice asks for, totals included.
 * @param {Selection} selection
 * @param {Description} cube
 * @returns {{ cells: number, exact: boolean }} not exact when a filter on another level may shorten an axis
 */
export function countCells(selection, cube) {
  const variables = new Map(variablesOf(cube).map((v) => [v.name, v]));
  let exact = true;
  let cells = 1;
  for (const name of [...selection.rows, ...selection.columns]) {
    const filters = selection.filter.filter(([each, codes]) => codes.length && dimensionOf(each) === dimensionOf(name));
    const own = filters.find(([each]) => each === name);
    if (filters.length > (own ? 1 : 0)) exact = false;
    cells *= (own ? own[1].length : variables.get(name)?.codes.length ?? 1) + (selection.totals ? 1 : 0);
  }
  return { cells, exact };
}

/**
 * The query as the library takes it.
 * @param {Selection} selection
 * @param {boolean} [sealed]  whether the cube is a sealed one
 */
export function queryOf(selection, sealed = false) {
  // What a sealed cube does not hold as one figure is added up from those that it holds, and said to be.
  const several = sealed && selection.filter.some(([, codes]) => codes.length > 1);
  return {
    ...(several ? { areas: /** @type {const} */ ("blocks") } : {}),
    rows: selection.rows,
    columns: selection.columns,
    filter: Object.fromEntries(selection.filter.filter(([, codes]) => codes.length)),
    totals: selection.totals,
    ...(selection.method ? { method: selection.method } : {}),
  };
}

/**
 * @param {Selection} selection
 * @returns {Selection} a copy that can be changed
 */
export function copyOf(selection) {
  return {
    ...selection,
    rows: [...selection.rows],
    columns: [...selection.columns],
    filter: selection.filter.map(([name, codes]) => [name, [...codes]]),
  };
}
