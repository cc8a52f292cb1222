// Uses a designed p-table as the method of a table. Links contain the design's parameters, so that the same design
// gives the same table everywhere.

import { fileOf } from "./design.js";

/** @import { Design } from "./design.js" */
/** @import { Description } from "./types.js" */

/** From this modulus on, the core draws noise by a hash of the cell key. Each noise then has its exact probability. */
const HASHED_FROM = 2 ** 32;
/** Possible numbers of keys in a dense p-table, largest first. */
const KEYS = [4096, 256];

/** Cache of the last design's file, because writing a file with many rows takes longer than building a table. */
let last = { name: "", text: "" };

/**
 * Converts a design to a method for a cube. With a small modulus, no key would fall into some intervals of the p-table,
 * so that the noise would be biased. Such a cube gets a dense p-table. The number of its keys is a divisor of the
 * modulus.
 * @param {Design} design
 * @param {Description} cube
 * @returns {Promise<object>} a method for a query
 */
export async function designedMethod(design, { modulus }) {
  // The workshop loads on demand, because few readers use a designed p-table.
  const { openWorkshop } = await import("../api/workshop.js").catch((cause) => {
    throw Object.assign(new Error(`the p-table workshop could not be loaded: ${cause.message}`, { cause }), { code: "wasm" });
  });
  const workshop = await openWorkshop();
  const made = (/** @type {"ptable" | "ons"} */ format, /** @type {number | undefined} */ keys) => {
    const name = fileOf(design, format, keys);
    if (name !== last.name) last = { name, text: workshop.file(design, format, keys).text };
    return last;
  };
  if (modulus >= HASHED_FROM) return { kind: "cell-key", ptable: made("ptable", undefined), lookup: "hash" };
  const keys = KEYS.find((keys) => modulus % keys === 0);
  return { kind: "cell-key", ptable: made(keys ? "ons" : "ptable", keys), lookup: "key" };
}

