// Reads the small areas of each larger area from the cube's manifest, because the API's description of a cube does not
// have them.

/**
 * For each `dimension:level`, a map from each code of the level to the codes of the dimension below it.
 * @typedef {Map<string, Map<string, string[]>>} Nesting
 */

/**
 * @param {any} manifest  a cube.json
 * @param {string} dimension
 * @returns {Nesting}
 */
export function nestingOf(manifest, dimension) {
  /** @type {Nesting} */
  const nesting = new Map();
  const { codes = [], levels = [] } = (manifest?.dimensions ?? []).find((/** @type {any} */ each) => each.name === dimension) ?? {};
  for (const level of levels) {
    /** @type {Map<string, string[]>} */
    const groups = new Map(level.codes.map((/** @type {[string]} */ [code]) => [code, []]));
    level.of.forEach((/** @type {number} */ group, /** @type {number} */ at) => groups.get(level.codes[group]?.[0])?.push(codes[at]?.[0]));
    nesting.set(`${dimension}:${level.name}`, groups);
  }
  return nesting;
}

/**
 * Reads the nesting of an open cube. The manifest of an open cube is in the browser's cache.
 * @param {string} name
 * @param {string} dimension
 */
export async function fetchNesting(name, dimension) {
  const response = await fetch(new URL(`cubes/${name}/cube.json`, document.baseURI));
  if (!response.ok) throw new Error(`cubes/${name}/cube.json: HTTP ${response.status}`);
  return nestingOf(await response.json(), dimension);
}
