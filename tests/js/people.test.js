// Synthetic people have the same bytes in wasm and from the command line, and their specification builds a cube.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openCube } from "cellveil";
import { synthesizePeople } from "cellveil/people.js";
import { path } from "../../scripts/lib.js";

/** @import { PeopleRequest } from "cellveil/people.js" */

/** Households with 50,000 persons, and the limit of their time. */
const HOUSEHOLDS = 21_900;
const MOST_MS = 1000;

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-people-"));
});

after(() => rmSync(folder, { recursive: true }));

/** @param {...string} args */
const commandLine = (...args) => execFileSync(path("target/release/cellveil"), args, { cwd: folder, encoding: "utf8" });

/** @param {Uint8Array | string} bytes */
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

test("a known population: the digests of tests/rust/synthetic/stream.rs", async () => {
  const { records, specification, households, persons, areas } = await synthesizePeople({ households: 300, seed: 7 });
  assert.equal(digest(records), "f180faf4a7944ff88f06bdc910a455858747a70adde922365ae88470e92083ac");
  assert.equal(digest(specification), "ad92506e5a1e476bca0129456090984cdf56a86c17902f85141b26732061fd6e");
  assert.equal(persons, new TextDecoder().decode(records).trimEnd().split("\n").length - 1);
  assert.deepEqual([households, areas], [300, 3]);
});

for (const [households, seed] of [[1, 0], [1000, 7], [2000, Number.MAX_SAFE_INTEGER]]) {
  test(`the files of the command line, to the byte: ${households} households, seed ${seed}`, async () => {
    const { records, specification, persons, areas } = await synthesizePeople({ households, seed });
    const printed = commandLine("synthesize", "--households", String(households), "--seed", String(seed), "--out", "people.csv", "--spec", "cube.toml", "--force");
    const plural = (/** @type {number} */ number, /** @type {string} */ unit) => `${number} ${unit}${number === 1 ? "" : "s"}`;
    assert.equal(printed, `people.csv: ${plural(households, "household")}, ${plural(persons, "person")}, ${plural(areas, "area")}\n`);
    assert.deepEqual(Buffer.from(records), readFileSync(join(folder, "people.csv")));
    assert.equal(specification, readFileSync(join(folder, "cube.toml"), "utf8"));
  });
}

test("the records and the specification build a cube that answers queries", async () => {
  const { records, specification, persons } = await synthesizePeople({ households: 3000, seed: 3 });
  writeFileSync(join(folder, "mine.csv"), records);
  writeFileSync(join(folder, "mine.toml"), specification);
  commandLine("tile", "mine.toml", "--records", "mine.csv", "--out", "mine");
  const cube = await openCube(join(folder, "mine/cube.json"));
  const table = await cube.table({ rows: ["area:district"], columns: ["age:band"], method: { kind: "none" } });
  assert.equal(table.values.at(-1), persons);
  const married = await cube.table({ rows: ["marital_status"], filter: { "age:band": ["0", "5"] }, method: { kind: "none" } });
  assert.deepEqual(married.values.slice(1, -1).filter((value) => value !== 0), [], "children are never married");
  cube.close();
});

test("50,000 persons take at most a second", async (t) => {
  await synthesizePeople({ households: 10, seed: 1 });
  const start = performance.now();
  const { persons } = await synthesizePeople({ households: HOUSEHOLDS, seed: 1 });
  const ms = performance.now() - start;
  t.diagnostic(`${persons} persons in ${ms.toFixed(0)} ms`);
  assert.ok(persons >= 50_000, String(persons));
  assert.ok(ms <= MOST_MS, `${ms} ms`);
});

test("wrong requests are refused, and the next request works", async () => {
  const wrong = /** @type {[any, { code: string, fault: "input", message: RegExp }][]} */ ([
    [undefined, { code: "bad-households", message: /^households is missing; expected a whole number from 1 to 1000000$/ }],
    [{ seed: 1 }, { code: "bad-households", message: /^households is missing/ }],
    [{ households: 0, seed: 1 }, { code: "bad-households", message: /^households is 0; expected a whole number from 1 to 1000000$/ }],
    [{ households: 1_000_001, seed: 1 }, { code: "bad-households", message: /^households is 1000001; expected a whole number from 1 to 1000000$/ }],
    [{ households: 1e300, seed: 1 }, { code: "bad-households", message: /^households is 1e\+300/ }],
    [{ households: 1.5, seed: 1 }, { code: "bad-households", message: /^households is 1\.5/ }],
    [{ households: NaN, seed: 1 }, { code: "bad-households", message: /^households is NaN/ }],
    [{ households: "5", seed: 1 }, { code: "bad-households", message: /^households is a string/ }],
    [{ households: 5 }, { code: "bad-seed", message: /^seed is missing; expected a whole number from 0 to 9007199254740991$/ }],
    [{ households: 5, seed: -1 }, { code: "bad-seed", message: /^seed is -1/ }],
    [{ households: 5, seed: 2 ** 53 }, { code: "bad-seed", message: /^seed is 9007199254740992/ }],
    [{ households: 5, seed: null }, { code: "bad-seed", message: /^seed is null/ }],
  ]);
  for (const [request, error] of wrong) {
    await assert.rejects(synthesizePeople(/** @type {PeopleRequest} */ (request)), { ...error, fault: "input" });
  }
  assert.equal((await synthesizePeople({ households: 5, seed: 1 })).households, 5);
});
