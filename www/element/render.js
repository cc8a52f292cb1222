/** A table of the API as a real HTML `<table>`, for the element, the site and whoever wants their own. */

/** @import { Axis, Code } from "../api/types.js" */
/** @import { Table } from "../api/table.js" */

/**
 * The words that the table itself brings along, for pages in other languages.
 * @typedef {object} Words
 * @property {string} count heads the numbers of a table without columns, or without rows
 * @property {(rows: string, columns: string) => string} by
 * @property {string} suppressed
 * @property {string} blocked
 */

/** @type {Words} */
const ENGLISH = {
  count: "Count",
  by: (rows, columns) => `${rows} by ${columns}`,
  suppressed: "Suppressed: not shown, to protect the people counted",
  blocked: "Blocked: this cube does not answer for this cell",
};

/** Shorthand after the British statistical service: confidential, not available. */
const SHORTHAND = { suppressed: "[c]", blocked: "[x]" };

/** HTML's own limit for colspan. */
const WIDEST = 1000;

/**
 * Row dimensions nest from the left, column dimensions from the top. A header that spans several rows or columns belongs
 * to a row or column group where it is the outermost, so that `scope` says exactly which cells it heads.
 * @param {Table} table
 * @param {object} [options]
 * @param {Document} [options.document]
 * @param {string} [options.locale] for numbers
 * @param {Partial<Words>} [options.words]
 * @returns {HTMLTableElement}
 */
export function renderTable(table, { document = globalThis.document, locale, words: own } = {}) {
  const words = { ...ENGLISH, ...own };
  const rows = table.dimensions.filter(({ axis }) => axis === "row");
  const columns = table.dimensions.filter(({ axis }) => axis === "column");
  const make = maker(document);
  const element = make("table", "cellveil-table");
  element.append(
    caption(make, table, rows, columns, words),
    ...columnGroups(make, rows, columns),
    head(make, table, rows, columns, words),
    ...bodies(make, table, rows, columns, words, locale),
  );
  return element;
}

/** @typedef {<K extends keyof HTMLElementTagNameMap>(name: K, className?: string, text?: string) => HTMLElementTagNameMap[K]} Make */

/**
 * @param {Document} document
 * @returns {Make}
 */
function maker(document) {
  return (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
}

/** @param {Axis[]} axes */
const labels = (axes) => axes.map(({ label }) => label).join(", ");

/** @param {Axis[]} axes */
const size = (axes) => axes.reduce((product, { codes }) => product * codes.length, 1);

/** @param {string} base @param {boolean} total */
const classes = (base, total) => (total ? `${base} cellveil-total` : base);

/** @param {Code} code */
const isTotal = ({ code }) => code === "_T";

/**
 * @param {Make} make
 * @param {Table} table
 * @param {Axis[]} rows
 * @param {Axis[]} columns
 * @param {Words} words
 */
function caption(make, table, rows, columns, words) {
  const element = make("caption", "cellveil-caption");
  const [down, across] = [labels(rows), labels(columns)];
  const what = down && across ? words.by(down, across) : down || across || words.count;
  element.append(make("span", "cellveil-title", `${table.cube.title}: ${what}`));
  for (const { label, codes } of table.filter) {
    element.append(" ", make("span", "cellveil-filter", `(${label}: ${codes.map((code) => code.label).join(", ")})`));
  }
  return element;
}

/**
 * One for the row headers, then one for each code of the outermost column dimension.
 * @param {Make} make
 * @param {Axis[]} rows
 * @param {Axis[]} columns
 */
function columnGroups(make, rows, columns) {
  if (columns.length < 2) return [];
  const inner = size(columns.slice(1));
  const spans = [Math.max(rows.length, 1), ...columns[0].codes.flatMap(() => chunks(inner))];
  return spans.map((span) => Object.assign(make("colgroup"), { span }));
}

/** @param {number} width */
function chunks(width) {
  const parts = [];
  for (let rest = width; rest > 0; rest -= WIDEST) parts.push(Math.min(rest, WIDEST));
  return parts;
}

/**
 * @param {Make} make
 * @param {Table} table
 * @param {Axis[]} rows
 * @param {Axis[]} columns
 * @param {Words} words
 */
function head(make, table, rows, columns, words) {
  const element = make("thead");
  const first = make("tr");
  const depth = columns.length > 0 ? columns.length + 1 : 1;
  for (const { label } of rows) {
    first.append(Object.assign(make("th", "cellveil-dimension", label), { scope: "col", rowSpan: depth }));
  }
  if (rows.length === 0) first.append(Object.assign(make("td", "cellveil-corner"), { rowSpan: depth }));
  const over = columns.length > 0 ? labels(columns) : `${words.count} (${table.cube.unit})`;
  first.append(...spanning(make, "cellveil-dimension", over, size(columns), "col"));
  element.append(first);
  columns.forEach(({ codes }, level) => {
    const width = size(columns.slice(level + 1));
    const line = make("tr");
    for (let repeat = size(columns.slice(0, level)); repeat > 0; repeat--) {
      for (const code of codes) {
        const scope = level === 0 && columns.length > 1 ? "colgroup" : "col";
        line.append(...spanning(make, classes("cellveil-column", isTotal(code)), code.label, width, scope));
      }
    }
    element.append(line);
  });
  return element;
}

/**
 * A column header, said again where it spans more than HTML allows.
 * @param {Make} make
 * @param {string} className
 * @param {string} label
 * @param {number} width
 * @param {string} scope
 */
function spanning(make, className, label, width, scope) {
  return chunks(width).map((colSpan) => Object.assign(make("th", className, label), colSpan > 1 ? { scope, colSpan } : { scope }));
}

/**
 * A `<tbody>` for each code of the outermost row dimension where rows nest, else one.
 * @param {Make} make
 * @param {Table} table
 * @param {Axis[]} rows
 * @param {Axis[]} columns
 * @param {Words} words
 * @param {string} [locale]
 */
function bodies(make, table, rows, columns, words, locale) {
  const [height, width] = [size(rows), size(columns)];
  const group = rows.length > 1 ? size(rows.slice(1)) : height;
  // How many lines one code of each row dimension covers.
  const heights = rows.map((_, level) => size(rows.slice(level + 1)));
  const totalColumns = Array.from({ length: width }, (_, column) => hasTotal(columns, column));
  const cell = cellMaker(make, table, words, locale);
  /** @type {HTMLTableSectionElement[]} */
  const result = [];
  for (let line = 0; line < height; line++) {
    if (line % group === 0) result.push(make("tbody"));
    const element = make("tr");
    rows.forEach(({ codes }, level) => {
      if (line % heights[level] !== 0) return;
      const code = codes[(line / heights[level]) % codes.length];
      const header = make("th", classes("cellveil-row", isTotal(code)), code.label);
      header.scope = level === 0 && rows.length > 1 ? "rowgroup" : "row";
      if (heights[level] > 1) header.rowSpan = heights[level];
      element.append(header);
    });
    if (rows.length === 0) element.append(Object.assign(make("th", "cellveil-row", `${words.count} (${table.cube.unit})`), { scope: "row" }));
    const total = hasTotal(rows, line);
    for (let column = 0; column < width; column++) element.append(cell(line * width + column, total || totalColumns[column]));
    result[result.length - 1].append(element);
  }
  return result;
}

/**
 * Whether a line or column is a total of any of its dimensions.
 * @param {Axis[]} axes
 * @param {number} place
 */
function hasTotal(axes, place) {
  let rest = place;
  for (let level = axes.length - 1; level >= 0; level--) {
    const { codes } = axes[level];
    if (isTotal(codes[rest % codes.length])) return true;
    rest = Math.floor(rest / codes.length);
  }
  return false;
}

/**
 * @param {Make} make
 * @param {Table} table
 * @param {Words} words
 * @param {string} [locale]
 * @returns {(cell: number, total: boolean) => HTMLTableCellElement}
 */
function cellMaker(make, table, words, locale) {
  const { values, status } = table;
  const { format } = numbers(locale);
  // Small counts come again and again, and formatting is most of the work.
  /** @type {Map<number, string>} */
  const known = new Map();
  return (cell, total) => {
    const value = values[cell];
    const why = status[cell];
    if (value === null || why !== "") {
      const element = make("td", classes("cellveil-value cellveil-missing", total));
      if (why !== "") element.append(Object.assign(make("abbr", `cellveil-${why}`, SHORTHAND[why]), { title: words[why] }));
      return element;
    }
    let text = known.get(value);
    if (text === undefined) known.set(value, (text = format(value)));
    return make("td", classes("cellveil-value", total), text);
  };
}

/**
 * A page's `lang` may be none that `Intl` accepts; that is no reason to show no table.
 * @param {string} [locale]
 */
function numbers(locale) {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat();
  }
}
