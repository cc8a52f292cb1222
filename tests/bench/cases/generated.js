/** Builds cubes of generated cells with the command line, once for each set of sources. */

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";
import { writeCsv } from "../../js/support/cells-csv.js";

/** @typedef {import("../../js/support/cells-csv.js").Numbers} Numbers */
/** @typedef {import("../../js/support/cells-csv.js").Cells} Cells */
/** @typedef {{ id: string, title: string, dimensions: string[], publish?: string }} Description `dimensions` as TOML */

/**
 * Builds a cube in target/bench/`name` with 32-bit keys and the p-table of the hypercube.
 * @param {string} name
 * @param {string[]} sources files that determine the cube
 * @param {Omit<Description, "id">} description
 * @param {() => Cells} cells
 */
export function buildCube(name, sources, description, cells) {
  const [out, source] = [`target/bench/${name}`, `target/bench/${name}-source`];
  const inputs = ["tests/bench/cases/generated.js", ...sources, "demo/hypercube/ptable.csv.gz", "target/release/libcellveil.rlib"];
  unlessFresh(`bench-${name.replaceAll("/", "-")}`, { inputs, outputs: [`${out}/cube.json`] }, () => {
    say(`generating ${description.title}`);
    mkdirSync(path(source), { recursive: true });
    cpSync(path("demo/hypercube/ptable.csv.gz"), path(source, "ptable.csv.gz"));
    writeFileSync(path(source, "cube.toml"), specification({ id: name.replace(/.*\//, ""), ...description }));
    writeCsv(cells(), path(source, "cells.csv"));
    run(path("target/release/cellveil"), ["tile", `${source}/cube.toml`, "--cells", `${source}/cells.csv`, "--out", out, "--force"]);
    // Only the cube is needed later.
    rmSync(path(source), { recursive: true });
  });
}

/** @param {Description} description */
function specification({ id, title, dimensions, publish }) {
  return [
    `[cube]\nid = "${id}"\ntitle = "${title}"\nunit = "person"\ndata = "synthetic"\naudience = "internal"\n`,
    '[key]\ncolumn = "record_key"\ncombine = "sum"\nmodulus = 4294967296\n',
    ...dimensions,
    '[method.default]\nkind = "cell-key"\nptable = "ptable.csv.gz"\n',
    publish ? `[publish]\n${publish}\n` : "",
  ].join("\n");
}
