// The datasets that the laboratory attacks: invented people, perhaps with swapped records or one corrected record, or
// the census sample of the site.

import { open } from "../../../shell/catalogue.js";
import { peopleOf } from "../people.js";
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
  return opened(`${setup.seed} ${setup.households}`, () => tiled(people.specification, people.records));
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
  const swapped = setup.swap > 0 ? `${specification}${swapStep(setup)}` : specification;
  const truth = await tiled(swapped, records, signal);
  const original = setup.swap > 0 ? await tiled(specification, records, signal) : undefined;
  if (!setup.correct) return { truth, original };
  const { corrected, correction } = correct(records, setup.seed);
  const rules = sealedSpecification(setup, method);
  const beside = [{ name: "cube.toml", text: swapped }, ...(method.ptable ? [{ name: PTABLE, text: method.ptable.text }] : [])];
  const against = await tiled(rules, records, signal, beside);
  const sealed = await tiled(rules, corrected, signal, beside);
  return {
    truth: await tiled(swapped, corrected, signal),
    original: original && await tiled(specification, corrected, signal),
    sealed, against, correction,
  };
}

/** A step that swaps households between areas. @param {Setup} setup */
const swapStep = ({ swap, seed }) => `
[[pretabular]]
kind = "swap"
variable = "area"
rate = ${swap}
strata = ["sex", "age:band"]
seed = "${seed.toString(16).padStart(16, "0")}"
`;

/**
 * Builds a cube on the device.
 * @param {string} specification
 * @param {Uint8Array} records
 * @param {AbortSignal} [signal]
 * @param {{ name: string, text: string }[]} [beside]  files that the specification names
 * @returns {Promise<Files>}
 */
async function tiled(specification, records, signal, beside = []) {
  const { tile } = await import("../../../cellveil/js/make.js");
  const { files } = await tile(specification, beside, [{ name: "people.csv", content: /** @type {Uint8Array<ArrayBuffer>} */ (records) }], { signal });
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return {
    get(path) {
      const bytes = byPath.get(path);
      if (!bytes) throw new Error(`the dataset has no file ${path}`);
      return bytes;
    },
  };
}

/** @type {Map<string, Promise<Cube>>} */
const openCubes = new Map();

/** Opens a cube once. @param {string} name @param {() => Promise<Files>} make @returns {Promise<Cube>} */
function opened(name, make) {
  const known = openCubes.get(name);
  if (known) return known;
  const cube = (async () => {
    const { openCube } = await import("../../../cellveil/js/index.js");
    return /** @type {Cube} */ (/** @type {unknown} */ (await openCube(await make())));
  })();
  openCubes.set(name, cube);
  cube.catch(() => openCubes.delete(name));
  return cube;
}
