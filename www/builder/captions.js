// Texts about a table: its caption, and notes about derived figures and about totals.

import { looksAtTable } from "../element/additivity.js";

/** @import { Layout } from "../element/layout.js" */
/** @import { Selection, Table } from "../choice/types.js" */
/** @import { BuilderWords } from "../words/builder/en.js" */

/** Maximum codes of a filter that a caption names. */
const NAMED_CODES = 4;
/** Maximum parts of the example of a total that differs from its parts. */
const EXAMPLE_PARTS = 4;
/** Maximum cells that the search for an example reads. */
const SEARCHED_CELLS = 20_000;

/** Returns the largest number of published cells that make up one figure of a table. @param {Pick<Table, "areas">} table */
export function mostCells({ areas }) {
  return areas.axes.reduce((product, { places }) => product * Math.max(1, ...places.map(({ variance }) => variance)), 1);
}

const NOT_RANDOM = ["none", "threshold-rounding", "suppression", "small-count-rounding"];

/** Whether a method adds noise. @param {Pick<Table["method"], "kind">} method */
export const isRandom = ({ kind }) => !NOT_RANDOM.includes(kind);

/**
 * Describes the effect of a method on each figure and total. Empty if totals are sums of the shown figures, and for
 * suppression.
 * @param {Table["method"]} method
 * @param {BuilderWords} words
 */
export function ownChange({ kind, totals, properties }, { derived }) {
  return totals !== "own" || properties.additive || kind === "suppression" ? "" : isRandom({ kind }) ? derived.ownNoise : derived.ownRounding;
}

/**
 * Returns the caption of a table, such as "Persons by Region, Sex and Age band, where Student is Yes".
 * @param {Pick<Table, "cube" | "dimensions" | "filter">} table
 * @param {BuilderWords} words
 * @param {number} [skip]  how many of the first dimensions are layers, which the caption leaves out
 */
export function captionOf({ cube, dimensions, filter }, { caption, list }, skip = 0) {
  const filters = filter.map(({ label, codes }) => (codes.length > NAMED_CODES ? caption.whereMany(label, codes.length) : caption.where(label, list(codes.map((each) => each.label), "or"))));
  return caption.table(cube.unit, list(dimensions.slice(skip).map((each) => each.label)), list(filters));
}

/** Describes derived figures in words. Empty for counts. @param {Layout} layout @param {BuilderWords} words */
function figuresInWords(layout, { caption }) {
  const { derived, rows, columns } = layout;
  if (!derived) return "";
  if (derived.kind === "percent") return caption.percent(derived.of, summedOver(layout).length > 0);
  const { axis } = derived.of;
  const [first] = [...rows, ...columns].filter((dim) => dim.axis.name === axis.name).map((dim) => dim.axis.codes[0].label);
  return derived.kind === "ratio" ? caption.ratio(axis.label, first) : caption.average(axis.label);
}

/**
 * Writes the caption of a layout: the variables, the layers, and the meaning of derived figures.
 * @param {Table} table
 * @param {Layout} layout
 * @param {BuilderWords} words
 */
export function captionOfLayout(table, layout, words) {
  const { layers } = layout;
  const slice = layers.length ? words.caption.layers(words.list(layers.map(({ axis, code }) => `${axis.label}: ${code.label}`))) : "";
  const what = figuresInWords(layout, words);
  return `${captionOf(table, words, layers.length)}${slice}${what ? words.caption.derived(what, table.method.kind) : ""}`;
}

/**
 * Describes a change of the view for the status line, which screen readers read aloud. Empty if no words are needed.
 * @param {Selection} before
 * @param {Selection} after
 * @param {Layout} layout  the view after the change
 * @param {BuilderWords} words
 */
export function viewChangeInWords(before, after, layout, words) {
  const { result: say, caption } = words;
  const differ = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) !== JSON.stringify(b);
  if (differ(before.layers, after.layers)) return `${words.list(layout.layers.map(({ axis, code }) => `${axis.label}: ${code.label}`))}.`;
  const [from, to] = [before.view, after.view];
  if (from.peel !== to.peel) return say.shownAs(say.peel[to.peel ?? "published"]);
  if (differ(from.sort, to.sort)) return layout.sorted ? say.sorted(words.list(layout.codesOfColumn(layout.sorted.column).map(({ label }) => label)), layout.sorted.order === "descending") : say.unsorted;
  if (differ([from.collapsed, from.hideEmpty], [to.collapsed, to.hideEmpty])) return say.rowsShown(layout.height);
  return differ([from.percent, from.ratio, from.average], [to.percent, to.ratio, to.average]) ? say.shownAs(figuresInWords(layout, words) || caption.counts) : "";
}

/**
 * Writes notes about the origin and the limits of derived figures. Empty for counts.
 * @param {Table} table
 * @param {Layout} layout
 * @param {BuilderWords} words
 * @returns {string[]}
 */
export function notesOfDerived(table, layout, words) {
  const { derived: say, list } = words;
  const { derived } = layout;
  if (!derived) return [];
  const { kind } = table.method;
  const own = ownChange(table.method, words);
  if (derived.kind === "percent") {
    const summed = summedOver(layout);
    return [say.percent(kind), summed.length === 0 ? say.divisor(kind, own) : say.summed(list(summed))];
  }
  if (derived.kind === "ratio") return [say.ratio(kind, own)];
  const { axis } = derived.of;
  const known = new Set(derived.numbers.map(([code]) => code));
  const left = axis.codes.filter((code, i) => !known.has(i) && code.code !== "_T").map(({ label }) => label);
  return [say.average(kind, table.cube.unit), say.counts(axis.label, derived.numbers.map(([code, value]) => [axis.codes[code].label, value])), ...(left.length ? [say.omitted(list(left))] : [])];
}

/** Lists the dimensions without a total that a percentage's denominator adds up. @param {Layout} layout */
function summedOver({ derived, rows, columns }) {
  if (derived?.kind !== "percent") return [];
  const over = derived.of === "row" ? columns : derived.of === "column" ? rows : [...rows, ...columns];
  return over.filter(({ axis }) => !axis.codes.some(({ code }) => code === "_T")).map(({ axis }) => axis.label);
}

/** Returns a note about figures that are sums of several published figures. Empty without such figures. @param {Table} table @param {BuilderWords} words */
export function sumsInWords(table, { notes }) {
  const most = mostCells(table);
  return most < 2 ? "" : notes.sums(most, isRandom(table.method));
}

/**
 * Finds a line of the shown table whose parts do not add up to their total, as an example. The best example has the
 * fewest parts. Empty without such a line, for derived figures, and for methods that look at the whole table.
 * @param {Table} table
 * @param {Layout} layout
 * @param {BuilderWords} words
 */
export function exampleOf(table, layout, words) {
  if (layout.derived || looksAtTable(table.method) || ownChange(table.method, words) === "" || layout.height * layout.width > SEARCHED_CELLS) return "";
  /** @type {{ parts: number[], total: number, label: string } | undefined} */
  let best;
  for (let line = 0; line < layout.height; line++) {
    for (let column = 0; column < layout.width; column++) {
      const { cell, value } = layout.figure(line, column);
      if (cell < 0 || value === null) continue;
      for (const dim of [...layout.rows, ...layout.columns]) {
        const { codes } = dim.axis;
        const total = codes.findIndex(({ code }) => code === "_T");
        const at = Math.floor(cell / dim.stride) % dim.axis.codes.length;
        const count = codes.length - 1;
        if (total < 0 || at !== total || count < 2 || count > EXAMPLE_PARTS || (best && best.parts.length <= count)) continue;
        const parts = codes.flatMap((_, i) => (i === total ? [] : [table.values[cell + (i - total) * dim.stride]]));
        if (parts.some((part) => part === null)) continue;
        const sum = parts.reduce((/** @type {number} */ all, part) => all + Number(part), 0);
        if (sum === value) continue;
        const label = [...layout.codesOf(line), ...layout.codesOfColumn(column)].filter(({ code }) => code !== "_T").map((each) => each.label);
        best = { parts: parts.map(Number), total: value, label: words.list(label) || dim.axis.label };
      }
    }
  }
  if (!best) return "";
  const sum = best.parts.reduce((all, part) => all + part, 0);
  return words.notes.example(`${best.parts.map((part) => words.number(part)).join(" + ")} = ${words.number(sum)}`, words.number(best.total), best.label);
}

/**
 * Describes an error: what happened, and the technical message.
 * @param {unknown} error
 * @param {BuilderWords} words
 */
export function errorInWords(error, { errors, furtherErrors = {} }) {
  const { code, message, fault } = /** @type {{ code?: unknown, message?: unknown, fault?: unknown }} */ (Object(error));
  const known = typeof code === "string" ? errors[code] ?? furtherErrors[code] : undefined;
  return { text: known ?? (fault === "refused" ? errors.refused : errors.other), technical: [code, message ?? String(error)].filter(Boolean).join(": ") };
}
