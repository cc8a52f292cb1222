/** Random queries to any cube, from a seed, in the forms of the JavaScript API and of the command line. */

/** @import { CubeDescription, Dimension, Level } from "../../../www/api/types.js" */

/** @typedef {[name: string, codes: string[]][]} Pairs */
/**
 * A query whose filter and groups are pairs, which keep their order.
 * @typedef {{
 *   rows: string[], columns?: string[], filter?: Pairs, groups?: [name: string, groups: Pairs][],
 *   method?: string | object, totals?: boolean, areas?: string, reveal?: boolean,
 * }} PairQuery
 */

/** The largest number of cells in a table. Hundreds of such queries take seconds. */
const MAX_CELLS = 20_000;

/**
 * Labels that must be quoted, escaped or encoded in some format. No label contains "=", which ends a label in --group.
 */
const LABELS = [
  "North", "the South, and the rest", 'so-called "core"', "Île-de-France", "Ǆ 日本 🗺️", "a:b", "-1 or less", "2011", "7",
  " with spaces around ", "per cent %20 &amp;", "it's", "back\\slash", "__proto__", "constructor", "semi;colon", "_t",
];

/**
 * Returns numbers in [0, 1) from a seed: a counter with an odd step, whose bits are mixed by xor-shifts and
 * multiplications.
 * @param {number} seed
 */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Choices drawn from one stream of random numbers. */
class Dice {
  #next;

  /** @param {number} seed */
  constructor(seed) {
    this.#next = generator(seed);
  }

  /** @param {number} limit */
  below(limit) {
    return Math.floor(this.#next() * limit);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.#next() < probability;
  }

  /** @template T @param {readonly T[]} items @returns {T} */
  one(items) {
    return items[this.below(items.length)];
  }

  /**
   * Returns some of the items, each at most once, in random order.
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   */
  some(items, count) {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0]);
  }
}

/**
 * @param {CubeDescription} cube
 * @param {{ seed: number, count: number, methods: (string | object)[] }} how `methods` to choose from
 * @returns {PairQuery[]} most queries are valid; in a few, filters contradict each other, so that errors are
 *   compared too
 */
export function randomQueries(cube, { seed, count, methods }) {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => randomQuery(cube, dice, methods));
}

/** @param {CubeDescription} cube @param {Dice} dice @param {(string | object)[]} methods @returns {PairQuery} */
function randomQuery(cube, dice, methods) {
  /** @type {{ name: string, codes: string[] }[]} */
  const axes = [];
  let cells = 1;
  for (const dimension of dice.some(cube.dimensions, dice.one([1, 2, 2, 3, 3, 4]))) {
    const axis = oneLevel(dimension, dice);
    if (cells * (axis.codes.length + 1) > MAX_CELLS) continue;
    cells *= axis.codes.length + 1;
    axes.push(axis);
  }
  const names = axes.map(({ name }) => name);
  const rows = dice.chance(0.1) ? names.length : 1 + dice.below(names.length);
  const groups = axes.filter(() => dice.chance(0.2)).map((axis) => randomGroups(axis, dice));
  const filter = Array.from({ length: dice.one([0, 0, 1, 1, 2, 3]) }, () => {
    const { name, codes } = oneLevel(dice.one(cube.dimensions), dice);
    return /** @type {[string, string[]]} */ ([name, dice.some(codes, dice.chance(0.4) ? 1 : 1 + dice.below(codes.length))]);
  });
  /** @type {PairQuery} */
  const query = { rows: names.slice(0, rows) };
  if (rows < names.length || dice.chance(0.1)) query.columns = names.slice(rows);
  if (filter.length > 0) query.filter = filter;
  if (groups.length > 0) query.groups = groups;
  if (dice.chance(0.3)) query.totals = dice.chance(0.1);
  if (dice.chance(0.3)) query.areas = dice.one(["exact", "blocks", "blocks"]);
  if (cube.mayReveal && dice.chance(0.3)) query.reveal = true;
  if (dice.chance(0.7)) query.method = dice.one(methods);
  return query;
}

/** Returns the codes of a dimension or of one of its levels. @param {Dimension} dimension @param {Dice} dice */
function oneLevel(dimension, dice) {
  const level = /** @type {Level | undefined} */ (dice.chance(0.4) ? dice.one(dimension.levels) : undefined);
  const codes = (level ?? dimension).codes.map(({ code }) => code);
  return { name: level ? `${dimension.name}:${level.name}` : dimension.name, codes };
}

/**
 * Returns random groups of one axis. The groups may overlap.
 * @param {{ name: string, codes: string[] }} axis
 * @param {Dice} dice
 * @returns {[string, Pairs]}
 */
function randomGroups({ name, codes }, dice) {
  const labels = dice.some(LABELS.filter((label) => !codes.includes(label)), 1 + dice.below(4));
  return [name, labels.map((label) => [label, dice.some(codes, 1 + dice.below(codes.length))])];
}

/**
 * Returns the query with filters and groups as objects if an object keeps their order.
 * @param {PairQuery} query
 */
export function asWritten({ filter, groups, ...query }) {
  return {
    ...query,
    ...(filter && { filter: objectOrPairs(filter) }),
    ...(groups && { groups: objectOrPairs(groups.map(([name, list]) => [name, objectOrPairs(list)])) }),
  };
}

/** @template T @param {[string, T][]} pairs @returns {{ [name: string]: T } | [string, T][]} */
function objectOrPairs(pairs) {
  const object = Object.fromEntries(pairs);
  const kept = Object.keys(object);
  return kept.length === pairs.length && pairs.every(([name], i) => name === kept[i]) ? object : pairs;
}

/**
 * Returns the same query as arguments after `cellveil table CUBE`.
 * @param {PairQuery} query
 * @returns {string[]}
 */
export function asArguments({ rows, columns, filter, groups, method, totals, areas, reveal }) {
  const args = [`--rows=${record(rows)}`];
  if (columns && columns.length > 0) args.push(`--columns=${record(columns)}`);
  for (const [name, codes] of filter ?? []) args.push(`--filter=${name}=${record(codes)}`);
  for (const [name, list] of groups ?? []) {
    for (const [label, codes] of list) args.push(`--group=${name}:${label}=${record(codes)}`);
  }
  if (method !== undefined) args.push(`--method=${typeof method === "string" ? method : JSON.stringify(method)}`);
  if (totals === false) args.push("--no-totals");
  if (areas !== undefined) args.push(`--areas=${areas}`);
  if (reveal) args.push("--reveal");
  return args;
}

/** Formats one RFC 4180 record. @param {string[]} fields */
function record(fields) {
  return fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}

/**
 * Returns wrong queries that are possible with the parts of the cube.
 * @param {CubeDescription} cube
 * @returns {PairQuery[]}
 */
export function wrongQueries(cube) {
  const [first, second] = cube.dimensions;
  const levelled = cube.dimensions.find(({ levels }) => levels.length > 0);
  const flat = cube.dimensions.find(({ levels }) => levels.length === 0);
  const [a, b] = second.codes.map(({ code }) => code);
  const rows = [first.name];
  const own = (/** @type {Pairs} */ ...groups) => ({ rows: [second.name], groups: [/** @type {[string, Pairs]} */ ([second.name, groups])] });
  /** @type {PairQuery[]} */
  const wrong = [
    { rows: ["nowhere"] },
    { rows: ['"quoted", and Ünïcode'] },
    { rows, columns: ["nowhere"] },
    { rows: [`${first.name} `] },
    { rows: [first.name.toUpperCase()] },
    { rows, columns: rows },
    { rows: [first.name, second.name, first.name] },
    { rows, filter: [["nowhere", ["1"]]] },
    { rows, filter: [[second.name, ["no such code"]]] },
    { rows, filter: [[second.name, [a, "日本, \"x\""]]] },
    { rows, filter: [[second.name, ["_T"]]] },
    { rows, filter: [[second.name, [a]], [second.name, [b]]] },
    own(["North", ["no such code"]]),
    own([a, [a]]),
    own(["_T", [a]]),
    own(["North", [a]], ["North", [b]]),
    own(["", [a]]),
    { rows, groups: [[second.name, [["North", [a]]]]] },
    { rows, groups: [["nowhere", [["North", [a]]]]] },
    { rows, method: "no such method" },
    { rows, method: "" },
    { rows, method: { kind: "cell-key" } },
    { rows, method: { kind: "controlled-rounding" } },
    { rows, method: { kind: "no such kind" } },
    { rows, method: { kind: "none", threshold: 3 } },
    { rows, method: { kind: "none", totals: "none" } },
    { rows, areas: "elsewhere" },
  ];
  if (flat) wrong.push({ rows: [`${flat.name}:nowhere`] });
  if (levelled) {
    const level = `${levelled.name}:${levelled.levels[0].name}`;
    const groups = /** @type {Pairs} */ ([["North", [levelled.codes[0].code]]]);
    wrong.push({ rows: [`${levelled.name}:nowhere`] }, { rows: [levelled.name, level] });
    // Groups must name an axis exactly as the query does.
    wrong.push({ rows: [level], groups: [[levelled.name, groups]] });
  }
  if (cube.dimensions.reduce((cells, { codes }) => cells * (codes.length + 1), 1) > 10_000_000) {
    wrong.push({ rows: cube.dimensions.map(({ name }) => name) });
  }
  return wrong;
}
