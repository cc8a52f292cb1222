// Encrypted cubes: three implementations read each other's files, and each refuses what somebody changed.

import assert from "node:assert/strict";
import { createCipheriv, pbkdf2Sync } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { path } from "../../scripts/lib.js";
import { openCube } from "../../pkg/js/index.js";
import { unlock } from "../../pkg/js/encrypted.js";
import { IN_NODE, NATIVE, ran } from "./support/commands.js";
import { digested, openFolder, sealed, sha256, writeDocument, writeFolder } from "./support/encrypted.js";

const PASSPHRASE = "slow tin otter 4";
const ENV = { env: { ...process.env, WORDS: PASSPHRASE } };
const SPEC = `[cube]
id = "town"
title = { en = "Town", fr = "Ville" }
unit = "person"
data = "confidential"
audience = "AUDIENCE"
[key]
column = "key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
codes = { A = "North", B = "South" }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[method.default]
kind = "random-rounding"
base = 3
[publish]
split = "area"
views = [["sex"]]
`;
const CELLS = "area,sex,count,key\nA,1,73192,915734021\nA,2,58317,640128557\nB,1,7,2718281\nB,2,3141592,5\n";
const TABLE = ["--rows", "area", "--columns", "sex"];

/** @type {string} */
let folder;
const at = (/** @type {string[]} */ ...parts) => join(folder, ...parts);
const address = (/** @type {string} */ name) => pathToFileURL(at(name, "cube.json"));
const documentOf = (/** @type {string} */ name) => JSON.parse(readFileSync(at(name, "cube.json"), "utf8"));

/** Runs the command line with the passphrase. @param {string[]} args */
const command = (...args) => ran(NATIVE, args, { cwd: folder, ...ENV });

/** @param {string[]} args */
function done(...args) {
  const { status, stdout, stderr } = command(...args);
  assert.equal(status, 0, stderr);
  return stdout;
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-encrypted-"));
  for (const [name, audience] of [["plain", "internal"], ["kiosk", "kiosk"]]) writeFileSync(at(`${name}.toml`), SPEC.replace("AUDIENCE", audience));
  writeFileSync(at("cells.csv"), CELLS);
  done("tile", "plain.toml", "--cells", "cells.csv", "--out", "plain");
  done("tile", "kiosk.toml", "--cells", "cells.csv", "--out", "kiosk", "--passphrase-env", "WORDS");
  writeFolder(at("by-node"), openFolder(at("kiosk"), PASSPHRASE), PASSPHRASE);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("the worked bytes of the specification are those of node:crypto", () => {
  const text = readFileSync(path("src/cube/ENCRYPTED.md"), "utf8");
  const value = (/** @type {string} */ name) => new RegExp(`^\\| ${name.replace(/[()]/g, "\\$&")} \\| \`([^\`]*)\``, "m").exec(text)?.[1] ?? assert.fail(name);
  const key = pbkdf2Sync(value("passphrase"), Buffer.from(value("`salt`"), "hex"), 600_000, 32, "sha256");
  assert.equal(key.toString("hex"), value("key"));
  const stored = sealed(key, "101112131415161718191a1b1c1d1e1f", value("place"), Buffer.from(value("content")), Buffer.from(value("nonce"), "hex"));
  assert.equal(stored.subarray(0, 28).toString("hex"), value("first 28 stored bytes"));
  assert.equal(stored.subarray(-16).toString("hex"), value("last 16 stored bytes (tag)"));
  assert.equal(sha256(stored), value("SHA-256 of the stored file"));
  for (const [, length, size] of (/^Padded sizes: (.*)$/m.exec(text)?.[1] ?? "").replaceAll(",", "").matchAll(/(\d+) → (\d+)/g)) {
    assert.equal(sealed(key, "", "", Buffer.alloc(Number(length) - 4), Buffer.alloc(12)).length - 28, Number(size), length);
  }
});

test("node:crypto opens what the command line wrote, file by file", () => {
  const files = openFolder(at("kiosk"), PASSPHRASE);
  const manifest = JSON.parse(String(files.get("cube.json")));
  assert.equal(manifest.audience, "kiosk");
  assert.deepEqual([...files.keys()].sort(), ["cube.json", ...manifest.files.map((/** @type {{ path: string }} */ file) => file.path)].sort());
  for (const { path, sha256: digest } of manifest.files) {
    const content = /** @type {Buffer} */ (files.get(path));
    assert.equal(sha256(content), digest, path);
    // The tiles are those of the plain cube.
    assert.deepEqual(content, readFileSync(at("plain", path)), path);
  }
  assert.throws(() => openFolder(at("kiosk"), "slow tin otter 5"));
});

test("the command line opens what node:crypto wrote, natively and in Node", () => {
  const plain = done("table", "plain", ...TABLE);
  for (const program of [NATIVE, IN_NODE]) {
    const run = (/** @type {string[]} */ ...args) => ran(program, args, { cwd: folder, ...ENV });
    for (const name of ["kiosk", "by-node"]) {
      assert.equal(run("table", name, ...TABLE, "--passphrase-env", "WORDS").stdout, plain);
      assert.equal(run("verify", name, "--passphrase-env", "WORDS").status, 0);
    }
  }
  const tiled = ran(IN_NODE, ["tile", "kiosk.toml", "--cells", "cells.csv", "--out", "in-node", "--passphrase-env", "WORDS"], { cwd: folder, ...ENV });
  assert.equal(tiled.status, 0, tiled.stderr);
  assert.deepEqual(openFolder(at("in-node"), PASSPHRASE), openFolder(at("kiosk"), PASSPHRASE));
});

test("unlock gives openCube the figures of the command line", async () => {
  const plain = done("table", "plain", ...TABLE);
  for (const name of ["kiosk", "by-node"]) {
    const source = await unlock(address(name), PASSPHRASE);
    const cube = await openCube(source);
    const table = await cube.table({ rows: ["area"], columns: ["sex"] });
    assert.equal(table.toCSV(), plain);
    assert.equal(cube.audience, "kiosk");
    await assert.rejects(cube.table({ rows: ["area"], reveal: true }), { code: "reveal-refused" });
    cube.close();
  }
});

test("openCube says that a cube is encrypted", async () => {
  await assert.rejects(openCube(address("kiosk")), (/** @type {any} */ error) => error.code === "encrypted" && error.fault === "input" && /unlock/.test(error.message));
  await assert.rejects(unlock(address("plain"), PASSPHRASE), { code: "not-encrypted" });
  await assert.rejects(unlock("nowhere/cube.json", PASSPHRASE), { code: "network" });
});

test("lock drops the key and makes every get fail", async () => {
  const source = await unlock(address("kiosk"), PASSPHRASE);
  const waiting = source.get("cube.json");
  source.lock();
  await assert.rejects(waiting, { code: "locked" });
  await assert.rejects(source.get("cube.json"), { code: "locked" });
  assert.equal(source.locked, true);
  assert.equal(JSON.stringify(source).includes(PASSPHRASE), false);
});

/** A folder that somebody changed: the two readers must refuse it. @param {string} from @param {(name: string) => void} change @param {string} code @param {RegExp} words */
async function refused(from, change, code, words) {
  rmSync(at("changed"), { recursive: true, force: true });
  cpSync(at(from), at("changed"), { recursive: true });
  change("changed");
  const told = command("verify", "changed", "--passphrase-env", "WORDS");
  assert.equal(told.status, 2, told.stderr);
  assert.match(told.stderr, words);
  await assert.rejects(async () => {
    const source = await unlock(address("changed"), PASSPHRASE);
    const cube = await openCube(source);
    await cube.table({ rows: ["area"], columns: ["sex"] });
    // The table needs some files of the cube, and a reader can ask for every file.
    const { files } = JSON.parse(new TextDecoder().decode(await source.get("cube.json")));
    for (const { path } of files) await source.get(path);
  }, (/** @type {any} */ error) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    return true;
  });
}

/** The stored names of the files of a cube, by path. @param {string} name */
function namesOf(name) {
  const { files, index } = documentOf(name);
  return { index, others: files.map(([file]) => file).filter((/** @type {string} */ file) => file !== index) };
}

test("a wrong passphrase is refused", async () => {
  const { status, stderr } = ran(NATIVE, ["info", "kiosk", "--passphrase-env", "WORDS"], { cwd: folder, env: { ...process.env, WORDS: "slow tin otter 5" } });
  assert.equal(status, 2);
  assert.match(stderr, /wrong passphrase, or a damaged file/);
  await assert.rejects(unlock(address("kiosk"), "slow tin otter 5"), { code: "wrong-passphrase", message: /wrong passphrase, or a damaged file/ });
  await assert.rejects(unlock(address("kiosk"), ""), { code: "wrong-passphrase" });
});

test("a truncated file and a flipped byte are refused", async () => {
  for (const name of [...namesOf("kiosk").others, namesOf("kiosk").index]) {
    const file = (/** @type {string} */ changed) => at(changed, "files", name);
    const bytes = readFileSync(file("kiosk"));
    await refused("kiosk", (changed) => writeFileSync(file(changed), bytes.subarray(0, 4000)), "damaged-file", /truncated/);
    await refused("kiosk", (changed) => writeFileSync(file(changed), Buffer.concat([bytes, Buffer.alloc(1)])), "damaged-file", /extra bytes/);
    const flipped = Buffer.from(bytes);
    flipped[50] ^= 1;
    await refused("kiosk", (changed) => writeFileSync(file(changed), flipped), "damaged-file", /damaged or replaced/);
  }
});

test("an older file is refused, also with a repaired list", async () => {
  cpSync(at("kiosk"), at("older"), { recursive: true });
  done("tile", "kiosk.toml", "--cells", "cells.csv", "--out", "newer", "--passphrase-env", "WORDS");
  const older = documentOf("older");
  const copied = (/** @type {string} */ changed) => cpSync(at("older", "files"), at(changed, "files"), { recursive: true });
  await refused("newer", (changed) => {
    copied(changed);
    writeDocument(at(changed), { ...documentOf(changed), index: older.index, files: older.files });
  }, "wrong-passphrase", /wrong passphrase, or a damaged file/);
  await refused("newer", (changed) => {
    copied(changed);
    const { index, files, ...rest } = documentOf(changed);
    const list = [...older.files, ...files.filter((/** @type {[string]} */ [name]) => name === index)].sort();
    writeDocument(at(changed), { ...rest, index, files: list });
  }, "damaged-manifest", /swapped or are older/);
  // An older file under the name of a newer one.
  const [first] = namesOf("newer").others;
  await refused("newer", (changed) => cpSync(at("older", "files", namesOf("older").others[0]), at(changed, "files", first)), "damaged-file", /damaged or replaced|truncated/);
});

test("a swapped file is refused by its place, although every digest is right", async () => {
  const files = openFolder(at("kiosk"), PASSPHRASE);
  const [one, two] = [...files.keys()].filter((name) => name.startsWith("tiles/"));
  rmSync(at("swapped"), { recursive: true, force: true });
  // The index, the list and the names accept the files. Only the associated data are those of the other place.
  writeFolder(at("swapped"), files, PASSPHRASE, { places: new Map([[one, two], [two, one]]) });
  await refused("swapped", () => {}, "damaged-file", /belongs to another place/);
  // The same writer without the fault: the folder opens.
  rmSync(at("swapped"), { recursive: true, force: true });
  writeFolder(at("swapped"), files, PASSPHRASE);
  done("verify", "swapped", "--passphrase-env", "WORDS");
});

test("a changed public document is refused", async () => {
  const change = (/** @type {Record<string, unknown>} */ fields) => (/** @type {string} */ name) => writeDocument(at(name), { ...documentOf(name), ...fields });
  const { key } = documentOf("kiosk");
  await refused("kiosk", change({ title: "Another" }), "damaged-manifest", /another cube/);
  await refused("kiosk", change({ data: "synthetic" }), "damaged-manifest", /another cube/);
  await refused("kiosk", change({ version: 2 }), "newer-version", /newer/);
  await refused("kiosk", change({ cube: "00".repeat(16) }), "wrong-passphrase", /wrong passphrase/);
  for (const fields of [{ key: { ...key, iterations: 1000 } }, { key: { ...key, iterations: 1e9 } }, { key: { ...key, kdf: "PBKDF2-SHA-1" } }, { cipher: "none" }, { more: 1 }, { index: "00".repeat(32) }]) {
    await refused("kiosk", change(fields), "damaged-manifest", /cube\.json/);
  }
  await refused("kiosk", (name) => {
    const { files, ...rest } = documentOf(name);
    writeDocument(at(name), { ...rest, files: [...files, ["f".repeat(64), 4124]] });
  }, "damaged-manifest", /does not belong to the cube/);
  await refused("kiosk", (name) => {
    const file = at(name, "cube.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("Town", "Town!"));
  }, "damaged-manifest", /digest/);
});

test("repeated fields, fields in a wrong place and impossible sizes are refused, although the digest is right", async () => {
  const written = JSON.stringify((({ digest: _, ...fields }) => fields)(documentOf("kiosk")));
  const [, cube] = /** @type {RegExpExecArray} */ (/("cube":"\w+")/.exec(written));
  const size = /\[\["\w+",(\d+)\]/.exec(written)?.[1] ?? assert.fail();
  /** @type {[change: (text: string) => string, code: string, words: RegExp][]} */
  const changes = [
    [(text) => text.replace(cube, `${cube},${cube}`), "damaged-manifest", /cube\.json/],
    [(text) => text.replace(cube, `"cube":"${"0".repeat(32)}",${cube}`), "damaged-manifest", /cube\.json/],
    [(text) => text.replace('"kdf":', '"kdf":"PBKDF2-SHA-1","kdf":'), "damaged-manifest", /cube\.json/],
    [(text) => text.replace('"kdf":', '"more":1,"kdf":'), "damaged-manifest", /cube\.json/],
    [(text) => text.replace('"en":', '"en":"Other","en":'), "damaged-manifest", /cube\.json/],
    [(text) => text.replace('"version":', '"digest":"","version":'), "damaged-manifest", /cube\.json/],
    [(text) => text.replace(`,${size}]`, `,-${size}]`), "damaged-manifest", /cube\.json/],
    // The command line reads the stored file before it refuses such a size.
    ...[0, 4123].map((wrong) => /** @type {[(text: string) => string, string, RegExp]} */ ([(text) => text.replace(`,${size}]`, `,${wrong}]`), "damaged-manifest", /wrong field|truncated|extra bytes/])),
    // `format` is not the first field, or has a space before its value.
    [(text) => text.replace(/^\{("format":"[\w-]+"),("version":1)/, "{$2,$1"), "not-encrypted", /not encrypted/],
    [(text) => text.replace('"format":', '"format": '), "not-encrypted", /not encrypted/],
  ];
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    const head = `${text.slice(0, -1)},"digest":"`;
    writeFileSync(at(name, "cube.json"), `${head}${sha256(head)}"}\n`);
  };
  for (const [change, code, words] of changes) {
    assert.notEqual(change(written), written, String(change));
    await refused("kiosk", (name) => write(name, change(written)), code, words);
  }
  // The other fields have no order, and spaces are allowed.
  rmSync(at("changed"), { recursive: true, force: true });
  cpSync(at("kiosk"), at("changed"), { recursive: true });
  write("changed", written.replace(/("id":"\w+"),("title":\{[^}]*\})/, "$2, $1"));
  done("verify", "changed", "--passphrase-env", "WORDS");
  assert.equal((await unlock(address("changed"), PASSPHRASE)).id, "town");
});

test("a damaged document that begins as an encrypted one is damaged", async () => {
  const document = readFileSync(at("kiosk/cube.json"));
  const invalid = Buffer.from(document);
  invalid[document.indexOf("Town")] = 0xff;
  for (const bytes of [document.subarray(0, 200), document.subarray(0, 30), Buffer.concat([document, document]), invalid]) {
    await refused("kiosk", (name) => writeFileSync(at(name, "cube.json"), bytes), "damaged-manifest", /damaged|does not match/);
  }
});

test("a site has the stored files as they are, and no decrypted file", () => {
  done("site", "kiosk", "--out", "site", "--archive", path("pkg/pages.zip"), "--passphrase-env", "WORDS");
  for (const name of readdirSync(at("kiosk/files"))) assert.deepEqual(readFileSync(at("site/cubes/kiosk/files", name)), readFileSync(at("kiosk/files", name)));
  assert.deepEqual(readdirSync(at("site/cubes/kiosk")).sort(), ["cube.json", "files"]);
  assert.equal(JSON.parse(readFileSync(at("site/site.json"), "utf8")).audience, "kiosk");
  assert.equal(existsSync(at("site/risk.html")), false);
  const told = ran(NATIVE, ["site", "kiosk", "--out", "none", "--archive", path("pkg/pages.zip")], { cwd: folder });
  assert.equal(told.status, 2);
  assert.match(told.stderr, /the cube is encrypted; expected its passphrase/);
  assert.equal(existsSync(at("none")), false);
});

test("a site sets the time until the lock, and refuses a wrong time", () => {
  const site = ["site", "kiosk", "--archive", path("pkg/pages.zip"), "--passphrase-env", "WORDS"];
  done(...site, "--out", "locks", "--lock-after", "3", "--kiosk");
  assert.match(readFileSync(at("locks/index.html"), "utf8"), /<html [^>]*data-lock-after="3"/);
  for (const minutes of ["0", "241"]) {
    const told = command(...site, "--out", "none", "--lock-after", minutes);
    assert.deepEqual([told.status, told.stderr], [2, `cellveil: --lock-after ${minutes}; expected 1 to 240 minutes\n`]);
  }
  const plain = ran(NATIVE, ["site", "plain", "--audience", "internal", "--out", "none", "--archive", path("pkg/pages.zip"), "--lock-after", "3"], { cwd: folder });
  assert.match(plain.stderr, /--lock-after without an encrypted cube; expected/);
  assert.equal(existsSync(at("none")), false);
});

test("a cube of confidential data with several methods is refused, although it opens", async () => {
  // Another writer encrypts what `cellveil tile` refuses.
  const files = openFolder(at("kiosk"), PASSPHRASE);
  const manifest = JSON.parse(String(files.get("cube.json")));
  manifest.methods.push(["none", { kind: "none" }]);
  files.set("cube.json", Buffer.from(digested(manifest)));
  writeFolder(at("several"), files, PASSPHRASE);
  await assert.rejects(unlock(address("several"), PASSPHRASE), { code: "damaged-manifest", message: /several methods; expected one/ });
  const told = command("info", "several", "--passphrase-env", "WORDS");
  assert.equal(told.status, 2);
  assert.match(told.stderr, /several methods; expected one/);
});

test("a damaged index is refused without a word of its content", async () => {
  const files = openFolder(at("kiosk"), PASSPHRASE);
  for (const index of [{ files: [["cube.json", "00".repeat(32)], ["cube.json", "11".repeat(32)]] }, { files: [], more: "Isles" }, ["Isles"]]) {
    rmSync(at("index"), { recursive: true, force: true });
    writeFolder(at("index"), files, PASSPHRASE, { index });
    await assert.rejects(unlock(address("index"), PASSPHRASE), (/** @type {any} */ error) => error.code === "damaged-manifest" && /the index inside/.test(error.message) && !/Isles/.test(error.message));
    const told = command("info", "index", "--passphrase-env", "WORDS");
    assert.deepEqual([told.status, /the index inside/.test(told.stderr), /Isles/.test(told.stderr)], [2, true, false]);
  }
});

test("decrypted files of confidential data for a kiosk do not open by mistake", async () => {
  const files = openFolder(at("kiosk"), PASSPHRASE);
  const get = (/** @type {string} */ path) => /** @type {Uint8Array} */ (files.get(path));
  await assert.rejects(openCube({ get }), { code: "damaged-manifest", message: /release .*encrypted files for a kiosk/ });
  const cube = await openCube(await unlock(address("kiosk"), PASSPHRASE));
  assert.equal(cube.audience, "kiosk");
  cube.close();
});

test("node:crypto has the published vectors of the cipher and the key", () => {
  // Test case 16 of the submission of GCM to NIST, and RFC 7914, section 11. The Rust code has the same vectors.
  const hex = (/** @type {string} */ text) => Buffer.from(text, "hex");
  const cipher = createCipheriv("aes-256-gcm", hex("feffe9928665731c6d6a8f9467308308".repeat(2)), hex("cafebabefacedbaddecaf888"));
  cipher.setAAD(hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"));
  cipher.update(hex("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"));
  cipher.final();
  assert.equal(cipher.getAuthTag().toString("hex"), "76fc6ece0f4e1768cddf8853bb2d551b");
  assert.equal(pbkdf2Sync("passwd", "salt", 1, 32, "sha256").toString("hex"), "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc");
});
