// The datasets that the laboratory attacks: invented people, perhaps with swapped records or one corrected record, or
// the census sample of the site.

import { open } from "../../../shell/catalogue.js";
import { stepOf } from "../lessons/swapping.js";
import { datasetOf, peopleOf, tiled } from "../people.js";
import { PTABLE, correct, sealedSpecification } from "./corrected.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Correction } from "./corrected.js" */
/** @import { AuditMethod } from "./methods.js" */
/** @import { Setup } from "./setup.js" */

/** @typedef {{ get: (path: string) => Uint8Array }} Files */

export const CENSUS = "census2011-teaching";

/** The dataset of the address, to choose variables from. Its records are unchanged. @param {Setup} setup @returns {Promise<Cube>} */
export async function openDataset(setup) {
  if (setup.data === "census") return open(CENSUS);
  const people = await peopleOf(setup.seed, setup.households);
  return datasetOf(people);
}

/**
 * The cubes for an audit: the truth, the unchanged records if records were swapped, and two sealed releases if a record
 * was corrected.
 * @param {Setup} setup
 * @param {AuditMethod} method
 * @param {AbortSignal} signal
 * @returns {Promise<{ truth: URL | Files, original?: Files, sealed?: Files, against?: Files, correction?: Correction }>}
 */
export async function cubesOf(setup, method, signal) {
  if (setup.data === "census") return { truth: new URL(`cubes/${CENSUS}/cube.json`, document.baseURI) };
  const { specification, records } = await peopleOf(setup.seed, setup.households);
  const swapped = setup.swap > 0 ? `${specification}${stepOf(setup.swap, setup.seed)}` : specification;
  const truth = await tiled(swapped, records, { signal });
  const original = setup.swap > 0 ? await tiled(specification, records, { signal }) : undefined;
  if (!setup.correct) return { truth, original };
  const { corrected, correction } = correct(records, setup.seed);
  const rules = sealedSpecification(setup, method);
  const beside = [{ name: "cube.toml", text: swapped }, ...(method.ptable ? [{ name: PTABLE, text: method.ptable.text }] : [])];
  const against = await tiled(rules, records, { signal, beside });
  const sealed = await tiled(rules, corrected, { signal, beside });
  return {
    truth: await tiled(swapped, corrected, { signal }),
    original: original && await tiled(specification, corrected, { signal }),
    sealed, against, correction,
  };
}
