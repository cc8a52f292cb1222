// The audit in JavaScript writes the same reports as the command line, and has errors with stable codes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as entry from "cellveil/audit.js";
import { audit } from "cellveil/audit.js";
import { path } from "../../scripts/lib.js";

/** @import { AuditOptions } from "cellveil/audit.js" */

const SALT = "c1457f2e9ab04d6b83d25ef01c7a9643";
const OTHER_SALT = "5a1f0e99c3d27b4486a0b1c2d3e4f506";
const SIZES = { area: 4, age: 6, work: 3 };
/** @type {string} */
let folder;

/** Writes the records of a small town. A fixed series draws them, and low codes are more frequent. */
function records(many = 600) {
  let state = 1n;
  const next = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 33n);
  };
  const row = () => [...Object.values(SIZES).map((size) => Math.min(next() % size, next() % size)), (next() * 2) % 2 ** 32 + (next() % 2)];
  return `area,age,work,key\n${Array.from({ length: many }, () => row().join()).join("\n")}\n`;
}

/** @param {string} release @param {string} more @param {[string, number][]} sizes */
const specification = (release, more, sizes = Object.entries(SIZES)) => `[cube]\nid = "town"\ntitle = "Town"\nunit = "person"\ndata = "synthetic"\naudience = "public"\nrelease = "${release}"\n
[key]\ncolumn = "key"\n${more}
${sizes.map(([name, size]) => `[[dimension]]\nname = "${name}"\ncodes = { ${Array.from({ length: size }, (_, code) => `${code} = "${code}"`).join(", ")} }\n`).join("")}
[method.default]\nkind = "cell-key"\nptable = "ptable.csv"\nlookup = "hash"\n`;

/** @param {...string} args */
function commandLine(...args) {
  const { status, stdout, stderr } = spawnSync(path("target/release/cellveil"), args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.ok(status !== 2, stderr);
  return stdout;
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-audit-"));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  write("records.csv", records());
  write("ptable.csv", readFileSync(path("tests/data/ptable/cellkey_d5.csv"), "utf8"));
  write("keyed.toml", specification("keyed", ""));
  write("other.toml", specification("keyed", "", [["area", 4]]));
  for (const [name, salt, publish] of [["sealed", SALT, "max_dimensions = 2\nnever_together = [[\"age\", \"work\"]]"], ["old", OTHER_SALT, "max_dimensions = 2"]]) {
    write(`${name}.toml`, `${specification("sealed", `salt = "${salt}"\n`)}[publish]\n${publish}\n[audit]\nequality = 0.25\nhidden_presence = 0.125\n`);
  }
  write("secret.toml", specification("keyed", `salt = "bcd0f361fc8a7972a3d5a5b0c605c5e2"\n`).replace('"synthetic"', '"confidential"').replace('"public"', '"internal"'));
  // A crossing level: the first two ages, beside a sealed cube with the codes themselves.
  const crossing = specification("sealed", `salt = "${SALT}"\n`).replace(/(name = "age"\ncodes = .*\n)/, `$1[[dimension.level]]\nname = "young"\ngroups = [{ code = "young", of = ["0", "1"] }, { code = "old", of = ["2", "3", "4", "5"] }]\n`);
  write("crossing.toml", `${crossing}[publish]\nviews = [["age:young", "work"]]\n`);
  write("people.toml", `${specification("sealed", `salt = "${SALT}"\n`)}[publish]\nmax_dimensions = 1\n`);
  write("households.toml", readFileSync(join(folder, "people.toml"), "utf8").replace('"person"', '"household"'));
  write("people.csv", records(6000));
  for (const name of ["keyed", "other", "secret", "sealed", "old", "crossing", "households"]) commandLine("tile", `${name}.toml`, "--records", "records.csv", "--out", name);
  commandLine("tile", "people.toml", "--records", "people.csv", "--out", "people");
  // The areas of a hundred pairs of records are swapped.
  const rows = records().trim().split("\n").map((row) => row.split(","));
  for (let at = 1; at <= 100; at++) [rows[at][0], rows[at + 300][0]] = [rows[at + 300][0], rows[at][0]];
  write("swapped.csv", `${rows.map((row) => row.join()).join("\n")}\n`);
  commandLine("tile", "keyed.toml", "--records", "swapped.csv", "--out", "swapped");
  write("pre.toml", `${specification("preprotected", "").replace('column = "key"\n', "")}[publish]\nwhy = "a test"\n[[pretabular]]\nkind = "swap"\nvariable = "area"\nrate = 0.1\nseed = "0b"\n`);
  commandLine("tile", "pre.toml", "--records", "records.csv", "--out", "pre");
  // Each fourth person only.
  write("few.csv", records().split("\n").filter((_, at) => at % 4 === 0).join("\n"));
  commandLine("tile", "keyed.toml", "--records", "few.csv", "--out", "few");
});

after(() => rmSync(folder, { recursive: true }));

const cube = (/** @type {string} */ name) => join(folder, name, "cube.json");
/** @type {AuditOptions} */
const CHOICES = { publish: { maxDimensions: 2, neverTogether: [["age", "work"]] }, salt: SALT, limits: { equality: 0.25, "hidden-presence": 0.125 } };

/** What a keyed cube lacks, in the words of the command line and of JavaScript. @type {[string, string][]} */
const REASONS = [
  ["leak-test", "the cube is keyed; audit the sealed cube"],
  ["rebuild", "the cube is keyed; audit the sealed cube"],
  ["views", "the cube is keyed; audit the sealed cube"],
  ["composition", "needs an earlier release (--against)"],
  ["churn", "needs an earlier release (--against)"],
];
/** @type {{ [name: string]: string }} */
const OWN_REASONS = {
  "leak-test": "the cube is keyed; audit the sealed cube (sealed)",
  rebuild: "only the command line builds the sealed cube again (cellveil audit --spec)",
  views: "the cube is keyed; audit the sealed cube (sealed)",
  composition: "needs an earlier release (against)",
  churn: "needs an earlier release (against)",
};

/**
 * A report of the command line in the words of JavaScript, without the digest of the specification, which only the command
 * line has.
 * @param {string} text
 */
function translated(text) {
  for (const [name, why] of REASONS) {
    const before = new RegExp(`(${name}(?:"|</strong>)?: "?)${why.replace(/[()]/g, "\\$&")}(?=["<\n])`);
    assert.match(text, before);
    text = text.replace(before, `$1${OWN_REASONS[name]}`);
  }
  return text.replace(/<tr><th scope="row">SHA-256 of the specification's file<\/th><td>\w+<\/td><\/tr>\n/, "");
}

test("the module has one function", () => assert.deepEqual(Object.keys(entry), ["audit"]));

for (const format of /** @type {const} */ (["json", "markdown", "html"])) {
  test(`the report of the command line about a keyed cube, to the byte except for names of inputs: ${format}`, async () => {
    for (const more of [{}, { reveal: true, seed: 7 }]) {
      const flags = more.reveal ? ["--reveal", "--seed", "7"] : [];
      const { text } = await audit(cube("keyed"), { ...CHOICES, format, ...more });
      assert.equal(text, translated(commandLine("audit", "keyed", "--spec", "sealed.toml", "--format", format, ...flags)));
    }
  });
}

test("the same findings about a sealed cube, except for files that the manifest does not list", async () => {
  const { text, report } = await audit({ truth: cube("keyed"), sealed: cube("sealed"), against: cube("old") }, CHOICES);
  const expected = JSON.parse(commandLine("audit", "sealed", "--truth", "keyed", "--spec", "sealed.toml", "--against", "old", "--format", "json"));
  assert.deepEqual(JSON.parse(text), report);
  assert.match(report.reasons["leak-test"], /only the files that cube\.json lists were read/);
  assert.match(report.reasons.rebuild, /^only the command line builds the sealed cube again/);
  assert.doesNotMatch(Object.values(report.reasons).join(), /--(?!spec)|needs an earlier release/);
  assert.deepEqual(report.findings, expected.findings.filter((/** @type {any} */ { name }) => name !== "rebuild"));
  assert.deepEqual([report.views, report.method, report.release], [expected.views, expected.method, "sealed"]);
});

test("the findings of the command line about other cubes of the same people", async () => {
  const cubes = { truth: cube("keyed"), sealed: cube("sealed"), against: cube("old"), with: [cube("crossing"), cube("old")] };
  const { report } = await audit(cubes, CHOICES);
  const flags = ["--against", "old", "--with", "crossing", "--with", "old", "--format", "json"];
  const text = commandLine("audit", "sealed", "--truth", "keyed", "--spec", "sealed.toml", ...flags);
  const expected = JSON.parse(text).findings.filter((/** @type {any} */ { name }) => name !== "rebuild");
  // The command names a cube by its folder. Here a cube has its id and its place among the arguments.
  const named = (/** @type {unknown} */ findings) => JSON.stringify(findings)
    .replaceAll("town (with[0])", "crossing").replace(/town \((with\[1\]|against)\)/g, "old");
  assert.equal(named(report.findings), JSON.stringify(expected));
  const of = (/** @type {typeof report} */ { findings }, /** @type {string} */ wanted) => findings.find(({ name }) => name === wanted);
  assert.match(of(report, "overlap")?.says ?? "", /Other cubes: town \(with\[0\]\)\.$/);
  assert.match(report.reasons.overlap, /^town \(with\[1\]\): its values do not follow from the keys, salt and method/);
  const alone = (await audit({ truth: cube("keyed"), sealed: cube("sealed") }, CHOICES)).report;
  assert.match(of(alone, "overlap")?.says ?? "", /No other cube was given\.$/);
  assert.ok(!of(alone, "composition") && alone.reasons.composition);
  // A keyed cube is compared as it would be published.
  const before = (await audit({ truth: cube("keyed"), with: [cube("old")] }, CHOICES)).report;
  assert.ok(before.exceeded.includes("composition"), `${before.exceeded}`);
});

for (const format of /** @type {const} */ (["json", "markdown", "html"])) {
  test(`claims about swapped records are scored by the unchanged records, as by the command line: ${format}`, async () => {
    const { text, report } = await audit({ truth: cube("swapped"), original: cube("keyed") }, { ...CHOICES, format });
    assert.equal(text, translated(commandLine("audit", "swapped", "--spec", "sealed.toml", "--original", "keyed", "--format", format)));
    assert.deepEqual(report.original, { cube: "town", warning: null });
    const own = await audit(cube("swapped"), CHOICES);
    assert.equal(own.report.original, null);
    assert.notDeepEqual(report.findings, own.report.findings, "some claims about swapped records are wrong");
  });
}

for (const format of /** @type {const} */ (["json", "markdown"])) {
  test(`a preprotected cube is read as it is, as by the command line: ${format}`, async () => {
    const { text, report } = await audit({ truth: cube("pre"), original: cube("keyed") }, { format });
    assert.equal(text, commandLine("audit", "pre", "--original", "keyed", "--format", format));
    assert.deepEqual(report.findings.map(({ name }) => name), ["small-cells", "kept-tables", "true-uniques", "real-cells", "profiles", "equality", "cell-keys"]);
    assert.equal(report.release, "preprotected");
  });
}

test("a preprotected cube needs the unchanged records and nothing else", async () => {
  const pre = { truth: cube("pre"), original: cube("keyed") };
  for (const [cubes, options, message] of /** @type {const} */ ([
    [cube("pre"), {}, "original: missing for a preprotected cube; expected the keyed cube of the unchanged records"],
    [{ ...pre, sealed: cube("sealed") }, {}, "sealed: given with a preprotected cube; expected only the preprotected cube and original"],
    [pre, { salt: SALT }, "salt: given with a preprotected cube; expected only the preprotected cube and original"],
  ])) {
    await assert.rejects(audit(cubes, options), { code: "bad-audit", message });
  }
  const { report } = await audit(pre, { limits: { "small-cells": 1, kept_tables: 99 } });
  assert.deepEqual(Object.keys(report.limits), ["small_cells", "kept_tables"]);
  assert.ok(!report.exceeded.includes("small-cells"));
});

test("a cube that cannot have the unchanged records is refused", async () => {
  for (const [name, code, problem] of [["other", "other-data", "dimensions, codes or levels differ"], ["sealed", "wrong-class", "not a keyed cube"]]) {
    const message = new RegExp(`^original: ${problem}.*; expected the keyed cube of the unchanged records$`);
    await assert.rejects(audit({ truth: cube("swapped"), original: cube(name) }, CHOICES), { code, message });
  }
  const { report } = await audit({ truth: cube("few"), original: cube("keyed") }, CHOICES);
  assert.match(report.original?.warning ?? "", /^The numbers of records differ\./);
});

test("an internal audience may see the true counts of confidential unchanged records", async () => {
  const source = { get: async (/** @type {string} */ name) => new Uint8Array(readFileSync(join(folder, "secret", name))) };
  const { report } = await audit({ truth: cube("swapped"), original: source }, { ...CHOICES, reveal: true });
  assert.ok(report.findings.some(({ example }) => example?.truth));
});

test("a report names what is missing as options of JavaScript", async () => {
  const { report } = await audit({ truth: cube("keyed"), sealed: cube("sealed") });
  assert.deepEqual([report.reasons.views, report.reasons.churn], ["needs the views that may be published (publish)", "needs an earlier release (against)"]);
  const twin = await audit({ truth: cube("keyed"), sealed: cube("sealed"), against: cube("sealed") }, CHOICES);
  assert.ok(!("views" in twin.report.reasons) && twin.report.findings.some(({ name }) => name === "churn"));
});

test("a truth with other draws or other records is named", async () => {
  const exact = (/** @type {import("cellveil/audit.js").AuditReport} */ { findings }) => findings.find(({ name }) => name === "exact-totals");
  // Without the salt of the sealed cube, the audit takes the salt of the keyed cube, which has none.
  const { report } = await audit({ truth: cube("keyed"), sealed: cube("sealed") });
  assert.match(exact(report)?.says ?? "", /are other draws/);
  assert.match(exact(report)?.remedy ?? "", /\(truth, and from the specification salt and method\)/);
  const twin = await audit({ truth: cube("keyed"), sealed: cube("sealed") }, CHOICES);
  assert.doesNotMatch(`${exact(twin.report)?.says} ${exact(twin.report)?.remedy}`, /other draws|\(truth/);
  await assert.rejects(audit({ truth: cube("few"), sealed: cube("sealed") }, CHOICES), { code: "other-data", message: /^truth: the values of the sealed cube are impossible for these records/ });
});

test("a limit of an attack that finds no case is accepted", async () => {
  const { report } = await audit(cube("keyed"), { ...CHOICES, limits: { "hidden-elsewhere": 0.5, churn: 2 } });
  assert.ok(!report.findings.some(({ name }) => name === "hidden-elsewhere"));
  assert.deepEqual(report.limits, { hidden_elsewhere: 0.5, churn: 2 });
});

test("another p-table and a source in memory give another report", async () => {
  const source = { get: async (/** @type {string} */ name) => new Uint8Array(readFileSync(join(folder, "keyed", name))) };
  const plain = await audit(source, CHOICES);
  assert.equal(plain.text, (await audit(cube("keyed"), CHOICES)).text);
  const narrow = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.4,-1,0.4\n1,1,0.2,0,0.6\n1,2,0.4,1,1\n";
  const own = await audit(source, { ...CHOICES, method: { kind: "cell-key", ptable: { name: "narrow.csv", text: narrow }, lookup: "key" } });
  assert.ok(own.report.exceeded.length > plain.report.exceeded.length && !own.report.passes, `${own.report.exceeded}`);
});

test("progress has the bytes of the files first, then the attacks", async () => {
  /** @type {import("cellveil/audit.js").AuditProgress[]} */
  const all = [];
  const { report } = await audit(cube("keyed"), { ...CHOICES, onprogress: (progress) => all.push(progress) });
  const files = all.filter(({ stage }) => stage === "files");
  assert.ok(files.length > 0 && files.at(-1)?.loaded === files.at(-1)?.total && Number(files.at(-1)?.total) > 0);
  const attacks = all.slice(files.length);
  assert.ok(attacks.length > 10 && attacks.every(({ stage }) => stage === "attacks"));
  assert.deepEqual(attacks.map(({ loaded, total }) => [loaded, total]), attacks.map((_, at) => [at, attacks.length]));
  const names = report.findings.map(({ name }) => name);
  assert.deepEqual(attacks.map(({ attack }) => attack), names.filter((name) => attacks.some(({ attack }) => attack === name)));
});

test("examples have the steps of the attacker only if the report may reveal", async () => {
  const { report } = await audit(cube("keyed"), { ...CHOICES, reveal: true });
  const withSteps = report.findings.filter(({ example }) => example?.steps?.length).map(({ name }) => name);
  assert.deepEqual(withSteps, ["averaging"]);
  for (const { example } of report.findings) {
    for (const { says, cells } of example?.steps ?? []) {
      assert.ok(says.endsWith("."), says);
      assert.ok(cells.every(({ axes, codes }) => axes.length === codes.length));
    }
  }
  const hidden = await audit(cube("keyed"), CHOICES);
  assert.ok(hidden.report.findings.every(({ example }) => example === null || !("steps" in example) && !("truth" in example)));
});

test("errors have stable codes, and the next audit works", async () => {
  const keyed = cube("keyed");
  const damaged = { get: async (/** @type {string} */ name) => new Uint8Array(readFileSync(join(folder, "keyed", name))).fill(0, name === "cube.json" ? Infinity : 0) };
  for (const [cubes, options, expected] of /** @type {[any, any, any][]} */ ([
    [keyed, {}, { code: "bad-audit", message: /^publish: missing for a keyed cube/ }],
    [keyed, { publish: { maxDimensions: 0 } }, { code: "bad-audit", message: /^publish\.max_dimensions is a number; expected a whole number from 1/ }],
    [keyed, { publish: { maxDimensions: 2, neverTogether: [["age", "nowhere"]] } }, { code: "bad-audit", message: /"nowhere"; expected the name of a dimension/ }],
    [keyed, { publish: { wide: true } }, { code: "bad-audit", message: /unknown field "publish\.wide"/ }],
    [keyed, { limits: { nothing: 1 } }, { code: "bad-audit", message: /^limits: "nothing"/ }],
    [keyed, { ...CHOICES, limits: { nothing: 1 } }, { code: "bad-audit", message: /^limits: "nothing"; expected the name of a finding/ }],
    [keyed, { ...CHOICES, format: "pdf" }, { code: "bad-audit", message: /expected json, markdown or html/ }],
    [keyed, { ...CHOICES, salt: "xyz" }, { code: "bad-audit", message: /^salt: not hexadecimal/ }],
    [keyed, { ...CHOICES, method: "nowhere" }, { code: "unknown-method" }],
    [keyed, { ...CHOICES, method: { kind: "cell-key", ptable: { name: "a.csv", text: "hello" } } }, { code: "bad-ptable", message: /^a\.csv, line 1/ }],
    [keyed, { ...CHOICES, method: { kind: "cell-key", ptable: {} } }, { code: "bad-audit", message: /^method\.ptable/ }],
    [cube("sealed"), CHOICES, { code: "wrong-class", message: /^cube: a cube of another release class; expected a keyed cube/ }],
    [{ truth: keyed, sealed: keyed }, CHOICES, { code: "wrong-class", message: /^sealed: / }],
    [{ truth: keyed, against: keyed }, CHOICES, { code: "wrong-class", message: /^against: / }],
    [{ truth: cube("other"), sealed: cube("sealed") }, {}, { code: "other-data", message: /^truth: dimensions, codes or levels differ/ }],
    [{ truth: keyed, with: [cube("sealed"), keyed] }, CHOICES, { code: "wrong-class", message: /^with: .* expected sealed cubes of the same people/ }],
    [{ truth: cube("other"), with: [cube("people")] }, { publish: { maxDimensions: 1 } }, { code: "other-data", message: /^with\[0\]: / }],
    [{ truth: keyed, with: [cube("sealed"), cube("people")] }, CHOICES, { code: "other-data", message: /^with\[1\]: its values are impossible for these records; expected a cube of the same people/ }],
    [{ truth: keyed, with: [cube("households")] }, CHOICES, { code: "other-data", message: /^with\[0\]: another unit/ }],
    [{ truth: keyed, with: cube("sealed") }, CHOICES, { code: "bad-source" }],
    [{ truth: keyed, with: [undefined] }, CHOICES, { code: "bad-source" }],
    [{ sealed: cube("sealed") }, CHOICES, { code: "bad-source" }],
    [undefined, CHOICES, { code: "bad-source" }],
    [join(folder, "missing.json"), CHOICES, { code: "network" }],
    [damaged, CHOICES, { code: "damaged-file" }],
  ])) {
    await assert.rejects(audit(cubes, options), expected);
  }
  const aborted = AbortSignal.abort(new Error("enough"));
  await assert.rejects(audit(keyed, { ...CHOICES, signal: aborted }), /enough/);
  assert.ok((await audit(keyed, CHOICES)).text.length > 0);
});

test("a report shows true counts of confidential data only with reveal", async () => {
  const none = { ...CHOICES, method: { kind: "none" } };
  await assert.rejects(audit(cube("secret"), none), { code: "reveal-refused", fault: "refused", message: /^method: "custom" shows true counts/ });
  const { text } = await audit(cube("secret"), { ...none, format: "markdown", reveal: true });
  assert.match(text, /truth: the count is \d/);
  const protectedText = (await audit(cube("secret"), { ...CHOICES, format: "markdown" })).text;
  assert.ok(protectedText.includes("Example:") && !protectedText.includes("truth:"));
});

test("no report has a key, the salt or, unless asked, a true count", async () => {
  const { text } = await audit(cube("keyed"), { ...CHOICES, format: "html" });
  const keys = readFileSync(join(folder, "records.csv"), "utf8").trim().split("\n").slice(1).map((row) => row.split(",")[3]);
  for (const key of keys) assert.ok(key.length < 7 || !text.includes(key));
  assert.ok(!text.includes(SALT) && !text.includes("truth:"));
});
