// Invented people of a class, and datasets of them. All work is on the reader's device.

// The browser's own SHA-256 works only on secure pages. A page from a teacher's HTTP server is not secure.
import { sha256 } from "@noble/hashes/sha2.js";

/** @import { Cube } from "../../shell/types.js" */
/** @import { People } from "./types.js" */

/** About 2,000 persons: enough for tables with small counts, and a fraction of a second on a phone. */
const HOUSEHOLDS = 900;

/** The number of datasets, and of groups of people, that stay in memory. */
const MOST_KEPT = 12;

/** The seed of a reader without a name. */
export const SEED = 7;

/** @typedef {{ get: (path: string) => Uint8Array }} Files  the files of a cube */
/** @typedef {(specification: string) => string} Change  changes a specification */

/** @type {Map<string, Promise<People>>} */
const people = new Map();
/** @type {Map<string, Promise<Files>>} */
const folders = new Map();
/** @type {Map<string, Promise<Cube>>} */
const datasets = new Map();

/** A seed from a name: the same name has the same seed on every device. @param {string} name */
export function seedOf(name) {
  const text = new TextEncoder().encode(name.trim().normalize("NFC").toLowerCase());
  return new DataView(sha256(text).buffer).getUint32(0);
}

/** @param {number} seed @param {number} [households] @returns {Promise<People>} */
export function peopleOf(seed, households = HOUSEHOLDS) {
  return once(people, `${seed} ${households}`, async () => {
    const { synthesizePeople } = await import("../../cellveil/js/people.js");
    const { records, specification, persons } = await synthesizePeople({ households, seed });
    return { seed, households, persons, records: /** @type {Uint8Array<ArrayBuffer>} */ (records), specification };
  });
}

/** @param {string} text */
const same = (text) => text;

/** The files of a keyed dataset of invented people. @param {People} of @param {Change} [change] @returns {Promise<Files>} */
export function filesOf({ seed, households, records, specification }, change = same) {
  const text = change(specification);
  return once(folders, `${seed} ${households} ${text}`, () => tiled(text, records));
}

/** A keyed dataset of invented people. @param {People} of @param {Change} [change] @returns {Promise<Cube>} */
export function datasetOf(of, change = same) {
  return once(datasets, `${of.seed} ${of.households} ${change(of.specification)}`, async () => {
    const [{ openCube }, files] = await Promise.all([import("../../cellveil/js/index.js"), filesOf(of, change)]);
    return /** @type {Cube} */ (/** @type {unknown} */ (await openCube(files)));
  });
}

/**
 * Builds a cube on the device.
 * @param {string} specification
 * @param {Uint8Array} records
 * @param {{ signal?: AbortSignal, beside?: { name: string, text: string }[] }} [options]  `beside`: files that the specification names
 * @returns {Promise<Files>}
 */
export async function tiled(specification, records, { signal, beside = [] } = {}) {
  const { tile } = await import("../../cellveil/js/make.js");
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

/**
 * Does work once for each name. After a failure, the next call tries again.
 * @template T
 * @param {Map<string, Promise<T>>} done
 * @param {string} name
 * @param {() => Promise<T>} work
 */
function once(done, name, work) {
  const result = done.get(name) ?? work();
  // The last used work is the last of the map.
  done.delete(name);
  done.set(name, result);
  // What was not used for long goes, so that a long lesson does not fill the memory.
  for (const [old, value] of [...done].slice(0, -MOST_KEPT)) {
    done.delete(old);
    value.then((each) => /** @type {any} */ (each).close?.(), () => {});
  }
  result.catch(() => done.delete(name));
  return result;
}
