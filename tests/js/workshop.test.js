// The p-table workshop: designs, files, reports and conversions are those of the command line, and what cannot be is said.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Workshop, openWorkshop } from "cellveil/workshop.js";
import { path } from "../../scripts/lib.js";

/** @import { PtableDesign, PtableFormat } from "cellveil/workshop.js" */

/** @type {Workshop} */
let workshop;
/** @type {string} */
let folder;

before(async () => {
  workshop = await openWorkshop();
  folder = mkdtempSync(join(tmpdir(), "cellveil-workshop-"));
});

after(() => rmSync(folder, { recursive: true }));

/** @param {...string} args */
function commandLine(...args) {
  const { status, stdout, stderr } = spawnSync(path("target/release/cellveil"), ["ptable", ...args], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  return { status, stdout, stderr };
}

/** @type {[parameters: PtableDesign, flags: string][]} */
const DESIGNS = [
  [{ maxChange: 5, variance: 3, blocked: 2 }, "--max-change 5 --variance 3 --blocked 2"],
  [{ maxChange: 10, variance: 9 }, "--max-change 10 --variance 9"],
  [{ maxChange: 8, variance: 2.5, stay: 0.4, monotone: true }, "--max-change 8 --variance 2.5 --stay 0.4 --monotone"],
  [{ maxChange: 6, variance: 2, stay: [null, 0.5, 0.3] }, "--max-change 6 --variance 2 --stay=-,0.5,0.3"],
  [{ maxChange: 9, variance: 6, step: 3, nearest: true }, "--max-change 9 --variance 6 --step 3 --nearest"],
  [{ maxChange: 7, variance: 1.5, shape: "laplace", nearest: true }, "--max-change 7 --variance 1.5 --shape laplace --nearest"],
  [{ maxChange: 50, variance: 30 }, "--max-change 50 --variance 30"],
];

for (const [parameters, flags] of DESIGNS) {
  test(`the files of the command line, to the byte: ${flags}`, () => {
    const given = flags.split(" ");
    for (const [format, keys] of /** @type {[PtableFormat, number?][]} */ ([["ptable"], ["tau-argus"], ["ons", 256], ["cantabular", 4096]])) {
      const { status, stdout, stderr } = commandLine("design", ...given, "--format", format, ...(keys ? ["--keys", String(keys)] : []));
      if (status === 0) assert.equal(workshop.file(parameters, format, keys), stdout, format);
      else assert.throws(() => workshop.file(parameters, format, keys), (/** @type {any} */ error) => error.code === "bad-keys" && stderr.includes(error.message));
    }
    const { rows } = workshop.design(parameters);
    const mean = (/** @type {typeof rows[0]} */ { noise, probabilities }) => noise.reduce((sum, noise, at) => sum + noise * probabilities[at], 0);
    rows.forEach((row, count) => assert.ok(row.count === count && Math.abs(mean(row)) < 1e-9 && row.noise[0] >= -count));
  });
}

test("what cannot be: an error that says the row and what could be, and the next design is as ever", () => {
  const { rows } = workshop.design({ maxChange: 5, variance: 3 });
  assert.throws(() => workshop.design({ maxChange: 5, variance: 6 }), { code: "infeasible", fault: "input", row: 1, nearest: 5, message: /^row 1: a variance of 6 is more than the 5/ });
  assert.throws(() => workshop.design({ maxChange: 5, variance: 1, stay: 0.9 }), { code: "infeasible" });
  assert.throws(() => workshop.design({ maxChange: 0, variance: 1 }), { code: "bad-design", message: /max-change is 0/ });
  assert.throws(() => workshop.design(/** @type {any} */ ({ maxChange: 5 })), { code: "bad-design" });
  assert.throws(() => workshop.design(/** @type {any} */ ({ maxChange: 5, variance: 3, colour: "red" })), { code: "bad-design" });
  assert.throws(() => workshop.design(/** @type {any} */ (undefined)), { code: "bad-design" });
  const loop = /** @type {any} */ ({ maxChange: 5, variance: 3 });
  loop.stay = loop;
  assert.throws(() => workshop.design(loop), { code: "bad-design" });
  assert.throws(() => workshop.file({ maxChange: 5, variance: 3 }, /** @type {any} */ ("excel")), { code: "bad-format", message: /"excel" is no format/ });
  assert.throws(() => workshop.file({ maxChange: 5, variance: 3 }, "ons", 1), { code: /bad-/ });
  assert.deepEqual(workshop.design({ maxChange: 5, variance: 3 }).rows, rows);
});

test("reports and conversions are those of the command line", () => {
  for (const name of ["s01_ptable.csv", "s11_ptable.csv", "cellkey_d5.csv"]) {
    const bytes = new Uint8Array(readFileSync(path("tests/data/ptable", name)));
    writeFileSync(join(folder, name), bytes);
    assert.deepEqual(workshop.check(bytes, name), JSON.parse(commandLine("check", name, "--format", "json").stdout), name);
    assert.deepEqual(workshop.check(bytes, name, 64).lookup_keys, 64);
    for (const [format, keys] of /** @type {[PtableFormat, number?][]} */ ([["tau-argus"], ["ons", 4096]])) {
      const { stdout, stderr } = commandLine("convert", name, "--format", format, ...(keys ? ["--keys", String(keys)] : []));
      const { text, notes } = workshop.convert(bytes, name, format, keys);
      assert.equal(text, stdout);
      assert.deepEqual(notes.map((note) => `cellveil: ${note}\n`).join(""), stderr);
    }
  }
  assert.throws(() => workshop.check("hello", "a.csv"), { code: "bad-ptable", message: /^a\.csv, line 1/ });
  assert.throws(() => workshop.convert("hello", "a.csv", "ons"), { code: "bad-ptable" });
  assert.throws(() => workshop.check(/** @type {any} */ (7), "a.csv"), { code: "bad-file" });
  assert.throws(() => workshop.check(workshop.file({ maxChange: 2, variance: 1 }), "a.csv", 1), { code: "bad-keys" });
});

test("ready-made designs, those of the command line by name", () => {
  assert.deepEqual(workshop.ready.map(({ name }) => name), ["light", "standard", "strong"]);
  for (const { name, suits, parameters } of workshop.ready) {
    assert.match(suits, /\w/);
    assert.equal(workshop.file(parameters), commandLine("design", "--ready", name).stdout);
  }
});

test("one core for all who open it, and one that was given", async () => {
  assert.equal(await openWorkshop(), workshop);
  assert.ok(workshop instanceof Workshop);
});
