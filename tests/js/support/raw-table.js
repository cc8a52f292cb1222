/** Short forms of the tables that the core returns. */

/** @import { Origin, RawTable } from "../../../www/api/types.js" */

/** @type {Origin} */
export const origin = { id: "fake", title: "Fake", unit: "person", source: null, licence: null, period: null, contact: null, notes: [], language: null };

/**
 * @param {Record<string, string[]>} rows codes by name
 * @param {Record<string, string[]>} columns
 * @param {Partial<RawTable>} [more]
 * @returns {RawTable}
 */
export function rawTable(rows, columns, more = {}) {
  const axis = (/** @type {"row" | "column"} */ axis) => (/** @type {[string, string[]]} */ [name, codes]) => ({
    name,
    label: `The ${name}`,
    axis,
    codes: codes.map((code) => ({ code, label: code === "_T" ? "Total" : `Label ${code}` })),
  });
  const dimensions = [...Object.entries(rows).map(axis("row")), ...Object.entries(columns).map(axis("column"))];
  const cells = dimensions.reduce((product, { codes }) => product * codes.length, 1);
  return {
    dimensions,
    values: Float64Array.from({ length: cells }, (_, cell) => cell),
    status: new Uint8Array(cells),
    // A table needs no other fields of the method.
    method: /** @type {RawTable["method"]} */ ({ name: "default", kind: "cell-key", text: "Noise is added.", totals: "own" }),
    filter: [],
    statement: '{"format":"cellveil-receipt","version":1',
    ...more,
  };
}
