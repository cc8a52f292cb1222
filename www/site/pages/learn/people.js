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

/** @type {Map<string, Promise<People>>} */
const people = new Map();
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

/**
 * Builds a keyed dataset of invented people, and opens it.
 * @param {People} of
 * @param {(specification: string) => string} [change]  changes the specification
 * @returns {Promise<Cube>}
 */
export function datasetOf({ seed, households, records, specification }, change = (text) => text) {
  const text = change(specification);
  return once(datasets, `${seed} ${households} ${text}`, async () => {
    const { openCube } = await import("../../cellveil/js/index.js");
    return /** @type {Cube} */ (/** @type {unknown} */ (await openCube(await tiled(text, records))));
  });
}

/** The files of a dataset of invented people. @param {number} seed */
export async function filesOf(seed) {
  const { specification, records } = await peopleOf(seed);
  return tiled(specification, records);
}

/**
 * Builds a cube on the device.
 * @param {string} specification
 * @param {Uint8Array} records
 * @param {{ signal?: AbortSignal, beside?: { name: string, text: string }[] }} [options]  `beside`: files that the specification names
 * @returns {Promise<{ get: (path: string) => Uint8Array }>}
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
  const known = done.get(name);
  if (known) return known;
  const started = work();
  done.set(name, started);
  // Old people and datasets go, so that a long lesson does not fill the memory.
  for (const old of [...done.keys()].slice(0, -MOST_KEPT)) done.delete(old);
  started.catch(() => done.delete(name));
  return started;
}
