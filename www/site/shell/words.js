// What the page says: captions, statuses, errors, and what each release class means for a reader of the files.

/** @import { Description, Explanation, MethodProperties, Table, Verdict } from "./types.js" */

/** @param {number} n */
export function number(n) {
  return n.toLocaleString(document.documentElement.lang || "en");
}

/**
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function counted(n, one, many = `${one}s`) {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** @param {string[]} words */
export function listed(words, join = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${join} ${words[words.length - 1]}`;
}

/** "ten-five" → "Ten five" @param {string} name */
export function methodName(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;
}

/** Lower case within a sentence, unless the word is an abbreviation such as "NUTS region". @param {string} label */
export function within(label) {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label[0].toLowerCase() + label.slice(1) : label;
}

/** "Persons" @param {string} unit */
export function plural(unit) {
  const many = /[^aeiou]y$/.test(unit) ? unit.replace(/y$/, "ies") : /(s|x|ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`;
  return many.charAt(0).toUpperCase() + many.slice(1);
}

const NAMED_CODES = 4;

/**
 * "Persons by region, sex and age band, where student is Yes."
 * @param {Table} table
 */
export function captionOf(table) {
  const filters = table.filter.map(({ label, codes }) =>
    codes.length > NAMED_CODES
      ? `${within(label)} is one of ${number(codes.length)} chosen categories`
      : `${within(label)} is ${listed(codes.map((each) => each.label), "or")}`);
  const by = listed(table.dimensions.map((each) => within(each.label)));
  return `${plural(table.cube.unit)} by ${by}${filters.length ? `, where ${filters.join(", and ")}` : ""}`;
}

/** The most cells, each protected by itself, that a figure of a table is added up from. @param {Table} table */
export function mostCells({ areas }) {
  return areas.axes.reduce((product, { places }) => product * Math.max(1, ...places.map(({ variance }) => variance)), 1);
}

/** Whether a method changes figures by chance, so that there is noise to speak of. @param {Pick<Table["method"], "kind">} method */
export const isRandom = ({ kind }) => kind !== "none" && kind !== "threshold-rounding";

/** What a method does to each figure, a total too; empty where totals are sums of what is shown. @param {Table["method"]} method */
export function changeOf({ kind, totals, properties }) {
  return totals !== "own" || properties.additive ? "" : isRandom({ kind }) ? "has noise of its own" : "is rounded by itself";
}

/** What figures are that others are worked out from. @param {Table} table */
export const figuresOf = ({ method }) => (method.kind === "none" ? "the figures shown" : "protected figures");

/**
 * That figures are sums of several, which have more noise; empty where each is one.
 * @param {Table} table
 */
export function sumsInWords(table) {
  const most = mostCells(table);
  if (most < 2) return "";
  const noise = isRandom(table.method) ? ": where it is independent, the variance of their noise is so many times that of one." : ".";
  return `Some figures are added up from published ones, up to ${number(most)} of them, and are less exact${noise}`;
}

/** A whole number from 0 as people write it; undefined for anything else. @param {string} text */
export function numberOf(text) {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * Which counts can be behind a published value.
 * @param {Explanation} said
 * @param {Table} table
 */
export function explanationInWords({ value, low, high, probability, least, most }, { cube, method }) {
  const units = plural(cube.unit).toLowerCase();
  const shown = number(value ?? 0);
  if (least === most) return `${shown} stands for ${number(least)} ${units}, and nothing else.`;
  const likely = low === high ? `exactly ${number(low)}` : `${number(low)} to ${number(high)}`;
  // Rounded down: more is never claimed than there is.
  const percent = number(Math.floor(probability * 1000 + 1e-6) / 10);
  const bounds = least === 0 ? `more than ${number(most)}` : `fewer than ${number(least)} or more than ${number(most)}`;
  const sums = method.totals === "sum" ? " This holds for single figures: totals are sums of several." : "";
  return `If every count were as likely as any other beforehand, ${shown} would stand for ${likely} ${units} with a probability of ${percent}%. It cannot stand for ${bounds}.${sums}`;
}

const DATA = {
  "public-use": "a public-use file: records already prepared for anyone to use",
  synthetic: "synthetic data: invented records that describe no real person",
  confidential: "confidential data",
};

/** @param {Description} cube */
export function dataInWords(cube) {
  return `Made from ${DATA[cube.data] ?? cube.data}.`;
}

/**
 * What somebody learns who downloads the cube's files instead of looking at the page.
 * @param {Description} cube
 * @returns {string[]} paragraphs
 */
export function exposure(cube) {
  if (cube.release === "sealed") {
    return [
      "This cube is sealed: its files hold protected values only. A reader of the files finds what the published tables show, and no true counts, keys or perturbation table.",
      "Sealed is not the same as safe by itself: totals, zeros and bounded noise still say something, which is what the audit before publication is for.",
    ];
  }
  if (cube.release === "preprotected") {
    return [
      "This cube is pre-protected: its counts were changed before the files were made, and its files hold those changed counts.",
      "Against a reader of the files only that earlier protection counts. The noise added in the browser keeps what is shown consistent; it hides nothing further.",
    ];
  }
  const fit = cube.data === "confidential"
    ? "Its data are confidential, so these files must not leave the organisation that holds them."
    : `That is acceptable here because the data are ${cube.data === "synthetic" ? "synthetic" : "a public-use file"}. The protection you see shows how the method works; it keeps nothing from a reader of the files.`;
  return [
    "This cube is released as keyed: its files hold the true counts, with their cell keys. Anyone who can download the files can read those counts. A browser cannot keep a secret from the person using it.",
    fit,
    ...(cube.data === "confidential" ? [] : ["Confidential data must not be published this way, and cellveil refuses to build such a cube for the public."]),
  ];
}

/** @type {Record<string, string>} */
const ERRORS = {
  "page-part": "A part of this page could not be fetched. Check the connection, and try again.",
  network: "Part of the data could not be fetched. Check the connection, then press “Build table” to try again.",
  wasm: "The table engine could not start: it, or a part of it, could not be loaded. Check the connection and try again; a current version of any major browser can run it.",
  "unknown-cube": "This link asks for data that are not on this site. Choose from the list under “Data”.",
  "no-cubes": "The list of data on this site could not be read.",
  "unknown-dimension": "This link, or your choice, names a variable that these data do not have. Remove it from rows, columns or filters.",
  "unknown-level": "This link, or your choice, names a level that these data do not have. Remove it from rows, columns or filters.",
  "repeated-dimension": "A variable can stand in a table only once, as itself or as one of its levels. Remove one of the two.",
  "unknown-code": "A filter names a category that these data do not have. Remove that filter and choose again.",
  "empty-filter": "The filters leave nobody: no category meets all of them. Remove one of the filters.",
  "unknown-method": "This link names a method that these data do not have. Choose one from the list.",
  "method-refused": "These data are protected by methods of their own only. Choose one from the list under “Method”.",
  infeasible: "This link brings a p-table that cannot be: no probabilities meet its limits. Choose another method, or change it in the designer.",
  "unreadable-design": "This link brings a p-table that cannot be read. Choose another method, or design one.",
  "bad-design": "This link brings a p-table that cannot be designed. Choose another method, or change it in the designer.",
  "table-too-large": "This table has more cells than can be built in a browser. Remove a variable, use a broader level, or filter to fewer categories.",
  "reveal-refused": "The true counts of these data are not shown.",
  "damaged-file": "A data file does not match its published fingerprint: it was damaged, cut short or replaced on its way. No table was built from it. Try again later, or tell the publisher.",
  "damaged-manifest": "The description of these data does not match its own fingerprint, so nothing in it is trusted. Try again later, or tell the publisher.",
  "newer-version": "These data were made with a newer version of cellveil than this page has. Reload the page; if that does not help, tell the publisher.",
  "no-file": "A file could not be read. Choose both files again.",
  "no-view": "The publisher has not published these variables together. Remove one, or use a broader level.",
  "needs-blocks": "The publisher has not published these categories together as one figure. Choose single categories.",
  "never-published": "No figure of this table’s method has this value.",
  "not-one-count": "The figures of this table are added up from several protected ones, so none of them stands for one count.",
  "not-explained": "The publisher of these data does not say what a figure can stand for.",
  "bad-group": "The groups of this table cannot be used as they are. Change them, or use the categories.",
  "bad-query": "These choices do not make a table. Change the rows, columns or filters.",
};

/**
 * @param {unknown} error
 * @returns {{ text: string, technical: string }}
 */
export function errorInWords(error) {
  const { code, message, fault } = /** @type {{ code?: unknown, message?: unknown, fault?: unknown }} */ (Object(error));
  const known = typeof code === "string" && Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined;
  const text = known ?? (fault === "refused"
    ? `The rules of these data do not allow this table${/^rules: [\w.-]+: (.+?)(?: \(limit .*)?; expected/.exec(String(message))?.[1].replace(/^/, ": ") .replace(/^: the table .+ has too many dimensions, filters counted$/, ": it has too many variables, filters counted") ?? ""}. Try fewer variables or a broader level.`
    : "Something went wrong while building this table. The choices on this page still work; change one, or try again.");
  if (code === "unreadable-design") return { text: `${text.replace(/\.(?= )/, `: ${message}.`)}`, technical: `${code}: ${message}` };
  // The core's message ends with the set of variables, published together, that has most of those asked for.
  const nearest = code === "no-view" ? /the nearest being (.+)$/.exec(String(message))?.[1] : undefined;
  if (nearest) return { text: `${text} Published together are ${listed(nearest.split(", "))}.`, technical: `${code}: ${message}` };
  return { text, technical: [code, message ?? String(error)].filter(Boolean).join(": ") };
}

const VERDICTS = {
  "not-a-receipt": "The file chosen as the receipt is not one. A receipt is what the button “Receipt” gives, beside “Download CSV”.",
  "receipt-damaged": "The receipt was changed since it was written, so it says nothing of any table. Ask for it again.",
  "newer-version": "The receipt was made with a newer version of cellveil than this page has. Reload the page and try again.",
  "other-cube": "The receipt belongs to other data. Choose those under “Data”, if they are there, and check again.",
  "other-version": "The receipt belongs to another version of these data: they were published anew between then and now. This page cannot say whether the table was right then.",
  "table-differs": "This is not the table that the receipt belongs to, or it was changed since: a figure, or only its spelling, as when a spreadsheet saves it again.",
  "not-rebuilt": "This page cannot build the table that the receipt describes. It may have been made with a method of somebody’s own.",
  "cube-differs": "For the choices in the receipt, these data give another table, or say something else of it. The receipt was not made from them.",
};

/**
 * What came of checking a table: a word or two, and what it means.
 * @param {Verdict} verdict
 * @returns {[mark: string, text: string]}
 */
export function verdictInWords(verdict) {
  if (verdict.ok) return ["It fits.", `To the last figure, this is the table that these data give: ${captionOf(verdict.table)}.`];
  return [verdict.reason === "not-rebuilt" ? "Not checked." : "It does not fit.", VERDICTS[verdict.reason]];
}

/**
 * "census2011-teaching_region_by_sex_age-band.csv"
 * @param {import("./types.js").Selection} selection
 * @param {string} cube
 * @param {string} ending
 */
export function fileName(selection, cube, ending) {
  const part = (/** @type {string[]} */ names) => names.join("_").replace(/[^\p{L}\p{N}_]+/gu, "-");
  const filtered = selection.filter.filter(([, codes]) => codes.length).map(([name]) => name);
  const stem = [
    part([cube]), part([...selection.layers.map(([name]) => name), ...selection.rows]),
    selection.columns.length ? `by_${part(selection.columns)}` : "",
    filtered.length ? `where_${part(filtered)}` : "",
  ].filter(Boolean).join("_");
  return `${stem.slice(0, 120)}.${ending}`;
}

/**
 * What a method does to a table. What is not known yet, because it depends on a file that is not loaded, is left out.
 * @param {MethodProperties} properties
 */
export function propertiesInWords({ consistent, consistentTotals, additive, unbiased, keepsZeros, gainOfEmptyCells, largestChange }) {
  return [
    consistent ? (consistentTotals ? "consistent" : "consistent, but for totals") : "not consistent between tables",
    additive ? "additive" : "not additive",
    unbiased === null ? "" : unbiased ? "unbiased" : "biased",
    keepsZeros === null ? "" : keepsZeros ? "empty cells stay empty" : gainOfEmptyCells === null ? "empty cells may be shown with people" : `an empty cell gains ${number(gainOfEmptyCells)} on average`,
    largestChange === null ? "" : `no figure is changed by more than ${number(largestChange)}`,
  ].filter(Boolean);
}
