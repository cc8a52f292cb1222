// Methods with a ready-made p-table of the workshop.

/** @import { Designed, PtableDesign } from "../../../api/types.js" */

/** @typedef {{ readonly ready: { name: string, parameters: PtableDesign }[], design(parameters: PtableDesign): Designed, file(parameters: PtableDesign, format?: "ptable"): { text: string } }} Workshop */
/** @typedef {{ kind: string, ptable?: { name: string, text: string }, [parameter: string]: unknown }} Method */

/** The method with a p-table of the reader's own. @param {string} name  of the file @param {string} text @returns {Method} */
export const methodWith = (name, text) => ({ kind: "cell-key", ptable: { name, text }, lookup: "hash" });

/** The method with a ready-made p-table. @param {Workshop} workshop @param {string} name  "light", "standard" or "strong" */
export function readyMethod(workshop, name) {
  const design = workshop.ready.find((each) => each.name === name);
  if (!design) throw new Error(`The workshop has no p-table “${name}”.`);
  return methodWith(`${name}.csv`, workshop.file(design.parameters, "ptable").text);
}
