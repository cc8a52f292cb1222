/** A cube whose method hashes cells, with a salt of any length, and its values by Node's own SHA-256. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCube } from "cellveil";
import { path } from "../../../scripts/lib.js";
import { random32 } from "./million-cells.js";

const CELLVEIL = path("target/release/cellveil");
const BASE = 4;
const QUERY = { rows: ["a"], columns: ["b"], totals: false };
/** The engine hashes 256 cells together, four at a time. This number of cells is no multiple of either. */
const [ROWS, COLUMNS] = [19, 31];
/** With these salts, the cell has each position in its block, after none and after one or more whole blocks. */
const SALTS = [...Array.from({ length: 80 }, (_, length) => length), 127, 128, 200];
/** For these salts, the command line makes the same table. */
const COMPARED = new Set([0, 12, 13, 14, 21, 22, 23, 36, 37, 38, 200]);

/** Cells with keys and counts of one and of two words, cells that are empty, and cells that need no draw. */
const CELLS = (() => {
  const random = random32(256);
  return Array.from({ length: ROWS * COLUMNS }, (_, cell) => {
    const count = [random() % 3, 1 + (random() % 20), 2 ** 33 + (random() % 9)][cell % 3];
    const key = cell % 2 === 0 ? random() : (random() % 2 ** 21) * 2 ** 32 + random();
    return { count, key: count === 0 ? 0 : key };
  });
})();

/** The value as docs/reference/randomness.md states it. @param {{ count: number, key: number }} cell @param {Uint8Array} salt */
function rounded({ count, key }, salt) {
  const bytes = new DataView(new ArrayBuffer(16));
  bytes.setBigUint64(0, BigInt(key), true);
  bytes.setBigUint64(8, BigInt(count), true);
  const hash = createHash("sha256").update("cellveil/1\0random-rounding\0").update(salt).update(bytes);
  const [draw, rest] = [hash.digest().readUInt32BE(), count % BASE];
  return count - rest + (draw * BASE < rest * 2 ** 32 ? BASE : 0);
}

/** Checks the values for each salt in the core that this process uses. */
export async function checkHashedCells() {
  const scratch = mkdtempSync(join(tmpdir(), "cellveil-hashed-"));
  try {
    const codes = (/** @type {number} */ size) => Array.from({ length: size }, (_, code) => `${code} = "${code}"`).join(", ");
    writeFileSync(
      join(scratch, "cube.toml"),
      '[cube]\nid = "hashed"\ntitle = "Hashed"\nunit = "record"\ndata = "synthetic"\naudience = "teaching"\n' +
        '[key]\ncolumn = "key"\nmodulus = 9007199254740992\nsalt = "5eed"\nweak_keys = "invented cells"\n' +
        `[[dimension]]\nname = "a"\ncodes = { ${codes(ROWS)} }\n[[dimension]]\nname = "b"\ncodes = { ${codes(COLUMNS)} }\n` +
        `[method.rounding]\nkind = "random-rounding"\nbase = ${BASE}\n`,
    );
    const lines = CELLS.map(({ count, key }, cell) => `${Math.floor(cell / COLUMNS)},${cell % COLUMNS},${count},${key}`);
    writeFileSync(join(scratch, "cells.csv"), `${["a,b,count,key", ...lines.filter((_, cell) => CELLS[cell].count > 0)].join("\n")}\n`);
    const out = join(scratch, "cube");
    execFileSync(CELLVEIL, ["tile", join(scratch, "cube.toml"), "--cells", join(scratch, "cells.csv"), "--out", out], { stdio: "ignore" });
    const manifest = readFileSync(join(out, "cube.json"), "utf8");
    for (const length of SALTS) {
      const salt = Buffer.from(Array.from({ length }, (_, at) => (7 * at + length) % 256));
      writeFileSync(join(out, "cube.json"), sealed(manifest.replace('"salt":"5eed"', `"salt":"${salt.toString("hex")}"`)));
      const cube = await openCube({ get: async (file) => readFileSync(join(out, file)) });
      const table = await cube.table(QUERY);
      assert.deepEqual(table.values, CELLS.map((cell) => rounded(cell, salt)), `a salt of ${length} bytes`);
      if (COMPARED.has(length)) {
        const csv = execFileSync(CELLVEIL, ["table", out, "--rows", "a", "--columns", "b", "--no-totals"], { encoding: "utf8" });
        assert.equal(table.toCSV(), csv, `a salt of ${length} bytes`);
      }
      cube.close();
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Replaces the digest of a changed manifest (src/cube/FORMAT.md). @param {string} manifest */
function sealed(manifest) {
  const contents = manifest.slice(0, manifest.lastIndexOf('"', manifest.lastIndexOf('"') - 1) + 1);
  return `${contents}${createHash("sha256").update(contents).digest("hex")}"}\n`;
}
