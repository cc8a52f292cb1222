// A designed p-table as the method of a table: the link has its parameters, and the same design gives the same table everywhere.

import { fileOf } from "./design.js";

/** @import { Design } from "./design.js" */
/** @import { Description } from "./types.js" */

/** Whether readers may bring methods of their own. @param {Description} cube */
export function takesOwn({ audience, release }) {
  return (audience === "teaching" || audience === "internal") && release !== "sealed";
}

/** The file of the last design: one with many rows takes longer than its tables. */
let last = { name: "", text: "" };

/**
 * @param {Design} design
 * @param {Description} cube
 * @returns {Promise<object>} a method as a query takes it
 */
export async function designedMethod(design, cube) {
  const name = fileOf(design);
  if (name !== last.name) {
    // Loaded now: few readers come with a design.
    const { openWorkshop } = await import("./cellveil/pkg/js/workshop.js");
    last = { name, text: (await openWorkshop()).file(design).text };
  }
  // As the cube's own p-tables are looked up: a small modulus has no other way.
  const own = cube.methods.find(({ kind }) => kind === "cell-key")?.parameters.lookup;
  return { kind: "cell-key", ptable: last, lookup: own ?? "key" };
}
