/** Shares an open cube between all elements with the same cube and language. All elements use one engine. */
import { openCube } from "../api/index.js";

/** @import { Cube } from "../api/cube.js" */
/** @import { Source } from "../api/types.js" */

/** @typedef {{ cube: Promise<Cube>, users: number, forget: () => void }} Shared */

/** Open cubes by address or source, then by language and the folder of the package. @type {Map<string | Source, Map<string, Shared>>} */
const cubes = new Map();

/**
 * @param {string | Source} src
 * @param {string} [language]
 * @param {string} [base]
 * @returns {Shared}
 */
export function shared(src, language, base) {
  const known = cubes.get(src) ?? new Map();
  cubes.set(src, known);
  const key = `${language} ${base}`;
  let entry = known.get(key);
  if (!entry) {
    const forget = () => {
      if (known.get(key) === entry) known.delete(key);
      if (known.size === 0 && cubes.get(src) === known) cubes.delete(src);
    };
    entry = { cube: openCube(src, { language, base }), users: 0, forget };
    known.set(key, entry);
    // After a failed opening, the next element tries again.
    entry.cube.catch(forget);
  }
  return entry;
}

/** @param {Shared} entry */
export function release(entry) {
  if (--entry.users > 0) return;
  entry.forget();
  entry.cube.then((cube) => cube.close(), () => {});
}
