/** Cubes with any number of random cells: three dimensions, 32-bit keys, counts from 1 to 131,072. */

import { generator } from "../../js/support/random-queries.js";
import { buildCube } from "./generated.js";
import { noise } from "./hypercube.js";

/** @import { Case } from "./index.js" */
/** @import { Cells } from "./generated.js" */

/** Number of codes in a group. With 15 groups per dimension, a table has 16 × 16 × 16 cells including totals. */
const GROUP = 16;
const NAMES = ["area", "age", "occupation"];
const SEED = 4096;

/**
 * Returns the columns, the same in every run. The cells are in ascending order.
 * @param {number} cells
 * @param {number} codesEach
 */
function generate(cells, codesEach) {
  const random = generator(SEED);
  const codes = NAMES.map(() => new Uint8Array(cells));
  const counts = new Uint32Array(cells);
  const keys = new Uint32Array(cells);
  let at = 0;
  // Selects each combination with the probability that leads to exactly `cells` cells.
  for (let number = 0, left = codesEach ** 3; at < cells; number++, left--) {
    if (random() * left >= cells - at) continue;
    codes[0][at] = number / (codesEach * codesEach);
    codes[1][at] = (number / codesEach) % codesEach;
    codes[2][at] = number % codesEach;
    // Small counts are frequent, and large counts are rare.
    counts[at] = 2 ** (17 * random() ** 3);
    keys[at] = random() * 2 ** 32;
    at++;
  }
  return { names: NAMES, codes, counts, keys };
}

/** @param {string} name @param {number} codesEach */
function dimension(name, codesEach) {
  const quoted = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => `"${from + i}"`).join(", ");
  const groups = Array.from({ length: codesEach / GROUP }, (_, group) => `  { code = "G${group}", label = "Group ${group}", of = [${quoted(group * GROUP, GROUP)}] },\n`);
  // All codes are declared, because some codes may have no cells.
  const codes = Array.from({ length: codesEach }, (_, code) => `${code} = "${code}"`).join(", ");
  return `[[dimension]]\nname = "${name}"\ncodes = { ${codes} }\n\n[[dimension.level]]\nname = "group"\nlabel = "Group"\ngroups = [\n${groups.join("")}]\n`;
}

/**
 * A cube with the given number of cells, and a table with three axes of 15 groups. With fewer codes, the cells are
 * denser and an axis has fewer groups.
 * @param {string} name
 * @param {number} cells
 * @param {number} [codesEach] of a dimension, a multiple of 16
 * @returns {Case}
 */
export function randomCells(name, cells, codesEach = 240) {
  /** @type {Cells & ReturnType<typeof generate> | undefined} */
  let generated;
  const made = () => (generated ??= generate(cells, codesEach));
  const folder = `random-cells/${cells}-${codesEach}`;
  const table = () => {
    const { codes, counts, keys } = made();
    const classOf = Uint8Array.from({ length: 256 }, (_, code) => Math.min(code / GROUP, codesEach / GROUP - 1));
    return {
      axes: codes.map((column) => ({ codes: column, classOf, size: codesEach / GROUP })),
      counts,
      keys,
      population: counts.reduce((sum, count) => sum + count, 0),
      noise: noise(),
    };
  };
  return {
    name,
    title: `${cells.toLocaleString("en")} generated cells; three axes of ${codesEach / GROUP} groups, ${((codesEach / GROUP + 1) ** 3).toLocaleString("en")} cells with totals`,
    folder: `bench/${folder}`,
    query: { rows: ["area:group"], columns: ["age:group", "occupation:group"] },
    columns: NAMES,
    more: {},
    build: () => buildCube(folder, ["tests/bench/cases/random-cells.js"], { title: `${cells} random cells`, dimensions: NAMES.map((name) => dimension(name, codesEach)) }, made),
    table,
    // The query uses every dimension, so no cells can be combined.
    coarseTable: table,
  };
}
