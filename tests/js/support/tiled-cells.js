/**
 * Cubes of many areas with 20,000 generated cells each, so that each area has its own tile. The builder chooses the
 * coarser views.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";
import { writeCsv } from "./cells-csv.js";
import { random32 } from "./million-cells.js";

/** Number of cells in an area. */
export const CELLS = 20_000;
export const REGIONS = 10;

/** Returns the cube's folder relative to `target`. @param {number} areas */
export const folderOf = (areas) => `test-cubes/tiles-${areas}`;

/**
 * Returns the dimensions with the number of codes and the number of codes per group of the level. The first dimension
 * is the geography.
 * @param {number} areas
 */
export const dimensionsOf = (areas) => [
  { name: "area", codes: areas, level: "region", group: areas / REGIONS },
  { name: "age", codes: 25, level: "band", group: 5 },
  { name: "occupation", codes: 40, level: "group", group: 5 },
  { name: "marital", codes: 25 },
];

/**
 * Returns the columns, the same in every run. The cells are in ascending order.
 * @param {number} areas
 * @returns {{ codes: (Uint8Array | Uint16Array)[], counts: Uint8Array, keys: Uint32Array }}
 */
export function generate(areas) {
  const next = random32(500);
  const dimensions = dimensionsOf(areas);
  const cells = areas * CELLS;
  const codes = dimensions.map(({ codes }) => (codes > 256 ? new Uint16Array(cells) : new Uint8Array(cells)));
  const counts = new Uint8Array(cells);
  const keys = new Uint32Array(cells);
  const [, , occupations, marital] = dimensions.map(({ codes }) => codes);
  const places = dimensions.slice(1).reduce((product, { codes }) => product * codes, 1);
  let at = 0;
  for (let area = 0; area < areas; area++) {
    const end = at + CELLS;
    // Selects each combination with the probability that leads to exactly CELLS cells.
    for (let place = 0; at < end; place++) {
      const random = next();
      if ((random >>> 8) * (places - place) >= (end - at) * 2 ** 24) continue;
      codes[0][at] = area;
      codes[1][at] = place / (occupations * marital);
      codes[2][at] = (place / marital) % occupations;
      codes[3][at] = place % marital;
      // Counts from 1. Each next count is half as frequent.
      counts[at] = 1 + Math.clz32(random << 24 | 1) % 8;
      keys[at++] = next();
    }
  }
  return { codes, counts, keys };
}

/** @param {number} areas */
function specification(areas) {
  const quoted = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => `"${from + i}"`).join(", ");
  const dimension = ({ name, codes, level, group }, /** @type {number} */ at) => {
    const list = Array.from({ length: codes }, (_, code) => `${code} = "${name} ${code}"`).join(", ");
    const head = `[[dimension]]\nname = "${name}"\n${at === 0 ? 'role = "geo"\n' : ""}codes = { ${list} }\n`;
    if (!level) return head;
    const groups = Array.from({ length: codes / group }, (_, at) => `  { code = "${level} ${at}", of = [${quoted(at * group, group)}] },\n`);
    return `${head}[[dimension.level]]\nname = "${level}"\ngroups = [\n${groups.join("")}]\n`;
  };
  return [
    `[cube]\nid = "tiles-${areas}"\ntitle = "${areas} tiles"\nunit = "person"\ndata = "synthetic"\naudience = "teaching"\n`,
    '[key]\ncolumn = "record_key"\n',
    ...dimensionsOf(areas).map(dimension),
    '[method.default]\nkind = "random-rounding"\nbase = 3\n',
    '[publish]\nsplit = "area"\nviews = "auto"\n',
  ].join("\n");
}

/** Builds the cube and returns its columns. @param {number} areas */
export function makeTiledCells(areas) {
  const columns = generate(areas);
  const folder = folderOf(areas);
  const source = `target/${folder}-source`;
  const inputs = ["tests/js/support/tiled-cells.js", "tests/js/support/million-cells.js", "target/release/libcellveil.rlib"];
  unlessFresh(`tiles-${areas}`, { inputs, outputs: [`target/${folder}/cube.json`] }, () => {
    say(`building a cube of ${areas} tiles`);
    mkdirSync(path(source), { recursive: true });
    writeFileSync(path(source, "cube.toml"), specification(areas));
    writeCsv({ names: dimensionsOf(areas).map(({ name }) => name), ...columns }, path(source, "cells.csv"));
    run(path("target/release/cellveil"), ["tile", `${source}/cube.toml`, "--cells", `${source}/cells.csv`, "--out", `target/${folder}`, "--force"]);
    // Only the cube is needed later.
    rmSync(path(source), { recursive: true });
  });
  return columns;
}
