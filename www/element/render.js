/** Renders a table of the API as an HTML `<table>`, for the element, the site and other pages. */
import { isTotal, layoutOf } from "./layout.js";
import { numbers } from "../words/numbers.js";
import { STATUSES, statusInWords } from "../words/statuses.js";

/** @import { Code } from "../api/types.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Reason } from "../words/statuses.js" */
/** @import { Dim, Figures, Layout } from "./layout.js" */

/** @typedef {Figures & Pick<Table, "cube" | "filter">} Drawable  a table of the API */

/**
 * The table's own words, for pages in other languages. They may replace the meanings of shorthand in statuses.json.
 * @typedef {{
 *   count: string,
 *   by: (rows: string, columns: string) => string,
 *   colon: string,
 *   comma: string,
 * } & Partial<Record<Reason, string>>} Words
 */

/**
 * @typedef {object} Options
 * @property {Document} [document]
 * @property {string} [locale] the language of numbers and of the meanings of shorthand
 * @property {Partial<Words>} [words]
 * @property {string} [id] prefix of the ids of headers, unique in the page; only tables with several levels of headers
 *   have ids
 * @property {(cell: number) => Reason | "" | undefined} [marks] the publisher's own mark of a shown figure, such as
 *   `revised`
 * @property {(line: number, column: number) => { low: number, high: number } | null} [interval]  the
 *   interval of a figure, written small after the figure
 * @property {(text: string, place: { column: number }) => Node} [sortable] returns the content of a column's header, in
 *   place of its text
 * @property {(text: string, place: { line: number, level: number }) => Node} [collapsible] returns the content of the
 *   header of a group of lines, in place of its text
 */

/** @type {Words} */
const ENGLISH = { count: "Count", by: (rows, columns) => `${rows} by ${columns}`, colon: ": ", comma: ", " };

/** HTML's limit for colspan. */
const WIDEST = 1000;

let tables = 0;

/**
 * Row dimensions nest from the left, column dimensions from the top. An outermost header that spans several rows or
 * columns has its own row or column group, so that `scope` identifies its cells exactly. If an axis has several levels,
 * each figure also lists its headers (W3C technique H43), because some screen readers do not evaluate scopes.
 * @param {Drawable} table
 * @param {Options} [options]
 * @returns {HTMLTableElement}
 */
export function renderTable(table, options = {}) {
  const { start, bodies } = drawingOf(table, layoutOf(table), options);
  const element = start();
  element.append(...bodies());
  return element;
}

/**
 * Returns the parts of a laid-out table: its head, all lines, and any single line.
 * @param {Drawable} table
 * @param {Layout} layout
 * @param {Options} options
 */
export function drawingOf(table, layout, { document = globalThis.document, locale, words: own, id = `cellveil-${++tables}`, ...hooks }) {
  const words = { ...ENGLISH, ...own };
  const make = maker(document);
  const { rows, columns } = layout;
  const totals = Array.from({ length: layout.width }, (_, column) => layout.codesOfColumn(column).some(isTotal));
  /** @type {string[] | undefined} */
  let ids;
  /** @type {Drawing} */
  const drawing = { make, table, layout, totals, words, locale, id: rows.length > 1 || columns.length > 1 ? id : "", hooks, cell: cellMaker(make, layout, words, locale, hooks) };
  return {
    start() {
      const element = make("table", "cellveil-table");
      element.append(caption(drawing), ...columnGroups(drawing), head(drawing));
      return element;
    },
    bodies: () => bodies(drawing),
    /** A line with all of its headers, independent of the lines above. @param {number} at */
    line: (/** @type {number} */ at) => line(drawing, at, rows.map((_, level) => ({ level, from: at, span: 1 })), rows.map(() => at), (ids ??= columnIds(drawing))),
  };
}

/** @typedef {<K extends keyof HTMLElementTagNameMap>(name: K, className?: string, text?: string) => HTMLElementTagNameMap[K]} Make */

/**
 * @typedef {object} Drawing
 * @property {Make} make
 * @property {Drawable} table
 * @property {Layout} layout
 * @property {boolean[]} totals for each column, whether it is a total
 * @property {Words} words
 * @property {string | undefined} locale
 * @property {string} id prefix of the ids of headers; empty if `scope` is enough
 * @property {Pick<Options, "sortable" | "collapsible">} hooks
 * @property {(line: number, column: number, total: boolean) => HTMLTableCellElement} cell
 */

/** @param {Document} document @returns {Make} */
function maker(document) {
  return (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
}

/** @param {Dim[]} dims @param {Words} words */
const labels = (dims, { comma }) => dims.map(({ axis }) => axis.label).join(comma);

/** @param {string} base @param {boolean} total */
const classes = (base, total) => (total ? `${base} cellveil-total` : base);

/** The heading of figures that have no other heading. @param {Drawing} drawing */
const counted = ({ words, table, layout }) => layout.heading || `${words.count} (${table.cube.unit})`;

/** @param {Drawing} drawing */
function caption({ make, table, layout, words }) {
  const element = make("caption", "cellveil-caption");
  const [down, across] = [labels(layout.rows, words), labels(layout.columns, words)];
  const what = down && across ? words.by(down, across) : down || across || words.count;
  element.append(make("span", "cellveil-title", table.cube.title + words.colon + what));
  for (const { label, codes } of table.filter) {
    element.append(" ", make("span", "cellveil-filter", `(${label}${words.colon}${codes.map((code) => code.label).join(words.comma)})`));
  }
  return element;
}

/** A column group for the row headers, then one for each code of the outermost column dimension. @param {Drawing} drawing */
function columnGroups({ make, layout }) {
  const { rows, columns } = layout;
  if (columns.length < 2) return [];
  const spans = [Math.max(rows.length, 1), ...runs(layout, 0).flatMap(({ span }) => chunks(span))];
  return spans.map((span) => Object.assign(make("colgroup"), { span }));
}

/**
 * The headings of a level of columns: the first column and the number of columns of each.
 * @param {Layout} layout
 * @param {number} level
 */
function runs({ width, groupOfColumn }, level) {
  const found = [];
  for (let column = 0, span; column < width; column += span) {
    span = 1;
    while (column + span < width && groupOfColumn(column + span, level) === groupOfColumn(column, level)) span++;
    found.push({ column, span });
  }
  return found;
}

/** @param {number} width */
function chunks(width) {
  const parts = [];
  for (let rest = width; rest > 0; rest -= WIDEST) parts.push(Math.min(rest, WIDEST));
  return parts;
}

/** @param {Drawing} drawing */
function head(drawing) {
  const { make, layout, hooks: { sortable } } = drawing;
  const { rows, columns, width } = layout;
  const element = make("thead");
  const first = make("tr");
  const depth = columns.length > 0 ? columns.length + 1 : 1;
  for (const { axis } of rows) {
    first.append(Object.assign(make("th", "cellveil-dimension", axis.label), { scope: "col", rowSpan: depth }));
  }
  if (rows.length === 0) first.append(Object.assign(make("td", "cellveil-corner"), { rowSpan: depth }));
  first.append(...spanning(drawing, { className: "cellveil-dimension", text: columns.length > 0 ? labels(columns, drawing.words) : counted(drawing), width, scope: "col", column: 0, level: -1 }));
  element.append(first);
  if (columns.length === 0 && sortable) sorted(drawing, /** @type {HTMLElement} */ ([...first.children].pop()), counted(drawing), 0);
  columns.forEach((_, level) => {
    const scope = level === 0 && columns.length > 1 ? "colgroup" : "col";
    const line = make("tr");
    for (const { column, span } of runs(layout, level)) {
      const code = layout.codesOfColumn(column)[level];
      const headers = spanning(drawing, { className: classes("cellveil-column", isTotal(code)), text: code.label, width: span, scope, column, level });
      if (level === columns.length - 1 && sortable) sorted(drawing, headers[0], code.label, column);
      line.append(...headers);
    }
    element.append(line);
  });
  return element;
}

/** @param {Drawing} drawing @param {HTMLElement} header @param {string} text @param {number} column */
function sorted({ layout, hooks: { sortable } }, header, text, column) {
  if (!sortable) return;
  header.replaceChildren(sortable(text, { column }));
  if (layout.sorted?.column === column) header.setAttribute("aria-sort", layout.sorted.order);
}

/**
 * A column header, repeated if its span exceeds HTML's limit.
 * @param {Drawing} drawing
 * @param {{ className: string, text: string, width: number, scope: string, column: number, level: number }} header
 */
function spanning({ make, id }, { className, text, width, scope, column, level }) {
  return chunks(width).map((colSpan, i) => Object.assign(make("th", className, text), {
    scope,
    ...(colSpan > 1 ? { colSpan } : {}),
    ...(id && level >= 0 ? { id: columnId(id, level, column + i * WIDEST) } : {}),
  }));
}

/** @param {string} id @param {number} level @param {number} column the heading's first column */
const columnId = (id, level, column) => `${id}-c${level}-${column}`;

/**
 * Returns the ids of all headers over each column. Computed once for all lines.
 * @param {Drawing} drawing
 * @returns {string[]}
 */
function columnIds({ id, layout }) {
  if (!id) return [];
  const levels = layout.columns.map((_, level) => runs(layout, level).flatMap(({ column, span }) => Array.from({ length: span }, (_, within) => columnId(id, level, column + Math.floor(within / WIDEST) * WIDEST))));
  return Array.from({ length: layout.width }, (_, column) => levels.map((ids) => ids[column]).join(" "));
}

/**
 * Returns a `<tbody>` for each code of the outermost row dimension if rows nest, otherwise a single `<tbody>`.
 * @param {Drawing} drawing
 * @returns {HTMLTableSectionElement[]}
 */
function bodies(drawing) {
  const { make, layout: { rows, height, groupOf } } = drawing;
  const ids = columnIds(drawing);
  /** @type {HTMLTableSectionElement[]} */
  const result = [];
  /** The first line of each level's current row header. @type {number[]} */
  const from = rows.map(() => 0);
  for (let at = 0; at < height; at++) {
    /** @type {{ level: number, from: number, span: number }[]} */
    const headers = [];
    for (let level = 0; level < rows.length; level++) {
      if (at > 0 && groupOf(at, level) === groupOf(at - 1, level)) continue;
      let span = 1;
      while (at + span < height && groupOf(at + span, level) === groupOf(at, level)) span++;
      headers.push({ level, from: at, span });
      from[level] = at;
    }
    if (at === 0 || (rows.length > 1 && headers[0]?.level === 0)) result.push(make("tbody"));
    result[result.length - 1].append(line(drawing, at, headers, from, ids));
  }
  return result;
}

/**
 * @param {Drawing} drawing
 * @param {number} at
 * @param {{ level: number, from: number, span: number }[]} headers the row headers that begin at this line
 * @param {number[]} from the first line of each row header that covers this line
 * @param {string[]} ids the ids of the headers over each column
 */
function line(drawing, at, headers, from, ids) {
  const { make, id, totals, layout: { rows, width, codesOf, collapses }, hooks: { collapsible } } = drawing;
  const element = make("tr");
  const codes = codesOf(at);
  for (const { level, span } of headers) {
    const { label } = codes[level];
    const header = make("th", classes("cellveil-row", isTotal(codes[level])), label);
    header.scope = level === 0 && rows.length > 1 ? "rowgroup" : "row";
    if (span > 1) header.rowSpan = span;
    if (id) header.id = `${id}-r${level}-${at}`;
    if (collapsible && collapses(level)) header.replaceChildren(collapsible(label, { line: at, level }));
    element.append(header);
  }
  if (rows.length === 0) {
    element.append(Object.assign(make("th", "cellveil-row", counted(drawing)), { scope: "row", ...(id ? { id: `${id}-r` } : {}) }));
  }
  const beside = rows.length === 0 ? `${id}-r` : from.map((begins, level) => `${id}-r${level}-${begins}`).join(" ");
  const total = codes.some(isTotal);
  for (let column = 0; column < width; column++) {
    const cell = drawing.cell(at, column, total || totals[column]);
    if (id) cell.headers = ids[column] ? `${beside} ${ids[column]}` : beside;
    element.append(cell);
  }
  return element;
}

/**
 * @param {Make} make
 * @param {Layout} layout
 * @param {Words} words
 * @param {string | undefined} locale
 * @param {Pick<Options, "marks" | "interval">} hooks
 * @returns {(line: number, column: number, total: boolean) => HTMLTableCellElement}
 */
function cellMaker(make, layout, words, locale, { marks, interval }) {
  const { format } = numbers(locale, layout.decimals);
  // Cache of formatted numbers: small counts repeat, and formatting is most of the work.
  /** @type {Map<number, string>} */
  const known = new Map();
  const shorthand = (/** @type {Reason} */ why) => Object.assign(make("abbr", `cellveil-${why}`, STATUSES[why].mark), {
    title: words[why] ?? statusInWords(why, locale),
    // Right-to-left text would mirror the brackets.
    dir: "ltr",
  });
  return (line, column, total) => {
    const { value, why, cell } = layout.figure(line, column);
    if (value === null || why !== "") {
      const element = make("td", classes("cellveil-value cellveil-missing", total));
      if (why !== "") element.append(shorthand(why));
      return element;
    }
    let text = known.get(value);
    if (text === undefined) known.set(value, (text = format(value)));
    const element = make("td", classes("cellveil-value", total), text);
    const mark = cell >= 0 && marks?.(cell);
    if (mark) element.append(" ", shorthand(mark));
    const between = interval?.(line, column);
    // An interval of the figure alone says nothing more.
    if (between && (between.low !== value || between.high !== value)) element.append(" ", make("small", "cellveil-interval", `${format(between.low)}–${format(between.high)}`));
    return element;
  };
}
