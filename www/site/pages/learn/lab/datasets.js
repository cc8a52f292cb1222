// The datasets that the laboratory attacks: invented people, perhaps with swapped records or one corrected record, or
// the census sample of the site.

import { open } from "../../../shell/catalogue.js";
import { stepOf } from "../lessons/swapping.js";
import { datasetOf, filesOf, peopleOf, tiled } from "../people.js";
import { PTABLE, correct, sealedSpecification } from "./corrected.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Correction } from "./corrected.js" */
/** @import { Method } from "../ready.js" */
/** @import { Files } from "../people.js" */
/** @import { Setup } from "./setup.js" */

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
 * @param {Method} method
 * @param {AbortSignal} signal
 * @returns {Promise<{ truth: URL | Files, original?: Files, sealed?: Files, against?: Files, correction?: Correction }>}
 */
export async function cubesOf(setup, method, signal) {
  if (setup.data === "census") return { truth: new URL(`cubes/${CENSUS}/cube.json`, document.baseURI) };
  const people = await peopleOf(setup.seed, setup.households);
  const change = (/** @type {string} */ text) => (setup.swap > 0 ? text + stepOf(setup.swap, setup.seed) : text);
  if (!setup.correct) return { truth: await filesOf(people, change), original: setup.swap > 0 ? await filesOf(people) : undefined };
  const { specification, records } = people;
  const { corrected, correction } = correct(records, setup.seed);
  const changed = change(specification);
  const rules = sealedSpecification(setup, method);
  const beside = [{ name: "cube.toml", text: changed }, ...(method.ptable ? [{ name: PTABLE, text: method.ptable.text }] : [])];
  return {
    against: await tiled(rules, records, { signal, beside }),
    sealed: await tiled(rules, corrected, { signal, beside }),
    truth: await tiled(changed, corrected, { signal }),
    original: setup.swap > 0 ? await tiled(specification, corrected, { signal }) : undefined,
    correction,
  };
}
