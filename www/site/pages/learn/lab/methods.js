// The methods that the laboratory attacks. The p-tables are the ready-made ones of the workshop.

import { readyMethod } from "../ready.js";

/** @import { Method } from "../ready.js" */

/** @type {{ id: string, label: string, method?: Method, ready?: string }[]} */
export const METHODS = [
  { id: "none", label: "No protection", method: { kind: "none" } },
  { id: "light", label: "P-table “light”: noise up to 3", ready: "light" },
  { id: "standard", label: "P-table “standard”: noise up to 5", ready: "standard" },
  { id: "strong", label: "P-table “strong”: noise up to 8", ready: "strong" },
  { id: "rounding-3", label: "Random rounding to base 3", method: { kind: "random-rounding", base: 3 } },
  { id: "rounding-5", label: "Random rounding to base 5", method: { kind: "random-rounding", base: 5 } },
  { id: "small-cell", label: "Small counts changed to 0 or 4", method: { kind: "small-cell", x: 4 } },
  { id: "ten-five", label: "Counts below 10 suppressed, others rounded to 5", method: { kind: "threshold-rounding", threshold: 10, base: 5 } },
];

/** The method for the audit and for queries. @param {string} id @returns {Promise<Method>} */
export async function methodOf(id) {
  const { method, ready = "standard" } = METHODS.find((each) => each.id === id) ?? {};
  if (method) return method;
  const { openWorkshop } = await import("../../../cellveil/js/workshop.js");
  return readyMethod(await openWorkshop(), ready);
}
