/** A protected table: its values, statuses, CSV and JSON-stat. */
import { receiptOf } from "./receipt.js";

/** @import { KeyedReceipts } from "./keyed-receipts.js" */
/** @import { Areas, CellQuestion, Code, ExplainOptions, Explanation, Measures, Origin, RawTable, Row, RowOptions, Trace, UncertaintyOptions, ValueQuestion } from "./types.js" */
/** @import { Uncertainty } from "./uncertainty.js" */

/** @typedef {"" | "suppressed" | "blocked"} Status Why a value is missing; empty for a value that is shown. */

/** @type {readonly Status[]} */
const STATUS = ["", "suppressed", "blocked"];

/**
 * Marks of missing values, as in src/export/statuses.json. That file also has words in all languages, which few tables
 * need.
 */
const MARKS = { suppressed: "[c]", blocked: "[x]" };

export class Table {
  #raw;
  #asks;
  /** @type {RawTable["method"] | undefined} */ #method;
  /** @type {(number | null)[] | undefined} */ #values;
  /** @type {Status[] | undefined} */ #status;
  /** @type {string | null | undefined} */ #receipt;
  /** @type {Promise<Measures> | undefined} */ #measures;

  /**
   * @param {RawTable} raw
   * @param {Origin} cube
   * @param {{ explain: (question: unknown, options?: ExplainOptions) => Promise<Explanation>, trace?: (cell: number) => Promise<Trace>, uncertainty?: (options?: UncertaintyOptions) => Promise<Uncertainty>, measure: (choices?: { reply: "estimates" }) => Promise<any>, receipt?: typeof receiptOf | KeyedReceipts["receipt"] }} [asks]
   *   the cube's calls for this table
   */
  constructor(raw, { id, title, unit, source, licence, period, contact, notes, language }, asks) {
    this.#raw = raw;
    this.#asks = asks;
    // The engine returns the objects of equal headings and methods again, so this table has copies of its own.
    /** The dimensions of the rows, then those of the columns. */
    this.dimensions = raw.dimensions.map((dimension) => ({ ...dimension, codes: dimension.codes.map(({ code, label }) => ({ code, label })) }));
    /** Number of codes of each dimension, totals included. */
    this.shape = raw.dimensions.map((dimension) => dimension.codes.length);
    /** The table's cube: its title, source, period and notes. */
    this.cube = { id, title, unit, source, licence, period, contact, notes, language };
    /** @type {Areas} How the core built custom areas. */
    this.areas = { mode: "exact", axes: [], ...raw.areas };
    /** The filters of the query. */
    this.filter = raw.filter;
    /** True counts, if the cube allows them and the query has `reveal: true`; otherwise undefined. */
    this.trueCounts = raw.trueCounts;
    this.cellKeys = raw.cellKeys;
    this.noise = raw.noise;
    /** What a method that looks at the whole table reports. Null for other methods. */
    this.adjustment = raw.adjustment ?? null;
    /** Number of decimals of the values. The values are whole numbers unless a fit to the totals gives fractions. */
    this.decimals = raw.adjustment?.decimals ?? 0;
  }

  /** The method, with all parameters and properties. */
  get method() {
    return (this.#method ??= structuredClone(this.#raw.method));
  }

  /** The values, in row-major order of the dimensions. A missing value is null. */
  get values() {
    const { values, status } = this.#raw;
    return (this.#values ??= mapped(values, (value, cell) => (status[cell] === 0 ? value : null)));
  }

  /** The status of each cell; empty for a shown value. */
  get status() {
    return (this.#status ??= mapped(this.#raw.status, (status) => STATUS[status]));
  }

  /**
   * The receipt as text, to save beside the CSV. It states the table's cube, query and method, and the hash of the CSV.
   * `cube.verify` and `cellveil verify` check a table with its receipt. Null for a keyed cube of confidential data
   * whose salt is missing or shorter than 16 bytes: readers could find true counts from the hashes of such a receipt.
   */
  get receipt() {
    return (this.#receipt ??= (this.#asks?.receipt ?? receiptOf)(this.#raw.statement, this.toCSV()));
  }

  /**
   * The table's disclosure risk and data utility, computed at the first access. Measures that the cube does not
   * disclose are null.
   * @type {Promise<Measures>}
   */
  get measures() {
    return (this.#measures ??= /** @type {Promise<Measures>} */ (this.#asks?.measure()));
  }

  /**
   * Returns an unbiased estimate of each figure before PRAM. The cube must have PRAM with a published matrix. An estimate
   * is null if it needs a missing value.
   * @returns {Promise<(number | null)[]>}
   */
  async estimates() {
    return mapped(await this.#asks?.measure({ reply: "estimates" }), (value) => (value === value ? value : null));
  }

  /**
   * Returns the counts that a value can stand for under this table's method.
   * @param {number | CellQuestion | ValueQuestion} cell a position in `values`, or `{ value }` for any value of a
   *   single cell
   * @param {ExplainOptions} [options]
   */
  explain(cell, options) {
    return /** @type {Promise<Explanation>} */ (this.#asks?.explain(cell, options));
  }

  /**
   * Returns the way from the records of a cell to its value: their keys, the cell key, the draw, the row of the method,
   * and the noise. Only keyed cubes of data that are not confidential have traces.
   * @param {number} cell a position in `values`
   */
  trace(cell) {
    return /** @type {Promise<Trace>} */ (this.#asks?.trace?.(cell));
  }

  /**
   * Returns, for each figure of the table, the counts that it can stand for. The interval of a cell is that of
   * `explain`.
   * @param {UncertaintyOptions} [options]
   */
  uncertainty(options) {
    return /** @type {Promise<Uncertainty>} */ (this.#asks?.uncertainty?.(options));
  }

  /**
   * Returns the table as CSV with one line for each cell: codes, `value` and `status`, then the revealed columns if
   * present.
   */
  toCSV() {
    const { values, status, trueCounts, cellKeys, noise } = this.#raw;
    const { decimals } = this;
    const revealed = trueCounts && cellKeys && noise;
    const heads = [...this.dimensions.map((dimension) => quoted(dimension.name)), "value", "status"];
    if (revealed) heads.push("true_count", "cell_key", "noise");
    const lines = [heads.join(",")];
    let cell = 0;
    // The loop joins the codes of the outer dimensions once for each of their combinations, not once for each cell.
    const codes = this.dimensions.map((dimension) => dimension.codes.map(({ code }) => `${quoted(code)},`));
    const inner = codes.pop() ?? [""];
    for (const outer of combinations(codes)) {
      for (const code of inner) {
        let line = outer + code + (status[cell] === 0 ? values[cell].toFixed(decimals) : "") + "," + STATUS[status[cell]];
        if (revealed) line += `,${trueCounts[cell]},${cellKeys[cell]},${noise[cell].toFixed(decimals)}`;
        lines.push(line);
        cell++;
      }
    }
    lines.push("");
    return lines.join("\n");
  }

  /**
   * Returns an object for each cell, for charts and data tools: the code of each dimension, `value` and `status`. No
   * dimension of a cube has the name `value` or `status`.
   * @param {RowOptions} [options]
   */
  rows({ labels = false, totals = true } = {}) {
    const { values, status, dimensions } = this;
    /** @type {Row[]} */
    const rows = [];
    let cell = 0;
    const add = (/** @type {number} */ axis, /** @type {object} */ row, /** @type {boolean} */ wanted) => {
      if (axis === dimensions.length) {
        if (wanted) rows.push({ ...row, value: values[cell], status: status[cell] });
        cell++;
        return;
      }
      const { name, codes } = dimensions[axis];
      for (const { code, label } of codes) add(axis + 1, { ...row, [name]: labels ? label : code }, wanted && (totals || code !== "_T"));
    };
    add(0, {}, true);
    return rows;
  }

  /** Returns the table as a JSON-stat 2.0 dataset. */
  toJSONStat() {
    /** @type {[number, Status][]} */
    const missing = [];
    this.#raw.status.forEach((status, cell) => status !== 0 && missing.push([cell, STATUS[status]]));
    const having = (/** @type {string} */ role) => this.dimensions.filter((dimension) => dimension.role === role).map(({ name }) => name);
    const role = Object.fromEntries(["time", "geo"].map((name) => [name, having(name)]).filter(([, names]) => names.length > 0));
    const { title, unit, source, licence, period, contact, notes } = this.cube;
    const { areas } = this.#raw;
    const { name, kind, text } = this.method;
    const { receipt } = this;
    // The properties are in the same order as in the command line's output.
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
        cellveil: { ...(areas ? { areas } : {}), method: { name, kind, text }, unit, licence, period, contact, filter: this.filter, shorthand: MARKS, ...(receipt === null ? {} : { receipt }) },
      },
    };
  }
}

/**
 * Maps a column to a plain array. `Array.from` takes several times as long.
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
 * Returns all combinations of items, one from each list, with the items concatenated. The last list varies fastest.
 * @param {string[][]} lists
 */
function combinations(lists) {
  return lists.reduce((heads, list) => heads.flatMap((head) => list.map((item) => head + item)), [""]);
}

/**
 * Returns a CSV field, in quotes if RFC 4180 requires them.
 * @param {string} field
 */
function quoted(field) {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
