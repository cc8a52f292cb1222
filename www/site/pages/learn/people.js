// Invented people of a class, and datasets of them. All work is on the reader's device.

/** @import { Cube } from "../../shell/types.js" */
/** @import { People } from "./types.js" */

/** About 2,000 persons: enough for tables with small counts, and a fraction of a second on a phone. */
const HOUSEHOLDS = 900;

/** @type {Map<string, Promise<People>>} */
const people = new Map();
/** @type {Map<string, Promise<Cube>>} */
const datasets = new Map();

/** A seed from a name: the same name has the same seed on every device. @param {string} name */
export async function seedOf(name) {
  const text = new TextEncoder().encode(name.trim().normalize("NFC").toLowerCase());
  const hash = new DataView(await crypto.subtle.digest("SHA-256", text));
  return hash.getUint32(0);
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
    const [{ tile }, { openCube }] = await Promise.all([import("../../cellveil/js/make.js"), import("../../cellveil/js/index.js")]);
    const { files } = await tile(text, [], [{ name: "people.csv", content: records }]);
    const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
    const get = (/** @type {string} */ path) => byPath.get(path) ?? Promise.reject(new Error(`the dataset has no file ${path}`));
    return /** @type {Cube} */ (/** @type {unknown} */ (await openCube({ get })));
  });
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
  started.catch(() => done.delete(name));
  return started;
}
