/** Cubes of generated cells, built by the command line once. */

import { closeSync, cpSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";

/** @typedef {Uint8Array | Uint16Array | Uint32Array} Numbers */
/** @typedef {{ names: string[], codes: Numbers[], counts: Numbers, keys: Numbers }} Cells a column a dimension, and the measures */
/** @typedef {{ id: string, title: string, dimensions: string[], publish?: string }} Description `dimensions` as TOML */

/**
 * A cube in target/bench/`name`, with keys of 32 bits and the p-table of the hypercube.
 * @param {string} name
 * @param {string[]} sources that decide what is in it
 * @param {Omit<Description, "id">} description
 * @param {() => Cells} cells
 */
export function buildCube(name, sources, description, cells) {
  const [out, source] = [`target/bench/${name}`, `target/bench/${name}-source`];
  const inputs = ["tests/bench/cases/generated.js", ...sources, "demo/hypercube/ptable.csv.gz", "target/release/cellveil"];
  unlessFresh(`bench-${name.replaceAll("/", "-")}`, { inputs, outputs: [`${out}/cube.json`] }, () => {
    say(`generating ${description.title}`);
    mkdirSync(path(source), { recursive: true });
    cpSync(path("demo/hypercube/ptable.csv.gz"), path(source, "ptable.csv.gz"));
    writeFileSync(path(source, "cube.toml"), specification({ id: name.replace(/.*\//, ""), ...description }));
    writeCsv(cells(), path(source, "cells.csv"));
    run(path("target/release/cellveil"), ["tile", `${source}/cube.toml`, "--cells", `${source}/cells.csv`, "--out", out, "--force"]);
    // Only the cube is needed from here on.
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

/** @param {Cells} cells @param {string} file */
function writeCsv({ names, codes, counts, keys }, file) {
  const out = openSync(file, "w");
  const buffer = Buffer.allocUnsafe(1 << 22);
  let end = buffer.write(`${names.join(",")},count,key\n`);
  const field = (/** @type {number} */ value, /** @type {number} */ separator) => {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    for (let i = end + digits - 1, rest = value; i >= end; i--, rest = Math.floor(rest / 10)) buffer[i] = 48 + (rest % 10);
    end += digits;
    buffer[end++] = separator;
  };
  const [comma, newline] = [44, 10];
  for (let cell = 0; cell < counts.length; cell++) {
    for (const column of codes) field(column[cell], comma);
    field(counts[cell], comma);
    field(keys[cell], newline);
    // Sixty-four columns of at most ten digits fit into what is left.
    if (end > buffer.length - 1024) {
      writeSync(out, buffer, 0, end);
      end = 0;
    }
  }
  writeSync(out, buffer, 0, end);
  closeSync(out);
}
