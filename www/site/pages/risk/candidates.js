// The methods to compare: the cube's methods, cubes of changed records, methods from the literature, ready-made p-tables
// and the reader's methods.

import { methodOf, plain } from "../../../choice/design.js";
import { isDesigned, isOwnMethod, takesOwn } from "../../../choice/designed.js";
import { methodOfLink, nameOfOwn, readMethod } from "../../../choice/own-method.js";
import { bareMethod } from "./changed.js";
import { nameOfMethod, number } from "../../shell/words.js";

/** @import { Cube } from "../../shell/types.js" */
/** @import { Changed } from "./changed.js" */

/**
 * @typedef {object} Candidate
 * @property {string} id  as in the address
 * @property {string} label
 * @property {string} kind  the kind of the method, which has a symbol on the map
 * @property {"cube" | "changed" | "ready" | "own"} group
 * @property {(of: Cube) => Promise<string | null>} link  the method in an address of the measured cube; null: its default
 *   method
 * @property {string} [cube]  the cube of changed records that is measured instead, by its folder
 * @property {{ kind: string, [parameter: string]: unknown }} [noise]  the method of that cube's noise
 */

/** The smallest modulus of cell keys for methods that hash the keys. */
const HASHED_FROM = 2 ** 32;

/** @type {{ id: string, label: string, hashed: boolean, method: { kind: string, [parameter: string]: unknown } }[]} */
const READY = [
  ...[3, 5, 10].map((base) => ({ id: `~rounding-${base}`, label: `Random rounding, base ${base}`, hashed: true, method: { kind: "random-rounding", base } })),
  { id: "~ten-five", label: "Threshold 10, rounded to 5", hashed: false, method: { kind: "threshold-rounding", threshold: 10, base: 5 } },
  { id: "~semi-controlled-3", label: "Semi-controlled rounding, base 3", hashed: true, method: { kind: "semi-controlled-rounding", base: 3 } },
  { id: "~controlled-3", label: "Controlled rounding, base 3", hashed: true, method: { kind: "controlled-rounding", base: 3 } },
  { id: "~small-counts-3", label: "Small count rounding, base 3", hashed: false, method: { kind: "small-count-rounding", base: 3 } },
  { id: "~suppression-3", label: "Suppression, threshold 3", hashed: false, method: { kind: "suppression", threshold: 3 } },
  ...[2, 4].map((x) => ({ id: `~small-cell-${x}`, label: `Small-cell, x = ${x}`, hashed: true, method: { kind: "small-cell", x } })),
];
const DESIGNS = ["light", "standard", "strong"];
const BARE = { kind: "none" };
/** At first the page compares these methods and the cube's methods. */
const FIRST = ["~none", "~rounding-3", "~ten-five", "~small-cell-2", "~standard"];

const same = (/** @type {object} */ a, /** @type {object} */ b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Returns a ready-made design as a method of an address. @param {string} name */
async function readyDesign(name) {
  const { openWorkshop } = await import("../../cellveil/js/workshop.js").catch((cause) => {
    throw Object.assign(new Error(`the p-table workshop could not be loaded: ${cause.message}`, { cause }), { code: "wasm" });
  });
  const found = (await openWorkshop()).ready.find((each) => each.name === name);
  if (!found) throw new Error(`the workshop has no p-table ${name}`);
  return methodOf(plain(found.parameters));
}

/** The method of a candidate, for a query of the measured cube. @param {Candidate} candidate @param {Cube} of */
export async function methodOfCandidate({ link }, of) {
  return await methodOfLink(await link(of), of) ?? of.defaultMethod ?? undefined;
}

/**
 * Marks a method without protection. Its figures are true counts, unless the counts were changed before the cube was
 * built.
 * @param {string} label
 * @param {Cube} cube
 */
const bareLabel = (label, { release }) => (release === "preprotected" ? `${label}: the counts of the files` : /^true counts$/i.test(label) ? label : `${label}: true counts`);

/**
 * Returns the candidates in list order, and a sentence about omitted methods.
 * @param {Cube} cube
 * @param {string[]} own  as JSON
 * @param {string | null} given  the method in the table's address
 * @param {Changed[]} changed
 * @returns {{ candidates: Candidate[], left: string }}
 */
export function candidatesOf(cube, own, given, changed) {
  const few = cube.modulus < HASHED_FROM;
  const allowed = takesOwn(cube);
  const new_ = READY.filter(({ method }) => !cube.methods.some(({ parameters }) => same(parameters, method)));
  /** @type {Candidate[]} */
  const candidates = cube.methods.map((each) => {
    const { name, kind } = each;
    return { id: name, label: kind === "none" ? bareLabel(nameOfMethod(each), cube) : nameOfMethod(each), kind, group: "cube", link: async () => (name === cube.defaultMethod ? null : name) };
  });
  for (const { cube: name, label, noise } of changed) candidates.push({ id: `@${name}`, label, kind: "changed", group: "changed", cube: name, noise, link: async (of) => bareMethod(of) });
  if (allowed) {
    if (!cube.methods.some(({ kind }) => kind === "none")) candidates.push({ id: "~none", label: bareLabel("None", cube), kind: "none", group: "ready", link: async () => JSON.stringify(BARE) });
    for (const { id, label, hashed, method } of new_) {
      if (!(hashed && few)) candidates.push({ id, label, kind: method.kind, group: "ready", link: async () => JSON.stringify(method) });
    }
    for (const name of DESIGNS) candidates.push({ id: `~${name}`, label: `Designed p-table, ${name}`, kind: "cell-key", group: "ready", link: () => readyDesign(name) });
  }
  // The method of an address may be in the list of the reader's methods too.
  for (const method of new Set([...(isOwnMethod(given) ? [given] : []), ...own])) {
    candidates.push({ id: method, label: nameOfOwn(method), kind: kindOf(method), group: "own", link: async () => (isDesigned(method) ? method : JSON.stringify(readMethod(method))) });
  }
  const left = !allowed ? "This dataset allows no other methods."
    : few ? `Random rounding, controlled rounding and small-cell perturbation are omitted. They need at least 4,294,967,296 possible cell keys. This dataset has ${number(cube.modulus)}.` : "";
  return { candidates, left };
}

/** The kind of a reader's method; empty for an unreadable method. @param {string} method */
function kindOf(method) {
  try {
    return method.startsWith("{") ? readMethod(method).kind : "cell-key";
  } catch {
    return "";
  }
}

/** The chosen candidates. @param {Candidate[]} candidates @param {string[] | null} ids @returns {Candidate[]} */
export function chosenOf(candidates, ids) {
  const first = candidates.find(({ group }) => group === "changed");
  const atFirst = (/** @type {Candidate} */ each) => (each.group === "ready" ? FIRST.includes(each.id) : each.group !== "changed" || each === first);
  return candidates.filter((each) => (ids === null ? atFirst(each) : ids.includes(each.id)));
}
