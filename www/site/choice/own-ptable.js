// A designed p-table as the method of a table. Links hold its parameters: the same design gives the same table
// everywhere.

import { fileOf } from "./design.js";

/** @import { Design } from "./design.js" */
/** @import { Description } from "../shell/types.js" */

/** Whether readers may bring methods of their own. @param {Description} cube */
export function takesOwn({ audience, release }) {
  return (audience === "teaching" || audience === "internal") && release !== "sealed";
}

/** With this modulus or a larger one, the core hashes cell keys to draws, and each draw has its exact probability. */
const HASHED_FROM = 2 ** 32;
/** Numbers of keys of dense p-tables, the largest first. */
const KEYS = [4096, 256];

/** The file of the last design. Writing a file with many rows takes longer than building a table. */
let last = { name: "", text: "" };

/**
 * Under a small modulus, keys would miss some intervals of the p-table, which biases the draws. Such a cube gets a
 * dense p-table with as many keys as the modulus, or with a divisor of the modulus.
 * @param {Design} design
 * @param {Description} cube
 * @returns {Promise<object>} a method as a query takes it
 */
export async function designedMethod(design, { modulus }) {
  // Loaded on demand, as few readers bring a design.
  const { openWorkshop } = await import("../cellveil/js/workshop.js").catch((cause) => {
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

