// Texts about derived figures, and about the shown part of a table.

import { captionOf, changeOf, figuresOf, listed, number, plural } from "../shell/words.js";

/** @import { Layout } from "../../element/layout.js" */
/** @import { Table } from "../shell/types.js" */

const OF = { row: "of its row", column: "of its column", table: "of the table" };

/** Describes derived figures in words. Empty for counts. @param {Layout} layout */
export function figuresInWords(layout) {
  const { derived, rows, columns } = layout;
  if (!derived) return "";
  if (derived.kind === "percent") return `each figure as a percentage of the ${summedOver(layout).length ? "sum" : "total"} ${OF[derived.of]}`;
  const { axis } = derived.of;
  const [first] = [...rows, ...columns].filter((dim) => dim.axis.name === axis.name).map((dim) => dim.axis.codes[0].label);
  return derived.kind === "ratio" ? `ratio, ${axis.label}: ${first}` : `average of ${axis.label}`;
}

/**
 * Writes the caption of a layout: the variables, the layers, and the meaning of derived figures.
 * @param {Table} table
 * @param {Layout} layout
 */
export function captionOfLayout(table, layout) {
  const { layers } = layout;
  const shown = { ...table, cube: table.cube, filter: table.filter, dimensions: table.dimensions.slice(layers.length) };
  const slice = layers.length ? `, for ${listed(layers.map(({ axis, code }) => `${axis.label}: ${code.label}`))}` : "";
  const what = figuresInWords(layout);
  return `${captionOf(/** @type {any} */ (shown))}${slice}${what ? `; ${what}, computed from ${figuresOf(table)}` : ""}`;
}

/**
 * Writes notes about the origin and the limits of derived figures. Empty for counts.
 * @param {Table} table
 * @param {Layout} layout
 * @returns {string[]}
 */
export function notesOf(table, layout) {
  const { derived } = layout;
  if (!derived) return [];
  const from = `Computed from ${figuresOf(table)}`;
  const own = changeOf(table.method);
  const notes = [`${from}; parts may not add up to 100.`];
  if (derived.kind === "percent") {
    const summed = summedOver(layout);
    notes.push(summed.length === 0
      ? `The divisor is the ${table.method.kind === "none" ? "total" : "protected total"}${own ? `, which ${own}` : ""}.`
      : `If there is no total of ${listed(summed)}, the divisor is the sum of the parts shown.`);
  } else if (derived.kind === "ratio") {
    notes[0] = `${from}${own ? `: each part of a ratio ${own}` : ""}.`;
  } else {
    const { axis } = derived.of;
    notes[0] = `${from}: the numbers below, weighted by how many ${plural(table.cube.unit).toLowerCase()} each category shows.`;
    notes.push(`${axis.label}: ${derived.numbers.map(([code, value]) => `${axis.codes[code].label} counts as ${number(value)}`).join("; ")}.`);
    const known = new Set(derived.numbers.map(([code]) => code));
    const left = axis.codes.filter((code, i) => !known.has(i) && code.code !== "_T").map(({ label }) => label);
    if (left.length) notes.push(`Omitted: ${listed(left)}.`);
  }
  return notes;
}

/** Lists the dimensions without a total that a percentage's denominator adds up. @param {Layout} layout */
function summedOver({ derived, rows, columns }) {
  if (derived?.kind !== "percent") return [];
  const over = derived.of === "row" ? columns : derived.of === "column" ? rows : [...rows, ...columns];
  return over.filter(({ axis }) => !axis.codes.some(({ code }) => code === "_T")).map(({ axis }) => axis.label);
}
