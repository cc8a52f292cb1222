// The npm package before publication: its files, its size, and that it depends on no other file.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { test } from "node:test";
import { brotliSize } from "../../scripts/brotli.js";
import { path, root } from "../../scripts/lib.js";

const KB = 1000;
const WASM_BUDGET = 90 * KB;
const API_BUDGET = 12 * KB;
const FULL_LIMIT = 218 * KB;
const TABLES_LIMIT = 408 * KB;
const WORKSHOP_LIMIT = 100 * KB;
const EXPORT_LIMIT = 60 * KB;
const XLSX_LIMIT = 265 * KB;
const AUDIT_LIMIT = 466 * KB;
const PEOPLE_LIMIT = 25 * KB;
const ENCRYPTED_LIMIT = 4 * KB;
const MAKE_LIMIT = 2380 * KB;
const BUILDER_BUDGET = 40.5 * KB;
const BUILDER_MORE_LIMIT = 40 * KB;
const BUILDER_CHARTS_LIMIT = 96 * KB;

/** @param {string} file */
const text = (file) => readFileSync(path(file), "utf8");

const manifest = JSON.parse(text("package.json"));

const packed = (() => {
  const json = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [pack] = JSON.parse(json);
  return new Set(/** @type {{ path: string }[]} */ (pack.files).map((file) => file.path));
})();

/** @param {unknown} entry @returns {string[]} */
const targets = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry ?? {}).flatMap(targets));

test("the package holds every file that its exports name", () => {
  for (const target of targets(manifest.exports)) assert.ok(packed.has(posix.normalize(target)), target);
});

test("the package holds every file that its modules and declarations import", () => {
  for (const file of packed) {
    if (!/\.[jt]s$/.test(file)) continue;
    const specifiers = text(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["'](\.[^"']*)["']/g);
    for (const [, specifier] of specifiers) {
      const target = posix.join(dirname(file), specifier);
      // If only types are imported, a declaration replaces the module.
      const found = [target, target.replace(/\.js$/, ".ts"), target.replace(/\.jsx?$/, ".d.ts")];
      assert.ok(found.some((name) => packed.has(name)), `${file} imports ${specifier}`);
    }
  }
});

test("the declarations need no other package, except the frameworks' own", () => {
  for (const file of packed) {
    if (!file.endsWith(".d.ts") || /^pkg\/js\/(react|svelte|vue)\.d\.ts$/.test(file)) continue;
    const others = [...text(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^."][^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual(others, [], file);
  }
});

test("the package holds nothing else", () => {
  const expected = [
    /^package\.json$/,
    /^pkg\/(index|element|builder|workshop|export|audit|people|encrypted|make|prerender)\.js$/,
    /^pkg\/element\.css$/,
    /^pkg\/pages\.zip$/,
    /^README\.md$/,
    /^(pkg\/)?LICENSE-(MIT|APACHE)$/,
    /^pkg\/js\/(index|element|languages|worker|on-demand|workshop|export|audit|auditor|audit-worker|people|encrypted|make|maker|make-worker|prerender|prerender-command|cellveil)\.js$/,
    /^pkg\/js\/builder(-(chunk|more|charts|ar|de|es|fr))?\.js$/,
    /^pkg\/js\/(index|element|builder|workshop|export|audit|people|encrypted|make|prerender|react|svelte|vue)\.d\.ts$/,
    /^pkg\/cellveil(_full|_tables|_scalar|_workshop|_export|_xlsx|_audit|_people|_make)?_bg\.wasm$/,
    /^pkg\/types\/prerender\/prerender\.d\.ts$/,
    /^pkg\/types\/(api|element|words|words\/builder)\/[\w-]+\.d\.ts$/,
    // Only what the entry points name. The views and the store are not declared.
    /^pkg\/types\/builder\/(builder|history|markup|value)\.d\.ts$/,
    /^pkg\/types\/choice\/(places|repair|types)\.d\.ts$/,
  ];
  const stray = [...packed].filter((file) => !expected.some((pattern) => pattern.test(file)));
  assert.deepEqual(stray, []);
  assert.ok(packed.has("LICENSE-MIT") && packed.has("LICENSE-APACHE"));
});

test("the wasm and the API keep to their budgets with brotli", (t) => {
  const sizes = (/** @type {string[]} */ ...files) => files.reduce((sum, file) => sum + brotliSize(file), 0);
  const wasm = sizes("pkg/cellveil_bg.wasm");
  // The files of a page with small tables. A large table also needs worker.js.
  const script = sizes("pkg/js/index.js");
  t.diagnostic(`pkg/cellveil_bg.wasm ${wasm} bytes, the API's JavaScript ${script} bytes, worker.js ${sizes("pkg/js/worker.js")} bytes`);
  assert.ok(wasm <= WASM_BUDGET, `the wasm has ${wasm} bytes`);
  assert.ok(script <= API_BUDGET, `the API's JavaScript has ${script} bytes`);
  // These limits are not budgets. They fail if the larger cores grow.
  for (const [name, limit] of /** @type {const} */ ([["full", FULL_LIMIT], ["tables", TABLES_LIMIT], ["scalar", TABLES_LIMIT]])) {
    const larger = sizes(`pkg/cellveil_${name}_bg.wasm`);
    t.diagnostic(`pkg/cellveil_${name}_bg.wasm ${larger} bytes`);
    assert.ok(larger <= limit, `the ${name} wasm has ${larger} bytes`);
  }
  const workshop = sizes("pkg/cellveil_workshop_bg.wasm");
  t.diagnostic(`pkg/cellveil_workshop_bg.wasm ${workshop} bytes, its JavaScript ${sizes("pkg/js/workshop.js")} bytes`);
  assert.ok(workshop <= WORKSHOP_LIMIT, `the workshop's wasm has ${workshop} bytes`);
  const exports = sizes("pkg/cellveil_export_bg.wasm");
  t.diagnostic(`pkg/cellveil_export_bg.wasm ${exports} bytes, its JavaScript ${sizes("pkg/js/export.js")} bytes`);
  assert.ok(exports <= EXPORT_LIMIT, `the wasm of exports has ${exports} bytes`);
  const xlsx = sizes("pkg/cellveil_xlsx_bg.wasm");
  t.diagnostic(`pkg/cellveil_xlsx_bg.wasm ${xlsx} bytes`);
  assert.ok(xlsx <= XLSX_LIMIT, `the wasm of XLSX has ${xlsx} bytes`);
  const audit = sizes("pkg/cellveil_audit_bg.wasm");
  t.diagnostic(`pkg/cellveil_audit_bg.wasm ${audit} bytes, its JavaScript ${sizes("pkg/js/audit.js", "pkg/js/auditor.js", "pkg/js/audit-worker.js")} bytes`);
  assert.ok(audit <= AUDIT_LIMIT, `the wasm of the audit has ${audit} bytes`);
  const people = sizes("pkg/cellveil_people_bg.wasm");
  t.diagnostic(`pkg/cellveil_people_bg.wasm ${people} bytes, its JavaScript ${sizes("pkg/js/people.js")} bytes`);
  assert.ok(people <= PEOPLE_LIMIT, `the wasm of synthetic people has ${people} bytes`);
  const encrypted = sizes("pkg/js/encrypted.js");
  t.diagnostic(`pkg/js/encrypted.js ${encrypted} bytes`);
  assert.ok(encrypted <= ENCRYPTED_LIMIT, `the JavaScript of encrypted cubes has ${encrypted} bytes`);
  const make = sizes("pkg/cellveil_make_bg.wasm");
  t.diagnostic(`pkg/cellveil_make_bg.wasm ${make} bytes, its JavaScript ${sizes("pkg/js/make.js", "pkg/js/maker.js", "pkg/js/make-worker.js")} bytes`);
  assert.ok(make <= MAKE_LIMIT, `the wasm of the command line has ${make} bytes`);
});

for (const [when, files, limit] of /** @type {const} */ ([
  ["before its first table", ["builder", "builder-chunk"], BUILDER_BUDGET],
  ["right after its first table", ["builder-more"], BUILDER_MORE_LIMIT],
  ["for its charts", ["builder-charts"], BUILDER_CHARTS_LIMIT],
])) {
  test(`what the builder loads ${when} keeps to its size with brotli`, (t) => {
    const size = files.reduce((sum, name) => sum + brotliSize(`pkg/js/${name}.js`), 0);
    t.diagnostic(`${files.join(", ")}: ${size} bytes`);
    assert.ok(size <= limit, `${files.join(" and ")}: ${size} bytes, and the limit is ${limit}`);
  });
}

test("a strict TypeScript page compiles against the declarations", () => {
  // A folder inside the package, so that `cellveil` resolves to this package through its exports.
  const folder = path("target/typescript");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/page.mts`, `
    import { openCube } from "cellveil";
    import type { CellveilError, Explanation, Method, OpenOptions, Query, Source, Uncertainty } from "cellveil";
    import "cellveil/element.js";
    import { CellveilBuilder } from "cellveil/builder.js";
    import type { Dataset, Value } from "cellveil/builder.js";
    import { openWorkshop } from "cellveil/workshop.js";
    import type { Designed, OwnPtable, PtableDesign, PtableFormat } from "cellveil/workshop.js";
    import { exportTable, exportWorkbook } from "cellveil/export.js";
    import type { ExportedFile, Sheet } from "cellveil/export.js";
    import { audit } from "cellveil/audit.js";
    import type { Audited } from "cellveil/audit.js";
    import { synthesizePeople } from "cellveil/people.js";
    import { unlock } from "cellveil/encrypted.js";
    import type { Unlocked } from "cellveil/encrypted.js";
    import type { SyntheticPeople } from "cellveil/people.js";
    export const people: SyntheticPeople = await synthesizePeople({ households: 100, seed: 7 });
    // @ts-expect-error: a seed is required
    void synthesizePeople({ households: 100 });
    export type Named = [CellveilError, Method, OpenOptions, Query, Source, OwnPtable, PtableFormat];
    const workshop = await openWorkshop();
    const parameters: PtableDesign = { maxChange: 5, variance: 3, stay: [null, 0.2] };
    export const designed: Designed = workshop.design(parameters);
    const ptable: OwnPtable = { name: "designed.csv", text: workshop.file(parameters, "ptable").text };
    // @ts-expect-error: there is no such format
    void workshop.file(parameters, "excel");
    export const query: Query = { rows: ["region"], method: { kind: "cell-key", ptable, lookup: "hash" } };
    document.querySelector("cellveil-table")?.addEventListener("cellveil-ready", (event) => event.detail.table.toCSV());
    const element = document.createElement("cellveil-table");
    Object.assign(element, { src: { get: async () => new Uint8Array() } satisfies Source });
    element.rows = ["region"];
    element.columns = "sex,age";
    element.filter = new Map([["student", ["1"]]]);
    element.groups = { region: { North: ["E1"] } };
    element.method = { kind: "random-rounding", base: 5 };
    element.totals = false;
    export const rows: string[] = element.rows;
    export const shown: number | undefined = element.table?.values.length;
    element.addEventListener("cellveil-error", ({ detail }) => console.log(detail.error.message, detail.attribute));
    document.addEventListener("cellveil-change", ({ detail }) => detail.table.receipt);
    window.addEventListener("cellveil-error", ({ detail }) => console.log(detail.error.code, detail.attribute));
    element.filter = { student: 1, sex: [1, "2"] };
    element.base = new URL("https://office.example/cellveil/");
    // @ts-expect-error: a filter has codes
    element.filter = { student: true };
    const cube = await openCube("tiles/cube.json");
    element.cube = cube;
    const table = await cube.table({ rows: ["region"], columns: ["sex"], filter: { student: ["1"] } });
    export const values: (number | null)[] = table.values;
    export const csv: string = table.toCSV();
    export const estimates: (number | null)[] = await table.estimates();
    void cube.measure(query, { original: cube, moved: 0.2 });
    void cube.riskUtilityMap({ tables: [query], original: cube });
    export const kinds: string[] | undefined = cube.manifest.pretabular?.steps.map(({ kind }) => kind);
    // @ts-expect-error: the unchanged records are an open cube
    void cube.measure(query, { original: "census/cube.json" });
    const uncertainty: Uncertainty = await table.uncertainty({ level: 0.5 });
    export const ends: [Float64Array, Explanation | null] = [uncertainty.low, uncertainty.at(0)];
    // @ts-expect-error: the prior is flat
    void table.uncertainty({ prior: "table" });
    const sheet: Sheet = { name: "Table", rows: [["Sex", "Persons"], ["Male", 12]], heads: 1, labels: 1, decimals: 0, merges: [] };
    export const workbook: Uint8Array = await exportWorkbook([sheet], { title: "Census" });
    // @ts-expect-error: a cell is a text, a number or null
    void exportWorkbook([{ ...sheet, rows: [[true]] }]);
    const file: ExportedFile = await exportTable(table, "xlsx", { language: "fr" });
    export const taken: [string, Uint8Array] = [file.ending, file.bytes];
    // @ts-expect-error: there is no such format
    void exportTable(table, "xls");
    export const audited: Audited = await audit("keyed/cube.json", { publish: { maxDimensions: 2 }, format: "html" });
    // @ts-expect-error: a keyed cube is required
    void audit({ sealed: "sealed/cube.json" });
    const unlocked: Unlocked = await unlock("kiosk/cube.json", "a passphrase");
    void openCube(unlocked);
    void openCube("tiles/cube.json", { base: "/cellveil/" });
    const named = await cube.table({ rows: "region", columns: "sex,age", filter: { age: [1, 2], sex: 1 }, groups: { region: { North: 3 } } });
    export const total: number = named.rows({ labels: true, totals: false }).reduce((sum, { value }) => sum + (value ?? 0), 0);
    export const region: string | number | null = named.rows()[0].region;
    // @ts-expect-error: rows are names
    void cube.table({ rows: 1 });
    const datasets: Dataset[] = [{ name: "census", title: "Census", open: () => openCube("tiles/cube.json") }];
    const builder: CellveilBuilder = document.createElement("cellveil-builder");
    builder.configure({ datasets, links: { link: () => location.href } });
    const value: Value = { rows: ["region"], layers: { sex: null }, view: { chart: "bar" } };
    builder.value = value;
    export const stored: string[] | undefined = builder.value.rows;
    // @ts-expect-error: there is no such chart
    builder.value = { view: { chart: "pie" } };
    // @ts-expect-error: a dataset has a function that opens it
    builder.configure({ datasets: [{ name: "census", title: "Census" }] });
    await builder.refresh();
  `);
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
  const dom = ["--lib", "es2022,dom,dom.iterable", "--types", ""];
  const tsc = path("node_modules/typescript/bin/tsc");
  const done = spawnSync(process.execPath, [tsc, ...options, ...dom, `${folder}/page.mts`], { cwd: root, encoding: "utf8" });
  assert.equal(done.status, 0, done.stdout);
});

test("built files hold no path of this machine", () => {
  for (const file of [...packed].filter((file) => /^pkg\/.*\.(js|wasm)$/.test(file))) {
    const bytes = readFileSync(path(file)).toString("latin1");
    assert.ok(!bytes.includes(root), `${file} names the repository's folder`);
    assert.doesNotMatch(bytes, /\.cargo\/registry|\/(?:home|root|Users)\//, file);
  }
});

test("cores without panic messages name no file of Rust code", () => {
  const named = (/** @type {string} */ core) => /\/[a-z_]+\.rs/.test(readFileSync(path(`pkg/${core}_bg.wasm`), "latin1"));
  const cores = [...packed].flatMap((file) => /^pkg\/(.*)_bg\.wasm$/.exec(file)?.[1] ?? []);
  assert.deepEqual(cores.filter(named), ["cellveil_make"]);
});

test("the lock files name no registry host and no path of a machine", () => {
  const npm = ["package-lock.json", "tests/bench/peers/locks/package-lock.json"].map(text);
  for (const lock of npm) assert.doesNotMatch(lock, /"resolved"|registry\./);
  const python = ["requirements", "duckdb", "polars"].map((name) => text(`tests/bench/peers/locks/${name}.txt`));
  // Cargo writes this name of the crates.io index for every mirror.
  const cargo = text("Cargo.lock").replaceAll('"registry+https://github.com/rust-lang/crates.io-index"', "");
  assert.doesNotMatch(cargo, /:\/\//);
  for (const lock of [...npm, ...python, cargo]) assert.doesNotMatch(lock, /file:|\/(?:home|root|Users|work|tmp)\/|[A-Z]:\\\\/);
});
