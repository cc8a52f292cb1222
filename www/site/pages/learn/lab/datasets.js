// The datasets that the laboratory attacks: invented people, perhaps with swapped records or one corrected record, or
// the census sample of the site.

import { open } from "../../../shell/catalogue.js";
import { peopleOf } from "../people.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { AuditMethod } from "./methods.js" */
/** @import { Setup } from "./setup.js" */

/** @typedef {{ get: (path: string) => Uint8Array }} Files */
/** @typedef {{ row: number, column: string, before: string, after: string, area: string, age: string, sex: string }} Correction */

export const CENSUS = "census2011-teaching";

/** The file names of the sealed specification and of its p-table. */
const PTABLE = "laboratory.csv";

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

/** The specification of a sealed release. @param {Setup} setup @param {AuditMethod} method */
export function sealedSpecification({ axes, most }, { ptable, ...method }) {
  const value = (/** @type {unknown} */ given) => (typeof given === "string" ? JSON.stringify(given) : String(given));
  return `extends = "cube.toml"

[cube]
id = "laboratory-sealed"
audience = "public"
release = "sealed"

[method.default]
${Object.entries(method).map(([name, given]) => `${name} = ${value(given)}\n`).join("")}${ptable ? `ptable = "${PTABLE}"\n` : ""}
[publish]
max_dimensions = ${most}
axes = [${axes.map((axis) => JSON.stringify(axis)).join(", ")}]
`;
}

const HEALTH = ["not-limited", "little", "lot"];

/**
 * Corrects the answer about health of one person, whom the seed chooses. The person keeps the record key.
 * @param {Uint8Array} records  a CSV file without quoted fields
 * @param {number} seed
 * @returns {{ corrected: Uint8Array<ArrayBuffer>, correction: Correction }}
 */
export function correct(records, seed) {
  const lines = new TextDecoder().decode(records).split("\n");
  const head = lines[0].split(",");
  const at = (/** @type {string} */ name) => head.indexOf(name);
  const people = lines.length - 2;
  // Any fixed step of a generator: the choice only has to differ between seeds.
  const row = 1 + ((seed * 2_654_435_761) % people + people) % people;
  const fields = lines[row].split(",");
  const before = fields[at("health")];
  const after = HEALTH[(HEALTH.indexOf(before) + 1) % HEALTH.length];
  fields[at("health")] = after;
  lines[row] = fields.join(",");
  const correction = { row, column: "health", before, after, area: fields[at("area")], age: fields[at("age")], sex: fields[at("sex")] };
  return { corrected: new TextEncoder().encode(lines.join("\n")), correction };
}

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
