// Damaged cubes and wrong queries end with an error and a code, and the cube stays usable.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { openCube } from "cellveil";
import { path, run } from "../../scripts/lib.js";

/** @import { CellveilError } from "../../www/api/types.js" */
/** @typedef {Map<string, Uint8Array>} Files */

const CUBE = "target/test-cubes/bad-input";
const GOOD = { rows: ["area"], columns: ["sex"] };
/** Counts and keys of the data. No message may contain them. */
const TRUTHS = ["73192", "58317", "915734021", "640128557", "2718281", "3141592"];

/** @type {Files} */
let files;
/** @type {any} */
let manifest;
/** @type {string} */
let expected;

before(async () => {
  const source = "tests/data/bad-input";
  run(path("target/release/cellveil"), ["tile", `${source}/cube.toml`, "--cells", `${source}/cells.csv`, "--out", CUBE, "--force"]);
  const text = readFileSync(path(CUBE, "cube.json"));
  manifest = JSON.parse(text.toString());
  files = new Map([["cube.json", text]]);
  for (const { path: name } of manifest.files) files.set(name, readFileSync(path(CUBE, name)));
  expected = (await (await openCube(sourceOf(files))).table(GOOD)).toCSV();
  assert.equal(expected.split("\n").length, 4 * 3 + 2);
});

/** @param {Files} from */
function sourceOf(from) {
  return {
    async get(/** @type {string} */ name) {
      const bytes = from.get(name);
      if (!bytes) throw new Error(`there is no ${name}`);
      return bytes;
    },
  };
}

/** @param {string} ending */
const nameOf = (ending) => /** @type {string} */ ([...files.keys()].find((name) => name.endsWith(ending)));

/** Returns the tile of the finest view. */
const tile = () => manifest.views[0].tiles[0].file;

/** @param {Record<string, Uint8Array | undefined>} changes @returns {Files} */
function withChanges(changes) {
  const changed = new Map(files);
  for (const [name, bytes] of Object.entries(changes)) bytes ? changed.set(name, bytes) : changed.delete(name);
  return changed;
}

/** Changes the manifest and recomputes its digest. @param {(value: any) => unknown} change */
function resealed(change) {
  const { digest, ...value } = structuredClone(manifest);
  assert.ok(digest);
  change(value);
  const head = `${JSON.stringify(value).slice(0, -1)},"digest":"`;
  return Buffer.from(`${head}${createHash("sha256").update(head).digest("hex")}"}\n`);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} mask
 */
function flipped(bytes, at, mask = 0x10) {
  const changed = Uint8Array.from(bytes);
  changed[at] ^= mask;
  return changed;
}

/**
 * Checks that a promise fails with an error of the API, with the code and all the words.
 * @param {Promise<unknown>} promise
 * @param {string} code
 * @param {string[]} words
 */
async function fails(promise, code, words = [], fault = "input") {
  const error = /** @type {CellveilError} */ (await promise.then(() => assert.fail(`not refused: ${code} ${words}`), (reason) => reason));
  assert.ok(error instanceof Error, `${error}`);
  assert.deepEqual([error.code, error.fault], [code, fault], `${error.message} (${error.code})`);
  for (const word of words) assert.ok(error.message.includes(word), `${word} is not in: ${error.message}`);
  for (const truth of TRUTHS) assert.ok(!error.message.includes(truth), `${truth} is in: ${error.message}`);
  assert.ok(!error.message.includes("\n"), error.message);
}

/** @param {Files} from @param {any} [query] */
const tableOf = async (from, query = GOOD) => (await openCube(sourceOf(from))).table(query);

test("a damaged cube.json", async () => {
  const good = /** @type {Uint8Array} */ (files.get("cube.json"));
  const step = 7;
  for (let at = 0; at < good.length; at += at < 40 || at > good.length - 80 ? 1 : step) {
    await fails(openCube(sourceOf(withChanges({ "cube.json": flipped(good, at) }))), "damaged-manifest", ["cube.json", "expected"]);
    await fails(openCube(sourceOf(withChanges({ "cube.json": good.slice(0, at) }))), "damaged-manifest", ["cube.json", "expected"]);
  }
  for (const text of ["", "{}", "null", "[]", "<!doctype html>", "\u0000", "[".repeat(100_000)]) {
    await fails(openCube(sourceOf(withChanges({ "cube.json": Buffer.from(text) }))), "damaged-manifest", ["cube.json"]);
  }
  await fails(openCube(sourceOf(withChanges({ "cube.json": undefined }))), "network", ["cube.json"]);
});

/** @type {[(value: any) => unknown, string, string[]][]} */
const IMPOSSIBLE = [
  [(m) => (m.version = 3), "damaged-manifest", ["version is 3", "1 without parts"]],
  [(m) => (m.version = 4), "damaged-manifest", ["axes is not a list"]],
  [(m) => (m.version = 5), "newer-version", ["version 5"]],
  [(m) => (m.key.modulus = 1), "damaged-manifest", ["modulus"]],
  [(m) => (m.key.modulus = 2 ** 53 + 2), "damaged-manifest", ["modulus"]],
  [(m) => (m.key.modulus = -5), "damaged-manifest", ["modulus"]],
  [(m) => (m.views[0].cells = 2 ** 60), "damaged-manifest", ["views[0].cells"]],
  [(m) => (m.views[0].tiles[0].cells = 2 ** 26 + 1), "damaged-manifest", ["views[0].tiles", "2^26"]],
  [(m) => (m.files[0].bytes = 2 ** 60), "damaged-manifest", ["bytes"]],
  [(m) => (m.files[0].path = "../x"), "damaged-manifest", ["not a path inside the cube"]],
  [(m) => (m.files[0].path = "https://elsewhere/x"), "damaged-manifest", ["not a path inside the cube"]],
  [(m) => (m.files = []), "damaged-manifest", ["not among the files"]],
  [(m) => m.dimensions.push(m.dimensions[0]), "damaged-manifest", ["\"area\"", "twice"]],
  [(m) => m.dimensions[0].codes.push(["A", "x"]), "damaged-manifest", ["\"A\" twice"]],
  [(m) => m.dimensions[0].codes.push(["_T", "x"]), "damaged-manifest", ["_T"]],
  [(m) => (m.dimensions[0].levels[0].of = new Array(1_000_000).fill(0)), "damaged-manifest", ["a group for every code"]],
  [(m) => (m.views[0].axes = ["area", "age"]), "damaged-manifest", ["views[0].axes", "\"age\""]],
  [(m) => (m.data = "confidential"), "damaged-manifest", ["confidential"]],
  [(m) => (m.methods[0][1].kind = "magic"), "bad-method", ["magic"]],
  [(m) => (m.unknown = 1), "damaged-manifest", ["unknown"]],
];

test("a contradictory cube.json is refused", async () => {
  for (const [change, code, words] of IMPOSSIBLE) {
    await fails(openCube(sourceOf(withChanges({ "cube.json": resealed(change) }))), code, [...words, "expected"]);
  }
  const same = withChanges({ "cube.json": resealed(() => {}) });
  assert.equal((await tableOf(same)).toCSV(), expected);
});

test("a damaged tile or p-table fails, and works after repair", async () => {
  for (const name of [tile(), nameOf(".cvp")]) {
    const good = /** @type {Uint8Array} */ (files.get(name));
    const other = /** @type {Uint8Array} */ (files.get(name === tile() ? nameOf(".cvp") : tile()));
    const damages = [good.slice(0, 0), good.slice(0, good.length - 1), Buffer.concat([good, good]), other, ...Array.from(good, (_, at) => flipped(good, at))];
    const current = withChanges({});
    const cube = await openCube(sourceOf(current));
    for (const bytes of damages) {
      current.set(name, bytes);
      await fails(cube.table(GOOD), "damaged-file", [name, "expected"]);
    }
    current.delete(name);
    await fails(cube.table(GOOD), "network", [name]);
    current.set(name, /** @type {any} */ ("text"));
    await fails(cube.table(GOOD), "bad-source", [name]);
    // Tables that do not need the file are answered.
    current.set(name, good);
    assert.equal((await cube.table(GOOD)).toCSV(), expected);
  }
});

test("a wrong tile is refused although the manifest has its hash", async () => {
  const good = /** @type {Uint8Array} */ (files.get(tile()));
  const vouched = (/** @type {Uint8Array} */ bytes) => withChanges({
    [tile()]: bytes,
    "cube.json": resealed((m) => Object.assign(m.files.find((/** @type {any} */ file) => file.path === tile()), {
      bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
  });
  await fails(tableOf(vouched(flipped(good, 3, 0x02))), "newer-version", [tile(), "newer"]);
  await fails(tableOf(vouched(Buffer.from("CVT"))), "damaged-file", [tile()]);
  await fails(tableOf(vouched(Buffer.concat([good, Buffer.from([0])]))), "damaged-file", [tile(), "1 bytes follow"]);
  // 64 dimensions of 2^24 codes each, in 280 bytes.
  const codes = Array.from({ length: 64 }, () => [0x80, 0x80, 0x80, 0x08]).flat();
  const greedy = Buffer.from([...Buffer.from("CVT"), 1, 1, 1, 64, ...codes, 2, 0, 1, 1, 1, 4, 0, 0, 0, 0, 0]);
  await fails(tableOf(vouched(greedy)), "damaged-file", [tile(), "numbers of codes"]);
  for (let at = 0; at < good.length; at++) {
    for (const mask of [0x01, 0x80, 0xff]) {
      const result = await tableOf(vouched(flipped(good, at, mask))).catch((error) => error);
      // Any count and any key is valid. Every other change is detected, and the engine continues to work.
      if (result instanceof Error) assert.match(/** @type {any} */ (result).code, /^(damaged-file|newer-version)$/, `byte ${at}: ${result.message}`);
    }
  }
  assert.equal((await tableOf(files)).toCSV(), expected);
});

const circle = /** @type {any} */ ({});
circle.rows = [circle];

/** @type {[unknown, string, string[], ("refused" | "input")?][]} */
const QUERIES = [
  [undefined, "bad-query", []],
  [null, "bad-query", []],
  ["area", "bad-query", []],
  [7, "bad-query", []],
  [{}, "bad-query", ["rows"]],
  [[], "bad-query", ["rows"]],
  [{ rows: [] }, "bad-query", ["rows"]],
  [{ rows: "" }, "bad-query", ["rows"]],
  [{ rows: "area,,sex" }, "bad-query", ["rows", "empty"]],
  [{ rows: '"area' }, "bad-query", ["rows", "double quote"]],
  [{ rows: "area", columns: "age" }, "unknown-dimension", ["columns", "\"age\""]],
  [{ rows: '"area,sex"' }, "unknown-dimension", ["rows", "area,sex"]],
  [{ rows: { area: 1 } }, "bad-query", ["rows"]],
  [{ rows: [["area"]] }, "bad-query", ["rows[0]"]],
  [{ rows: [1] }, "bad-query", ["rows[0]"]],
  [{ rows: [null] }, "bad-query", ["rows[0]"]],
  [{ rows: [() => "area"] }, "bad-query", ["rows"]],
  [{ rows: [Symbol("area")] }, "bad-query", ["rows"]],
  [{ rows: [1n] }, "bad-query", []],
  [{ rows: ["area"], threshold: 1n }, "bad-query", []],
  [circle, "bad-query", []],
  [{ rows: ["area"], colour: "red" }, "bad-query", ["colour"]],
  [{ rows: ["area"], columns: 1 }, "bad-query", ["columns"]],
  [{ rows: ["area"], totals: "no" }, "bad-query", ["totals"]],
  [{ rows: ["area"], totals: 0 }, "bad-query", ["totals"]],
  [{ rows: ["area"], reveal: "yes" }, "bad-query", ["reveal"]],
  [{ rows: ["area"], areas: 1 }, "bad-query", ["areas"]],
  [{ rows: ["area"], areas: "block" }, "bad-query", ["areas", "block", "exact", "blocks"]],
  [{ rows: ["area"], filter: "sex=1" }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: ["sex"] }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: [["sex", ["1"], ["2"]]] }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: { sex: "1,2" } }, "unknown-code", ["filter", "\"1,2\""]],
  [{ rows: ["area"], filter: { sex: [1, 3] } }, "unknown-code", ["filter", "\"3\""]],
  [{ rows: ["area"], filter: { sex: NaN } }, "unknown-code", ["filter", "\"NaN\""]],
  [{ rows: ["area"], filter: { sex: true } }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: { sex: [true] } }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: { sex: [] } }, "bad-query", ["filter"]],
  [{ rows: ["area"], filter: { sex: null } }, "bad-query", ["filter"]],
  [{ rows: ["age"] }, "unknown-dimension", ["rows", "\"age\"", "\"area\", \"sex\""]],
  [{ rows: ["toString"] }, "unknown-dimension", ["toString"]],
  [{ rows: ["__proto__"] }, "unknown-dimension", ["__proto__"]],
  [{ rows: ["\ud800"] }, "bad-query", []],
  [{ rows: ["a".repeat(1e6)] }, "unknown-dimension", []],
  [{ rows: ["area:country"] }, "unknown-level", ["\"country\"", "\"land\""]],
  [{ rows: ["area", "area"] }, "repeated-dimension", ["\"area\"", "twice"]],
  [{ rows: ["area"], columns: ["area:land"] }, "repeated-dimension", ["\"area\"", "twice"]],
  [{ rows: new Array(100_000).fill("area") }, "repeated-dimension", ["\"area\""]],
  [{ rows: ["area"], filter: { sex: ["3"] } }, "unknown-code", ["filter", "sex", "\"3\""]],
  [{ rows: ["area"], filter: { sex: ["_T"] } }, "unknown-code", ["filter", "\"_T\""]],
  [{ rows: ["area"], filter: { age: ["3"] } }, "unknown-dimension", ["filter", "\"age\""]],
  [{ rows: ["area"], filter: [["area", ["A"]], ["area", ["B"]]] }, "empty-filter", ["\"area\""]],
  [{ rows: ["area"], groups: { area: { A: ["B"] } } }, "bad-group", ["\"A\"", "also a code"]],
  [{ rows: ["area"], groups: { area: { "": ["B"] } } }, "bad-group", ["empty"]],
  [{ rows: ["area"], groups: { sex: { All: ["1"] } } }, "bad-group", ["sex", "not on an axis"]],
  [{ rows: ["area"], groups: { area: { N: ["X"] } } }, "unknown-code", ["groups", "\"X\""]],
  [{ rows: ["area"], groups: { area: { N: 7 } } }, "unknown-code", ["groups", "\"7\""]],
  [{ rows: ["area"], groups: { area: {} } }, "bad-query", ["groups"]],
  [{ rows: ["area"], groups: { area: "A" } }, "bad-query", ["groups"]],
  [{ rows: ["area"], method: "other" }, "unknown-method", ["\"other\"", "\"default\""]],
  [{ rows: ["area"], totals: () => "own" }, "bad-query", ["totals", "function"]],
  [{ rows: ["area"], method: 5 }, "bad-query", ["method"]],
  [{ rows: ["area"], method: [] }, "bad-query", ["method"]],
  [{ rows: ["area"], method: { kind: "none" } }, "method-refused", ["method"], "refused"],
];

test("wrong queries, each followed by a good one", async () => {
  const cube = await openCube(sourceOf(files));
  for (const [query, code, words, fault] of QUERIES) {
    await fails(cube.table(/** @type {any} */ (query)), code, words, fault);
    assert.equal((await cube.table(GOOD)).toCSV(), expected);
  }
  // All queries run at the same time.
  const wrong = QUERIES.map(([query, code, words, fault]) => fails(cube.table(/** @type {any} */ (query)), code, words, fault));
  const good = QUERIES.map(async () => assert.equal((await cube.table(GOOD)).toCSV(), expected));
  await Promise.all([...wrong, ...good]);
});

test("a table of too many cells is refused", async () => {
  const many = resealed((m) => {
    const codes = Array.from({ length: 400 }, (_, code) => [`c${code}`, "x"]);
    for (let d = 0; d < 10; d++) m.dimensions.push({ name: `d${d}`, label: "d", codes });
    m.views[0].axes.push(...Array.from({ length: 10 }, (_, d) => `d${d}`));
  });
  const cube = await openCube(sourceOf(withChanges({ "cube.json": many })));
  for (const depth of [3, 4, 10]) {
    const rows = Array.from({ length: depth }, (_, d) => `d${d}`);
    await fails(cube.table({ rows }), "table-too-large", ["cells", "at most 10000000"]);
  }
  assert.equal((await tableOf(files)).toCSV(), expected);
});

test("values that are not sources are refused", async () => {
  for (const source of [undefined, null, 5, {}, { get: 1 }]) {
    await fails(openCube(/** @type {any} */ (source)), "bad-source");
  }
  for (const bytes of [undefined, null, "{}", [1, 2], new ArrayBuffer(4), {}]) {
    await fails(openCube(/** @type {any} */ ({ get: async () => bytes })), "bad-source", ["cube.json", "Uint8Array"]);
  }
  await fails(openCube({ get: async () => { throw new Error("gone"); } }), "network", ["cube.json", "gone"]);
  await fails(openCube(/** @type {any} */ ({ get() { throw "no error at all"; } })), "network", ["cube.json", "no error at all"]);
});
