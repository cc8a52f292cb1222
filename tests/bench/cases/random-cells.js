/** Generated cubes of any number of random cells: three dimensions of 240 codes, keys of 32 bits, counts from 1 to 131,072. */

import { generator } from "../../js/support/random-queries.js";
import { buildCube } from "./generated.js";
import { noise } from "./hypercube.js";

/** @import { Case } from "./index.js" */
/** @import { Cells } from "./generated.js" */

const CODES = 240;
/** Codes of a level's group: 15 groups a dimension make a table of 16 × 16 × 16 cells with totals. */
const GROUP = 16;
const NAMES = ["area", "age", "occupation"];
const SEED = 4096;

/** The columns, always the same, in ascending order of the cells. @param {number} cells */
function generate(cells) {
  const random = generator(SEED);
  const codes = NAMES.map(() => new Uint8Array(cells));
  const counts = new Uint32Array(cells);
  const keys = new Uint32Array(cells);
  let at = 0;
  // Of the combinations that are left, each is taken with the probability that makes exactly so many of them.
  for (let number = 0, left = CODES ** 3; at < cells; number++, left--) {
    if (random() * left >= cells - at) continue;
    codes[0][at] = number / (CODES * CODES);
    codes[1][at] = (number / CODES) % CODES;
    codes[2][at] = number % CODES;
    // Many small counts and a few large ones.
    counts[at] = 2 ** (17 * random() ** 3);
    keys[at] = random() * 2 ** 32;
    at++;
  }
  return { names: NAMES, codes, counts, keys };
}

/** @param {string} name */
function dimension(name) {
  const quoted = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => `"${from + i}"`).join(", ");
  const groups = Array.from({ length: CODES / GROUP }, (_, group) => `  { code = "G${group}", label = "Group ${group}", of = [${quoted(group * GROUP, GROUP)}] },\n`);
  // Codes are declared: few cells do not have all of them.
  const codes = Array.from({ length: CODES }, (_, code) => `${code} = "${code}"`).join(", ");
  return `[[dimension]]\nname = "${name}"\ncodes = { ${codes} }\n\n[[dimension.level]]\nname = "group"\nlabel = "Group"\ngroups = [\n${groups.join("")}]\n`;
}

/**
 * A cube of so many cells and a table of three axes of 15 groups.
 * @param {string} name
 * @param {number} cells
 * @returns {Case}
 */
export function randomCells(name, cells) {
  /** @type {Cells & ReturnType<typeof generate> | undefined} */
  let generated;
  const made = () => (generated ??= generate(cells));
  const folder = `random-cells/${cells}`;
  const table = () => {
    const { codes, counts, keys } = made();
    const classOf = Uint8Array.from({ length: 256 }, (_, code) => Math.min(code / GROUP, CODES / GROUP - 1));
    return {
      axes: codes.map((column) => ({ codes: column, classOf, size: CODES / GROUP })),
      counts,
      keys,
      population: counts.reduce((sum, count) => sum + count, 0),
      noise: noise(),
    };
  };
  return {
    name,
    title: `${cells.toLocaleString("en")} generated cells; three axes of 15 groups, 4,096 cells with totals`,
    folder: `bench/${folder}`,
    query: { rows: ["area:group"], columns: ["age:group", "occupation:group"] },
    columns: NAMES,
    more: {},
    build: () => buildCube(folder, ["tests/bench/cases/random-cells.js"], { title: `${cells} random cells`, dimensions: NAMES.map(dimension) }, made),
    table,
    // The query names every dimension.
    coarseTable: table,
  };
}
