/**
 * Lays out a table for a view: the order of the lines, and each figure, published or derived. The layout uses only
 * protected values. This module needs no document and queries no cube.
 */

/** @import { Axis, Code } from "../api/types.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Reason } from "../words/statuses.js" */

/**
 * @typedef {Pick<Table, "dimensions" | "shape" | "values" | "status"> & Partial<Pick<Table, "decimals">>} Figures  the
 *   parts of a table that its layout needs
 * @typedef {{ of: string, numerator: string, denominator: string, per: number }} Ratio
 * @typedef {{ of: string, values: [code: string, number: number][] }} Average
 * @typedef {{ order: "ascending" | "descending", column: string[] }} Sort
 * @typedef {object} View
 * @property {"row" | "column" | "table" | null} [percent]  the total that is 100%: of the row, of the column or of the
 *   table
 * @property {Ratio | null} [ratio]
 * @property {Average | null} [average]
 * @property {Sort | null} [sort]
 * @property {string[][]} [collapsed]
 * @property {boolean} [hideEmpty]  whether to leave out lines and columns that show only zeros
 *
 * @typedef {{ value: number | null, why: "" | Reason, cell: number }} Figure  `cell`: the cell's index in the table; -1
 *   for a figure of several cells
 * @typedef {{ value: number | null, why: "" | Reason, cells: number[] }} Sum  a sum of cells
 * @typedef {{ figure: Figure, numerator: Sum, denominator: Sum }} Workings
 * @typedef {{ axis: Axis, size: number, stride: number }} Dim  a dimension as drawn. The dimension of a ratio or an
 *   average has one code
 */

/** The single code of a drawn dimension whose categories a ratio or an average combines. */
const OVER = { ratio: "_ratio", average: "_average" };

const HEADING = { percent: "%", ratio: "Ratio", average: "Average" };

/**
 * Decimals of derived figures. Ratios per one or per ten need more decimals.
 * @param {Percent | RatioOf | AverageOf | undefined} derived
 * @param {number} published  the decimals of published figures
 */
function decimalsOf(derived, published) {
  if (!derived) return published;
  return derived.kind === "ratio" && derived.per < 100 ? (derived.per < 10 ? 3 : 2) : 1;
}

/**
 * Removes errors of binary fractions, so that an exact half stays a half. No average needs more than 12 digits.
 * @param {number} value
 */
const bare = (value) => Number(value.toPrecision(12));

/** @param {Code} code */
export const isTotal = ({ code }) => code === "_T";

/** @param {Axis} axis @returns {number} the index of the total, which is the last code; -1 without a total */
const totalOf = ({ codes }) => codes.findIndex(isTotal);

/** @param {Dim[]} dims */
const sizeOf = (dims) => dims.reduce((product, { size }) => product * size, 1);

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/**
 * @param {Figures} table
 * @param {View} [view]  parts that do not fit the table are ignored
 * @param {[name: string, code: string | null][]} [layers]  the outermost row dimensions, each with the category to
 *   draw; null is the first category
 */
export function layoutOf(table, view = {}, layers = []) {
  const { values, status, shape } = table;
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const all = table.dimensions.map((axis, i) => ({ axis, size: axis.codes.length, stride: strides[i] }));
  const sliced = all.slice(0, Math.min(layers.length, all.filter(({ axis }) => axis.axis === "row").length)).map((dim, i) => {
    const found = dim.axis.codes.findIndex(({ code }) => code === layers[i][1]);
    return { ...dim, at: Math.max(0, found) };
  });
  const base = sliced.reduce((sum, { at, stride }) => sum + at * stride, 0);
  const drawn = all.slice(sliced.length);
  const derived = derivedOf(view, drawn);
  const dims = drawn.map((dim) => (derived && "of" in derived && dim === derived.of ? standingFor(dim, derived) : dim));
  const rows = dims.filter(({ axis }) => axis.axis === "row");
  const columns = dims.filter(({ axis }) => axis.axis === "column");
  const width = sizeOf(columns);

  /**
   * Converts a place, the index of a combination of codes, to an offset in the table's values.
   * @param {Dim[]} along  the dimensions of the codes
   * @param {number} place
   */
  const offsetOf = (along, place) => {
    let offset = 0;
    for (let i = along.length - 1; i >= 0; i--) {
      const { size, stride } = along[i];
      offset += (place % size) * stride;
      place = Math.floor(place / size);
    }
    return offset;
  };
  const columnOffsets = Array.from({ length: width }, (_, column) => offsetOf(columns, column));

  /** @param {number} cell @returns {Figure} */
  const plain = (cell) => ({ value: status[cell] === "" ? values[cell] : null, why: status[cell], cell });

  /** Adds up cells. The sum is missing if a cell is missing. @param {number[]} cells @returns {Sum} */
  const sum = (cells) => {
    let value = 0;
    /** @type {"" | Reason} */
    let why = "";
    for (const cell of cells) {
      if (status[cell] !== "") why = why === "suppressed" ? why : status[cell];
      else value += values[cell] ?? 0;
    }
    return { value: why === "" ? value : null, why, cells };
  };

  /**
   * Returns the cells that add up to the total over some dimensions. A dimension with a total contributes only its
   * total. A dimension without a total contributes all its codes.
   * @param {Dim[]} over  the dimensions
   * @param {number} at  the offset of the first cell
   */
  const whole = (over, at) => over.reduce((cells, { axis, size, stride }) => {
    const total = totalOf(axis);
    const places = total >= 0 ? [total] : Array.from({ length: size }, (_, i) => i);
    return cells.flatMap((cell) => places.map((place) => cell + place * stride));
  }, [at]);

  const decimals = decimalsOf(derived, table.decimals ?? 0);
  /** Derived figures below this limit are shown as zero. */
  const leastShown = 5 / 10 ** (decimals + 1);

  /** Cache of denominators by offset, because many figures share a denominator. @type {Map<number, Sum>} */
  const wholes = new Map();

  /** @param {number} place @param {number} column @returns {{ numerator: Sum, denominator: Sum, times: number } | undefined} */
  const parts = (place, column) => {
    if (!derived) return undefined;
    const [down, across] = [offsetOf(rows, place), columnOffsets[column]];
    const cell = base + down + across;
    if (derived.kind === "percent") {
      const { of } = derived;
      const [from, over] = of === "row" ? [base + down, columns] : of === "column" ? [base + across, rows] : [base, [...rows, ...columns]];
      let denominator = wholes.get(from);
      if (!denominator) wholes.set(from, (denominator = sum(whole(over, from))));
      return { numerator: sum([cell]), denominator, times: 100 };
    }
    const { stride } = derived.of;
    if (derived.kind === "ratio") return { numerator: sum([cell + derived.numerator * stride]), denominator: sum([cell + derived.denominator * stride]), times: derived.per };
    const denominator = sum(derived.numbers.map(([code]) => cell + code * stride));
    const weighted = derived.numbers.reduce((total, [code, number]) => total + (values[cell + code * stride] ?? 0) * number, 0);
    return { numerator: { ...denominator, value: denominator.why === "" ? weighted : null }, denominator, times: 1 };
  };

  /** @param {number} place  the index of a combination of row codes @param {number} column @returns {Figure} */
  const figureAt = (place, column) => {
    const found = parts(place, column);
    if (!found) return plain(base + offsetOf(rows, place) + columnOffsets[column]);
    const { numerator, denominator, times } = found;
    const cell = numerator.cells.length === 1 ? numerator.cells[0] : -1;
    const why = [numerator.why, denominator.why].includes("suppressed") ? "suppressed" : numerator.why || denominator.why;
    if (numerator.value === null || denominator.value === null) return { value: null, why, cell };
    if (denominator.value <= 0) return { value: null, why: "not-applicable", cell };
    // Multiplies before dividing. Division first would round the quotient: 23 of 80 in percent would be 28.749… and not
    // 28.75, which changes the last decimal shown.
    const value = derived?.kind === "average" ? bare(numerator.value / denominator.value) : (numerator.value * times) / denominator.value;
    return { value, why: derived?.kind !== "average" && value > 0 && value < leastShown ? "low" : "", cell };
  };

  // `heights`: the number of places that one code of each row dimension covers. `totals`: the index of the total among
  // these places; undefined without a total.
  const heights = rows.map((_, level) => sizeOf(rows.slice(level + 1)));
  const totals = rows.map((_, level) => {
    // The dimension of a ratio or an average has only one place, which counts as its total.
    const inner = rows.slice(level + 1).map(({ axis, size }) => (size === 1 ? 0 : totalOf(axis)));
    return inner.includes(-1) ? undefined : inner.reduce((place, code, i) => place + code * heights[level + 1 + i], 0);
  });
  const collapsed = collapsedIn(view.collapsed ?? [], rows, totals);
  const sortedBy = sortColumn(view.sort, columns);
  const every = linesOf({ rows, heights, totals, collapsed, sort: sortedBy === undefined ? null : view.sort ?? null, key: (place) => figureAt(place, sortedBy ?? 0).value });
  const { lines, across } = view.hideEmpty ? withoutEmpty(every, width, figureAt) : { lines: every, across: Int32Array.from({ length: width }, (_, column) => column) };

  return {
    rows, columns, lines,
    /** The number of columns. */
    width: across.length,
    /** The number of lines. */
    height: lines.length,
    /** The numbers of lines and columns that are left out, because they show only zeros. */
    hidden: { lines: every.length - lines.length, columns: width - across.length },
    /** The outermost row dimensions, which are not drawn, and the chosen code of each. */
    layers: sliced.map(({ axis, at }) => ({ axis, code: axis.codes[at] })),
    derived,
    /** The number of decimals of the figures. Counts are whole, unless a fit to the totals gives fractions. */
    decimals,
    /**
     * The heading of derived figures without a dimension to name them. Empty for counts, which have their unit as
     * heading.
     */
    heading: derived ? HEADING[derived.kind] : "",
    /** The column that sorts the lines, with the order. Undefined if the lines have the order of the codes. */
    sorted: sortedBy === undefined ? undefined : { column: across.indexOf(sortedBy), order: /** @type {Sort} */ (view.sort).order },
    /** @param {number} line @param {number} column */
    figure: (line, column) => figureAt(lines[line], across[column]),
    /**
     * The numerator and denominator of a derived figure; undefined for a count.
     * @param {number} line
     * @param {number} column
     * @returns {Workings | undefined}
     */
    workings(line, column) {
      const found = parts(lines[line], across[column]);
      return found && { figure: figureAt(lines[line], across[column]), numerator: found.numerator, denominator: found.denominator };
    },
    /** The codes of a line, from the outermost. @param {number} line */
    codesOf: (line) => codesAt(rows, lines[line]),
    /** @param {number} column */
    codesOfColumn: (column) => codesAt(columns, across[column]),
    /**
     * The group of a column at a level: an index. Columns with equal indices share a heading.
     * @param {number} column
     * @param {number} level
     */
    groupOfColumn: (column, level) => Math.floor(across[column] / sizeOf(columns.slice(level + 1))),
    /**
     * The group of a line at a level: an index. Lines with equal indices share a heading.
     * @param {number} line
     * @param {number} level
     */
    groupOf: (line, level) => Math.floor(lines[line] / heights[level]),
    /** Whether a group of lines can be reduced to its total. @param {number} level */
    collapses: (level) => level < rows.length - 1 && totals[level] !== undefined && heights[level] > 1,
    /** @param {number} line @param {number} level */
    isCollapsed: (line, level) => collapsed[level].has(Math.floor(lines[line] / heights[level])),
  };
}

/**
 * Leaves out lines and columns that show only zeros. A figure without a denominator counts as zero. The last line and
 * the last column stay, so that a table of zeros is not empty.
 * @param {Int32Array} lines
 * @param {number} width
 * @param {(place: number, column: number) => Figure} figureAt
 */
function withoutEmpty(lines, width, figureAt) {
  const filled = { lines: new Uint8Array(lines.length), columns: new Uint8Array(width) };
  for (let line = 0; line < lines.length; line++) {
    for (let column = 0; column < width; column++) {
      // If both are known to be filled, the figure changes nothing.
      if (filled.lines[line] && filled.columns[column]) continue;
      const { value, why } = figureAt(lines[line], column);
      if (value !== 0 && why !== "not-applicable") filled.lines[line] = filled.columns[column] = 1;
    }
  }
  filled.lines[lines.length - 1] = filled.columns[width - 1] = 1;
  return { lines: lines.filter((_, line) => filled.lines[line]), across: Int32Array.from({ length: width }, (_, column) => column).filter((column) => filled.columns[column]) };
}

/** @param {Dim[]} dims @param {number} place @returns {Code[]} */
function codesAt(dims, place) {
  const codes = [];
  for (let i = dims.length - 1; i >= 0; i--) {
    codes.unshift(dims[i].axis.codes[place % dims[i].size]);
    place = Math.floor(place / dims[i].size);
  }
  return codes;
}

/**
 * @typedef {{ kind: "percent", of: "row" | "column" | "table" }} Percent
 * @typedef {{ kind: "ratio", of: Dim, numerator: number, denominator: number, per: number }} RatioOf
 * @typedef {{ kind: "average", of: Dim, numbers: [code: number, number: number][] }} AverageOf  `code`: the index of
 *   the code in the dimension
 */

/** @param {View} view @param {Dim[]} dims @returns {Percent | RatioOf | AverageOf | undefined} */
function derivedOf({ percent, ratio, average }, dims) {
  const dimOf = (/** @type {string} */ name) => dims.find(({ axis }) => axis.name === name);
  const averaged = average && dimOf(average.of);
  if (averaged) {
    // A link written by hand may name a code twice. The code counts once.
    const numbers = [...new Map(average.values)].map(([code, number]) => /** @type {[number, number]} */ ([averaged.axis.codes.findIndex((each) => each.code === code), number]));
    const known = numbers.filter(([code, number]) => code >= 0 && !isTotal(averaged.axis.codes[code]) && Number.isFinite(number));
    if (known.length > 0) return { kind: "average", of: averaged, numbers: known };
  }
  const of = ratio && dimOf(ratio.of);
  if (of) {
    const [numerator, denominator] = [ratio.numerator, ratio.denominator].map((code) => of.axis.codes.findIndex((each) => each.code === code));
    if (numerator >= 0 && denominator >= 0) return { kind: "ratio", of, numerator, denominator, per: ratio.per };
  }
  return percent ? { kind: "percent", of: percent } : undefined;
}

/** @param {Dim} dim @param {RatioOf | AverageOf} derived @returns {Dim} */
function standingFor({ axis, stride }, derived) {
  const label = derived.kind === "average" ? `Average: ${axis.label}` : `${axis.codes[derived.numerator].label} per ${derived.per.toLocaleString("en")} ${axis.codes[derived.denominator].label}`;
  return { axis: { ...axis, codes: [{ code: OVER[derived.kind], label }] }, size: 1, stride };
}

/**
 * Finds the groups of rows that are reduced to their total. Returns the indices of these groups for each level.
 * @param {string[][]} asked
 * @param {Dim[]} rows
 * @param {(number | undefined)[]} totals
 */
function collapsedIn(asked, rows, totals) {
  /** @type {Set<number>[]} */
  const levels = rows.map(() => new Set());
  for (const codes of asked) {
    const level = codes.length - 1;
    if (level < 0 || level >= rows.length - 1 || totals[level] === undefined) continue;
    const places = codes.map((code, i) => rows[i].axis.codes.findIndex((each) => each.code === code));
    if (!places.includes(-1)) levels[level].add(places.reduce((place, at, i) => place * rows[i].size + at, 0));
  }
  return levels;
}

/** @param {Sort | null | undefined} sort @param {Dim[]} columns @returns {number | undefined} */
function sortColumn(sort, columns) {
  if (!sort || sort.column.length !== columns.length) return undefined;
  const places = sort.column.map((code, i) => columns[i].axis.codes.findIndex((each) => each.code === code));
  return places.includes(-1) ? undefined : places.reduce((place, at, i) => place * columns[i].size + at, 0);
}

/**
 * Returns the places of the row dimensions in the order in which they are drawn. Groups are sorted by their totals
 * within the next outer group. Totals come last. Groups with a missing figure come just before the totals.
 * @param {{ rows: Dim[], heights: number[], totals: (number | undefined)[], collapsed: Set<number>[], sort: Sort | null, key: (place: number) => number | null }} of
 */
function linesOf({ rows, heights, totals, collapsed, sort, key }) {
  const lines = new Int32Array(sizeOf(rows));
  let count = 0;
  const fill = (/** @type {number} */ level, /** @type {number} */ place) => {
    if (level === rows.length) {
      lines[count++] = place;
      return;
    }
    const { axis, size } = rows[level];
    const total = totals[level];
    let codes = Array.from({ length: size }, (_, i) => i);
    if (sort && total !== undefined) {
      const way = sort.order === "ascending" ? 1 : -1;
      const keys = codes.map((code) => key(place + code * heights[level] + total));
      const rank = (/** @type {number} */ code) => (isTotal(axis.codes[code]) ? 2 : keys[code] === null ? 1 : 0);
      codes = codes.sort((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? way * (Number(keys[a]) - Number(keys[b])) : 0) || a - b);
    }
    for (const code of codes) {
      const at = place + code * heights[level];
      if (collapsed[level].has(at / heights[level])) lines[count++] = at + (total ?? 0);
      else fill(level + 1, at);
    }
  };
  fill(0, 0);
  return lines.subarray(0, count);
}
