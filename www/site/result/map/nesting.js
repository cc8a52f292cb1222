// Which small areas belong to which larger one: the cube's manifest says it, the description of a cube does not.

/** From the codes of each level, under its `dimension:level`, to the codes of the dimension. @typedef {Map<string, Map<string, string[]>>} Nesting */

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

/** Of a cube that is open: its manifest is in the browser's cache. @param {string} name @param {string} dimension */
export async function fetchNesting(name, dimension) {
  const response = await fetch(new URL(`cubes/${name}/cube.json`, document.baseURI));
  if (!response.ok) throw new Error(`cubes/${name}/cube.json: HTTP ${response.status}`);
  return nestingOf(await response.json(), dimension);
}
