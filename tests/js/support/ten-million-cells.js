/** A generated cube of 10 million cells: 500 areas with 20,000 cells each, which make 500 tiles; views are chosen by the builder. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";
import { writeCsv } from "./cells-csv.js";
import { random32 } from "./million-cells.js";

export const FOLDER = "test-cubes/ten-million";
const SOURCE = `target/${FOLDER}-source`;

export const AREAS = 500;
/** Cells of an area. */
export const CELLS = 20_000;
/** Dimensions with their numbers of codes, and how many codes a group of their level has; the first is the geography. */
export const DIMENSIONS = [
  { name: "area", codes: AREAS, level: "region", group: 50 },
  { name: "age", codes: 25, level: "band", group: 5 },
  { name: "occupation", codes: 40, level: "group", group: 5 },
  { name: "marital", codes: 25 },
];

/**
 * The columns, always the same, in ascending order of the cells.
 * @returns {{ codes: (Uint8Array | Uint16Array)[], counts: Uint8Array, keys: Uint32Array }}
 */
export function generate() {
  const next = random32(500);
  const cells = AREAS * CELLS;
  const codes = DIMENSIONS.map(({ codes }) => (codes > 256 ? new Uint16Array(cells) : new Uint8Array(cells)));
  const counts = new Uint8Array(cells);
  const keys = new Uint32Array(cells);
  const [, , occupations, marital] = DIMENSIONS.map(({ codes }) => codes);
  const places = DIMENSIONS.slice(1).reduce((product, { codes }) => product * codes, 1);
  let at = 0;
  for (let area = 0; area < AREAS; area++) {
    const end = at + CELLS;
    // Of the combinations that are left, each is taken with the probability that makes exactly CELLS of them.
    for (let place = 0; at < end; place++) {
      const random = next();
      if ((random >>> 8) * (places - place) >= (end - at) * 2 ** 24) continue;
      codes[0][at] = area;
      codes[1][at] = place / (occupations * marital);
      codes[2][at] = (place / marital) % occupations;
      codes[3][at] = place % marital;
      // Small counts, and half as many of each next one.
      counts[at] = 1 + Math.clz32(random << 24 | 1) % 8;
      keys[at++] = next();
    }
  }
  return { codes, counts, keys };
}

function specification() {
  const quoted = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => `"${from + i}"`).join(", ");
  const dimension = ({ name, codes, level, group }, /** @type {number} */ at) => {
    const list = Array.from({ length: codes }, (_, code) => `${code} = "${name} ${code}"`).join(", ");
    const head = `[[dimension]]\nname = "${name}"\n${at === 0 ? 'role = "geo"\n' : ""}codes = { ${list} }\n`;
    if (!level) return head;
    const groups = Array.from({ length: codes / group }, (_, at) => `  { code = "${level} ${at}", of = [${quoted(at * group, group)}] },\n`);
    return `${head}[[dimension.level]]\nname = "${level}"\ngroups = [\n${groups.join("")}]\n`;
  };
  return [
    '[cube]\nid = "ten-million"\ntitle = "Ten million cells"\nunit = "person"\ndata = "synthetic"\naudience = "teaching"\n',
    '[key]\ncolumn = "record_key"\n',
    ...DIMENSIONS.map(dimension),
    '[method.default]\nkind = "random-rounding"\nbase = 3\n',
    '[publish]\nsplit = "area"\nviews = "auto"\n',
  ].join("\n");
}

/** Builds the cube, and gives the columns that it is made from. */
export function makeTenMillionCells() {
  const columns = generate();
  const inputs = ["tests/js/support/ten-million-cells.js", "tests/js/support/million-cells.js", "target/release/cellveil"];
  unlessFresh("ten-million-cells", { inputs, outputs: [`target/${FOLDER}/cube.json`] }, () => {
    say("building a cube of 10 million cells");
    mkdirSync(path(SOURCE), { recursive: true });
    writeFileSync(path(SOURCE, "cube.toml"), specification());
    writeCsv({ names: DIMENSIONS.map(({ name }) => name), ...columns }, path(SOURCE, "cells.csv"));
    run(path("target/release/cellveil"), ["tile", `${SOURCE}/cube.toml`, "--cells", `${SOURCE}/cells.csv`, "--out", `target/${FOLDER}`, "--force"]);
    // Only the cube is needed from here on.
    rmSync(path(SOURCE), { recursive: true });
  });
  return columns;
}
