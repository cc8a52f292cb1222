// The methods to compare: the cube's methods, cubes of changed records, methods from the literature, ready-made p-tables
// and the reader's methods.

import { designOf, isDesigned, plain, titleOf } from "../../choice/design.js";
import { designedMethod, takesOwn } from "../../choice/own-ptable.js";
import { bareMethod } from "./changed.js";
import { methodName, number } from "../../shell/words.js";

/** @import { Cube } from "../../shell/types.js" */
/** @import { Changed } from "./changed.js" */

/**
 * @typedef {object} Candidate
 * @property {string} id  as in the address
 * @property {string} label
 * @property {string} kind  the kind of the method, which has a symbol on the map
 * @property {"cube" | "changed" | "ready" | "own"} group
 * @property {(of: Cube) => Promise<string | object | undefined>} method  the method, for a query of the measured cube
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
/** At first the page compares these methods and the cube's methods. */
const FIRST = ["~rounding-3", "~ten-five", "~small-cell-2", "~standard"];

const same = (/** @type {object} */ a, /** @type {object} */ b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Methods with a designed p-table, made once for each cube. @type {Map<string, Promise<object>>} */
const drawnUp = new Map();

/** @param {string} key @param {() => Promise<object>} make */
function once(key, make) {
  let made = drawnUp.get(key);
  if (!made) {
    made = make();
    drawnUp.set(key, made);
    made.catch(() => drawnUp.delete(key));
  }
  return made;
}

/** @param {string} name @param {Cube} cube */
async function readyDesign(name, cube) {
  const { openWorkshop } = await import("../../cellveil/js/workshop.js").catch((cause) => {
    throw Object.assign(new Error(`the p-table workshop could not be loaded: ${cause.message}`, { cause }), { code: "wasm" });
  });
  const found = (await openWorkshop()).ready.find((each) => each.name === name);
  if (!found) throw new Error(`the workshop has no p-table ${name}`);
  return designedMethod(plain(found.parameters), cube);
}

/**
 * Returns the method of a workbench link for a query. Designs the p-table if the link has a design.
 * @param {string | null} method
 * @param {Cube} cube
 * @returns {Promise<string | object | undefined>}
 */
export async function methodOfLink(method, cube) {
  const design = designOf(method);
  return design ? once(`${cube.digest} ${method}`, () => designedMethod(design, cube)) : (method ?? undefined);
}

/**
 * Returns the candidates in list order, and a sentence about omitted methods.
 * @param {Cube} cube
 * @param {string[]} own  as JSON
 * @param {string | null} designed  a p-table that came with the table
 * @param {Changed[]} changed
 * @returns {{ candidates: Candidate[], left: string }}
 */
export function candidatesOf(cube, own, designed, changed) {
  const few = cube.modulus < HASHED_FROM;
  const allowed = takesOwn(cube);
  const new_ = READY.filter(({ method }) => !cube.methods.some(({ parameters }) => same(parameters, method)));
  /** @type {Candidate[]} */
  const candidates = cube.methods.map(({ name, kind }) => ({ id: name, label: methodName(name), kind, group: "cube", method: async () => name }));
  for (const { cube: name, label, noise } of changed) candidates.push({ id: `@${name}`, label, kind: "changed", group: "changed", cube: name, noise, method: async (of) => bareMethod(of) });
  if (allowed) {
    for (const { id, label, hashed, method } of new_) {
      if (!(hashed && few)) candidates.push({ id, label, kind: method.kind, group: "ready", method: async () => method });
    }
    for (const name of DESIGNS) {
      candidates.push({ id: `~${name}`, label: `Designed p-table, ${name}`, kind: "cell-key", group: "ready", method: () => once(`${cube.digest} ${name}`, () => readyDesign(name, cube)) });
    }
  }
  if (isDesigned(designed)) {
    candidates.push({ id: designed, label: `Designed: ${nameOf(designed)}`, kind: "cell-key", group: "own", method: async () => (await methodOfLink(designed, cube)) ?? designed });
  }
  for (const json of own) candidates.push({ id: json, ...described(json), group: "own", method: async () => readMethod(json) });
  const left = !allowed ? "This dataset allows no other methods."
    : few ? `Random rounding, controlled rounding and small-cell perturbation are omitted. They need at least 4,294,967,296 possible cell keys. This dataset has ${number(cube.modulus)}.` : "";
  return { candidates, left };
}

/** @param {string} designed */
function nameOf(designed) {
  try {
    return titleOf(/** @type {import("../../choice/design.js").Design} */ (designOf(designed)));
  } catch {
    return "cannot be read";
  }
}

/** The chosen candidates. @param {Candidate[]} candidates @param {string[] | null} ids @returns {Candidate[]} */
export function chosenOf(candidates, ids) {
  const first = candidates.find(({ group }) => group === "changed");
  const atFirst = (/** @type {Candidate} */ each) => (each.group === "ready" ? FIRST.includes(each.id) : each.group !== "changed" || each === first);
  return candidates.filter((each) => (ids === null ? atFirst(each) : ids.includes(each.id)));
}

/**
 * Reads a method that a reader wrote as JSON. The cube checks its parameters later.
 * @param {string} json
 * @returns {{ kind: string }}
 * @throws {Error} with the code `bad-method` and a message of one line
 */
export function readMethod(json) {
  const wrong = (/** @type {string} */ text) => Object.assign(new Error(text), { code: "bad-method" });
  const expected = 'expected a method as a JSON object such as {"kind": "random-rounding", "base": 7}';
  let method;
  try {
    method = JSON.parse(json);
  } catch {
    // This message has an example, which helps readers more than the JSON parser's message.
    throw wrong(expected);
  }
  if (typeof method !== "object" || method === null || Array.isArray(method)) throw wrong(expected);
  if (typeof method.kind !== "string") throw wrong(`kind is missing; ${expected}`);
  return method;
}

/** Returns a method's kind, and a label with the kind and the parameters. @param {string} json */
function described(json) {
  try {
    const { kind, ...parameters } = readMethod(json);
    const words = Object.entries(parameters).map(([name, value]) => (typeof value === "object" ? name : `${name} ${value}`));
    return { label: [methodName(kind), ...words].join(", ").slice(0, 60), kind };
  } catch {
    return { label: json.length > 40 ? `${json.slice(0, 40)}…` : json, kind: "" };
  }
}
