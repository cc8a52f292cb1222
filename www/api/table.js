/** A protected table, as numbers and in the formats that people take away. */
import { receiptOf } from "./receipt.js";

/** @import { Areas, CellQuestion, Code, ExplainOptions, Explanation, Measures, Origin, RawTable, ValueQuestion } from "./types.js" */

/** @typedef {"" | "suppressed" | "blocked"} Status Why a value is missing; empty where it is there. */

/** @type {readonly Status[]} */
const STATUS = ["", "suppressed", "blocked"];

/** Those of src/export/statuses.json, whose words in all languages few tables need. */
const MARKS = { suppressed: "[c]", blocked: "[x]" };

export class Table {
  #raw;
  #asks;
  /** @type {(number | null)[] | undefined} */ #values;
  /** @type {Status[] | undefined} */ #status;
  /** @type {string | undefined} */ #receipt;
  /** @type {Promise<Measures> | undefined} */ #measures;

  /** @param {RawTable} raw @param {Origin} cube @param {{ explain: (question: unknown, options?: ExplainOptions) => Promise<Explanation>, measure: () => Promise<Measures> }} [asks] the table's cube */
  constructor(raw, { id, title, unit, source, licence, period, contact, notes, language }, asks) {
    this.#raw = raw;
    this.#asks = asks;
    /** The table's dimensions: its rows, then its columns. */
    this.dimensions = raw.dimensions;
    /** How many codes each dimension has, totals counted. */
    this.shape = raw.dimensions.map((dimension) => dimension.codes.length);
    this.method = raw.method;
    /** Where the table comes from. */
    this.cube = { id, title, unit, source, licence, period, contact, notes, language };
    /** @type {Areas} How sets of codes that are no standard area were answered. */
    this.areas = { mode: "exact", axes: [], ...raw.areas };
    /** What the population was restricted to. */
    this.filter = raw.filter;
    /** The truth behind the values, where the cube allows it and the query asked to reveal; undefined otherwise. */
    this.trueCounts = raw.trueCounts;
    this.cellKeys = raw.cellKeys;
    this.noise = raw.noise;
  }

  /** The values, row-major over the dimensions; null where missing. */
  get values() {
    const { values, status } = this.#raw;
    return (this.#values ??= mapped(values, (value, cell) => (status[cell] === 0 ? value : null)));
  }

  /** Why a value is missing, cell by cell; empty where it is there. */
  get status() {
    return (this.#status ??= mapped(this.#raw.status, (status) => STATUS[status]));
  }

  /**
   * The text of a file to go with the CSV: what the table was built from and by, and the hash of the CSV. `cube.verify` checks
   * both, and so does `cellveil verify`.
   */
  get receipt() {
    return (this.#receipt ??= receiptOf(this.#raw.statement, this.toCSV()));
  }

  /** Disclosure risk and data utility, as far as they may be told; worked out when first asked for. @type {Promise<Measures>} */
  get measures() {
    return (this.#measures ??= /** @type {Promise<Measures>} */ (this.#asks?.measure()));
  }

  /**
   * What a value says of the count behind it, by the method of this table.
   * @param {number | CellQuestion | ValueQuestion} cell its position among `values`; or any value, taken for that of one cell
   * @param {ExplainOptions} [options]
   */
  explain(cell, options) {
    return /** @type {Promise<Explanation>} */ (this.#asks?.explain(cell, options));
  }

  /** CSV, a line a cell: the codes, `value`, `status`, and what was revealed. */
  toCSV() {
    const { values, status, trueCounts, cellKeys, noise } = this.#raw;
    const revealed = trueCounts && cellKeys && noise;
    const heads = [...this.dimensions.map((dimension) => quoted(dimension.name)), "value", "status"];
    if (revealed) heads.push("true_count", "cell_key", "noise");
    const lines = [heads.join(",")];
    let cell = 0;
    // All but the innermost dimension are spelled once for each of their combinations.
    const codes = this.dimensions.map((dimension) => dimension.codes.map(({ code }) => `${quoted(code)},`));
    const inner = codes.pop() ?? [""];
    for (const outer of combinations(codes)) {
      for (const code of inner) {
        let line = outer + code + (status[cell] === 0 ? values[cell] : "") + "," + STATUS[status[cell]];
        if (revealed) line += `,${trueCounts[cell]},${cellKeys[cell]},${noise[cell]}`;
        lines.push(line);
        cell++;
      }
    }
    lines.push("");
    return lines.join("\n");
  }

  /** A JSON-stat 2.0 dataset. */
  toJSONStat() {
    /** @type {[number, Status][]} */
    const missing = [];
    this.#raw.status.forEach((status, cell) => status !== 0 && missing.push([cell, STATUS[status]]));
    const having = (/** @type {string} */ role) => this.dimensions.filter((dimension) => dimension.role === role).map(({ name }) => name);
    const role = Object.fromEntries(["time", "geo"].map((name) => [name, having(name)]).filter(([, names]) => names.length > 0));
    const { title, unit, source, licence, period, contact, notes } = this.cube;
    const { areas } = this.#raw;
    const { name, kind, text } = this.method;
    // In the order in which the command line writes it.
    return {
      version: "2.0",
      class: "dataset",
      label: title,
      ...(source === null ? {} : { source }),
      ...(notes.length > 0 ? { note: notes } : {}),
      id: this.dimensions.map(({ name }) => name),
      size: this.shape,
      ...(Object.keys(role).length > 0 ? { role } : {}),
      dimension: Object.fromEntries(this.dimensions.map(({ name, label, codes }) => [name, { label, category: category(codes) }])),
      value: this.values,
      ...(missing.length > 0 ? { status: Object.fromEntries(missing) } : {}),
      extension: {
        cellveil: { ...(areas ? { areas } : {}), method: { name, kind, text }, unit, licence, period, contact, filter: this.filter, shorthand: MARKS, receipt: this.receipt },
      },
    };
  }
}

/**
 * A plain array from a column; `Array.from` takes several times as long.
 * @template T
 * @param {Float64Array | Uint8Array} column
 * @param {(item: number, cell: number) => T} map
 */
function mapped(column, map) {
  /** @type {T[]} */
  const items = new Array(column.length);
  for (let cell = 0; cell < items.length; cell++) items[cell] = map(column[cell], cell);
  return items;
}

/** @param {Code[]} codes */
function category(codes) {
  return { index: codes.map(({ code }) => code), label: Object.fromEntries(codes.map(({ code, label }) => [code, label])) };
}

/**
 * Every combination, the last list turning fastest, each as its parts joined.
 * @param {string[][]} lists
 */
function combinations(lists) {
  return lists.reduce((heads, list) => heads.flatMap((head) => list.map((item) => head + item)), [""]);
}

/**
 * RFC 4180, where needed.
 * @param {string} field
 */
function quoted(field) {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
