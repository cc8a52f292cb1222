// The site's cubes: their names, from cubes/index.json, and the open cubes. Each cube is opened once.

import { openCube } from "../cellveil/js/index.js";

/** @import { Cube } from "./types.js" */

const CUBE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A cube with very many codes may lack codes. @type {Map<string, Promise<Cube>>} */
const cubes = new Map();

/**
 * The cube to show if the link names no cube. The publisher sets `data-cube`, so that the page need not wait for the
 * list of cubes.
 */
export const CHOSEN = document.documentElement.dataset.cube ?? "";

/** Chooses a cube from the list of cubes, for a link that names no cube. @param {string[]} names */
export const usual = (names) => (names.includes(CHOSEN) ? CHOSEN : names[0]);

/** @param {string} name */
export function unknownCube(name) {
  return Object.assign(new Error(`no cube is named ${JSON.stringify(name)}`), { code: "unknown-cube" });
}

/**
 * Opens a cube. After a failure, the next call tries again, because the network may work again. The page asks for the
 * passphrase of an encrypted cube, unless the caller needs only the title.
 * @param {string} name
 * @param {{ forTitle?: boolean, whole?: boolean }} [options]  `whole: false` leaves the codes of long dimensions unloaded
 * @returns {Promise<Cube>}
 */
export function open(name, { forTitle = false, whole = !forTitle } = {}) {
  const url = new URL(`cubes/${name}/cube.json`, document.baseURI).href;
  const cube = cubes.get(name) ?? kept(name, async () => {
    if (!CUBE_NAME.test(name)) throw unknownCube(name);
    return /** @type {Cube} */ (/** @type {unknown} */ (await openCube(url)));
  });
  const unlocked = forTitle ? cube : cube.catch((error) => {
    if (Object(error).code !== "encrypted") throw error;
    return cubes.get(name) ?? kept(name, async () => (await import("./lazy/passphrase.js")).openLocked(url));
  });
  return whole ? unlocked.then((opened) => opened.complete()) : unlocked;
}

/** @param {string} name @param {() => Promise<Cube>} start */
function kept(name, start) {
  const cube = start();
  cubes.set(name, cube);
  cube.catch(() => cubes.delete(name));
  return cube;
}

export async function listCubes() {
  const url = new URL("cubes/index.json", document.baseURI).href;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
    const list = await response.json();
    if (!Array.isArray(list) || list.length === 0) throw new Error(`${url}: expected a list of folder names`);
    return list.map(String);
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { code: "no-cubes" });
  }
}
