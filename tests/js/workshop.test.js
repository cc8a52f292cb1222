// The p-table workshop has the same designs, files, reports, conversions and errors as the command line.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as entry from "cellveil/workshop.js";
import { openWorkshop } from "cellveil/workshop.js";
import { path } from "../../scripts/lib.js";

/** @import { PtableDesign, PtableFormat, Workshop } from "cellveil/workshop.js" */

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
  [{ maxChange: 60, variance: 1200, nearest: true }, "--max-change 60 --variance 1200 --nearest"],
];

for (const [parameters, flags] of DESIGNS) {
  test(`the files of the command line, to the byte: ${flags}`, () => {
    const given = flags.split(" ");
    for (const [format, keys] of /** @type {[PtableFormat, number?][]} */ ([["ptable"], ["tau-argus"], ["ons", 256], ["cantabular", 4096]])) {
      const { status, stdout, stderr } = commandLine("design", ...given, "--format", format, ...(keys ? ["--keys", String(keys)] : []));
      assert.equal(status, 0, stderr);
      const { text, notes } = workshop.file(parameters, format, keys);
      assert.equal(text, stdout, format);
      // The command also prints the parameters of the design, which this caller already has.
      const [said, ...lines] = stderr.split(/(?<=\n)/);
      assert.match(said, /^cellveil: designed as --max-change \d+ --variance /);
      assert.equal(notes.map((note) => `cellveil: ${note}\n`).join(""), lines.join(""), format);
    }
    const { rows } = workshop.design(parameters);
    const mean = (/** @type {typeof rows[0]} */ { noise, probabilities }) => noise.reduce((sum, noise, at) => sum + noise * probabilities[at], 0);
    rows.forEach((row, count) => assert.ok(row.count === count && Math.abs(mean(row)) < 1e-9 && row.noise[0] >= -count));
  });
}

test("an impossible design names its row and the nearest variance, and the next design works", () => {
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
  assert.throws(() => workshop.file({ maxChange: 5, variance: 3 }, /** @type {any} */ ("excel")), { code: "bad-format", message: /"excel" is not a p-table format/ });
  assert.deepEqual(workshop.design({ maxChange: 5, variance: 3 }).rows, rows);
});

test("reports and conversions equal the command line's", () => {
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
  assert.throws(() => workshop.check(workshop.file({ maxChange: 2, variance: 1 }).text, "a.csv", 1), { code: "bad-keys" });
});

test("ready-made designs equal the command line's", () => {
  assert.deepEqual(workshop.ready.map(({ name }) => name), ["light", "standard", "strong"]);
  for (const { name, suits, parameters } of workshop.ready) {
    assert.match(suits, /\w/);
    assert.equal(workshop.file(parameters).text, commandLine("design", "--ready", name).stdout);
  }
});

test("a wrong or useless number of keys is refused", () => {
  const design = { maxChange: 2, variance: 1 };
  const { text } = workshop.file(design);
  for (const keys of /** @type {any[]} */ ([256.7, "256", 2 ** 32 + 256, 0, 1, -1, 65_537, NaN, Infinity, 1n, null, {}])) {
    const wrong = { code: "bad-keys", fault: "input", message: /expected a whole number from 2 to 65536$/ };
    assert.throws(() => workshop.file(design, "ons", keys), wrong);
    assert.throws(() => workshop.check(text, "a.csv", keys), wrong);
    assert.throws(() => workshop.convert(text, "a.csv", "ons", keys), wrong);
  }
  const bad = { code: "bad-keys" };
  for (const format of /** @type {const} */ (["ptable", "tau-argus"])) {
    assert.notEqual(commandLine("design", "--max-change", "2", "--variance", "1", "--format", format, "--keys", "256").status, 0);
    assert.throws(() => workshop.file(design, format, 256), bad);
    assert.throws(() => workshop.convert(text, "a.csv", format, 256), bad);
  }
  // The noises −1, 2 and 4 of row 1 cannot share 4 keys with mean 0.
  const uneven = commandLine("design", ..."--max-change 4 --blocked 1 --step 2 --variance 2 --nearest --format ons --keys 4".split(" "));
  assert.equal(uneven.status, 2);
  assert.throws(() => workshop.file({ maxChange: 4, blocked: 1, step: 2, variance: 2, nearest: true }, "ons", 4), (/** @type {any} */ error) => error.code === "bad-keys" && uneven.stderr.includes(error.message));
  const dense = workshop.file(design, "ons").text;
  assert.equal(dense, workshop.file(design, "ons", 256).text);
  assert.throws(() => workshop.check(dense, "a.csv", 64), bad);
  assert.throws(() => workshop.convert(dense, "a.csv", "cantabular", 64), bad);
});

test("the entry exports what it documents, and no more", () => {
  assert.deepEqual(Object.keys(entry), ["openWorkshop"]);
});

test("all callers share one core", async () => {
  const [one, other] = await Promise.all([openWorkshop(), openWorkshop(/** @type {any} */ (null))]);
  assert.ok(one === workshop && other === workshop);
});

test("a given core runs, and a wrong core fails only its own opening", () => {
  const core = JSON.stringify(path("pkg/cellveil_workshop_bg.wasm"));
  const program = `
    import { readFileSync } from "node:fs";
    import { openWorkshop } from "cellveil/workshop.js";
    const failed = await openWorkshop({ wasm: new Uint8Array(8) }).catch(({ code }) => code);
    let fetched = 0;
    const { compile } = WebAssembly;
    WebAssembly.compile = (...args) => (fetched++, compile(...args));
    const workshop = await openWorkshop({ wasm: new WebAssembly.Module(readFileSync(${core})) });
    console.log(JSON.stringify([failed, fetched, workshop.ready.length]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: path("."), encoding: "utf8" });
  assert.equal(stdout.trim(), JSON.stringify(["wasm", 0, 3]), stderr);
});
