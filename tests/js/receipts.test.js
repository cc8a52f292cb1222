// Receipts in JavaScript and on the command line have the same bytes and the same verdicts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { exportTable } from "cellveil/export.js";
import { path, run } from "../../scripts/lib.js";
import { hmac } from "../../www/api/keyed-receipts.js";
import { hashOf } from "../../www/api/receipt.js";
import { asArguments } from "./support/random-queries.js";

/** @import { Cube, Table } from "cellveil" */
/** @import { PairQuery } from "./support/random-queries.js" */

const FOLDER = "target/test-cubes/receipts";
const CENSUS = "target/site/cubes/census2011-teaching";
const CELLVEIL = path("target/release/cellveil");

const SPEC = `
[cube]
id = "receipts"
unit = "person"
data = "synthetic"
audience = "AUDIENCE"
[key]
column = "record_key"
salt = ""
[[dimension]]
name = "area"
[[dimension]]
name = "sex"
[method.default]
kind = "threshold-rounding"
threshold = 10
base = 5
[method.custom]
kind = "none"
`;
const CELLS = "area,sex,count,key\nNorth,1,23,9\nNorth,2,8,11\nSouth,1,41,5\nSouth,2,37,2\n";

/** @type {Cube} */
let cube;
/** @type {Cube} */
let census;

/** @param {string} name @param {string} audience @param {string} cells @param {string} [salt] of confidential data */
async function built(name, audience, cells, salt) {
  const folder = `${FOLDER}/${name}`;
  mkdirSync(path(FOLDER), { recursive: true });
  const spec = SPEC.replace("AUDIENCE", audience);
  const line = salt ? `salt = "${salt}"` : "";
  writeFileSync(path(`${folder}.toml`), (salt === undefined ? spec : spec.replace('"synthetic"', '"confidential"')).replace('salt = ""', line));
  writeFileSync(path(`${folder}.csv`), cells);
  run(CELLVEIL, ["tile", `${folder}.toml`, "--cells", `${folder}.csv`, "--out", folder, "--force"]);
  return openCube(pathToFileURL(path(folder, "cube.json")));
}

before(async () => {
  cube = await built("teaching", "teaching", CELLS);
  census = await openCube(pathToFileURL(path(CENSUS, "cube.json")));
});

/** The receipt of a table that has one. @param {Table} table */
function receiptOf({ receipt }) {
  assert.ok(receipt !== null);
  return receipt;
}

const sha256 = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");

/** Returns the output of `cellveil table`. @param {string} folder @param {PairQuery} query */
function commandLine(folder, query) {
  const [csv, receipt] = [path(FOLDER, "cli.csv"), path(FOLDER, "cli.json")];
  run(CELLVEIL, ["table", folder, ...asArguments(query), "--output", csv, "--receipt", receipt]);
  return { csv: readFileSync(csv, "utf8"), receipt: readFileSync(receipt, "utf8") };
}

/** Returns the message of `cellveil verify`. @param {string} folder @param {string} csv @param {string} receipt */
function verified(folder, csv, receipt) {
  const files = [path(FOLDER, "check.csv"), path(FOLDER, "check.json")];
  writeFileSync(files[0], csv);
  writeFileSync(files[1], receipt);
  const done = spawnSync(CELLVEIL, ["verify", path(folder), "--table", files[0], "--receipt", files[1]], { encoding: "utf8" });
  return { status: done.status, said: done.stderr };
}

/** Changes a receipt and recomputes its digest. @param {string} receipt @param {(receipt: any) => void} change */
function forged(receipt, change) {
  const { digest, ...said } = JSON.parse(receipt);
  change(said);
  const head = `${JSON.stringify(said).slice(0, -1)},"digest":"`;
  assert.equal(typeof digest, "string");
  return `${head}${sha256(head)}"}\n`;
}

test("the same receipts as on the command line, and each verifies the other's", async () => {
  const regions = census.dimensions[0].codes.slice(1).map(({ code }) => code);
  /** @type {PairQuery[]} */
  const queries = [
    { rows: ["region"] },
    { rows: ["region:country", "age"], columns: ["sex"], filter: [["health", ["1", "2"]]], totals: false },
    { rows: ["age"], groups: [["age", [['the "young", and', ["1", "2"]], ["Île 日本 🗺️ \\ \u0001\u007f", ["3"]]]]] },
    { rows: ["sex"], filter: [["region", regions]], areas: "blocks" },
    { rows: ["religion"], method: "ten-five" },
    { rows: ["region"], method: "small-cell", reveal: true },
    { rows: ["region"], method: { kind: "random-rounding", base: 7, totals: "sum" } },
    { rows: ["region"], method: { x: 0.125, kind: "small-cell" } },
    // Rust and JavaScript write these fractions differently.
    { rows: ["region"], method: { kind: "transition-matrix", cap: 1, matrix: [[1, 0], [0.000001, 0.999999]] } },
    { rows: ["region"], method: { kind: "transition-matrix", cap: 1, matrix: [[1, 0], [2.5e-7, "3999999/4000000"]] } },
  ];
  for (const query of queries) {
    const table = await census.table(/** @type {any} */ (query));
    const expected = commandLine(CENSUS, query);
    assert.equal(receiptOf(table), expected.receipt, JSON.stringify(query));
    const verdict = await census.verify(expected.csv, expected.receipt);
    assert.ok(verdict.ok && verdict.table.toCSV() === expected.csv, JSON.stringify(query));
    assert.equal(verified(CENSUS, table.toCSV(), receiptOf(table)).status, 0, JSON.stringify(query));
  }
});

test("a receipt states cube, files, method, query and CSV", async () => {
  const table = await cube.table({ rows: ["area"], filter: { sex: ["1"] } });
  const { digest, files } = JSON.parse(readFileSync(path(FOLDER, "teaching/cube.json"), "utf8"));
  assert.equal(cube.digest, digest);
  assert.deepEqual(JSON.parse(receiptOf(table)), {
    format: "cellveil-receipt",
    version: 1,
    cube: { id: "receipts", digest },
    files: files.map((/** @type {{ sha256: string }} */ file) => file.sha256),
    method: { name: "default", parameters: { kind: "threshold-rounding", threshold: 10, base: 5 } },
    query: { rows: ["area"], columns: [], filter: [["sex", ["1"]]], groups: [], totals: true, areas: "exact", reveal: false },
    csv: sha256(table.toCSV()),
    digest: JSON.parse(receiptOf(table)).digest,
  });
  assert.equal(receiptOf(table), forged(receiptOf(table), () => {}));
});

test("the worked example of docs/reference/receipts.md is exact", async () => {
  const doc = readFileSync(path("docs/reference/receipts.md"), "utf8");
  const blocks = [...doc.matchAll(/```(?:toml|csv|json)\n([^]*?)```/g)].map(([, block]) => block);
  const [spec, cells, csv, receipt] = blocks;
  const commands = [...doc.matchAll(/^ {4}cellveil (.*cube.*)$/gm)].map(([, command]) => command.split(" "));
  const [tile, table] = commands.slice(-2);
  const folder = path(FOLDER, "example");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/cube.toml`, spec);
  writeFileSync(`${folder}/cells.csv`, cells);
  assert.equal(spawnSync(CELLVEIL, [...tile, "--force"], { cwd: folder }).status, 0);
  assert.equal(spawnSync(CELLVEIL, table, { cwd: folder, encoding: "utf8" }).stdout, csv);
  assert.equal(readFileSync(`${folder}/table.receipt.json`, "utf8"), `${receipt.replaceAll("\n", "")}\n`);
});

test("a cube's method and a custom method may both be named custom", async () => {
  for (const method of ["custom", { kind: "random-rounding", base: 3 }]) {
    const table = await cube.table({ rows: ["area"], method });
    assert.equal(JSON.parse(receiptOf(table)).method.name, "custom");
    assert.ok((await cube.verify(table.toCSV(), receiptOf(table))).ok);
    assert.equal(verified(`${FOLDER}/teaching`, table.toCSV(), receiptOf(table)).status, 0);
  }
});

/**
 * A change to a table and its receipt, the verdict, and the message of the command line.
 * @type {[reason: string, change: (sound: { csv: string, receipt: string }) => { csv?: string, receipt?: string }, said: RegExp][]}
 */
const CHANGES = [
  ["table-differs", ({ csv }) => ({ csv: csv.replace("25", "26") }), /not the table of the receipt/],
  ["table-differs", ({ csv }) => ({ csv: csv.replaceAll("\n", "\r\n") }), /not the table of the receipt/],
  ["table-differs", ({ csv }) => ({ csv: `\ufeff${csv}` }), /not the table of the receipt/],
  ["table-differs", () => ({ csv: "" }), /not the table of the receipt/],
  ["not-a-receipt", () => ({ receipt: "" }), /not the receipt of a table/],
  ["not-a-receipt", ({ csv }) => ({ receipt: csv }), /not the receipt of a table/],
  ["not-a-receipt", () => ({ receipt: readFileSync(path(FOLDER, "teaching/cube.json"), "utf8") }), /not the receipt of a table/],
  ["receipt-damaged", ({ receipt }) => ({ receipt: receipt.replace("area", "aria") }), /receipt is damaged/],
  ["receipt-damaged", ({ receipt }) => ({ receipt: receipt.slice(0, 300) }), /receipt is damaged/],
  ["receipt-damaged", ({ receipt }) => ({ receipt: receipt.trim() }), /receipt is damaged/],
  ["newer-version", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.version = 3)) }), /version 3, newer than/],
  ["other-cube", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.cube.id = "x")) }), /of another cube, "x"/],
  ["other-version", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.cube.digest = "0".repeat(64))) }), /another version of the cube/],
  ["table-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.csv = "0".repeat(64))) }), /not the table of the receipt/],
  [
    "cube-differs",
    ({ csv, receipt }) => {
      const other = csv.replace("25", "26");
      return { csv: other, receipt: forged(receipt, (said) => (said.csv = sha256(other))) };
    },
    /not the table that/,
  ],
  ["cube-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.query.totals = false)) }), /not the table that/],
  ["cube-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.files = [])) }), /not the receipt that/],
  ["cube-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.method.name = "x")) }), /not the receipt that/],
  ["cube-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.version = 0)) }), /not the receipt that/],
  ["cube-differs", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.version = 2)) }), /not the receipt that/],
  ["not-rebuilt", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.query.rows = ["x"])) }), /cannot be built again: rows/],
  ["not-rebuilt", ({ receipt }) => ({ receipt: forged(receipt, (said) => (said.method.parameters = { kind: "x" })) }), /cannot be built again: method/],
];

test("each mismatch has its reason, in the command line's words", async () => {
  const table = await cube.table({ rows: ["area"], columns: ["sex"] });
  const sound = { csv: table.toCSV(), receipt: receiptOf(table) };
  assert.match(sound.csv, /25/);
  for (const [reason, change, said] of CHANGES) {
    const { csv, receipt } = { ...sound, ...change(sound) };
    const verdict = await cube.verify(csv, receipt);
    assert.deepEqual([verdict.ok, "reason" in verdict && verdict.reason], [false, reason], `${said}`);
    assert.ok("message" in verdict && verdict.message.length > 10 && !verdict.message.includes("undefined"), `${said}`);
    const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
    assert.deepEqual(await cube.verify(bytes(csv), bytes(receipt)), verdict, "bytes instead of texts");
    const program = verified(`${FOLDER}/teaching`, csv, receipt);
    assert.equal(program.status, 2, program.said);
    assert.match(program.said, said);
    assert.match(program.said, /^cellveil: [^\n]*expected[^\n]*\n$/);
  }
});

test("a receipt of an unknown shape is not an error of the page", async () => {
  const table = await cube.table({ rows: ["area"] });
  const [csv, receipt] = [table.toCSV(), receiptOf(table)];
  for (const change of [
    (/** @type {any} */ said) => delete said.cube,
    (/** @type {any} */ said) => (said.cube = null),
    (/** @type {any} */ said) => delete said.method,
    (/** @type {any} */ said) => (said.method = "default"),
    (/** @type {any} */ said) => (said.query = "rows"),
    (/** @type {any} */ said) => (said.query = null),
    (/** @type {any} */ said) => (said.query.signal = "stop"),
    (/** @type {any} */ said) => (said.query.onprogress = 1),
    (/** @type {any} */ said) => (said.files = null),
  ]) {
    const verdict = await cube.verify(csv, forged(receipt, change));
    assert.equal(verdict.ok, false, `${change}`);
    assert.equal(verified(`${FOLDER}/teaching`, csv, forged(receipt, change)).status, 2, `${change}`);
  }
});

test("the next version of a cube does not verify tables of the previous one", async () => {
  const table = await cube.table({ rows: ["area"] });
  const next = await built("next", "teaching", CELLS.replace("41", "42"));
  const verdict = await next.verify(table.toCSV(), receiptOf(table));
  assert.equal("reason" in verdict && verdict.reason, "other-version");
});

test("a table that the cube refuses is not rebuilt", async () => {
  const strict = await built("strict", "kiosk", CELLS);
  const own = { rows: ["area"], method: { kind: "random-rounding", base: 3 } };
  // The command line has these files in any case.
  const { csv, receipt } = commandLine(`${FOLDER}/strict`, own);
  await assert.rejects(strict.table(own), { code: "method-refused" });
  const verdict = await strict.verify(csv, receipt);
  assert.ok("reason" in verdict && verdict.reason === "not-rebuilt");
  assert.match(verdict.message, /its own methods only/);
});

test("a failing file gives an error and no verdict", async () => {
  const table = await cube.table({ rows: ["area"] });
  const files = new Map([["cube.json", readFileSync(path(FOLDER, "teaching/cube.json"))]]);
  /** @param {(path: string) => Uint8Array} get */
  const opened = (get) => openCube({ get: (file) => files.get(file) ?? get(file) });
  const lost = await opened(() => { throw new Error("gone"); });
  await assert.rejects(lost.verify(table.toCSV(), receiptOf(table)), { code: "network" });
  const damaged = await opened(() => new Uint8Array(10));
  await assert.rejects(damaged.verify(table.toCSV(), receiptOf(table)), { code: "damaged-file" });
  const signal = AbortSignal.abort();
  await assert.rejects(lost.verify(table.toCSV(), receiptOf(table), { signal }), { name: "AbortError" });
  lost.close();
  await assert.rejects(lost.verify(table.toCSV(), receiptOf(table)), { code: "closed" });
});

const SALT = "8c1d5f2a90b34e7760ad1c9be2f30415";

/** The keyed hash of docs/reference/receipts.md. @param {string} sha256 @param {string} [salt] */
const keyed = (sha256, salt = SALT) => createHmac("sha256", Buffer.from(salt, "hex")).update(`cellveil/1 receipt\0${sha256}`).digest("hex");

test("the HMAC is that of RFC 4231", () => {
  const ascii = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const bytes = (/** @type {number} */ length, /** @type {number} */ byte) => new Uint8Array(length).fill(byte);
  // Test cases 1 to 4, 6 and 7.
  /** @type {[key: Uint8Array, message: Uint8Array, expected: string][]} */
  const cases = [
    [bytes(20, 0x0b), ascii("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [ascii("Jefe"), ascii("what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    [bytes(20, 0xaa), bytes(50, 0xdd), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    [Uint8Array.from({ length: 25 }, (_, at) => at + 1), bytes(50, 0xcd), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"],
    [bytes(131, 0xaa), ascii("Test Using Larger Than Block-Size Key - Hash Key First"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
    [bytes(131, 0xaa), ascii("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"],
  ];
  for (const [key, message, expected] of cases) assert.equal(hmac(hashOf, key, message), expected);
});

test("a receipt of confidential true counts has keyed hashes only", async () => {
  // One salt is as short as allowed, the other longer than a block of SHA-256.
  for (const salt of [SALT, [1, 2, 3].map((number) => sha256(`salt ${number}`)).join("")]) {
    const secret = await built("secret", "internal", CELLS, salt);
    const query = { rows: ["area"], filter: { sex: ["1"] } };
    const table = await secret.table(query);
    const manifest = readFileSync(path(FOLDER, "secret/cube.json"), "utf8");
    const { digest, files } = JSON.parse(manifest);
    const receipt = receiptOf(table);
    const stated = JSON.parse(receipt);
    const hashes = files.map((/** @type {{ sha256: string }} */ file) => file.sha256);
    assert.deepEqual([stated.version, stated.cube.digest, stated.csv], [2, keyed(digest, salt), keyed(sha256(table.toCSV()), salt)]);
    assert.deepEqual(stated.files, hashes.map((/** @type {string} */ hash) => keyed(hash, salt)));
    for (const hash of [digest, ...hashes, sha256(table.toCSV())]) {
      assert.ok(!receipt.includes(hash) && !JSON.stringify(table.toJSONStat()).includes(hash));
    }
    const expected = commandLine(`${FOLDER}/secret`, { rows: ["area"], filter: [["sex", ["1"]]] });
    assert.deepEqual({ csv: table.toCSV(), receipt }, expected);
    assert.ok((await secret.verify(expected.csv, expected.receipt)).ok);
    assert.equal(verified(`${FOLDER}/secret`, table.toCSV(), receipt).status, 0);
    // Revealed counts too: the hash of their CSV tests guesses of the true counts.
    const revealed = await secret.table({ ...query, reveal: true });
    assert.ok(revealed.trueCounts && JSON.parse(receiptOf(revealed)).csv === keyed(sha256(revealed.toCSV()), salt));
  }
});

test("receipts of confidential true counts with every mismatch", async () => {
  const secret = await built("secret", "internal", CELLS, SALT);
  const table = await secret.table({ rows: ["area"] });
  const [csv, receipt] = [table.toCSV(), receiptOf(table)];
  const changed = csv.replace(/\d,\n/, "7777,\n");
  assert.notEqual(changed, csv);
  const reason = async (/** @type {Cube} */ cube, /** @type {string} */ csv, /** @type {string} */ receipt) => {
    const verdict = await cube.verify(csv, receipt);
    return "reason" in verdict ? verdict.reason : "ok";
  };
  assert.equal(await reason(secret, csv, receipt), "ok");
  assert.equal(await reason(secret, changed, receipt), "table-differs");
  assert.equal(await reason(secret, changed, forged(receipt, (said) => (said.csv = sha256(changed)))), "table-differs");
  assert.equal(await reason(secret, changed, forged(receipt, (said) => (said.csv = keyed(sha256(changed))))), "cube-differs");
  assert.equal(await reason(secret, csv, forged(receipt, (said) => (said.files[0] = "0".repeat(64)))), "cube-differs");
  assert.equal(await reason(secret, csv, forged(receipt, (said) => (said.version = 1))), "other-version");
  // A receipt with open hashes, as version 1 has them.
  const open = forged(receipt, (said) => Object.assign(said, { version: 1, cube: { id: said.cube.id, digest: secret.digest }, csv: sha256(csv) }));
  assert.equal(await reason(secret, csv, open), "cube-differs");
  // A tile of other records, and the same records with another salt.
  assert.equal(await reason(await built("secret-changed", "internal", CELLS.replace("41", "42"), SALT), csv, receipt), "other-version");
  assert.equal(await reason(await built("secret-salted", "internal", CELLS, SALT.replace("8c", "8d")), csv, receipt), "other-version");
  assert.equal(await reason(cube, csv, receipt), "other-version");
});

test("confidential true counts with a short salt have no receipts", async () => {
  // `cellveil tile` refuses a short salt of confidential data, and accepts an empty one if no method hashes.
  const secret = await built("unsalted", "internal", CELLS, "");
  const table = await secret.table({ rows: ["area"] });
  assert.equal(table.receipt, null);
  assert.ok(!("receipt" in table.toJSONStat().extension.cellveil));
  const { receipt } = commandLine(`${FOLDER}/teaching`, { rows: ["area"] });
  assert.ok(!(await secret.verify(table.toCSV(), receipt)).ok);
});

test("exports of confidential true counts have no open hash, in the command line's bytes", async () => {
  for (const salt of [SALT, ""]) {
    const name = `export-${salt.length}`;
    const table = await (await built(name, "internal", CELLS, salt)).table({ rows: ["area"] });
    const { digest } = JSON.parse(readFileSync(path(FOLDER, name, "cube.json"), "utf8"));
    for (const format of /** @type {const} */ (["csvw", "json-stat", "sdmx-csv", "px", "xlsx"])) {
      const { bytes } = await exportTable(table, format);
      const file = path(FOLDER, `${name}.${format}`);
      run(CELLVEIL, ["table", `${FOLDER}/${name}`, "--rows", "area", "--format", format, "--output", file]);
      assert.deepEqual(Buffer.from(bytes), readFileSync(file), `${format} ${salt}`);
      assert.ok(!Buffer.from(bytes).includes(digest), `${format} ${salt}`);
      if (format === "csvw") assert.equal(Buffer.from(bytes).includes(`hmac-sha256:${keyed(digest)}`), salt !== "");
    }
  }
});
