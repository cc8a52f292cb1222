// A designed p-table as the method of a table: the link has its parameters, and the same design gives the same table everywhere.

import { fileOf } from "./design.js";

/** @import { Design } from "./design.js" */
/** @import { Description } from "../shell/types.js" */

/** Whether readers may bring methods of their own. @param {Description} cube */
export function takesOwn({ audience, release }) {
  return (audience === "teaching" || audience === "internal") && release !== "sealed";
}

/** From here on cell keys are hashed to draws, each as likely as its probability says. */
const HASHED_FROM = 2 ** 32;
/** Sizes of dense tables, the finest first. */
const KEYS = [4096, 256];

/** The file of the last design: one with many rows takes longer than its tables. */
let last = { name: "", text: "" };

/**
 * Under a small modulus, intervals would be cut where its few keys do not fall: biased. A table with as many keys, or with a number
 * that divides them, is drawn up for them.
 * @param {Design} design
 * @param {Description} cube
 * @returns {Promise<object>} a method as a query takes it
 */
export async function designedMethod(design, { modulus }) {
  // Loaded now: few readers come with a design.
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

